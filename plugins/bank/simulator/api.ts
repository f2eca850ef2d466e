/** The simulator on the wire (decisions C.5): in a sandbox only. */
import type * as Effect from "effect/Effect"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { instantRails, railIds } from "../rails/rail-ids.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { crashPoints } from "../settings.ts"
import {
  Amount,
  createdOf,
  dataOf,
  Id,
  matching,
  oneOf,
  pathId,
  SentTime,
  StrictPartyBody,
  Timestamp,
  networkText
} from "../wire.ts"
import type { clockState } from "./operations.ts"
import type { LoggedMessage } from "./repository.ts"

/** What is done about it is in `operations`; the words are the specification's. */
const rfpActions = ["present", "approve", "decline", "approve_wrong_amount", "pay_without_answer"] as const
const faults = ["down", "slow", "drop_requests", "drop_responses", "duplicate", "reorder"] as const

const reasonCode = matching(/^[A-Z0-9]{4}$/u, "a code of four capital letters or digits")

/** ISO 20022 codes have four characters, those of ACH three. */
const returnCode = matching(/^[A-Z0-9]{3,4}$/u, "a code such as AC04, R01 or C01")

/** An ISO 8601 duration of days and below, such as `PT1H` or `P60DT12H`. */
const duration = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d{1,3})?)S)?)?$/

const isDuration = (written: string): boolean => duration.test(written) && /\d/.test(written)

/** A duration in milliseconds. */
export const durationMs = (written: string): number => {
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = duration.exec(written) ?? []
  return Math.round(((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60_000 + Number(seconds) * 1_000)
}

/** Body that moves engine time: to a moment, or by a duration. */
export const MoveClockBody = Wire.body("MoveClock", "Where to move engine time: one of both.", {
  set: [Schema.optionalKey(Timestamp), "To this time, which is now or later."],
  advance: [
    Schema.optionalKey(
      Schema.String.annotate({ expected: "an ISO 8601 duration, such as PT1H" }).check(
        Schema.makeFilter(isDuration, {
          expected: "an ISO 8601 duration, such as PT1H",
          toJsonSchema: () => ({ format: "duration" })
        })
      )
    ),
    "By this ISO 8601 duration of days, hours, minutes and seconds, such as `P1DT12H`. Ignored where `set` is sent."
  ]
})

export const RespondBody = Wire.body("SimulatedAnswer", "What the receiving bank answers.", {
  status: [
    oneOf(["ACSC", "ACWP", "ACCC", "PDNG", "RJCT"]),
    "`ACSC`, `ACCC` (settled), `ACWP` (accepted and not posted yet), `PDNG` (not decided), `RJCT` (rejected). The ACH operator refuses the file of the payment for `RJCT`, and takes it for any other."
  ],
  reasonCode: [Schema.optionalKey(reasonCode), "Why it rejects, an ISO 20022 code such as `AC04`. Default: `NARR`."],
  narrative: [Schema.optionalKey(networkText(105)), "The same in words."]
})

export const GiveBackBody = Wire.body("SimulatedReturn", "How the money comes back.", {
  code: [
    returnCode,
    "Why: an ISO 20022 code such as `AC04` for instant payments and wires, a return code such as `R01` or a code of a change such as `C01` for ACH."
  ],
  narrative: [Schema.optionalKey(networkText(105)), "The same in words; for a change the corrected data."],
  amount: [
    Schema.optionalKey(Amount),
    "How much comes back, in cents, at most what was paid. Default: all of it. On ACH it is always all."
  ]
})

const whole = (most: number) =>
  Schema.Int.annotate({ expected: `a whole number up to ${most}` }).check(
    Schema.isBetween({ minimum: 0, maximum: most }, { expected: `a whole number up to ${most}` })
  )

export const RfpActionBody = Wire.body("SimulatedPayer", "What the payer does with a request for payment.", {
  action: [
    oneOf(rfpActions),
    "`present` (its bank shows the request), `approve` (accepts and pays), `decline`, `approve_wrong_amount` (pays one cent more), `pay_without_answer` (pays without accepting)."
  ],
  reasonCode: [Schema.optionalKey(reasonCode), "Why it declines, an ISO 20022 code. Default: `NARR`."],
  afterSeconds: [
    Schema.optionalKey(whole(31_536_000)),
    "After how many seconds of engine time, up to a year. Default: 0."
  ]
})

export const FaultBody = Wire.body("SimulatedFault", "What goes wrong with the next messages of a rail.", {
  rail: [oneOf(railIds), "The rail."],
  fault: [
    oneOf(faults),
    "`down` (cannot be reached), `slow` (answers late), `drop_requests` (messages are lost on the way there), `drop_responses` (answers are lost), `duplicate` (answers come twice), `reorder` (answers come in another order)."
  ],
  count: [Schema.optionalKey(whole(10_000)), "How many messages it hits, up to 10,000. Default: 1."],
  delayMs: [Schema.optionalKey(whole(86_400_000)), "How late `slow` answers, in milliseconds, up to a day. Default: 0."]
})

export const faultOf = ({ count = 1, delayMs = 0, ...fault }: typeof FaultBody.Type) => ({ ...fault, count, delayMs })

/** Body of money from outside. */
export const InboundBody = Wire.body("SimulatedInbound", "An instant payment from another bank.", {
  rail: [oneOf(instantRails), "The rail that carries it."],
  amount: [Amount, "In cents."],
  originator: [StrictPartyBody, "Who sends it, at another bank."],
  beneficiary: [StrictPartyBody, "Who receives it, at your bank."],
  remittanceInfo: [Schema.optionalKey(networkText(140)), "What it is for."]
})

/** Body that takes screening out of order. */
export const ScreeningBody = Wire.body("SimulatedScreening", "Whether screening answers.", {
  status: [oneOf(["up", "down"]), "`down`: screening does not answer, so payments are held."]
})

export const CrashBody = Wire.body("SimulatedCrash", "Where the process ends.", {
  at: [
    oneOf(crashPoints),
    "The point of the next submission: `before_send`, `after_send_before_commit` (the network has it, the database does not), `after_commit`."
  ]
})

export const ClockBody = Wire.object<Effect.Success<typeof clockState>>()("Clock", "Engine time.", {
  now: [SentTime, "What time it is for the engine."],
  mode: [
    Schema.Literals(["system", "offset", "frozen"]),
    "`system`: as on the machine; `offset`: the same, moved; `frozen`: it stands until somebody moves it."
  ]
})

export const SentBody = Wire.object<ReadonlyArray<string>>()("SimulatedMessages", "What the network sends.", {
  messageIds: [
    Schema.Array(Schema.String),
    (ids) => ids,
    "The ids of the messages; on ACH the name of the file, or the trace number of the entry."
  ]
})

export const FaultShown = Wire.object<{ readonly id: string }>()("PlannedFault", "A fault that is planned.", {
  faultId: [Id, (fault) => fault.id, "Begins with `flt_`."]
})

export const MessageBody = Wire.object<LoggedMessage>()(
  "NetworkLogMessage",
  "A message that passed between the engine and the simulated network.",
  {
    sequence: [Schema.Int, "Its place in the log."],
    rail: [Schema.String, "The rail that carried it."],
    direction: [
      Schema.Literals(["out", "in"]),
      "`out`: from the engine to the network; `in`: from the network to the engine."
    ],
    messageType: [Schema.String, "Such as `pacs.008` or `nacha.entry`."],
    messageId: [Schema.String, "The id of the message; on ACH the name of the file."],
    endToEndId: [
      Schema.NullOr(Schema.String),
      "What it is about: a payment, or on ACH the trace number of an entry; `null` where it is about neither."
    ],
    uetr: [Schema.NullOr(Schema.String), "The UUID of the transfer; `null` where it has none."],
    credited: [Schema.Boolean, (message) => message.isCredited, "Whether it moved money."],
    lost: [
      Schema.optionalKey(Schema.Literal(true)),
      (message) => (message.isLost === true ? true : undefined),
      "`true`: it never arrived."
    ],
    note: [
      Schema.optionalKey(Schema.String),
      // The text of a file is long, and everything that it says about a payment is in the lines of its entries.
      ({ body, messageType, rail }) =>
        rail === "ach" && messageType !== "nacha.file" && body !== "" ? body : undefined,
      "On ACH: what it says, such as the corrected data of a change."
    ],
    at: [SentTime, "When it passed."]
  }
)

const params = pathId("paymentId", "The payment.")
const needs = { scope: "simulator:control", sandbox: true } as const
const Sent = dataOf(SentBody)

export const SimulatorApi = HttpApiGroup.make("simulator")
  .add(
    HttpApiEndpoint.get("clock", "/v2/simulator/clock", {
      success: dataOf(ClockBody),
      error: refused()
    }).annotateMerge(operation("Retrieve engine time", "What time it is for the engine, and how it goes on.", needs)),
    HttpApiEndpoint.post("moveClock", "/v2/simulator/clock", {
      payload: MoveClockBody,
      success: dataOf(ClockBody),
      error: refused("ClockMoveRefused")
    }).annotateMerge(
      operation(
        "Move engine time",
        "Forward only, and before the year 3000. Everything that falls due on the way has happened when it answers.",
        needs
      )
    ),
    HttpApiEndpoint.post("respond", "/v2/simulator/payments/:paymentId/respond", {
      params,
      payload: RespondBody,
      success: Sent,
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation(
        "Answer a payment",
        "Makes the receiving bank answer a payment that was sent, also a second time and against its first answer.",
        needs
      )
    ),
    HttpApiEndpoint.post("giveBack", "/v2/simulator/payments/:paymentId/return", {
      params,
      payload: GiveBackBody,
      success: Sent,
      error: refused("ObjectNotFound", "ReturnAboveAmount")
    }).annotateMerge(
      operation(
        "Return a payment",
        "Makes the receiving bank send the money back; on ACH also a notification of change.",
        needs
      )
    ),
    HttpApiEndpoint.post("settle", "/v2/simulator/payments/:paymentId/settle", {
      params,
      success: Sent,
      error: refused("ObjectNotFound")
    }).annotateMerge(operation("Settle a payment", "Makes the receiving bank accept a payment that was sent.", needs)),
    HttpApiEndpoint.post("rfp", "/v2/simulator/rfp/:rfpId/respond", {
      params: pathId("rfpId", "The request for payment."),
      payload: RfpActionBody,
      success: Sent,
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation("Answer a request for payment", "Makes the payer act on a request that was sent.", needs)
    ),
    HttpApiEndpoint.post("faults", "/v2/simulator/faults", {
      payload: FaultBody,
      success: createdOf(FaultShown),
      error: refused()
    }).annotateMerge(operation("Plan a fault", "Something goes wrong with the next messages of a rail.", needs)),
    HttpApiEndpoint.get("messages", "/v2/simulator/network/messages", {
      query: Wire.parameters({
        paymentId: [Schema.optionalKey(Schema.String), "Only messages about this payment."]
      }),
      success: dataOf(Schema.Array(MessageBody)),
      error: refused()
    }).annotateMerge(
      operation(
        "List network messages",
        "What the simulated network received and sent, in order: the proof of what happened there.",
        needs
      )
    ),
    HttpApiEndpoint.post("screening", "/v2/simulator/screening", {
      payload: ScreeningBody,
      success: dataOf(ScreeningBody),
      error: refused()
    }).annotateMerge(
      operation(
        "Switch screening",
        "Takes screening out of order, or puts it back. Held payments are screened again by themselves.",
        needs
      )
    ),
    HttpApiEndpoint.post("inbound", "/v2/simulator/inbound", {
      payload: InboundBody,
      success: Sent,
      error: refused()
    }).annotateMerge(
      operation("Receive a payment", "Makes another bank send an instant payment to one of your customers.", needs)
    ),
    HttpApiEndpoint.post("crash", "/v2/simulator/crash", {
      payload: CrashBody,
      success: dataOf(CrashBody),
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation(
        "Crash the process",
        "Ends the process at a point of the next submission, to see that nothing is lost or done twice. Exists only where the host allows it.",
        needs
      )
    )
  )
  .annotateMerge(
    Publication.tag(
      "Simulator",
      "Only in a sandbox: makes time pass, and the simulated networks do what you want to test."
    )
  )
