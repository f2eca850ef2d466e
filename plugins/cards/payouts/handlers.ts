/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { answer, respond } from "../respond.ts"
import { asked } from "../wire.ts"
import type { CreatePayoutBody } from "./api.ts"
import * as payouts from "./operations.ts"
import type { Payout } from "./Payout.ts"
import { encodePayout } from "./PayoutBody.ts"

const commandOf = ({ amount, ...body }: typeof CreatePayoutBody.Type) => ({ ...asked(body), amountMinor: amount })

const shown = (payout: Payout) => json(200, encodePayout(payout))

export const payoutHandlers = handlersOf(CardsApi, "payouts", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => payouts.create(caller, commandOf(payload)), shown),
    list: ({ query }) =>
      respond((caller) => {
        const filter = { status: query.status, destination: query.destination }
        return showList(
          query,
          (page) => payouts.list(caller, filter, page),
          ({ payout }) => encodePayout(payout)
        )
      }),
    retrieve: ({ params }) => respond((caller) => Effect.map(payouts.retrieve(caller, params.id), shown)),
    cancel: ({ params }) => answer((caller) => payouts.cancel(caller, params.id), shown)
  })
)
