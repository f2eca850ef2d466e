/** The documentation service as its examples ask it. */
import * as Redacted from "effect/Redacted"
import { docs } from "../../../plugins/docs/index.ts"
import { TestEngine } from "../../../src/testing/index.ts"
import type { Headers } from "./record.ts"

/** The key of the service. */
export const key = "docs_key_of_examples"

export const headers: Headers = { authorization: `Bearer ${key}` }

/** The secret of the CI webhook. */
export const webhookSecret = "whsec_of_examples"

export const apiKeys = [Redacted.make(key)]

export const plugin = () => docs({ apiKeys, webhookSecret: Redacted.make(webhookSecret) })

export const engine = () => TestEngine.make({ plugins: [plugin()] })

/** Where the operations of this service are. */
export const base = "/api/docs/v1"
