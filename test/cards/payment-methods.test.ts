import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { inspect } from "node:util"
import { describe, expect, it } from "vitest"
import { testAccountByNumber } from "../../plugins/cards/sandbox/test-accounts.ts"
import { testCardByNumber, testCards } from "../../plugins/cards/sandbox/test-cards.ts"
import { passesLuhn } from "../../src/domain/CardNumber.ts"
import {
  checkExpiry,
  readCardNumber,
  tokenize,
  type PaymentMethodRefused,
  type TokenizeCard,
  type TokenizeFacts
} from "../../plugins/cards/payment-methods/PaymentMethod.ts"

/** Luhn-valid, and no test card. */
const realLooking = "4012888888881881"
const visa = "4242424242424242"
const amex = "378282246310005"

const facts: TokenizeFacts = {
  id: "pm_1",
  now: Date.parse("2026-01-15T09:30:00Z"),
  testCardOf: testCardByNumber,
  testAccountOf: testAccountByNumber,
  fingerprintOf: (digits) => `keyed(${digits.length})`
}

interface Entered {
  readonly number?: string
  readonly expMonth?: number
  readonly expYear?: number
  readonly cvc?: string
}

const entered = ({ number = visa, expMonth = 12, expYear = 2030, cvc = "123" }: Entered = {}): TokenizeCard => ({
  number: Redacted.make(number),
  expMonth,
  expYear,
  cvc: Redacted.make(cvc)
})

const tokenized = (card?: Entered) => Result.getOrThrow(tokenize(entered(card), facts))

const refusal = (result: Result.Result<unknown, PaymentMethodRefused>) => {
  const { code, param } = Result.getOrThrow(Result.flip(result))
  return { code, param }
}

const refused = (card: Entered, changed: Partial<TokenizeFacts> = {}) =>
  refusal(tokenize(entered(card), { ...facts, ...changed }))

const invalidNumber = { code: "invalid_card_number", param: "card.number" }

describe("reading a card number", () => {
  it("B4: refuses 4242424242424241, whose check digit is wrong", () => {
    expect(refusal(readCardNumber("4242424242424241"))).toEqual(invalidNumber)
  })

  it("notices any one wrong digit in any test number", () => {
    for (const { number } of testCards) {
      expect(passesLuhn(number)).toBe(true)
      for (let at = 0; at < number.length; at++) {
        for (let digit = 0; digit < 10; digit++) {
          if (String(digit) === number[at]) continue
          expect(passesLuhn(`${number.slice(0, at)}${digit}${number.slice(at + 1)}`)).toBe(false)
        }
      }
    }
  })

  it.each([
    ["11 digits", "00000000000", false],
    ["12 digits", "000000000000", true],
    ["19 digits", "0000000000000000000", true],
    ["20 digits", "00000000000000000000", false]
  ])("B3: takes 12 to 19 digits: %s", (_, number, taken) => {
    expect(Result.isSuccess(readCardNumber(number))).toBe(taken)
  })

  it.each(["4242 4242 4242 4242", "4242-4242-4242-4242", " 4242424242424242 "])(
    "leaves spaces and dashes out of %j",
    (number) => {
      expect(Result.getOrThrow(readCardNumber(number))).toBe(visa)
    }
  )

  it.each(["", "4242.4242.4242.4242", "4242\u00a04242\u00a04242\u00a04242", "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "0x4242424242424242"])(
    "refuses any other character: %j",
    (number) => {
      expect(refusal(readCardNumber(number))).toEqual(invalidNumber)
    }
  )
})

const at = (time: string, expMonth: number, expYear: number) => checkExpiry({ expMonth, expYear }, Date.parse(time))

describe("the expiry of a card", () => {
  it.each([
    ["2026-02-28T23:59:59Z", 2, 2026],
    ["2028-02-29T23:59:59Z", 2, 2028],
    ["2025-12-31T23:59:59Z", 12, 2025],
    ["2025-12-31T23:59:59Z", 1, 2026]
  ])("is good through the last second of its month, in UTC: at %s, %i/%i", (time, expMonth, expYear) => {
    expect(Result.isSuccess(at(time, expMonth, expYear))).toBe(true)
  })

  it.each([
    ["2026-03-01T00:00:00Z", 2, 2026, "card.exp_month"],
    ["2026-01-01T00:00:00Z", 12, 2025, "card.exp_year"],
    ["2026-06-15T00:00:00Z", 6, 2025, "card.exp_year"]
  ])("is past from then on: at %s, %i/%i", (time, expMonth, expYear, param) => {
    expect(refusal(at(time, expMonth, expYear))).toEqual({ code: "invalid_expiry", param })
  })

  it.each([0, 13, -1, 1.5, Number.NaN])("has a month from 1 to 12, not %d", (expMonth) => {
    expect(refused({ expMonth })).toEqual({ code: "invalid_expiry", param: "card.exp_month" })
  })

  it.each([30, 130, 10_000, 2030.5])("has a year of four digits, not %d", (expYear) => {
    expect(refused({ expYear })).toEqual({ code: "invalid_expiry", param: "card.exp_year" })
  })

  it("C220: may be any month to come", () => {
    expect(tokenized({ expMonth: 1, expYear: 9999 }).card).toMatchObject({ expMonth: 1, expYear: 9999 })
  })
})

describe("the security code", () => {
  it("C220: is any 3 digits, with every brand", () => {
    for (const { number } of testCards) expect(tokenized({ number, cvc: "000" }).id).toBe("pm_1")
  })

  it("B3: may have 4 digits on an American Express card", () => {
    expect(tokenized({ number: amex, cvc: "1234" }).card.brand).toBe("amex")
  })

  it.each([
    [visa, "1234"],
    [visa, "12"],
    [visa, ""],
    [visa, "12a"],
    [amex, "12345"]
  ])("is refused otherwise: %s with %j", (number, cvc) => {
    expect(refused({ number, cvc })).toEqual({ code: "parameter_invalid", param: "card.cvc" })
  })
})

describe("tokenizing a card", () => {
  it("C53: keeps brand, last four digits, expiry, attributes, fingerprint and behaviour", () => {
    expect(tokenized({ number: "4000 0037 2000 0278", expMonth: 3, expYear: 2031 })).toEqual({
      id: "pm_1",
      type: "card",
      card: {
        brand: "visa",
        last4: "0278",
        expMonth: 3,
        expYear: 2031,
        country: "IE",
        funding: "credit",
        category: "corporate",
        fingerprint: "keyed(16)",
        threeDSecure: "optional"
      },
      behaviour: { outcome: "succeeds" },
      billingDetails: {},
      client: {},
      customer: null,
      createdAt: facts.now,
      livemode: false
    })
  })

  it("B3: takes cards that will be declined; declines happen at payment time", () => {
    expect(tokenized({ number: "4000000000000002" }).behaviour).toEqual({ outcome: "card_declined" })
    expect(tokenized({ number: "4100000000000019" }).behaviour).toMatchObject({ alwaysBlocked: true })
  })

  it("keeps who pays and the device as they were told", () => {
    const billingDetails = { name: "Ada", address: { postalCode: "any code", country: "FR" } }
    const client = { ip: "192.0.2.1", deviceId: "d1" }
    const method = Result.getOrThrow(tokenize({ ...entered(), billingDetails, client }, facts))
    expect(method).toMatchObject({ billingDetails, client })
  })

  it("B3: refuses a number that is valid and no test card", () => {
    expect(refused({ number: realLooking })).toEqual({ code: "not_a_test_card", param: "card.number" })
  })

  it("B5: refuses the first parameter that is wrong, in the body's order", () => {
    const wrong = { number: "1", expMonth: 13, expYear: 20, cvc: "x" }
    expect(refused(wrong).param).toBe("card.number")
    expect(refused({ ...wrong, number: realLooking }).param).toBe("card.number")
    expect(refused({ ...wrong, number: visa }).param).toBe("card.exp_month")
    expect(refused({ ...wrong, number: visa, expMonth: 1 }).param).toBe("card.exp_year")
    expect(refused({ ...wrong, number: visa, expMonth: 1, expYear: 2030 }).param).toBe("card.cvc")
  })

  it("C54: a refusal never holds what was entered", () => {
    for (const card of [
      { number: "4242424242424241" },
      { number: realLooking },
      { expYear: 2020 },
      { number: visa, cvc: "98765" }
    ]) {
      const failure = Result.getOrThrow(Result.flip(tokenize(entered(card), facts)))
      const printed = `${inspect(failure, { depth: null })} ${JSON.stringify(failure)} ${failure.message}`
      expect(printed).not.toContain(card.number ?? visa)
      expect(printed).not.toContain("98765")
    }
  })

  it("C54: a command does not print its number or security code", () => {
    const command = entered({ cvc: "987" })
    const printed = `${inspect(command, { depth: null, showHidden: true })} ${JSON.stringify(command)}`
    expect(printed).not.toContain(visa)
    expect(printed).not.toContain("987")
  })
})
