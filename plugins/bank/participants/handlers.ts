/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Schema from "effect/Schema"
import { parameterIssues, Refusal } from "../../../src/plugin.ts"
import { ObjectNotFound } from "../failures.ts"
import { BankApi } from "../api.ts"
import { respond, success } from "../respond.ts"
import { bodyOf } from "../wire.ts"
import { BicsBody, DirectoryBody, encodeDirectory, encodeReach, ImportBody, ParticipantBody } from "./api.ts"
import * as participants from "./operations.ts"

const readDirectory = bodyOf(DirectoryBody)
const readImport = bodyOf(ImportBody)
const readBics = bodyOf(BicsBody)

const decodeList = Schema.decodeUnknownResult(Schema.Array(ParticipantBody), { errors: "all" })

const parsed = (text: string): unknown => Result.getOrUndefined(Result.try((): unknown => JSON.parse(text)))

const unreadable = (problem: string) =>
  new Refusal.InvalidParameters({
    part: "body",
    issues: [{ path: ["content"], problem: "invalid", code: undefined, expected: problem }]
  })

/** The participants that a JSON file lists. */
const fromJson = (text: string) => {
  const decoded = decodeList(parsed(text))
  return Result.isSuccess(decoded)
    ? Effect.succeed(decoded.success)
    : Effect.fail(
        new Refusal.InvalidParameters({
          part: "body",
          issues: parameterIssues(decoded.failure.issue).map((issue) => ({
            ...issue,
            path: ["content", ...issue.path]
          }))
        })
      )
}

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
          const body = yield* readDirectory(request)
          return success(encodeDirectory(yield* participants.replace(caller, body)))
        })
      )
    )
    .handle("listBics", ({ query }) =>
      respond((caller) => Effect.map(participants.bics(caller.store, query.after ?? ""), (found) => success(found)))
    )
    .handleRaw("keepBics", ({ request }) =>
      respond((caller) =>
        Effect.gen(function* () {
          const { bics } = yield* readBics(request)
          return success(yield* participants.keepBics(caller, bics))
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
