/** Wakes workers of this process after commits that left work to do. */

/** Signals of one process come in bursts; workers that look at once for each would do little else. */
const wakePauseMs = 2

/** Listeners, and what calls them. */
export const makeWakes = () => {
  const listeners = new Set<() => void>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let again = false
  const call = () => {
    for (const listener of listeners) listener()
  }
  const rest = (): void => {
    timer = setTimeout(() => {
      timer = undefined
      if (!again) return
      again = false
      call()
      rest()
    }, wakePauseMs)
    timer.unref?.()
  }
  return {
    wake: () => {
      if (timer !== undefined) again = true
      else {
        call()
        rest()
      }
    },
    onWake: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    }
  }
}
