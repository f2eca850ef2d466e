/** Steps in which something breaks or meets: the process, the database, a client and a worker. */
import * as bank from "./bankOperations.ts"
import * as shop from "./cardsOperations.ts"
import * as customers from "./customers.ts"
import { cancelGeneration, doubtDocs, editMeanwhile, editTogether, publishTogether } from "./docsSteps.ts"
import * as money from "./cardsMoney.ts"
import { oneOf, type Operation } from "./Operation.ts"
import { becomeRecipient } from "./recipients.ts"
import { drawAny, learnHolds, lookAround, moveFor, type Step } from "./steps.ts"
import { Unexpected, type World } from "./World.ts"

/** A client who has no outcome takes the payment back, if it can: whether it was sent is known to the network alone. */
const giveUp = async (world: World, { name }: Operation, json: any) => {
  if (name !== "bank.pay" || json.data?.status !== "queued" || world.pick(2) === 0) return
  const { status } = await world.ask(bank.cancel(json.data.paymentId), world.freshKey())
  if (status === 200)
    Object.assign(world.model.bank.transfers.get(json.data.paymentId)!, { status: "cancelled", words: [] })
  else if (status !== 422) throw new Unexpected(`cancel of a queued payment: ${status}`, json.data.paymentId)
}

/** The process ends in the middle of an operation; the client repeats it, with its key, at one that lives, or at the one that follows. */
export const crash: Step = async (world) => {
  if (!world.canRestart) return moveFor(world)
  const key = world.freshKey()
  // Whether the processor was asked before the end nobody knows: it makes no trouble of its own.
  const operation = drawAny({ ...world, isCalm: true })
  const isOnDocs = operation.name.startsWith("docs.")
  await world.crashIn(world.pick(isOnDocs ? 8 : 5), world.pick(2) === 0, async () => {
    await world.ask(operation, key)
    // What documents come to is decided by jobs.
    if (isOnDocs) await world.engine().drain()
  })
  const answer = await world.ask(operation, key)
  world.audit(operation, answer, { isHalfway: true })
  doubtDocs(world)
  await giveUp(world, operation, answer.json)
  await world.revive()
  // What the process had taken up is free again when its lease has ended.
  await world.advance("10 minutes")
  await lookAround(world)
}

/** What a database does that takes no more writes: nothing, or one more, whose answer is lost. */
const outages = [
  { reason: "disk_full", kept: false },
  { reason: "connection", kept: false },
  { reason: "connection", kept: true }
] as const

/** A customer becomes one who may be paid, and is paid. */
export const payRecipient: Step = async (world) => {
  const found = world.model.cards.customers.findLast(({ account, isGone }) => account === undefined && !isGone)
  if (found === undefined) return moveFor(world)
  await becomeRecipient(world, found.id)
  await world.perform(money.payout(1 + world.pick(1_000), false, found))
}

interface OutagePlan {
  readonly of: "writes" | "reads"
  /** How many of them go through before. */
  readonly after?: number
  readonly times?: number
}

/** Asks while the store takes no writes, or cannot be read, for a moment, and again under the same key when it is back. */
const meetOutage = async (
  world: World,
  operation: Operation,
  { after = oneOf(world, [0, 0, 0, 1, 2, 4]), of, times = 1 + world.pick(4) }: OutagePlan
) => {
  const key = world.freshKey()
  const plan = { after, times, fault: oneOf(world, outages) }
  // Everything that was due has happened: what cannot be read is what the request asks for.
  const first = await (of === "writes"
    ? world.breakIn(plan, () => world.ask(operation, key))
    : world.breakIn({ ...plan, way: "takeRead" }, () => world.askNow(operation, key)))
  if (first.status >= 500 && (first.status !== 503 || first.headers.get("retry-after") === null))
    throw new Unexpected(`${operation.name} without a database: ${first.text}`, operation.about)
  const answer = first.status === 503 ? await world.ask(operation, key) : first
  world.audit(operation, answer, { isHalfway: true })
  return answer
}

/**
 * The disk is full, or the database gone, for writes or for reads, in the middle of an operation, and then it is back. The client is answered as if nothing
 * had been, or with 503 and when to come again; it comes with the same key.
 */
export const outage: Step = async (world) => {
  const operation = drawAny({ ...world, isCalm: true })
  const answer = await meetOutage(world, operation, { of: world.pick(2) === 0 ? "writes" : "reads" })
  doubtDocs(world)
  await giveUp(world, operation, answer.json)
  // What was under way is free again when its lease has ended.
  await world.advance("10 minutes")
  await lookAround(world)
}

/** The customer of an authorization is found on the list, and then the database cannot be read in the middle of the capture. */
export const captureUnread: Step = async (world) => {
  const { cards } = world.model
  const found = [...cards.payments.values()].findLast(
    ({ asked, customer, state }) =>
      state === "authorized" &&
      asked === undefined &&
      cards.customers.some(({ id, isApproved, isGone }) => id === customer && !isGone && !isApproved)
  )
  if (found === undefined) return moveFor(world)
  await world.perform(customers.rename(found.customer!, customers.customerNames[0]))
  world.processor.next("none")
  // One read fails, whichever it is: what is asked before the customer is found, and what is asked after it.
  const plan = { of: "reads", after: world.pick(6), times: 1 } as const
  await meetOutage(world, shop.capture(found.id, undefined, "none"), plan)
  await lookAround(world)
}

/**
 * An officer lets a held payment go, and its client takes it back at some moment between the officer's request and the network's
 * answer. Either it was sent, and cannot be taken back, or it is never sent.
 */
export const cancelBeside: Step = async (world) => {
  const account = oneOf(world, ["9000000000", "9000000000", "9002000001", "9002000005", "9001000099"])
  const paid = bank.pay({ amount: 1 + world.pick(20_000), account, name: bank.listedName, fault: "none" })
  const { json, status } = await world.perform(paid)
  if (status !== 202) return
  await learnHolds(world)
  const id: string = json.data.paymentId
  const transfer = () => world.model.bank.transfers.get(id)!
  const released = bank.decideHold(id, transfer().hold!, "release")
  const [release, cancel] = await world.askBeside(world.pick(6), released, bank.cancel(id))
  await world.engine().drain()
  if (cancel.status === 200) {
    if (release.status !== 200 && release.status !== 409)
      throw new Unexpected(`release beside a cancellation: ${release.text}`, id)
    Object.assign(transfer(), { status: "cancelled", words: [] })
  } else {
    world.audit(released, release)
    if (cancel.json?.error?.code !== "PAYMENT_NOT_CANCELLABLE")
      throw new Unexpected(`cancellation beside a release: ${cancel.text}`, id)
  }
  await world.perform(bank.readTransfer(id))
}

/** Writers of documents meet: at the repository, or a stop meets the worker. */
export const writersMeet: Step = (world) =>
  oneOf(world, [publishTogether, cancelGeneration, editMeanwhile, editTogether])(world)
