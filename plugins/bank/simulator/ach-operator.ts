/**
 * The simulated ACH operator (decisions C.1, C.4): it takes Nacha files, remembers their entries in tables of its own,
 * and sends acknowledgements and files of returns and changes. It knows nothing of payments.
 */
import * as Effect from "effect/Effect"
import type { RegionStore, StoreUnavailable } from "../../../src/plugin.ts"
import type { AchOperator } from "../AchOperator.ts"
import { writeFile } from "../messages/nacha/write.ts"
import { RailUnreachable } from "../Rail.ts"
import { answerJob, makeAchDesk, operatorNumber, type AchDesk, type NamedFile } from "./ach-desk.ts"
import { makeDeliver, makeFind } from "./ach-intake.ts"
import { answerFile, type DueAnswer, type PlannedAnswer } from "./AchAnswers.ts"
import * as rows from "./achRepository.ts"
import { acknowledgeJobName, sendJobName } from "./names.ts"

/** Who both sides are in file headers. */
const profile = {
  destination: operatorNumber,
  destinationName: "SIM ACH OPERATOR",
  origin: "BURSAR0001",
  originName: "BURSAR SANDBOX"
}

const answersPerFile = 500

const away = <A>(call: Effect.Effect<A, RailUnreachable | StoreUnavailable>): Effect.Effect<A, RailUnreachable> =>
  Effect.mapError(call, (failure) =>
    failure._tag === "RailUnreachable" ? failure : new RailUnreachable({ rail: "ach", detail: "the operator is away" })
  )

const operatorOf = (desk: AchDesk): AchOperator => {
  const deliver = makeDeliver(desk)
  const find = makeFind(desk)
  return {
    profile,
    takesOnce: false,
    deliver: (file) => away(deliver(file)),
    find: (fileName) => away(find(fileName)),
    subscribe: (sink) => Effect.sync(() => desk.listen(sink)),
    health: Effect.succeed({ isUp: true })
  }
}

/** Tells what the operator thinks of a file. */
const makeAcknowledge = (desk: AchDesk) =>
  Effect.fnUntraced(function* (store: RegionStore, { name }: NamedFile) {
    const file = yield* rows.findFile(store, name)
    if (file === undefined || file.status === "silent") return
    const accepted = file.status === "accepted"
    yield* desk.keep(store, [desk.line({ direction: "in", type: "nacha.acknowledgement", name, body: file.status })])
    const errors = accepted ? [] : ["The operator refused the file"]
    yield* desk.tell({ type: "acknowledgement", fileName: name, accepted, errors })
  })

const answerLine = (desk: AchDesk, name: string, { kind, note, original }: DueAnswer) =>
  desk.line({
    direction: "in",
    type: kind === "return" ? "nacha.return" : "nacha.change",
    name,
    trace: original.entry.traceNumber,
    isCredited: kind === "return",
    body: note
  })

/** Fixes a file of the answers that are due, and plans that it is sent. */
const makeWriteAnswers = (desk: AchDesk) =>
  Effect.fnUntraced(function* (store: RegionStore) {
    const now = desk.now()
    const due = yield* rows.dueAnswers(store, now, answersPerFile)
    if (due.length === 0) return
    const file = answerFile(due, { now, operator: operatorNumber, modifier: "A" })
    const text = yield* Effect.orDie(Effect.fromResult(writeFile(file)))
    const name = `${desk.nextId("ret")}.ach`
    yield* desk.keep(
      store,
      [
        rows.keepOutgoing(name, text),
        ...due.flatMap((answer) => [rows.placeAnswer(answer.sequence, name), answerLine(desk, name, answer)])
      ],
      [
        { name: sendJobName, key: name, payload: { name } satisfies NamedFile, dueAt: now },
        ...(due.length === answersPerFile ? [answerJob(now, name)] : [])
      ]
    )
  })

const toolsOf = (desk: AchDesk) => ({
  operator: operatorOf(desk),
  acknowledge: makeAcknowledge(desk),
  writeAnswers: makeWriteAnswers(desk),
  /** Sends a file of answers. */
  send: Effect.fnUntraced(function* (store: RegionStore, { name }: NamedFile) {
    const text = yield* rows.outgoing(store, name)
    if (text !== undefined) yield* desk.tell({ type: "file", name, text })
  }),
  /** What is written for the bank of an entry to answer now. */
  answerNow: (trace: string, answer: PlannedAnswer) => ({
    writes: [rows.planAnswer(trace, answer, desk.now())],
    jobs: [answerJob(desk.now(), desk.nextId("sim"))]
  }),
  /** What is written for the operator to decide about a file, and to say so. */
  decide: (name: string, status: rows.SimulatedFileStatus) => ({
    writes: [rows.decideFile(name, status)],
    jobs: [
      {
        name: acknowledgeJobName,
        key: desk.nextId("sim"),
        payload: { name } satisfies NamedFile,
        dueAt: desk.now()
      }
    ]
  })
})

/** The operator, for its jobs and those who play its part. */
export type AchTools = ReturnType<typeof toolsOf>

/** Makes the operator of an engine. */
export const makeAchTools = Effect.map(makeAchDesk, toolsOf)
