/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { handlersOf } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { respond } from "../respond.ts"
import { linkBase } from "../settings.ts"
import { deliveryAnswer } from "./api.ts"
import { receive } from "./operations.ts"
import { readDelivery } from "./reading.ts"

export const ciHandlers = handlersOf(DocsApi, "ci", (handlers) =>
  handlers.handleAll({
    receive: ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const baseUrl = yield* linkBase
          const headers: Readonly<Record<string, string>> = request.headers
          const delivery = yield* readDelivery({
            headers,
            query: new URL(request.url, "http://host").searchParams,
            body: new Uint8Array(yield* Effect.orDie(request.arrayBuffer)),
            address: Option.getOrElse(request.remoteAddress, () => "")
          })
          return deliveryAnswer(delivery.kind === "skipped" ? delivery : yield* receive(caller, delivery), baseUrl)
        })
      )
  })
)
