/**
 * When to try again, as a table of offsets instead of code. A policy knows nothing of what is tried; webhooks and jobs
 * read their next due time from it.
 */

/** A named schedule. Its length is the number of attempts. */
export interface RetryPolicy {
  readonly name: string
  /** `offsetsMs[k]` is when attempt k + 1 is due, counted from the first attempt; `offsetsMs[0]` is 0. */
  readonly offsetsMs: ReadonlyArray<number>
}

/**
 * A policy from waits, each counted after the attempt before it. The first wait belongs to the first attempt and is 0.
 * Throws a RangeError when a wait is not a whole number of milliseconds of 0 or more.
 */
export const fromWaits = (name: string, waitsMs: ReadonlyArray<number>): RetryPolicy => {
  if (waitsMs[0] !== 0) throw new RangeError(`Retry policy ${name}: the first attempt waits for nothing`)
  let offsetMs = 0
  const offsetsMs = waitsMs.map((waitMs) => {
    if (!Number.isSafeInteger(waitMs) || waitMs < 0) throw new RangeError(`Retry policy ${name}: bad wait ${waitMs}`)
    offsetMs += waitMs
    return offsetMs
  })
  return { name, offsetsMs }
}

/**
 * A policy whose waits grow by `factor` and whose last attempt falls on `totalMs`: attempt k + 1 is due at
 * `totalMs * (factor^k - 1) / (factor^(attempts - 1) - 1)`, rounded to whole seconds. Throws a RangeError unless there
 * are at least two attempts, the factor is above 1 and `totalMs` is positive whole seconds.
 */
export const exponential = (
  name: string,
  options: { readonly attempts: number; readonly factor: number; readonly totalMs: number }
): RetryPolicy => {
  const { attempts, factor, totalMs } = options
  const totalSeconds = totalMs / 1000
  if (!Number.isSafeInteger(attempts) || attempts < 2) throw new RangeError(`Retry policy ${name}: attempts below 2`)
  if (!(factor > 1)) throw new RangeError(`Retry policy ${name}: the factor must be above 1`)
  if (!Number.isSafeInteger(totalSeconds) || totalSeconds <= 0) {
    throw new RangeError(`Retry policy ${name}: the total must be positive whole seconds`)
  }
  const span = factor ** (attempts - 1) - 1
  const offsetsMs = Array.from(
    { length: attempts },
    (_, k) => Math.round((totalSeconds * (factor ** k - 1)) / span) * 1000
  )
  return { name, offsetsMs }
}

/**
 * A policy for jobs: the second attempt waits `initialMs`, every further wait is `factor` times the one before, none
 * is longer than `capMs`. Throws a RangeError unless there is at least one attempt, the factor is 1 or more, and the
 * waits are whole milliseconds.
 */
export const backoff = (
  name: string,
  options: {
    readonly initialMs: number
    readonly factor: number
    readonly capMs: number
    readonly attempts: number
  }
): RetryPolicy => {
  const { initialMs, factor, capMs, attempts } = options
  if (!Number.isSafeInteger(attempts) || attempts < 1) throw new RangeError(`Retry policy ${name}: attempts below 1`)
  if (!(factor >= 1)) throw new RangeError(`Retry policy ${name}: the factor must be at least 1`)
  return fromWaits(
    name,
    Array.from({ length: attempts }, (_, k) =>
      k === 0 ? 0 : Math.min(capMs, Math.round(initialMs * factor ** (k - 1)))
    )
  )
}

/**
 * When the next attempt is due (epoch milliseconds), or undefined when all attempts are made. Throws a RangeError when
 * `attemptsMade` is not a whole number of 0 or more.
 */
export const nextAttemptAt = (
  policy: RetryPolicy,
  progress: { readonly firstAttemptAt: number; readonly attemptsMade: number }
): number | undefined => {
  const { firstAttemptAt, attemptsMade } = progress
  if (!Number.isSafeInteger(attemptsMade) || attemptsMade < 0) {
    throw new RangeError(`Retry policy ${policy.name}: ${attemptsMade} attempts made`)
  }
  const offsetMs = policy.offsetsMs[attemptsMade]
  return offsetMs === undefined ? undefined : firstAttemptAt + offsetMs
}
