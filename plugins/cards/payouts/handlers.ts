/** From requests to operations and back. */
import { handlersOf } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { answer, list, read, shown } from "../respond.ts"
import { commandOf } from "./api.ts"
import * as payouts from "./operations.ts"
import { PayoutBody } from "./PayoutBody.ts"

const show = shown(PayoutBody.write)

export const payoutHandlers = handlersOf(CardsApi, "payouts", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => payouts.create(caller, commandOf(payload)), show),
    list: ({ query }) => {
      const filter = { status: query.status, destination: query.destination }
      return list(
        query,
        (caller, page) => payouts.list(caller, filter, page),
        ({ payout }) => PayoutBody.write(payout)
      )
    },
    retrieve: ({ params }) => read((caller) => payouts.retrieve(caller, params.id), show),
    cancel: ({ params }) => answer((caller) => payouts.cancel(caller, params.id), show)
  })
)
