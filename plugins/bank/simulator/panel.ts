/** The simulated network for operators of a sandbox: its messages, its faults, and what it may be made to do. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  call,
  isIn,
  listPanel,
  statusBy,
  type CallerShape,
  type DocumentAction,
  type Panel,
  type PanelAction,
  type PanelField,
  type PanelInput
} from "../../../src/plugin.ts"
import { adminIn, partyFields, partyIn, testParties, type PanelNeeds } from "../panelParts.ts"
import { switchScreening as switchScreeningDown } from "../compliance/operations.ts"
import type { Payment } from "../payments/Payment.ts"
import { planned } from "../plans.ts"
import { instantRails, railIds } from "../rails/rail-ids.ts"
import type { Rfp } from "../rfp/Rfp.ts"
import { FaultBody, GiveBackBody, InboundBody, RespondBody, RfpActionBody } from "./api.ts"
import * as simulator from "./operations.ts"
import { clearFaults, listedMessages, plannedFaults, type ListedFault, type ListedMessage } from "./panelRepository.ts"
import { faultKinds } from "./repository.ts"
import { reset } from "./reset.ts"
import { networkScope } from "./names.ts"

const admin = adminIn("test")

// What a form holds is read as a request is.
const readFault = Schema.decodeUnknownEffect(FaultBody)
const readInbound = Schema.decodeUnknownEffect(InboundBody)
const readAnswer = Schema.decodeUnknownEffect(RespondBody)
const readReturn = Schema.decodeUnknownEffect(GiveBackBody)
const readPayer = Schema.decodeUnknownEffect(RfpActionBody)

const choice = (key: string, title: string, of: ReadonlyArray<string>): PanelField => ({
  key,
  title,
  kind: "choice",
  of,
  required: true
})

/** An action of the sandbox as its administrator. */
const ofSandbox = (
  { id, ...action }: Pick<PanelAction<PanelNeeds>, "id" | "title" | "confirm" | "tone" | "input">,
  run: (caller: CallerShape, input: PanelInput) => Effect.Effect<string, unknown, PanelNeeds>
): PanelAction<PanelNeeds> => ({
  id,
  ...action,
  on: "list",
  sandbox: true,
  run: (asking, _, input) =>
    Effect.flatMap(admin(), (principal) =>
      Effect.map(run(asking.callerOf(principal, asking.key), input), (message) => ({ message }))
    )
})

const planFault = ofSandbox(
  {
    id: "plan",
    title: "Plan a network fault",
    confirm: "It happens to the next messages of a rail: they are lost, late, doubled, or do not get through.",
    input: [
      choice("rail", "Rail", railIds),
      choice("fault", "Fault", faultKinds),
      { key: "count", title: "How many messages", kind: "number", required: true, value: "1" },
      { key: "delayMs", title: "How late, in milliseconds", kind: "number", required: false, hint: "Of slow answers" }
    ]
  },
  Effect.fnUntraced(function* (caller, input) {
    const { count = 1, delayMs = 0, ...fault } = yield* readFault(input)
    const plan = { ...fault, count, delayMs }
    yield* call(caller, "bank.simulator.faults", plan, () => simulator.planFault(plan))
    return "The fault is planned"
  })
)

const switchScreening = ofSandbox(
  {
    id: "screening",
    title: "Switch screening",
    confirm: "Down: screening does not answer, so new transfers are held. Up: held transfers are screened again.",
    input: [choice("status", "Screening is", ["down", "up"])]
  },
  (caller, { status }) =>
    Effect.as(
      call(caller, "bank.simulator.screening", { status }, () => simulator.setScreening(status as "up" | "down")),
      `Screening is ${String(status)}`
    )
)

const receive = ofSandbox(
  {
    id: "inbound",
    title: "Receive a payment",
    confirm: "Another bank sends an instant payment to one of your customers.",
    tone: "good",
    input: [
      choice("rail", "Rail", instantRails),
      { key: "amount", title: "Amount", kind: "money", required: true },
      ...partyFields("from", "From", testParties.payee),
      ...partyFields("to", "To", testParties.payer)
    ]
  },
  Effect.fnUntraced(function* (caller, input) {
    const { amount, rail } = input
    const parties = { originator: partyIn(input, "from"), beneficiary: partyIn(input, "to") }
    const { amount: amountCents, ...body } = yield* readInbound({ amount, rail, ...parties })
    const inbound = { ...body, amountCents }
    yield* call(caller, "bank.simulator.inbound", inbound, () => simulator.inbound(inbound))
    return "The payment is on its way"
  })
)

const restore = ofSandbox(
  {
    id: "restore",
    title: "Put the network in order",
    confirm: "Everything that is planned to go wrong is taken back, and screening answers again.",
    tone: "bad",
    input: []
  },
  (caller) => {
    const writes = [...railIds.map(clearFaults), switchScreeningDown(false)]
    return Effect.as(
      call(caller, "bank.simulator.restore", {}, () => planned({}, { scope: networkScope, writes })),
      "The network is in order"
    )
  }
)

const beginAnew = ofSandbox(
  {
    id: "reset",
    title: "Reset the bank",
    confirm:
      "Everything that moved, of all clients, is gone for good: transfers, requests, holds, alerts, books, events, webhook endpoints, answers kept for keys. Clients, rules, the audit and the clock stay.",
    tone: "bad",
    input: []
  },
  (caller) => Effect.as(call(caller, "bank.simulator.reset", {}, reset), "The bank begins anew")
)

/** What is planned to go wrong. */
const faultsPanel = listPanel<ListedFault, PanelNeeds>({
  id: "faults",
  title: "Network faults",
  noun: ["planned fault", "planned faults"],
  empty: "The simulated network answers as it should. “Plan a network fault” makes it lose, delay or double messages.",
  group: "Sandbox",
  icon: "unplug",
  columns: {
    fault: ["Fault", "text", ({ fault }) => fault.replaceAll("_", " ")],
    rail: ["Rail", "code", ({ rail }) => rail],
    remaining: ["Still to come", "number", ({ remaining }) => remaining],
    delay: ["Late (ms)", "number", (planned) => planned.delay_ms]
  },
  filters: [],
  list: {
    anchors: (store) =>
      Effect.map(plannedFaults(store), ({ length }) => ({ total: length, capped: false, anchors: [] })),
    rows: plannedFaults
  },
  rowOf: ({ id }) => ({ id }),
  actions: [planFault, switchScreening, receive, restore, beginAnew]
})

const arrival = statusBy({ lost: "bad", arrived: "good" })

/** What passed between the engine and the network. */
const messagesPanel = listPanel<ListedMessage, PanelNeeds>({
  id: "network",
  title: "Network messages",
  noun: ["message", "messages"],
  empty: "What the bank and the simulated networks send each other stands here, newest first.",
  group: "Sandbox",
  icon: "network",
  columns: {
    type: ["Message", "code", (row) => row.message_type],
    direction: ["Direction", "text", ({ direction }) => (direction === "out" ? "to the network" : "from the network")],
    status: ["Arrived", "status", ({ lost }) => arrival(Number(lost) === 1 ? "lost" : "arrived")],
    rail: ["Rail", "code", ({ rail }) => rail],
    about: ["About", "id", (row) => row.end_to_end_id],
    at: ["When", "time", (row) => row.created_at]
  },
  filters: [
    { key: "direction", title: "Direction", of: ["out", "in"] },
    { key: "rail", title: "Rail", of: railIds },
    { key: "about", title: "About" },
    { key: "from", title: "From" },
    { key: "to", title: "Before" }
  ],
  list: listedMessages,
  rowOf: ({ sequence }) => ({ id: String(sequence) })
})

export const sandboxPanels: ReadonlyArray<Panel<PanelNeeds>> = [faultsPanel, messagesPanel]

/** What the other bank may be made to do with a transfer. */
export const transferTricks: ReadonlyArray<DocumentAction<Payment, PanelNeeds>> = [
  {
    id: "simulate_answer",
    title: "Let the other bank answer",
    confirm: "The simulated network sends this answer, also a second time and against its first one.",
    principalOf: admin,
    input: [
      choice("status", "Answer", ["ACSC", "ACWP", "PDNG", "RJCT"]),
      { key: "reasonCode", title: "Reason of a refusal", kind: "text", required: false, hint: "Such as AC04" }
    ],
    applies: isIn("submitted", "settled"),
    run: Effect.fnUntraced(function* (caller, { id }, input) {
      const answer = yield* readAnswer(input)
      yield* call(caller, "bank.simulator.respond", { id, ...answer }, (asking) =>
        simulator.respond(asking, id, answer)
      )
      return { message: "The other bank answers", id }
    })
  },
  {
    id: "simulate_return",
    title: "Let the other bank return it",
    confirm: "The simulated network sends the money back.",
    tone: "bad",
    principalOf: admin,
    input: [
      { key: "code", title: "Code", kind: "text", required: true, value: "AC04", hint: "Such as AC04, or R01 for ACH" },
      { key: "amount", title: "Amount", kind: "money", required: false, hint: "Left out: all of it" }
    ],
    applies: isIn("settled"),
    run: Effect.fnUntraced(function* (caller, { id }, input) {
      const back = yield* readReturn(input)
      yield* call(caller, "bank.simulator.giveBack", { id, ...back }, (asking) => simulator.giveBack(asking, id, back))
      return { message: "The money comes back", id }
    })
  }
]

/** What the payer may be made to do with a request for payment. */
export const payerTricks: ReadonlyArray<DocumentAction<Rfp, PanelNeeds>> = [
  {
    id: "simulate_payer",
    title: "Let the payer act",
    confirm: "The simulated payer does this with the request.",
    principalOf: admin,
    input: [choice("action", "The payer", simulator.rfpActions)],
    applies: isIn("pending", "sent"),
    run: Effect.fnUntraced(function* (caller, { id }, input) {
      const of = yield* readPayer(input)
      yield* call(caller, "bank.simulator.rfp", { id, ...of }, (asking) => simulator.actOnRfp(asking, id, of))
      return { message: "The payer acts", id }
    })
  }
]
