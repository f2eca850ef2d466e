/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { BankApi } from "../api.ts"
import { bodyIn, handlersOf } from "../reading.ts"
import { answer, read, shown, success } from "../respond.ts"
import { BicShown, DirectoryShown, ListedBody, ReachBody } from "./api.ts"
import * as participants from "./operations.ts"
import { importBy, keepBicsBy, replaceBy } from "./reading.ts"

const shownDirectory = shown(DirectoryShown.write)

export const participantHandlers = handlersOf(BankApi, "participants", (handlers) =>
  handlers
    // Raw, as the next one: a long list is read in turns.
    .handleRaw("replace", ({ request }) =>
      answer((caller) => Effect.flatMap(bodyIn(request), (body) => replaceBy(caller, body)), shownDirectory)
    )
    .handleRaw("keepBics", ({ request }) =>
      answer(
        (caller) => Effect.flatMap(bodyIn(request), (body) => keepBicsBy(caller, body)),
        (kept) => success(kept.map(BicShown.write))
      )
    )
    .handle("importFile", ({ payload }) => answer((caller) => importBy(caller, payload), shownDirectory))
    .handleAll({
      retrieve: ({ params }) =>
        read((caller) => participants.retrieve(caller, params.routingNumber), shown(ReachBody.write)),
      list: ({ query }) => read((caller) => participants.listed(caller, query.after), shown(ListedBody.write)),
      listBics: ({ query }) =>
        read(
          ({ store }) => participants.bics(store, query.after ?? ""),
          (found) => success(found.map(BicShown.write))
        )
    })
)
