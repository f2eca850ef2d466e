/** Events of the engine as they happen. The pages read again what they show; a burst is one reading. */
import { useEffect } from "react"
import { address, byItself, inBackground, sessionEnded } from "./call.ts"
import { refreshAll } from "./queries.ts"

/** Between two readings, in milliseconds: our choice. A person sees no more than this. */
const restMs = 800

/** Before a lost connection is opened again, in milliseconds: our choice. */
const againMs = 3_000

/**
 * Calls back when the connection stands, and for each chunk in which something happened, until it ends. An `EventSource` would
 * need the name of each event beforehand.
 */
const listen = async (signal: AbortSignal, happened: () => void): Promise<void> => {
  const answer = await fetch(address("/live"), { signal, headers: { ...byItself, accept: "text/event-stream" } })
  if (answer.status === 401) sessionEnded()
  if (!answer.ok || answer.body === null) return
  // What happened before, such as since the last connection broke, nobody said.
  happened()
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    if (/^data:/m.test(value)) happened()
  }
}

/** Keeps what the pages show up to date while somebody is signed in. */
export const useLive = (signedIn: boolean): void => {
  useEffect(() => {
    if (!signedIn) return
    const stop = new AbortController()
    let rest: ReturnType<typeof setTimeout> | undefined
    let again: ReturnType<typeof setTimeout> | undefined
    const happened = (): void => {
      rest ??= setTimeout(() => {
        rest = undefined
        void inBackground(refreshAll)
      }, restMs)
    }
    const open = (): void => {
      void listen(stop.signal, happened)
        .catch(() => undefined)
        .then(() => {
          if (!stop.signal.aborted) again = setTimeout(open, againMs)
        })
    }
    open()
    return () => {
      clearTimeout(rest)
      clearTimeout(again)
      stop.abort()
    }
  }, [signedIn])
}
