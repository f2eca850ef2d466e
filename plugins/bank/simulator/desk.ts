/** Takes messages in on behalf of the simulated network, and plans what it answers by the script of the account. */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { type RegionStore, type StoreUnavailable, type Write, type XmlElement } from "../../../src/plugin.ts"
import * as Camt055 from "../messages/Camt055.ts"
import * as Camt056 from "../messages/Camt056.ts"
import { definitionOf } from "../messages/iso/defineMessage.ts"
import { idOfReference } from "../messages/iso/identifiers.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
import * as Pacs008 from "../messages/Pacs008.ts"
import * as Pacs009 from "../messages/Pacs009.ts"
import * as Pacs028 from "../messages/Pacs028.ts"
import * as Pain013 from "../messages/Pain013.ts"
import { enclosing } from "../enclosed.ts"
import { RailUnreachable } from "../Rail.ts"
import { askedPartIn } from "../rails/asked-part.ts"
import { notFoundCode } from "../rails/iso-news.ts"
import { write, type LetterContent } from "./Letter.ts"
import { answerAtOnce, letterOf, type NetworkDesk, type PlannedLetter } from "./plan.ts"
import * as memory from "./repository.ts"
import { returnedAmount } from "../wire/Recall.ts"
import {
  rfpScript,
  transferScript,
  type RfpStep,
  type ScriptedAnswer,
  type ScriptedResolution,
  type TransferScript
} from "./scripts.ts"
import { numberOf, ofBanks, scriptAccountOf, type NetworkTransfer } from "./Transfer.ts"
import { readMessage } from "../messages/xml/read.ts"

type Reply = Effect.Effect<string | undefined, RailUnreachable | StoreUnavailable>

interface Arrival<M> {
  readonly store: RegionStore
  readonly rail: ProfileName
  readonly xml: string
  readonly message: M
}

const logged = (
  desk: NetworkDesk,
  { rail }: Pick<Arrival<unknown>, "rail">,
  of: {
    readonly type: string
    readonly messageId: string
    readonly endToEndId: string | undefined
    readonly uetr?: string | undefined
  },
  { isLost = false }: { readonly isLost?: boolean } = {}
): Write =>
  memory.logMessage({
    rail,
    direction: "out",
    messageType: of.type,
    messageId: of.messageId,
    endToEndId: of.endToEndId === undefined ? null : idOfReference(profiles[rail], of.endToEndId),
    uetr: of.uetr ?? null,
    isCredited: false,
    isLost,
    body: "",
    at: desk.now()
  })

/** How a script ends: what the network knows of the transfer from the moment it arrives. */
const standingOf = ({ answers, whenAsked }: TransferScript): Pick<memory.SimulatedTransfer, "status" | "reason"> => {
  if (whenAsked === "silent") return { status: "silent", reason: null }
  if (whenAsked === "settled") return { status: "settled", reason: null }
  if (whenAsked !== undefined) return { status: "rejected", reason: whenAsked.reason }
  const last = answers.at(-1)
  return last?.status === "RJCT"
    ? { status: "rejected", reason: last.reason ?? null }
    : { status: "settled", reason: null }
}

const answerLetter = (
  desk: NetworkDesk,
  { message, rail }: Pick<Arrival<NetworkTransfer>, "message" | "rail">,
  answer: ScriptedAnswer,
  script: TransferScript
): PlannedLetter => ({
  letter: letterOf(desk, rail, {
    kind: "status",
    original: message,
    status: answer.status,
    reason: answer.reason,
    narrative: answer.narrative
  }),
  dueAt: script.isEarly === true ? desk.now() : desk.dueAt(rail, answer.after),
  times: script.isDoubled === true ? 2 : 1
})

const lettersOf = (
  desk: NetworkDesk,
  arrival: Pick<Arrival<NetworkTransfer>, "message" | "rail">,
  script: TransferScript
): ReadonlyArray<PlannedLetter> => {
  const answers = script.answers.map((answer) => answerLetter(desk, arrival, answer, script))
  const { back } = script
  if (back === undefined) return answers
  const { message, rail } = arrival
  const letter = letterOf(desk, rail, {
    kind: "return",
    original: message,
    amountCents: message.amount.amountMinor,
    code: back.code,
    narrative: back.narrative
  })
  return [...answers, { letter, dueAt: desk.dueAt(rail, back.after) }]
}

/** Answers again to a message that arrived before: the same thing, and no second credit. */
const again = (
  desk: NetworkDesk,
  arrival: Arrival<NetworkTransfer>,
  known: memory.SimulatedTransfer
): ReadonlyArray<PlannedLetter> => {
  if (known.status !== "settled" && known.status !== "rejected") return []
  const answer: ScriptedAnswer =
    known.status === "settled"
      ? { after: undefined, status: "ACSC" }
      : { after: undefined, status: "RJCT", reason: known.reason ?? "NARR" }
  return [answerLetter(desk, arrival, answer, { answers: [] })]
}

/** Applies a planned fault to what would be sent. */
const distorted = (letters: ReadonlyArray<PlannedLetter>, fault: memory.Fault | undefined) => {
  switch (fault?.fault) {
    case "drop_responses":
      return []
    case "slow":
      return letters.map((planned) => ({ ...planned, dueAt: planned.dueAt + fault.delayMs }))
    case "duplicate":
      return letters.map((planned) => ({ ...planned, times: 2 }))
    case "reorder":
      // The first is overtaken by those after it.
      return letters.map((planned, index) =>
        index === 0 ? { ...planned, dueAt: planned.dueAt + fault.delayMs } : planned
      )
    default:
      return letters
  }
}

const makeTransferDesk = (desk: NetworkDesk) =>
  Effect.fnUntraced(function* (arrival: Arrival<NetworkTransfer>, fault: memory.Fault | undefined) {
    const { message, rail, store } = arrival
    const known = yield* memory.findTransfer(store, message.messageId)
    const script = transferScript(rail, scriptAccountOf(message))
    const now = desk.now()
    const counted = fault === undefined ? [] : [memory.countFault(fault.id)]
    const { endToEndId, messageId, uetr } = message
    const line = { type: message.isOfBanks === true ? "pacs.009" : "pacs.008", messageId, endToEndId, uetr }
    const isLost = fault?.fault === "drop_requests" || (script.isLostAtFirst === true && known === undefined)
    if (isLost) {
      const lost: memory.SimulatedTransfer = { rail, message, status: "lost", reason: null, isCredited: false }
      const kept = known === undefined ? [memory.keepTransfer(lost, now)] : []
      const writes = [...kept, logged(desk, arrival, line, { isLost }), ...counted]
      return yield* desk.keep(store, { writes })
    }
    if (known !== undefined && known.status !== "lost") {
      const writes = [logged(desk, arrival, line), ...counted]
      return yield* desk.keep(store, { writes, letters: distorted(again(desk, arrival, known), fault) })
    }
    const standing = standingOf(script)
    const isCredited = standing.status === "settled"
    const letters = distorted(lettersOf(desk, arrival, script), fault)
    const writes = [
      memory.keepTransfer({ rail, message, ...standing, isCredited }, now),
      logged(desk, arrival, line),
      ...(isCredited ? [memory.markCredited(arrival)] : []),
      ...counted
    ]
    const atOnce = desk.answersAtOnce() ? answerAtOnce(letters, now) : undefined
    if (atOnce === undefined) return yield* desk.keep(store, { writes, letters })
    const both = [...writes, desk.lineOf(atOnce)]
    const isWritten = yield* enclosing({ writes: both }, desk.send(atOnce))
    if (!isWritten) yield* desk.keep(store, { writes: both })
  })

const makeInquiryDesk = (desk: NetworkDesk) =>
  Effect.fnUntraced(function* (arrival: Arrival<Pacs028.StatusRequest>) {
    const { message, rail, store } = arrival
    const { original } = message
    const line = { type: "pacs.028", messageId: message.messageId, endToEndId: message.originalEndToEndId }
    yield* desk.keep(store, { writes: [logged(desk, arrival, line)] })
    const known = yield* memory.findTransfer(store, original.messageId)
    if (known?.status === "silent") return undefined
    const status = { settled: "ACSC", rejected: "RJCT", pending: "PDNG" } as const
    const found = known === undefined || known.status === "lost" ? undefined : known
    const letter = letterOf(desk, rail, {
      kind: "status",
      original: found?.message ?? unknownTransfer(message),
      status: found === undefined ? "RJCT" : status[found.status as "settled"],
      reason: found === undefined ? notFoundCode : (found.reason ?? undefined)
    })
    return Result.getOrThrow(write(letter, desk.now()))
  })

/** The answer about a message that never arrived: it contains as much as the question. */
const unknownTransfer = (message: Pacs028.StatusRequest): NetworkTransfer => ({
  messageId: message.original.messageId,
  createdAt: message.createdAt,
  instructionId: message.originalInstructionId,
  endToEndId: message.originalEndToEndId ?? message.original.messageId,
  uetr: message.originalUetr,
  amount: { amountMinor: 1, currency: "usd" },
  settlementDate: "2000-01-01",
  chargeBearer: "SLEV",
  instructingAgent: message.instructingAgent,
  instructedAgent: message.instructedAgent,
  debtor: { name: "unknown" },
  debtorAgent: message.instructingAgent,
  creditorAgent: message.instructedAgent,
  creditor: { name: "unknown" }
})

/** The credit by which a payer pays a request: it repeats the request's reference. */
export const creditFor = (request: Pain013.PaymentRequest, amountCents: number) => ({
  endToEndId: request.endToEndId,
  uetr: undefined,
  amount: { amountMinor: amountCents, currency: "usd" as const },
  debtor: request.debtor,
  debtorAccount: request.debtorAccount,
  debtorAgent: request.debtorAgent,
  creditorAgent: request.creditorAgent,
  creditor: request.creditor,
  creditorAccount: request.creditorAccount,
  remittance: request.remittance
})

const stepLetter = (desk: NetworkDesk, arrival: Arrival<Pain013.PaymentRequest>, step: RfpStep): PlannedLetter => {
  const { message, rail } = arrival
  const dueAt = desk.dueAt(rail, step.after, message.expiry?.time)
  const scripted = (content: LetterContent): PlannedLetter => ({
    letter: { ...letterOf(desk, rail, content), unlessCancelled: message.endToEndId },
    dueAt
  })
  if ("pays" in step) {
    const centsMore = step.pays === "amount" ? 0 : 1
    return scripted({ kind: "credit", credit: creditFor(message, message.amount.amountMinor + centsMore) })
  }
  const refusal = step.status === "RJCT" ? { reason: step.reason, narrative: step.narrative } : {}
  return scripted({ kind: "rfpStatus", request: message, status: step.status, ...refusal })
}

const makeRequestDesk = (desk: NetworkDesk) =>
  Effect.fnUntraced(function* (arrival: Arrival<Pain013.PaymentRequest>) {
    const { message, rail, store } = arrival
    const known = yield* memory.findRequest(store, message.endToEndId)
    const line = { type: "pain.013", messageId: message.messageId, endToEndId: message.endToEndId }
    const steps = known === undefined ? rfpScript(message.debtorAccount?.number ?? "") : []
    yield* desk.keep(store, {
      writes: [memory.keepRequest({ rail, message, isCancelled: false }), logged(desk, arrival, line)],
      letters: steps.map((step) => stepLetter(desk, arrival, step))
    })
  })

/** What comes back with an answer: of a part half, rounded down (decisions C.2). */
const givenBack = (status: ScriptedResolution["status"], amountCents: number): number | undefined => {
  if (status === "RJCR" || status === "PDCR") return undefined
  return status === "PECR" ? Math.floor(amountCents / 2) : amountCents
}

const makeReturnDesk = (desk: NetworkDesk) =>
  Effect.fnUntraced(function* (arrival: Arrival<Camt056.CancellationRequest>) {
    const { message, rail, store } = arrival
    const known = yield* memory.findTransfer(store, message.original.messageId)
    const line = { type: "camt.056", messageId: message.assignmentId, endToEndId: message.originalEndToEndId }
    const original = known?.message
    const account = original === undefined ? "" : scriptAccountOf(original)
    const resolutions = transferScript(rail, account).whenAskedBack ?? [
      { after: { ms: 86_400_000 }, status: "RJCR" as const }
    ]
    // RTP has no word for an answer that is to come.
    const said = resolutions.filter(({ status }) => rail !== "rtp" || status !== "PDCR")
    const letters = said.flatMap(({ after, chargesCents = 0, status }): ReadonlyArray<PlannedLetter> => {
      const dueAt = desk.dueAt(rail, after)
      const wanted = askedPartIn(message.reason.additional) ?? message.originalAmount.amountMinor
      const amountCents = givenBack(status, returnedAmount(wanted, chargesCents))
      const asked = { messageId: message.assignmentId, name: Camt056.definition("08"), createdAt: message.createdAt }
      const resolution = letterOf(desk, rail, {
        kind: "resolution",
        caseId: message.caseId,
        asked,
        original,
        from: numberOf(message.assignee),
        to: numberOf(message.assigner),
        status,
        amountCents
      })
      const back =
        original === undefined || amountCents === undefined
          ? []
          : [
              {
                letter: letterOf(desk, rail, {
                  kind: "return",
                  original,
                  amountCents,
                  code: message.reason.code ?? "NARR"
                }),
                dueAt
              }
            ]
      return [{ letter: resolution, dueAt }, ...back]
    })
    yield* desk.keep(store, { writes: [logged(desk, arrival, line)], letters })
  })

/** A request for payment is taken back at once; by then its payer may have paid. */
const makeCancelDesk = (desk: NetworkDesk) =>
  Effect.fnUntraced(function* (
    arrival: Pick<Arrival<unknown>, "store" | "rail" | "xml">,
    of: {
      readonly rfpId: string
      readonly messageId: string
      readonly createdAt: number
      readonly type: "camt.055" | "camt.056"
    }
  ) {
    const { rail, store } = arrival
    const known = yield* memory.findRequest(store, of.rfpId)
    const line = logged(desk, arrival, { type: of.type, messageId: of.messageId, endToEndId: of.rfpId })
    if (known === undefined) return yield* desk.keep(store, { writes: [line] })
    const { creditorAgent, debtorAgent } = known.message
    const letter = letterOf(desk, rail, {
      kind: "resolution",
      caseId: of.rfpId,
      asked:
        rail === "rtp"
          ? { messageId: of.messageId, name: Camt056.definition("08"), createdAt: of.createdAt }
          : { messageId: known.message.messageId, name: Pain013.definition("07"), createdAt: known.message.createdAt },
      original: undefined,
      from: debtorAgent.routingNumber ?? "",
      to: creditorAgent.routingNumber ?? "",
      status: "CNCL"
    })
    yield* desk.keep(store, {
      writes: [memory.keepRequest({ ...known, isCancelled: true }), line],
      letters: [{ letter, dueAt: desk.dueAt(rail, undefined) }]
    })
  })

/** Makes the desk: it takes a message and answers with the immediate reply, which only status requests have. */
export const makeDesk = (desk: NetworkDesk) => {
  const transfers = makeTransferDesk(desk)
  const inquiries = makeInquiryDesk(desk)
  const requests = makeRequestDesk(desk)
  const returns = makeReturnDesk(desk)
  const cancels = makeCancelDesk(desk)

  const byName: Readonly<
    Record<string, (at: Omit<Arrival<XmlElement>, "message">, document: XmlElement, fault?: memory.Fault) => Reply>
  > = {
    "pacs.008": (at, document, fault) =>
      Effect.as(
        transfers({ ...at, message: Result.getOrThrow(Pacs008.parseElement(document)).message }, fault),
        undefined
      ),
    "pacs.009": (at, document, fault) =>
      Effect.as(
        transfers({ ...at, message: ofBanks(Result.getOrThrow(Pacs009.parseElement(document)).message) }, fault),
        undefined
      ),
    "pacs.028": (at, document) =>
      inquiries({ ...at, message: Result.getOrThrow(Pacs028.parseElement(document)).message }),
    "pain.013": (at, document) =>
      Effect.as(requests({ ...at, message: Result.getOrThrow(Pain013.parseElement(document)).message }), undefined),
    "camt.055": (at, document) => {
      const { assignmentId, caseId, createdAt } = Result.getOrThrow(Camt055.parseElement(document)).message
      return Effect.as(cancels(at, { rfpId: caseId, messageId: assignmentId, createdAt, type: "camt.055" }), undefined)
    },
    "camt.056": (at, document) => {
      const { message } = Result.getOrThrow(Camt056.parseElement(document))
      const { assignmentId, caseId, createdAt, original } = message
      return Effect.as(
        original.name.startsWith("pain.013")
          ? cancels(at, { rfpId: caseId, messageId: assignmentId, createdAt, type: "camt.056" })
          : returns({ ...at, message }),
        undefined
      )
    }
  }

  return Effect.fnUntraced(function* (store: RegionStore, rail: ProfileName, xml: string) {
    const fault = yield* memory.nextFault(store, rail)
    if (fault?.fault === "down") {
      // By itself: what is enclosed with the message did not come here.
      yield* store.write<never>([memory.countFault(fault.id)]).pipe(Effect.catchTag("UniqueViolation", Effect.die))
      return yield* new RailUnreachable({ rail, detail: "the simulated network is down", isUnsent: true })
    }
    const document = Result.getOrThrow(readMessage(xml))
    const name = definitionOf(document.namespace)?.slice(0, 8) ?? ""
    const take = byName[name]
    if (take === undefined) return yield* Effect.die(new Error(`The simulated network does not take ${name}`))
    return yield* take({ store, rail, xml }, document, fault)
  })
}
