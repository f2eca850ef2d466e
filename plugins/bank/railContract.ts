/**
 * What every rail has to do (decisions C.6), as checks that a host can run against a connection of its own with any test
 * runner: each check throws what is wrong.
 */
import * as Effect from "effect/Effect"
import { easternDateOf } from "./calendar/eastern-time.ts"
import { bankNumberOf } from "./payments/Payment.ts"
import type { CreditInstruction, Inquiry, Rail, RailEvent, RfpInstruction } from "./Rail.ts"

/** A rail under test, over a network that a test can steer. */
export interface RailUnderTest {
  readonly rail: Rail
  /** News so far, in the order in which they came. */
  readonly news: ReadonlyArray<RailEvent>
  /** A new transfer that the network will settle, or refuse with AC04; its identifiers are unused. */
  readonly transfer: (outcome: "settles" | "refuses") => CreditInstruction
  /** A new request for payment; absent where the rail has none. */
  readonly request?: () => RfpInstruction
  /** Lets the network do everything that it has to do. */
  readonly settle: () => Promise<void>
  /** How often a message moved money. */
  readonly creditsOf: (messageId: string) => Promise<number>
}

/** One check. */
export interface RailCheck {
  readonly name: string
  readonly run: (on: RailUnderTest) => Promise<void>
}

/** A check found something wrong. */
export class RailContractBroken extends Error {
  override readonly name = "RailContractBroken"
}

const must = (holds: boolean, otherwise: string): void => {
  if (!holds) throw new RailContractBroken(otherwise)
}

const refOf = (of: CreditInstruction): Inquiry => ({
  messageId: of.messageId,
  endToEndId: of.endToEndId,
  uetr: of.uetr,
  createdAt: of.createdAt,
  askedAt: of.createdAt,
  amountCents: of.amountCents,
  settlementDate: easternDateOf(of.createdAt),
  from: of.originator.routingNumber,
  to: bankNumberOf(of.beneficiary)
})

const statusesOf = ({ news }: RailUnderTest, messageId: string) =>
  news.flatMap((event) => (event.type === "status" && event.messageId === messageId ? [event] : []))

const sendAndSettle = async (on: RailUnderTest, transfer: CreditInstruction) => {
  await Effect.runPromise(on.rail.send(transfer))
  await on.settle()
}

/** The checks, from the simplest on. */
export const railContract: ReadonlyArray<RailCheck> = [
  {
    name: "settles a transfer and tells it, under the message id that was sent",
    run: async (on) => {
      const transfer = on.transfer("settles")
      await sendAndSettle(on, transfer)
      const told = statusesOf(on, transfer.messageId)
      must(told.length >= 1, "no status came for a transfer that the network settles")
      must(
        told.every(({ status }) => status !== "RJCT"),
        "a transfer that the network settles was told as rejected"
      )
      must((await on.creditsOf(transfer.messageId)) === 1, "the money did not move exactly once")
    }
  },
  {
    name: "tells a refusal with its code, and moves nothing",
    run: async (on) => {
      const transfer = on.transfer("refuses")
      await sendAndSettle(on, transfer)
      const [told] = statusesOf(on, transfer.messageId)
      must(told?.status === "RJCT" && told.reason === "AC04", "the refusal was not told as RJCT with AC04")
      must((await on.creditsOf(transfer.messageId)) === 0, "money moved for a refused transfer")
    }
  },
  {
    name: "names its rail on all news, and each piece of news by an id of its own",
    run: async (on) => {
      await sendAndSettle(on, on.transfer("settles"))
      await sendAndSettle(on, on.transfer("refuses"))
      must(
        on.news.every(({ rail }) => rail === on.rail.id),
        "news came under the name of another rail"
      )
      const ids = on.news.map(({ railEventId }) => railEventId)
      must(new Set(ids).size === ids.length, "two pieces of news have the same id")
    }
  },
  {
    name: "moves money once for a message that is sent twice",
    run: async (on) => {
      const transfer = on.transfer("settles")
      await sendAndSettle(on, transfer)
      await sendAndSettle(on, transfer)
      must((await on.creditsOf(transfer.messageId)) === 1, "a message that was sent twice moved money twice")
    }
  },
  {
    name: "finds out about messages that it took, and about one that never came",
    run: async (on) => {
      if (!on.rail.capabilities.inquiry) return
      const [settled, refused, unsent] = [on.transfer("settles"), on.transfer("refuses"), on.transfer("settles")]
      await sendAndSettle(on, settled)
      await sendAndSettle(on, refused)
      const find = (transfer: CreditInstruction) => Effect.runPromise(on.rail.inquire(refOf(transfer), "1"))
      must((await find(settled)).status === "settled", "a settled transfer was not found settled")
      const rejection = await find(refused)
      must(rejection.status === "rejected" && rejection.reason === "AC04", "a refused transfer was not found refused")
      must((await find(unsent)).status === "not_found", "a transfer that was never sent was found")
    }
  },
  {
    name: "takes requests for payment where it says so, and has no function for what it cannot do",
    run: async (on) => {
      const { capabilities, requestReturn, sendRequestForPayment } = on.rail
      must(
        capabilities.requestForPayment === (sendRequestForPayment !== undefined),
        "requestForPayment is not what it says"
      )
      must(capabilities.returnRequest === (requestReturn !== undefined), "returnRequest is not what it says")
      if (sendRequestForPayment === undefined || on.request === undefined) return
      const request = on.request()
      await Effect.runPromise(sendRequestForPayment(request))
      await on.settle()
      const told = on.news.some(
        (event) =>
          event.type === "rfp" &&
          [event.rfpId, event.messageId].some((id) => id === request.rfpId || id === request.messageId)
      )
      must(told, "nothing was told of a request for payment")
    }
  },
  {
    name: "says how it is",
    run: async (on) => must((await Effect.runPromise(on.rail.health)).isUp, "a connected rail says that it is down")
  }
]
