/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { jsonInTurns, Refusal } from "../../../src/plugin.ts"
import { ObjectNotFound } from "../failures.ts"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { bodyOf, bodyWithListOf, itemOf, readItems } from "../wire.ts"
import {
  BicBody,
  BicsRest,
  DirectoryRest,
  directoryValues,
  encodeDirectory,
  encodeReach,
  ImportBody,
  ParticipantBody
} from "./api.ts"
import * as participants from "./operations.ts"

const readDirectory = bodyWithListOf(DirectoryRest, { name: "participants" })
const readImport = bodyOf(ImportBody)
const readBics = bodyWithListOf(BicsRest, { name: "bics" })

const readParticipant = itemOf(ParticipantBody)
const readBic = itemOf(BicBody)

const unreadable = (problem: string) =>
  new Refusal.InvalidParameters({
    part: "body",
    issues: [{ path: ["content"], problem: "invalid", code: undefined, expected: problem }]
  })

/** The participants that a JSON file lists. */
const fromJson = Effect.fnUntraced(function* (text: string) {
  const list = yield* Effect.orElseSucceed(jsonInTurns(text, directoryValues), () => undefined)
  return Array.isArray(list)
    ? yield* readItems(list, "content", readParticipant)
    : yield* unreadable("a JSON list of participants")
})

/** The handlers of this slice. */
export const participantHandlers = HttpApiBuilder.group(BankApi, "participants", (handlers) =>
  handlers
    .handle("retrieve", ({ params }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const bank = yield* participants.find(caller.store, params.routingNumber)
          return bank === undefined ? yield* new ObjectNotFound({ what: "participant" }) : success(encodeReach(bank))
        })
      )
    )
    .handle("list", ({ query }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const directory = yield* participants.directory(caller.store)
          if (directory === undefined) return yield* new ObjectNotFound({ what: "directory" })
          const banks = yield* participants.list(caller.store, query.after ?? "")
          return success({ directory: encodeDirectory(directory), participants: banks })
        })
      )
    )
    .handleRaw("replace", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { items, rest } = yield* readDirectory(request, readParticipant)
          return success(encodeDirectory(yield* participants.replace(caller, { name: rest.name, participants: items })))
        })
      )
    )
    .handle("listBics", ({ query }) =>
      respond((caller) => Effect.map(participants.bics(caller.store, query.after ?? ""), (found) => success(found)))
    )
    .handleRaw("keepBics", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { items } = yield* readBics(request, readBic)
          return success(yield* participants.keepBics(caller, items))
        })
      )
    )
    .handleRaw("importFile", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { content, format, name } = yield* readImport(request)
          const directory =
            format === "json"
              ? yield* participants.replace(caller, { name, participants: yield* fromJson(content) })
              : yield* participants
                  .importFile(caller, { name, format, content })
                  .pipe(
                    Effect.catchTag("DirectoryUnreadable", ({ line, problem }) =>
                      Effect.fail(unreadable(`a file of this format: line ${line} ${problem}`))
                    )
                  )
          return success(encodeDirectory(directory))
        })
      )
    )
)
