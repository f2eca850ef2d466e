/** What every test helper asks first: live keys may not use them (decisions B13). */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { LiveKeyNotAllowed } from "./TestFailure.ts"

/** Fails with `LiveKeyNotAllowed` for a caller with a live key. */
export const sandboxOnly = ({ principal }: Pick<CallerShape, "principal">): Effect.Effect<void, LiveKeyNotAllowed> =>
  principal.mode === "live" ? Effect.fail(new LiveKeyNotAllowed()) : Effect.void
