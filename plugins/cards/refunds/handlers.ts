/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import { asked } from "../wire.ts"
import type { CreateRefundBody } from "./api.ts"
import * as refunds from "./operations.ts"
import type { Refund } from "./Refund.ts"
import { encodeRefund } from "./RefundBody.ts"

const commandOf = ({ amount, ...body }: typeof CreateRefundBody.Type) => ({ ...asked(body), amountMinor: amount })

const shown = (refund: Refund) => json(200, encodeRefund(refund))

export const refundHandlers = handlersOf(CardsApi, "refunds", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => refunds.create(caller, commandOf(payload)), shown),
    list: ({ query }) =>
      respond((caller) =>
        showList(
          query,
          (page) => refunds.list(caller, { paymentId: query.payment_id }, page),
          ({ refund }) => encodeRefund(refund)
        )
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(refunds.retrieve(caller, params.id), shown))
  })
)
