/** How calls in process are made of this plugin's operations. */
import * as Effect from "effect/Effect"
import { bySchema, fieldNames, InvalidParameters, makeHostCalls, Wire, type CallerShape } from "../../src/plugin.ts"

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Makes `callsOf` for callers who are admitted. */
export const callsFor = <E>(admit: (caller: CallerShape) => Effect.Effect<CallerShape, E>) =>
  makeHostCalls()({
    reader: bySchema,
    names: fieldNames({ inBody: inSnakeCase, inCommand: Wire.inCamelCase }),
    admit
  })

/** The refusal of something that a host reports and that is not what is expected. */
export const misreported = (name: string, expected: string): InvalidParameters =>
  new InvalidParameters({ part: "body", issues: [{ path: [name], problem: "invalid", code: undefined, expected }] })

/** Fails with that refusal unless what is reported is right. */
export const checkReported = (
  isExpected: boolean,
  name: string,
  expected: string
): Effect.Effect<void, InvalidParameters> => (isExpected ? Effect.void : Effect.fail(misreported(name, expected)))

/** `const { change } = callsOf(CardsApi, "customers")`: an account may call everything. */
export const callsOf = callsFor(Effect.succeed)
