/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { showList } from "../lists.ts"
import { respond } from "../respond.ts"
import { asked } from "../wire.ts"
import type { CreatePayoutBody } from "./api.ts"
import * as payouts from "./operations.ts"
import { encodePayout } from "./PayoutBody.ts"

const commandOf = ({ amount, ...body }: typeof CreatePayoutBody.Type) => ({ ...asked(body), amountMinor: amount })

const present: payouts.Present = (payout) => json(200, encodePayout(payout))

const answerOf = ({ answer, payout }: payouts.Presented) => answer ?? present(payout)

/** The handlers of this slice. */
export const payoutHandlers = handlersOf(CardsApi, "payouts", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) =>
      respond((caller) => Effect.map(payouts.create(caller, commandOf(payload), present), answerOf)),
    list: ({ query }) =>
      respond((caller) => {
        const filter = { status: query.status, destination: query.destination }
        return showList(
          query,
          (page) => payouts.list(caller, filter, page),
          ({ payout }) => encodePayout(payout)
        )
      }),
    retrieve: ({ params }) => respond((caller) => Effect.map(payouts.retrieve(caller, params.id), present)),
    cancel: ({ params }) => respond((caller) => Effect.map(payouts.cancel(caller, params.id, present), answerOf))
  })
)
