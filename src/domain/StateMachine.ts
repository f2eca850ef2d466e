/**
 * State machines as tables. A machine says for every pair of state and trigger where it leads or that it is refused;
 * a pair that is forgotten does not compile.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"

/** The entry of a table for a trigger that a state does not accept. */
export const refused = null

/** The next state for every state (row) and trigger (column), or `refused`. */
export type TransitionTable<State extends string, Trigger extends string> = Readonly<
  Record<State, Readonly<Record<Trigger, State | typeof refused>>>
>

/** A state machine: a value, made by `defineStateMachine`. */
export interface StateMachine<State extends string = string, Trigger extends string = string> {
  /** Used in errors and documentation, such as `payment`. */
  readonly name: string
  /** The state before the first trigger. */
  readonly initial: State
  /** States that never change again. */
  readonly final: ReadonlyArray<State>
  readonly rows: TransitionTable<State, Trigger>
}

/** The trigger is refused in this state. */
export class IllegalTransition extends Data.TaggedError("IllegalTransition")<{
  readonly machine: string
  readonly state: string
  readonly trigger: string
}> {}

/**
 * Defines a machine over a union of states and a union of triggers:
 * `defineStateMachine<"open" | "closed", "close">()({ name, initial, final, rows })`. Throws when a final state has a
 * way out.
 */
export const defineStateMachine =
  <State extends string, Trigger extends string>() =>
  (definition: StateMachine<State, Trigger>): StateMachine<State, Trigger> => {
    for (const state of definition.final) {
      for (const [trigger, next] of Object.entries(definition.rows[state])) {
        if (next !== refused) {
          throw new Error(`State machine ${definition.name}: final state ${state} is left by ${trigger}`)
        }
      }
    }
    return definition
  }

/** The state that a trigger leads to, or `IllegalTransition` where the table says `refused`. */
export const transition = <State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  state: NoInfer<State>,
  trigger: NoInfer<Trigger>
): Result.Result<State, IllegalTransition> => {
  const next = machine.rows[state][trigger]
  return next === refused
    ? Result.fail(new IllegalTransition({ machine: machine.name, state, trigger }))
    : Result.succeed(next)
}

/** Whether a state never changes again. */
export const isFinal = <State extends string, Trigger extends string>(
  machine: StateMachine<State, Trigger>,
  state: NoInfer<State>
): boolean => machine.final.includes(state)
