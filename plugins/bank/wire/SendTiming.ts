/** When a payment is sent, and for which business day of its rail. Pure. */
import { fedwireHours, type FedwireHours } from "../calendar/fedwire-hours.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import type { RailId } from "../rails/rail-ids.ts"
import { fedwireTiming, swiftTiming, type WireTiming } from "./WireTerms.ts"

/** When a rail takes a payment. */
export interface SendTiming {
  /** When it can be sent; `undefined`: now. */
  readonly opensAt: number | undefined
  /** The business day on which it is sent. The instant rails have every day of the calendar in New York. */
  readonly sendDate: PlainDate
}

/** What the timing depends on. */
export interface SendQuestion {
  readonly rail: RailId
  readonly now: number
  /** A value date that was requested. */
  readonly wanted?: PlainDate | undefined
  readonly hours?: FedwireHours | undefined
}

const ofWire = ({ queued, sendAt, valueDate }: WireTiming): SendTiming => ({
  opensAt: queued ? sendAt : undefined,
  sendDate: valueDate
})

/** When a rail takes a payment that is ready now. */
export const sendTiming = ({ hours = fedwireHours, now, rail, wanted }: SendQuestion): SendTiming => {
  if (rail === "fedwire") return ofWire(fedwireTiming(now, hours))
  if (rail === "swift") return ofWire(swiftTiming(now, wanted))
  return { opensAt: undefined, sendDate: easternDateOf(now) }
}
