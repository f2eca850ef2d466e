/** Opens payments on every rail, one by one or out of a batch: screened, judged by the rules of approval, planned, written. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Ids,
  type CallerShape,
  type RegionStore,
  type Screening,
  type StoreUnavailable,
  type VersionConflict,
  type Write
} from "../../../src/plugin.ts"
import { currentWindow } from "../ach/AchPlan.ts"
import { standInOf } from "../administration/Actor.ts"
import { verdictOf } from "../approval-rules/ApprovalRule.ts"
import * as approvalRules from "../approval-rules/operations.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import { AmountLimitExceeded, type Client } from "../clients/Client.ts"
import * as compliance from "../compliance/operations.ts"
import { holdOf, type Screened } from "../compliance/PaymentScreening.ts"
import type { RailId } from "../rails/rail-ids.ts"
import type { RailStep } from "../routing/RailChoice.ts"
import { BankSettings } from "../settings.ts"
import { sendTiming } from "../wire/SendTiming.ts"
import { planDecision, type PaymentPlan, type PlanningNeeds } from "./plan.ts"
import { uuidOf } from "./Identifiers.ts"
import * as Lifecycle from "./Lifecycle.ts"
import { countedCentsOf, type Payment } from "./Payment.ts"
import * as repository from "./repository.ts"

/** Bytes of randomness in a UUID. */
const uuidBytes = 16

/** What planning the send of a payment needs to know now. `wanted` is a value date that was requested. */
export const planning = Effect.fnUntraced(function* (
  store: RegionStore,
  payment: Pick<Payment, "rail" | "amountCents" | "clientId" | "wire" | "ach">,
  wanted: PlainDate | undefined = payment.wire?.valueDate
) {
  const clock = yield* Clock
  const settings = yield* BankSettings
  const now = clock.now()
  const rules = yield* approvalRules.list(store)
  const timing = sendTiming({ rail: payment.rail, now, wanted, hours: settings.wire.fedwireHours })
  const { ach } = payment
  const question = { ...payment, amountCents: countedCentsOf(payment), secCode: ach?.secCode }
  return {
    now,
    ...timing,
    ...(ach === undefined ? {} : { window: currentWindow(ach, now, settings.ach.schedule) }),
    approval: verdictOf(rules, question)
  } satisfies Lifecycle.SendFacts
})

/** A payment that may be created: decisions B.2 came to step 13. */
export interface Admitted {
  readonly client: Client
  readonly command: Lifecycle.CreatePayment
  readonly rail: RailId
  readonly railSteps: ReadonlyArray<RailStep>
  /** Whether the rail was chosen by `auto`. */
  readonly isAutomatic?: boolean | undefined
  /** What it counts against limits and rules, in cents of USD. */
  readonly countedCents: number
  /** The calendar date in New York whose limit it counts against; empty: it counts against none. */
  readonly today: PlainDate
  readonly banks: Screened["banks"]
  /** A value date that was requested. */
  readonly wanted?: PlainDate | undefined
}

/** A payment that may be opened. */
export interface Opening<E> extends Omit<Admitted, "client"> {
  readonly scope: string
  readonly clientId: string
  /** The administrator who makes it in the client's name. */
  readonly madeBy?: string | undefined
  /** The limit of the day, which this counts against now; absent: that was done before, or is not. */
  readonly limit?: { readonly dailyCents: number | null }
  readonly idempotencyKey: string | undefined
  /** What is written with it. */
  readonly writes?: (payment: Payment) => ReadonlyArray<Write<E | VersionConflict>>
}

/** Names of payments tell their rails apart (decisions B.1). */
const idPrefixes = {
  rtp: "pmt_inst",
  fednow: "pmt_inst",
  fedwire: "pmt_wire",
  swift: "pmt_wire",
  ach: "pmt_ach"
} as const satisfies Readonly<Record<RailId, string>>

/** The write that counts an amount against a client's day. */
export const limitWrite = (of: {
  readonly clientId: string
  readonly day: string
  readonly amountCents: number
  readonly dailyCents: number | null
}) => {
  const mostCents = of.dailyCents ?? Number.MAX_SAFE_INTEGER
  return repository.useLimit(
    { ...of, mostCents },
    () => new AmountLimitExceeded({ limit: "daily", limitCents: mostCents })
  )
}

/** Opens a payment on any rail: screened, and then held, waiting for approval, or queued, all in one commit. */
export const open = Effect.fnUntraced(function* <E = never>(
  store: RegionStore,
  of: Opening<E>
): Effect.fn.Return<PaymentPlan<E | AmountLimitExceeded>, StoreUnavailable, PlanningNeeds | Screening> {
  const ids = yield* Ids
  const { clientId, command, countedCents: amountCents, limit, rail, today } = of
  const screened = yield* compliance.screenPayment(store, { ...command, banks: of.banks }, { attempt: 1, clientId })
  const plan = yield* planning(store, { rail, amountCents, clientId, ach: command.ach }, of.wanted)
  const { now } = plan
  const decision = Lifecycle.create(command, {
    ...plan,
    id: ids.next(idPrefixes[rail]),
    scope: of.scope,
    clientId,
    madeBy: of.madeBy,
    today,
    uetr: uuidOf(ids.secret(uuidBytes)),
    rail,
    railSteps: of.railSteps,
    isAutomatic: of.isAutomatic,
    hold: holdOf(screened, { holdId: ids.next("hold"), now }),
    idempotencyKey: of.idempotencyKey
  })
  const held = decision.state.hold === null ? undefined : compliance.openHold(decision.state, screened, 1, now)
  const evidence = yield* compliance.keepEvidence(decision.state, screened, { attempt: 1, now })
  return yield* planDecision<E | AmountLimitExceeded>(decision, {
    now,
    before: undefined,
    writes: [
      evidence,
      ...(limit === undefined ? [] : [limitWrite({ clientId, day: today, amountCents, ...limit })]),
      ...(held?.writes ?? []),
      ...(of.writes?.(decision.state) ?? [])
    ],
    jobs: held?.jobs ?? []
  })
})

/** Opens a payment that a client asks for, against its limit. */
export const openFor = (caller: CallerShape, { client, ...admitted }: Admitted) =>
  open(caller.store, {
    ...admitted,
    scope: caller.scope,
    clientId: client.id,
    madeBy: standInOf(caller.principal),
    limit: { dailyCents: client.limits.daily },
    idempotencyKey: caller.claim?.key
  })
