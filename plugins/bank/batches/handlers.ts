/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { bodyIn, handlersOf } from "../reading.ts"
import { answer, list, ofCaller, read, shown } from "../respond.ts"
import { encodeBatch, EntryBody } from "./api.ts"
import * as batches from "./operations.ts"
import { submitBy } from "./reading.ts"

const encodeCounted = ({ batch, counts }: batches.CountedBatch) => encodeBatch(batch, counts)

export const batchHandlers = handlersOf(BankApi, "batches", (handlers) =>
  handlers
    // Raw: a long list is read in turns.
    .handleRaw("submit", ({ request }) =>
      answer(
        (caller) => ofCaller(Effect.flatMap(bodyIn(request), (body) => submitBy(caller, body))),
        shown(encodeCounted, 202)
      )
    )
    .handleAll({
      retrieve: ({ params }) => read((caller) => batches.retrieve(caller, params.batchId), shown(encodeCounted)),
      entries: ({ params, query }) =>
        list(query, (caller, page) => batches.records(caller, params.batchId, page), EntryBody.write)
    })
)
