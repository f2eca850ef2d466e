/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, read, shown } from "../respond.ts"
import { commandOf } from "./api.ts"
import * as refunds from "./operations.ts"
import { RefundBody } from "./RefundBody.ts"

const show = shown(RefundBody.write)

export const refundHandlers = handlersOf(CardsApi, "refunds", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => refunds.create(caller, commandOf(payload)), show),
    list: ({ query }) =>
      list(
        query,
        (caller, page) => refunds.list(caller, { paymentId: query.payment_id }, page),
        ({ refund }) => RefundBody.write(refund)
      ),
    retrieve: ({ params }) => read((caller) => refunds.retrieve(caller, params.id), show)
  })
)
