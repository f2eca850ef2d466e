/** How calls in process are made of this plugin's operations. */
import * as Effect from "effect/Effect"
import { bySchema, fieldNames, makeHostCalls, Wire } from "../../src/plugin.ts"

const inSnakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** `const { change } = callsOf(CardsApi, "customers")`: an account may call everything. */
export const callsOf = makeHostCalls()({
  reader: bySchema,
  names: fieldNames({ inBody: inSnakeCase, inCommand: Wire.inCamelCase }),
  admit: Effect.succeed
})
