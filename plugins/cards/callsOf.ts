/** How calls in process are made of this plugin's operations. */
import * as Effect from "effect/Effect"
import { bySchema, fieldNames, makeHostCalls, Wire, type CallerShape } from "../../src/plugin.ts"

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Makes `callsOf` for callers who are admitted. */
export const callsFor = <E>(admit: (caller: CallerShape) => Effect.Effect<CallerShape, E>) =>
  makeHostCalls()({
    reader: bySchema,
    names: fieldNames({ inBody: inSnakeCase, inCommand: Wire.inCamelCase }),
    admit
  })

/** `const { change } = callsOf(CardsApi, "customers")`: an account may call everything. */
export const callsOf = callsFor(Effect.succeed)
