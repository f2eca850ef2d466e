/** The simulator on the wire (decisions C.5): in a sandbox only. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { instantRails, railIds } from "../rails/rail-ids.ts"
import { crashPoints } from "../settings.ts"
import {
  Amount,
  createdOf,
  dataOf,
  ErrorBody,
  matching,
  oneOf,
  PartyBody,
  RequiredScope,
  SandboxOnly,
  Timestamp,
  networkText
} from "../wire.ts"
import type { LoggedMessage } from "./repository.ts"

/** What is done about it is in `operations`; the words are the specification's. */
const rfpActions = ["present", "approve", "decline", "approve_wrong_amount", "pay_without_answer"] as const
const faults = ["down", "slow", "drop_requests", "drop_responses", "duplicate", "reorder"] as const

const reasonCode = matching(/^[A-Z0-9]{4}$/, "a code of four capital letters or digits")

/** ISO 20022 codes have four characters, those of ACH three. */
const returnCode = matching(/^[A-Z0-9]{3,4}$/, "a code such as AC04, R01 or C01")

/** An ISO 8601 duration of days and below, such as `PT1H` or `P60DT12H`. */
const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

const isDuration = (written: string): boolean => duration.test(written) && /\d/.test(written)

/** A duration in milliseconds. */
export const durationMs = (written: string): number => {
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = duration.exec(written) ?? []
  return Math.round(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000)
}

/** Body that moves engine time: to a moment, or by a duration. */
export const MoveClockBody = Schema.Struct({
  set: Schema.optionalKey(Timestamp),
  advance: Schema.optionalKey(
    Schema.String.annotate({ expected: "an ISO 8601 duration, such as PT1H" }).check(
      Schema.makeFilter(isDuration, { expected: "an ISO 8601 duration, such as PT1H" })
    )
  )
})

/** Body of an answer to a payment. */
export const RespondBody = Schema.Struct({
  status: oneOf(["ACSC", "ACWP", "ACCC", "PDNG", "RJCT"]),
  reasonCode: Schema.optionalKey(reasonCode),
  narrative: Schema.optionalKey(networkText(105))
})

/** Body of a return. */
export const GiveBackBody = Schema.Struct({
  code: returnCode,
  narrative: Schema.optionalKey(networkText(105)),
  amount: Schema.optionalKey(Amount)
})

const whole = (most: number) =>
  Schema.Int.annotate({ expected: `a whole number up to ${most}` }).check(
    Schema.isBetween({ minimum: 0, maximum: most }, { expected: `a whole number up to ${most}` })
  )

/** Body of what a payer does. */
export const RfpActionBody = Schema.Struct({
  action: oneOf(rfpActions),
  reasonCode: Schema.optionalKey(reasonCode),
  afterSeconds: Schema.optionalKey(whole(31_536_000))
})

/** Body of a fault. */
export const FaultBody = Schema.Struct({
  rail: oneOf(railIds),
  fault: oneOf(faults),
  count: Schema.optionalKey(whole(10_000)),
  delayMs: Schema.optionalKey(whole(86_400_000))
})

/** Body of money from outside. */
export const InboundBody = Schema.Struct({
  rail: oneOf(instantRails),
  amount: Amount,
  originator: PartyBody,
  beneficiary: PartyBody,
  remittanceInfo: Schema.optionalKey(networkText(140))
})

/** Body that takes screening out of order. */
export const ScreeningBody = Schema.Struct({ status: oneOf(["up", "down"]) })

/** Body of a crash. */
export const CrashBody = Schema.Struct({ at: oneOf(crashPoints) })

const ClockBody = Schema.Struct({ now: Schema.String, mode: Schema.Literals(["system", "offset", "frozen"]) })

const Sent = dataOf(Schema.Struct({ messageIds: Schema.Array(Schema.String) }))

const MessageBody = Schema.Struct({
  sequence: Schema.Int,
  rail: Schema.String,
  direction: Schema.Literals(["out", "in"]),
  messageType: Schema.String,
  messageId: Schema.String,
  endToEndId: Schema.NullOr(Schema.String),
  uetr: Schema.NullOr(Schema.String),
  credited: Schema.Boolean,
  lost: Schema.optionalKey(Schema.Literal(true)),
  note: Schema.optionalKey(Schema.String),
  at: Schema.String
})

const paymentId = { paymentId: Schema.String }

/** The endpoints of this slice. */
export const SimulatorApi = HttpApiGroup.make("simulator")
  .add(
    HttpApiEndpoint.get("clock", "/v2/simulator/clock", { success: dataOf(ClockBody), error: ErrorBody }),
    HttpApiEndpoint.post("moveClock", "/v2/simulator/clock", {
      payload: MoveClockBody,
      success: dataOf(ClockBody),
      error: ErrorBody
    }),
    HttpApiEndpoint.post("respond", "/v2/simulator/payments/:paymentId/respond", {
      params: paymentId,
      payload: RespondBody,
      success: Sent,
      error: ErrorBody
    }),
    HttpApiEndpoint.post("giveBack", "/v2/simulator/payments/:paymentId/return", {
      params: paymentId,
      payload: GiveBackBody,
      success: Sent,
      error: ErrorBody
    }),
    HttpApiEndpoint.post("settle", "/v2/simulator/payments/:paymentId/settle", {
      params: paymentId,
      success: Sent,
      error: ErrorBody
    }),
    HttpApiEndpoint.post("rfp", "/v2/simulator/rfp/:rfpId/respond", {
      params: { rfpId: Schema.String },
      payload: RfpActionBody,
      success: Sent,
      error: ErrorBody
    }),
    HttpApiEndpoint.post("faults", "/v2/simulator/faults", {
      payload: FaultBody,
      success: createdOf(Schema.Struct({ faultId: Schema.String })),
      error: ErrorBody
    }),
    HttpApiEndpoint.get("messages", "/v2/simulator/network/messages", {
      query: { paymentId: Schema.optionalKey(Schema.String) },
      success: dataOf(Schema.Array(MessageBody)),
      error: ErrorBody
    }),
    HttpApiEndpoint.post("screening", "/v2/simulator/screening", {
      payload: ScreeningBody,
      success: dataOf(ScreeningBody),
      error: ErrorBody
    }),
    HttpApiEndpoint.post("inbound", "/v2/simulator/inbound", {
      payload: InboundBody,
      success: Sent,
      error: ErrorBody
    }),
    HttpApiEndpoint.post("crash", "/v2/simulator/crash", {
      payload: CrashBody,
      success: dataOf(CrashBody),
      error: ErrorBody
    })
  )
  .annotateEndpoints(RequiredScope, "simulator:control")
  .annotateEndpoints(SandboxOnly, true)

/** A line of the network's log as it is shown. */
export const encodeMessage = (message: LoggedMessage): typeof MessageBody.Type => ({
  sequence: message.sequence,
  rail: message.rail,
  direction: message.direction,
  messageType: message.messageType,
  messageId: message.messageId,
  endToEndId: message.endToEndId,
  uetr: message.uetr,
  credited: message.isCredited,
  ...(message.isLost === true ? { lost: true as const } : {}),
  // The text of a file is long, and everything that it says of a payment is in the lines of its entries.
  ...(message.rail === "ach" && message.messageType !== "nacha.file" && message.body !== ""
    ? { note: message.body }
    : {}),
  at: timestamp(message.at)
})
