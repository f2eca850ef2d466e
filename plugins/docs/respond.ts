/** How handlers of this plugin answer. */
import { makeResponding, type Answer } from "../../src/plugin.ts"
import { refuse, type DocsFailure } from "./errors.ts"

/** `respond` to what an operation reads, `respondWith` a response of its own such as a stream, `answer` with a plan. */
export const { answer, respond, respondWith } = makeResponding<DocsFailure>({
  refuse: (failure, { requestId }) => refuse(failure, requestId)
})

/** The answer that shows nothing. */
export const noContent = (): Answer => ({ status: 204, body: "" })
