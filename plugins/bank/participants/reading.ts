/** Directories as they are sent, by requests and by callers in process: long lists are read in turns, and each bank stands in them once. */
import * as Effect from "effect/Effect"
import { firstIssues, jsonInTurns, Refusal, type CallerShape } from "../../../src/plugin.ts"
import { bodyWithListOf, itemOf, readItems } from "../reading.ts"
import { invalid, type BodyIssue } from "../wire.ts"
import { BicBody, BicsRest, DirectoryRest, directoryValues, ParticipantBody, type ImportBody } from "./api.ts"
import * as participants from "./operations.ts"

const readDirectory = bodyWithListOf(DirectoryRest, { name: "participants", unknown: "refuse" })
const readBics = bodyWithListOf(BicsRest, { name: "bics", unknown: "refuse" })

const readParticipant = itemOf(ParticipantBody)
const readBic = itemOf(BicBody)

/** Rows that name a bank which a row before them names: a directory has each bank once. */
const repeatedIn = <Row>(
  rows: ReadonlyArray<Row>,
  of: { readonly list: string; readonly field: keyof Row & string; readonly numberOf: (row: Row) => string }
): ReadonlyArray<BodyIssue> => {
  const first = new Map<string, number>()
  return rows.flatMap((row, index) => {
    const number = of.numberOf(row)
    const before = first.get(number)
    if (before === undefined) first.set(number, index)
    if (before === undefined) return []
    const path = [of.list, String(index), of.field]
    return [invalid(path, `a number of its own: ${number} is also that of ${of.list}[${before}]`)]
  })
}

const repeatedBanks = (list: string, rows: ReadonlyArray<typeof ParticipantBody.Type>) =>
  repeatedIn(rows, { list, field: "routingNumber", numberOf: ({ routingNumber }) => routingNumber })

const repeatedBics = (rows: ReadonlyArray<typeof BicBody.Type>) =>
  repeatedIn(rows, { list: "bics", field: "bic", numberOf: ({ bic }) => participants.fullBic(bic) })

const refusedBody = (issues: ReadonlyArray<BodyIssue>) =>
  new Refusal.InvalidParameters({ part: "body", issues: firstIssues(issues) })

const accepted = (issues: ReadonlyArray<BodyIssue>) =>
  issues.length > 0 ? Effect.fail(refusedBody(issues)) : Effect.void

const unreadable = (problem: string) => refusedBody([invalid(["content"], problem)])

/** The participants that a JSON file lists. */
const fromJson = Effect.fnUntraced(function* (text: string) {
  const list = yield* Effect.orElseSucceed(jsonInTurns(text, directoryValues), () => undefined)
  if (!Array.isArray(list)) return yield* unreadable("a JSON list of participants")
  const banks = yield* readItems(list, "content", readParticipant)
  yield* accepted(repeatedBanks("content", banks))
  return banks
})

/** Puts the directory of a body in force. Fails with `InvalidParameters`. */
export const replaceBy = Effect.fnUntraced(function* (caller: CallerShape, body: unknown) {
  const { items, rest } = yield* readDirectory(body, readParticipant)
  yield* accepted(repeatedBanks("participants", items))
  return yield* participants.replace(caller, { name: rest.name, participants: items })
})

/** Keeps the banks abroad of a body. Fails with `InvalidParameters`. */
export const keepBicsBy = Effect.fnUntraced(function* (caller: CallerShape, body: unknown) {
  const { items } = yield* readBics(body, readBic)
  yield* accepted(repeatedBics(items))
  return yield* participants.keepBics(caller, items)
})

/** Imports the file of a body. Fails with `InvalidParameters`. */
export const importBy = (caller: CallerShape, { content, format, name }: typeof ImportBody.Type) =>
  format === "json"
    ? Effect.flatMap(fromJson(content), (banks) => participants.replace(caller, { name, participants: banks }))
    : Effect.catchTag(
        participants.importFile(caller, { name, format, content }),
        "DirectoryUnreadable",
        ({ line, problem }) => Effect.fail(unreadable(`a file of this format: line ${line} ${problem}`))
      )
