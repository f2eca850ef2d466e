/**
 * An amount in the smallest unit of its currency, and exact arithmetic on it. Nothing here converts between
 * currencies: a rate is a business decision and belongs to whoever makes it.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { type Currency, exponentOf } from "./Currency.ts"

/** An amount of one currency. Negative amounts exist (a balance may be overdrawn). */
export interface Money {
  /** Integer count of the currency's smallest unit, within ±`Number.MAX_SAFE_INTEGER`. */
  readonly amountMinor: number
  readonly currency: Currency
}

/** The largest amount of one payment: ISO 8583 field 4 has 12 digits. Sums and balances may exceed it. */
export const maxAmountMinor = 999_999_999_999

/** The given number is no integer, or too large to be counted exactly. */
export class InvalidAmount extends Data.TaggedError("InvalidAmount")<{
  readonly amountMinor: number
  readonly currency: Currency
}> {}

/** Two amounts of different currencies were added, subtracted or compared. */
export class CurrencyMismatch extends Data.TaggedError("CurrencyMismatch")<{
  readonly left: Currency
  readonly right: Currency
}> {}

/** The exact result, given as `amountMinor`, lies beyond ±`Number.MAX_SAFE_INTEGER`. */
export class AmountOverflow extends Data.TaggedError("AmountOverflow")<{
  readonly amountMinor: bigint
  readonly currency: Currency
}> {}

/**
 * What to do with the part of a result that is smaller than one minor unit:
 * - `half_up`: to the nearest unit, a tie goes **away from zero** (2.5 → 3, -2.5 → -3);
 * - `half_even`: to the nearest unit, a tie goes to the even one (2.5 → 2, 3.5 → 4);
 * - `down`: toward zero (2.9 → 2, -2.9 → -2);
 * - `up`: away from zero (2.1 → 3, -2.1 → -3).
 */
export type Rounding = "half_up" | "half_even" | "down" | "up"

/** An amount of money; fails with `InvalidAmount` unless `amountMinor` is a safe integer. Minus zero becomes zero. */
export const make = (amountMinor: number, currency: Currency): Result.Result<Money, InvalidAmount> =>
  Number.isSafeInteger(amountMinor)
    ? Result.succeed({ amountMinor: amountMinor + 0, currency })
    : Result.fail(new InvalidAmount({ amountMinor, currency }))

/** The sum of two amounts of one currency. */
export const add = (left: Money, right: Money): Result.Result<Money, CurrencyMismatch | AmountOverflow> => {
  if (left.currency !== right.currency) {
    return Result.fail(new CurrencyMismatch({ left: left.currency, right: right.currency }))
  }
  const amountMinor = left.amountMinor + right.amountMinor
  return Number.isSafeInteger(amountMinor)
    ? Result.succeed({ amountMinor, currency: left.currency })
    : Result.fail(
        new AmountOverflow({
          amountMinor: BigInt(left.amountMinor) + BigInt(right.amountMinor),
          currency: left.currency
        })
      )
}

/** `left` minus `right`, both of one currency. */
export const subtract = (left: Money, right: Money): Result.Result<Money, CurrencyMismatch | AmountOverflow> =>
  add(left, { amountMinor: 0 - right.amountMinor, currency: right.currency })

/** -1, 0 or 1 as `left` is less than, equal to or greater than `right`. */
export const compare = (left: Money, right: Money): Result.Result<-1 | 0 | 1, CurrencyMismatch> => {
  if (left.currency !== right.currency) {
    return Result.fail(new CurrencyMismatch({ left: left.currency, right: right.currency }))
  }
  if (left.amountMinor === right.amountMinor) return Result.succeed(0)
  return Result.succeed(left.amountMinor < right.amountMinor ? -1 : 1)
}

/** Whether the amount is zero. */
export const isZero = (money: Money): boolean => money.amountMinor === 0

/**
 * The amount times `numerator / denominator`, computed exactly and rounded once. 1.5 percent of an amount is
 * `multiplyRatio(amount, 15, 1000, "half_up")`. Throws a RangeError, a bug of the caller, when the denominator is zero
 * or a ratio given in numbers is not made of safe integers.
 */
export const multiplyRatio = (
  money: Money,
  numerator: number | bigint,
  denominator: number | bigint,
  rounding: Rounding
): Result.Result<Money, AmountOverflow> => {
  const exactDenominator = exactInteger(denominator)
  if (exactDenominator === 0n) throw new RangeError("The denominator of a ratio is zero")
  const product = exactInteger(money.amountMinor) * exactInteger(numerator)
  const amountMinor =
    exactDenominator > 0n
      ? divideRounded(product, exactDenominator, rounding)
      : divideRounded(-product, -exactDenominator, rounding)
  const amount = Number(amountMinor)
  return Number.isSafeInteger(amount)
    ? Result.succeed({ amountMinor: amount, currency: money.currency })
    : Result.fail(new AmountOverflow({ amountMinor, currency: money.currency }))
}

/** The amount in major units with its currency, for people and logs: `20.00 usd`, `-0.05 eur`, `500 jpy`, `1.234 kwd`. */
export const format = (money: Money): string => {
  const exponent = exponentOf(money.currency)
  const sign = money.amountMinor < 0 ? "-" : ""
  const digits = String(Math.abs(money.amountMinor)).padStart(exponent + 1, "0")
  const point = digits.length - exponent
  const fraction = exponent === 0 ? "" : `.${digits.slice(point)}`
  return `${sign}${digits.slice(0, point)}${fraction} ${money.currency}`
}

/**
 * The sum of two minor amounts whose currency is known to be the same, for hot paths. Throws a RangeError, a defect,
 * when the sum is not a safe integer.
 */
export const addMinor = (leftMinor: number, rightMinor: number): number => {
  const sum = leftMinor + rightMinor
  if (!Number.isSafeInteger(sum)) throw new RangeError(`The sum of ${leftMinor} and ${rightMinor} is not exact`)
  return sum
}

const exactInteger = (value: number | bigint): bigint => {
  if (typeof value === "bigint") return value
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a safe integer`)
  return BigInt(value)
}

/** Divides by a positive denominator; BigInt division itself drops the fraction, so it rounds toward zero. */
const divideRounded = (numerator: bigint, denominator: bigint, rounding: Rounding): bigint => {
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n || rounding === "down") return quotient
  const awayFromZero = numerator < 0n ? quotient - 1n : quotient + 1n
  if (rounding === "up") return awayFromZero
  const twice = remainder < 0n ? -remainder * 2n : remainder * 2n
  if (twice !== denominator) return twice > denominator ? awayFromZero : quotient
  return rounding === "half_even" && quotient % 2n === 0n ? quotient : awayFromZero
}
