/**
 * Worlds of every rail of the bank: entries of ACH one by one and in batches, wires, instant payments, requests for payment and what other
 * banks send. There is no model of them: their answers may be anything but an error of ours, and the invariants judge.
 */
import * as repository from "../../plugins/bank/payments/repository.ts"
import { testAccount } from "../../plugins/cards/index.ts"
import { achBody, achOriginator, receiver as achReceiver } from "../bank/ach/achHost.ts"
import { fedwire, receiver, swift } from "../bank/wire/wires.ts"
import { listedName, party } from "./bankOperations.ts"
import { oneOf, type Caller, type Operation } from "./Operation.ts"
import { bankScope, Unexpected, type World } from "./World.ts"

type Draw = (world: World) => Operation | undefined

const bankNumber = "099900027"

const post = (as: Caller, path: string, body: unknown = {}, about?: string): Operation => ({
  name: `rails.${path.replaceAll(/\/?[a-z]+_\w{10,}/g, "")}`,
  as,
  method: "POST",
  path: `/bank/v2/${path}`,
  body,
  about,
  predict: () => ({ status: "any" })
})

const achAccounts = [
  "9000000000",
  "9000000000",
  "9010000001",
  "9010000003",
  "9010000010",
  "9011000001",
  "9012000001",
  "9013000001",
  "9014000001",
  "9015000000",
  "9015000001",
  "9016000001",
  "9017000001"
]

const wireAccounts = [
  "9000000000",
  "9001000004",
  "9020000001",
  "9020000002",
  "9020000003",
  "9020000004",
  "9021000001",
  "9021000002",
  "9021000003",
  "9021000004",
  "9021000005",
  "9002000008"
]

const instantAccounts = [
  "9000000000",
  "9001000099",
  "9002000003",
  "9002000005",
  "9002000006",
  "9002000007",
  "9002000010",
  "9002000011",
  "9003000004",
  "9004000001",
  "9004000003",
  "9004000004"
]

const payers = Array.from({ length: 10 }, (_, at) => `900500000${at}`)

/** Whom the money goes to: now and then somebody who is on a list. */
const nameFor = ({ pick }: World) => (pick(10) === 0 ? listedName : "Jane Roe")

const amountFor = ({ pick }: World) => (pick(10) === 0 ? 80_000 + pick(30_000) : 1 + pick(30_000))

const ours = party("Acme Corp", "1234567890", "099900014")

const entry = (world: World) => ({
  amount: amountFor(world),
  direction: oneOf(world, ["credit", "credit", "debit"]),
  receiver: {
    ...achReceiver,
    name: nameFor(world),
    accountNumber: oneOf(world, achAccounts),
    routingNumber: bankNumber
  },
  ...(world.pick(4) === 0 && { sameDay: true })
})

const ach: Draw = (world) => post("client", "payments/ach", achBody(entry(world)))

const batch: Draw = (world) =>
  post("client", "payments/ach/batches", {
    referenceId: `RUN-${world.pick(1_000)}`,
    defaults: { originator: achOriginator, secCode: "PPD", companyEntryDescription: "PAYROLL" },
    entries: Array.from({ length: 1 + world.pick(4) }, () => entry(world))
  })

const wire: Draw = (world) => {
  const beneficiary = {
    ...receiver,
    name: nameFor(world),
    accountNumber: oneOf(world, wireAccounts),
    routingNumber: bankNumber
  }
  return post(
    "client",
    "payments/wire",
    world.pick(4) === 0 ? swift({ amount: amountFor(world) }) : fedwire({ amount: amountFor(world), beneficiary })
  )
}

const instant: Draw = (world) =>
  post("client", "payments/instant", {
    amount: amountFor(world),
    originator: ours,
    beneficiary: party(nameFor(world), oneOf(world, instantAccounts), bankNumber)
  })

const rfp: Draw = (world) =>
  post("client", "payments/rfp", {
    rail: oneOf(world, ["rtp", "fednow"]),
    amount: amountFor(world),
    payee: ours,
    payer: party(nameFor(world), oneOf(world, payers), bankNumber)
  })

const inbound: Draw = (world) =>
  post("officer", "simulator/inbound", {
    rail: oneOf(world, ["rtp", "fednow"]),
    amount: amountFor(world),
    originator: party(nameFor(world), "9000000000", bankNumber),
    beneficiary: ours
  })

/** One of the newest payments and requests, more often than an old one; of some kinds only. */
const on =
  (some: ReadonlyArray<string>, make: (world: World, id: string, kind: string) => Operation): Draw =>
  (world) => {
    const found = [...world.model.bank.others].filter(([, kind]) => some.includes(kind))
    if (found.length === 0) return undefined
    const [id, kind] = oneOf(world, world.pick(4) === 0 ? found : found.slice(-6))
    return make(world, id, kind)
  }

const payments = ["instant", "ach", "wire"]
const part = ({ pick }: World) => (pick(2) === 0 ? undefined : { amount: 1 + pick(30_000) })

const cancel = on([...payments, "rfp"], (_, id, kind) => post("client", `payments/${kind}/${id}/cancel`, {}, id))

const onAch = on(["ach"], (world, id) =>
  world.pick(2) === 0
    ? post("client", `payments/ach/${id}/reversal`, { reason: "duplicate" }, id)
    : post("client", `payments/ach/${id}/represent`, {}, id)
)

const askBack = on(["instant", "wire"], (world, id, kind) =>
  kind === "wire"
    ? post("client", `payments/wire/${id}/recall`, { reason: "DUPL" }, id)
    : post("client", `payments/instant/${id}/return-request`, { reasonCode: "DUPL", ...part(world) }, id)
)

const codes: Readonly<Record<string, ReadonlyArray<string>>> = {
  ach: ["R01", "R03", "R10", "R29", "C01"],
  wire: ["AC03", "AC04"],
  instant: ["AC04", "AC06"]
}

/** Somebody says what became of a payment, or what is to, who need not be right: an officer, or a test through the network. */
const meddling = (operation: Operation): Operation => ({
  ...operation,
  predict: ({ bank }) => {
    bank.meddled.add(operation.about!)
    return { status: "any" }
  }
})

const giveBack = on(payments, (world, id, kind) => {
  const code = oneOf(world, codes[kind]!)
  const of = { code, ...(kind === "ach" ? { ...(code === "C01" && { narrative: "9000000000" }) } : part(world)) }
  return meddling(post("officer", `simulator/payments/${id}/return`, of, id))
})

const respond = on(payments, (world, id) => {
  const [status, reasonCode] = oneOf(world, [["ACSC"], ["RJCT", "AC04"], ["RJCT", "AB06"]] as const)
  const says = { status, ...(reasonCode && { reasonCode }) }
  return meddling(post("officer", `simulator/payments/${id}/respond`, says, id))
})

const settle = on(payments, (_, id) => meddling(post("officer", `simulator/payments/${id}/settle`, {}, id)))

const resolve = on(payments, (world, id) => {
  const found = { outcome: oneOf(world, ["settled", "failed"]), note: "asked by phone" }
  return meddling(post("officer", `admin/payments/${id}/resolve`, found, id))
})

const approve = on(payments, (world, id) =>
  post("officer", `approvals/${id}/${oneOf(world, ["approve", "approve", "reject"])}`, { note: "looked at" }, id)
)

const decideHold = on(["hold"], (world, id) =>
  post("officer", `compliance/holds/${id}/${oneOf(world, ["release", "release", "reject"])}`, { note: "looked at" }, id)
)

const answerRequest = on(["rfp"], (world, id) => {
  const action = oneOf(world, ["present", "approve", "decline", "approve_wrong_amount", "pay_without_answer"])
  return post("officer", `simulator/rfp/${id}/respond`, { action, ...(world.pick(2) && { afterSeconds: 60 }) }, id)
})

const fault: Draw = (world) =>
  post("officer", "simulator/faults", {
    rail: oneOf(world, ["rtp", "fednow", "ach", "fedwire", "swift"]),
    fault: oneOf(world, ["down", "drop_requests", "drop_responses", "duplicate", "reorder", "slow"]),
    delayMs: oneOf(world, [1_000, 60_000]),
    count: 1
  })

export const railsMoves: ReadonlyArray<readonly [weight: number, draw: Draw]> = [
  [8, ach],
  [3, batch],
  [8, wire],
  [5, instant],
  [4, rfp],
  [3, inbound],
  [3, cancel],
  [5, onAch],
  [4, askBack],
  [5, giveBack],
  [5, respond],
  [2, settle],
  [4, resolve],
  [4, approve],
  [5, decideHold],
  [3, answerRequest],
  [3, fault]
]

const kinds: Readonly<Record<string, string>> = { pmt_inst: "instant", pmt_ach: "ach", pmt_wire: "wire" }
const kindOf = (id: string): string => kinds[/^pmt_[a-z]+/.exec(id)?.[0] ?? ""] ?? id.split("_")[0]!

/** Learns what there is: payments of every kind, requests for payment and open holds. */
export const learnRails = async (world: World): Promise<void> => {
  const { others } = world.model.bank
  const read = async (as: Caller, path: string, idOf: (one: any) => string) => {
    const operation: Operation = { ...post(as, path), method: "GET", body: undefined }
    const { json } = await world.perform(operation)
    for (const id of json.data.map(idOf).reverse()) if (!others.has(id)) others.set(id, kindOf(id))
  }
  // The first list has wires, too.
  for (const kind of ["instant", "ach"])
    await read("client", `payments/${kind}?limit=100`, ({ paymentId }) => paymentId)
  await read("client", "payments/rfp?limit=100", ({ rfpId }) => rfpId)
  await read("officer", "compliance/holds?status=open&limit=100", ({ holdId }) => holdId)
}

/** Payments for which money lies, or lay, in suspense. */
const everInSuspense = async ({ engine }: World): Promise<ReadonlySet<string>> => {
  const { store } = await engine().caller({ principal: testAccount("acct_simulation") })
  const all = await engine().call(repository.list(store, bankScope, {}, undefined, 100_000))
  return new Set(all.filter(({ suspense }) => suspense !== undefined).map(({ id }) => id))
}

const isOver = new Set(["settled", "returned", "failed"])

/** Holds what payments say against what the networks say that they moved, once all has come that may come. Throws `Unexpected`. */
export const auditNetworks = async (world: World): Promise<void> => {
  for (let month = 0; month < 4; month += 1) await world.advance("30 days")
  await learnRails(world)
  const read = async (as: Caller, path: string) =>
    (await world.perform({ ...post(as, path), method: "GET", body: undefined })).json.data
  const { meddled, others } = world.model.bank
  const messages = new Map<string, ReadonlyArray<any>>()
  for (const [id, kind] of others)
    if (payments.includes(kind)) messages.set(id, await read("officer", `simulator/network/messages?paymentId=${id}`))
  // The operator may have refused the whole file of an entry, so all entries in it are in doubt.
  const doubtful = new Set([...meddled].flatMap((id) => (messages.get(id) ?? []).map(({ messageId }) => messageId)))
  // Of what lies, or lay, in suspense the books tell more than a status can.
  const inSuspense = await everInSuspense(world)
  for (const [id, told] of messages) {
    const { status } = await read("client", `payments/${others.get(id)}/${id}`)
    const isDoubtful = inSuspense.has(id) || told.some(({ messageId }) => doubtful.has(messageId))
    if (isDoubtful || !isOver.has(status)) continue
    // What comes twice under one id moved once.
    const ids = new Set(
      told.filter(({ credited }) => credited).map(({ direction, messageId }) => `${direction} ${messageId}`)
    )
    let moved = 0
    for (const one of ids) moved += one.startsWith("out") ? 1 : -1
    if (moved !== (status === "settled" ? 1 : 0))
      throw new Unexpected(`is ${status}, and the network moved it ${moved} times: ${JSON.stringify(told)}`, id)
  }
}
