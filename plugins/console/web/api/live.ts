/** Events of the engine as they happen. The pages read again what they show; a burst is one reading. */
import { useEffect } from "react"
import { address } from "./call.ts"
import { refreshAll } from "./queries.ts"

/** Between two readings, in milliseconds: our choice. A person sees no more than this. */
const restMs = 800

/** Kinds of events that arrive under names of their own would each need a listener: all are read from `message` frames too. */
export const useLive = (signedIn: boolean, types: ReadonlyArray<string> = []): void => {
  useEffect(() => {
    if (!signedIn) return
    const source = new EventSource(address("/live"))
    let waiting: ReturnType<typeof setTimeout> | undefined
    const happened = (): void => {
      waiting ??= setTimeout(() => {
        waiting = undefined
        void refreshAll()
      }, restMs)
    }
    for (const type of ["message", "happened", ...types]) source.addEventListener(type, happened)
    return () => {
      clearTimeout(waiting)
      source.close()
    }
  }, [signedIn, types])
}
