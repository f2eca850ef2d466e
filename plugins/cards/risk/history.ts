/** Makes the features of earlier payments that a risk model receives from their stored history. */
import type { RiskHistory } from "../../../src/plugin.ts"
import type { Currency } from "../../../src/domain.ts"
import { eurMinorOf } from "../reference-rates.ts"
import { isSmall, type Remembered, type Traces } from "./historyRepository.ts"

/** The middle of some numbers, or half way between the two in the middle; `undefined` of none. */
export const medianOf = (values: ReadonlyArray<number>): number | undefined => {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = sorted.length >> 1
  const upper = sorted[middle]
  return upper === undefined || sorted.length % 2 === 1 ? upper : (sorted[middle - 1]! + upper) / 2
}

/** An amount in the minor units of another currency, at the reference rates. */
const convert = (amountMinor: number, from: Currency, to: Currency): number =>
  from === to ? amountMinor : (eurMinorOf(amountMinor, from) / eurMinorOf(1_000_000, to)) * 1_000_000

const distinct = ({ count, own }: { readonly count: number; readonly own: boolean }, presentCounts: boolean) =>
  presentCounts && !own ? count + 1 : count

const ofCustomer = (remembered: Remembered, currency: Currency, deviceKnown: boolean): RiskHistory => {
  const amounts = remembered.succeeded.map((paid) => convert(paid.amountMinor, paid.currency as Currency, currency))
  return {
    customerAttempts1h: remembered.attempts.customer + 1,
    customerSucceededPayments: amounts.length,
    customerMedianAmountMinor: medianOf(amounts),
    ...(deviceKnown
      ? {
          customerEarlierOnDevice: remembered.earlierOnDevice,
          customerEarlierOnOneDevice: remembered.earlierOnOneDevice
        }
      : {})
  }
}

/** The counters of a payment, the present attempt included. Counters that were not requested are absent. */
export const historyOf = (traces: Traces, remembered: Remembered, currency: Currency): RiskHistory => {
  const { attempts, cards, declines } = remembered
  const { customer, device, ip } = traces
  const small = isSmall(traces)
  return {
    cardAttempts10m: attempts.card + 1,
    ...(customer === undefined ? {} : ofCustomer(remembered, currency, device !== undefined)),
    ...(ip === undefined
      ? {}
      : {
          ipAttempts10m: attempts.ip + 1,
          ipSmallAmountCards10m: distinct(cards.smallIp, small),
          ipDeclines10m: declines.ip
        }),
    ...(device === undefined
      ? {}
      : {
          deviceCards24h: distinct(cards.device, true),
          deviceSmallAmountCards10m: distinct(cards.smallDevice, small),
          deviceDeclines10m: declines.device
        })
  }
}
