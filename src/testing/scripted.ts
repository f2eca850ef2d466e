/**
 * Doubles that answer by a list. Every service that a host brings is made of plain functions (`RiskModel.make`,
 * `Screening.make`, `Acquirer.make`, `makeRail`, `notifier.answerWith`), so one scripted function serves them all.
 */

/** What a scripted function does with a call, where it does not simply answer a value. */
export class ScriptedAct<in In, out Out> {
  readonly kind: "refuse" | "hang" | "lose" | "pass"
  readonly error: Error | undefined
  readonly through: ((input: In) => Out | Promise<Out>) | undefined
  constructor(kind: "refuse" | "hang" | "lose" | "pass", error?: Error, through?: (input: In) => Out | Promise<Out>) {
    this.kind = kind
    this.error = error
    this.through = through
  }
}

/** Does nothing and throws. */
export const refuse = (error: Error = new Error("refused, as the script says")): ScriptedAct<unknown, never> =>
  new ScriptedAct("refuse", error)

/** Does nothing and never answers: the caller waits until its own time-out. */
export const hang: ScriptedAct<unknown, never> = new ScriptedAct("hang")

/**
 * Does the work, and throws all the same: the answer is lost on its way, as after a network credited the money.
 * `through` does the work, by default the script's own `otherwise`.
 */
export const loseAnswer = <In, Out>(through?: (input: In) => Out | Promise<Out>): ScriptedAct<In, Out> =>
  new ScriptedAct<In, Out>("lose", new Error("the answer was lost, as the script says"), through)

/** Answers as the script's `otherwise` does. */
export const pass: ScriptedAct<unknown, never> = new ScriptedAct("pass")

/** A function that answers by a list, with the calls that it got. */
export interface Scripted<In, Out> {
  (input: In): Promise<Out>
  /** What it was called with, in order. */
  readonly calls: ReadonlyArray<In>
  /** Answers that no call has used yet. */
  readonly left: () => number
  /** Adds to the end of the list. */
  readonly add: (...answers: ReadonlyArray<Out | ScriptedAct<In, Out>>) => void
}

/** The list ran out, and there is nothing to answer with. */
export class ScriptEnded extends Error {
  override readonly name = "ScriptEnded"
  constructor(calls: number) {
    super(`The script has no answer to call ${calls}: give it more answers, or an otherwise`)
  }
}

/**
 * A function that answers its first call with the first answer, and so on; afterwards as `otherwise` does, and without one it
 * throws `ScriptEnded`.
 */
export const scripted = <In = unknown, Out = unknown>(
  answers: ReadonlyArray<Out | ScriptedAct<In, Out>>,
  otherwise?: (input: In) => Out | Promise<Out>
): Scripted<In, Out> => {
  const waiting = [...answers]
  const calls: Array<In> = []
  const through = (input: In, by = otherwise): Out | Promise<Out> => {
    if (by === undefined) throw new ScriptEnded(calls.length)
    return by(input)
  }
  const answer = async (input: In): Promise<Out> => {
    calls.push(input)
    if (waiting.length === 0) return through(input)
    const next = waiting.shift() as Out | ScriptedAct<In, Out>
    if (!(next instanceof ScriptedAct)) return next
    const act = next as ScriptedAct<In, Out>
    if (act.kind === "pass") return through(input)
    if (act.kind === "hang") return new Promise<never>(() => {})
    if (act.kind === "lose") await through(input, act.through)
    throw act.error
  }
  return Object.assign(answer, {
    calls,
    left: () => waiting.length,
    add: (...more: ReadonlyArray<Out | ScriptedAct<In, Out>>) => void waiting.push(...more)
  })
}
