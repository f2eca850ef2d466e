/** One try of a request: it ends by its answer, by its time-out, or by the caller's signal. */
import { BursarError, failure, type ServiceName } from "./errors.ts"

/** What a try is bound by. */
export interface Bounds {
  readonly service: ServiceName
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/** Longest time of a timer; longer ones fire at once. */
const longestMs = 2 ** 31 - 1

/** A try that is under way. */
export class Exchange {
  readonly #bounds: Bounds
  readonly #controller = new AbortController()
  readonly #stopped: Promise<never>
  readonly #onAbort: () => void
  /** Kept to the end of the try: in Node a signal does not reach the connection of a request that was collected meanwhile. */
  request: Request | undefined
  #stop: (error: BursarError) => void = () => {}
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(bounds: Bounds) {
    this.#bounds = bounds
    this.#stopped = new Promise((_, reject) => {
      this.#stop = (error) => {
        reject(error)
        this.#controller.abort()
      }
    })
    // It may be stopped while nobody waits for it.
    this.#stopped.catch(() => {})
    this.#onAbort = () => this.#stop(aborted(bounds))
    if (bounds.signal?.aborted === true) this.#onAbort()
    bounds.signal?.addEventListener("abort", this.#onAbort)
    this.restart()
  }

  /** Goes to `fetch`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Begins the time-out anew. */
  restart(): void {
    clearTimeout(this.#timer)
    const { service, timeoutMs } = this.#bounds
    if (timeoutMs > longestMs) return
    const message = `${service} did not answer within ${timeoutMs} ms`
    this.#timer = setTimeout(() => this.#stop(failure(message, { type: "timeout", service })), timeoutMs)
  }

  /** What the work gives, unless the try ends before. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#controller.signal.aborted) return this.#stopped
    try {
      return await Promise.race([this.#stopped, work()])
    } catch (cause) {
      // Whatever error `fetch` gives, this is the cause.
      if (this.#controller.signal.aborted) return this.#stopped
      throw cause instanceof BursarError ? cause : unreachable(this.#bounds.service, cause)
    }
  }

  /** Stops the time-out until it is begun anew. */
  rest(): void {
    clearTimeout(this.#timer)
  }

  /** Leaves nothing behind. */
  end(): void {
    clearTimeout(this.#timer)
    this.#bounds.signal?.removeEventListener("abort", this.#onAbort)
  }

  /** Ends it while more could be read. */
  cancel(): void {
    this.end()
    this.#onAbort()
  }
}

/** The caller's signal ended the call. */
export const aborted = ({ service, signal }: Pick<Bounds, "service" | "signal">): BursarError =>
  failure("The call was aborted", { type: "aborted", service }, signal?.reason)

const unreachable = (service: ServiceName, cause: unknown): BursarError => {
  // `fetch` of Node says why in the cause of its error.
  const reason = cause instanceof Error ? (cause.cause instanceof Error ? cause.cause : cause).message : String(cause)
  return failure(`${service} could not be reached: ${reason}`, { type: "connection", service }, cause)
}
