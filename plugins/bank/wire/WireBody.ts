/** The body of a wire (decisions B.5): its schema, and the rules that go across its fields. */
import * as Schema from "effect/Schema"
import { Country, CountryCode, isCurrency, type Currency } from "../../../src/domain.ts"
import { Wire } from "../../../src/plugin.ts"
import { isPlainDate } from "../calendar/PlainDate.ts"
import { addressParts, travelRuleCents } from "../payments/Admission.ts"
import { accountTypes, chargeBearers, type Beneficiary } from "../payments/Payment.ts"
import { banksListed, type ErrorCode } from "../error-catalogue.ts"
import type { WireSettings } from "../settings.ts"
import {
  AccountNumber,
  AddressBody,
  Amount,
  invalid,
  isRecord,
  matching,
  missing,
  oneOf,
  otherAccount,
  PurposeCode,
  ReferenceId,
  refusal,
  RoutingNumber,
  type BodyIssue,
  type BodyRules,
  networkText
} from "../wire.ts"
import { wireNetworks, type CreateWire, type WireNetwork } from "./WireAdmission.ts"
import {
  countedCents,
  countryOfBic,
  fullBic,
  isBic,
  isFedwireValueDate,
  isIban,
  isSwiftValueDate,
  usesIban
} from "./WireTerms.ts"

const account = {
  name: [networkText(140), "The holder of the account."],
  accountType: [Schema.optionalKey(oneOf(accountTypes)), "What kind of account it is. Default: `checking`."]
} as const

const object = { expected: "an object" } as const

const checked = (
  code: ErrorCode,
  expected: string,
  holds: (value: string) => boolean,
  written: Readonly<Record<string, unknown>>
) =>
  Schema.String.annotate(refusal(code, expected)).check(
    Schema.makeFilter(holds, { ...refusal(code, expected), toJsonSchema: () => written })
  )

const Bic = checked("INVALID_BIC", `a BIC of 8 or 11 capital letters and digits (ISO 9362). ${banksListed}`, isBic, {
  pattern: "^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$",
  examples: ["SIMBGB2LXXX"]
})

const Iban = checked("INVALID_FIELD_FORMAT", "an IBAN with right check digits, without spaces", isIban, {
  pattern: "^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$",
  examples: ["GB82WEST12345698765432"]
})

const WireCurrency = checked(
  "INVALID_CURRENCY",
  "a currency of ISO 4217 in capital letters",
  (value) => value === value.toUpperCase() && isCurrency(value.toLowerCase()),
  { pattern: "^[A-Z]{3}$", examples: ["USD"] }
)

const ValueDate = matching(/^\d{4}-\d{2}-\d{2}$/u, "a date, YYYY-MM-DD").annotate({ format: "date" })

const WireOriginator = Wire.body("WireOriginator", "Who sends a wire.", {
  ...account,
  accountNumber: [AccountNumber, "The account: one of yours."],
  routingNumber: [RoutingNumber, "The bank: nine digits with a check digit."],
  address: [Schema.optionalKey(AddressBody), "Where the holder lives or does business."]
}).annotate(object)

const WireBeneficiary = Wire.body("WireBeneficiary", "Who gets a wire.", {
  ...account,
  accountNumber: [Schema.optionalKey(AccountNumber), "The account, where it is not named by an IBAN."],
  iban: [Schema.optionalKey(Iban), "SWIFT: the account, in countries that use IBANs."],
  routingNumber: [Schema.optionalKey(RoutingNumber), "Fedwire: the bank."],
  bic: [Schema.optionalKey(Bic), "SWIFT: the bank."],
  bankCountry: [
    Schema.optionalKey(CountryCode),
    "SWIFT: the country of the account's bank, the one that `bic` names. Send it where the IBAN is of another country."
  ],
  address: [Schema.optionalKey(AddressBody), "Where the holder lives or does business."]
}).annotate(object)

const Intermediary = Wire.body("WireIntermediary", "The bank on the way.", {
  routingNumber: [Schema.optionalKey(RoutingNumber), "Fedwire: its routing number."],
  bic: [Schema.optionalKey(Bic), "SWIFT: its BIC."]
}).annotate(object)

/** Body of a wire. Which bank numbers it needs depends on the network. */
export const CreateWireBody = Wire.body("CreateWire", "A wire to be made.", {
  network: [oneOf(wireNetworks), "`fedwire` for banks in the United States, `swift` for others."],
  transferType: [
    Schema.optionalKey(oneOf(["customer", "bank"])),
    "`bank` sends the banks' own money. Default: `customer`."
  ],
  amount: [Amount, "In the smallest unit of the currency."],
  currency: [Schema.optionalKey(WireCurrency), "Default: `USD`, the only one of Fedwire."],
  valueDate: [
    Schema.optionalKey(ValueDate),
    "The day for which it counts. Fedwire: the present business day. SWIFT: a banking day, at most 30 days ahead."
  ],
  chargeBearer: [
    Schema.optionalKey(oneOf(chargeBearers)),
    "Who bears the charges: both (`SHAR`, the default), the sender (`DEBT`) or the beneficiary (`CRED`)."
  ],
  originator: [WireOriginator, "Who sends it."],
  beneficiary: [WireBeneficiary, "Who gets the money: another account than the originator's."],
  intermediary: [Schema.optionalKey(Intermediary), "The bank on the way, if one is needed."],
  remittanceInfo: [Schema.optionalKey(networkText(140)), "What it is for; the beneficiary reads it."],
  purposeCode: [Schema.optionalKey(PurposeCode), "An ISO 20022 external purpose code."],
  referenceId: [Schema.optionalKey(ReferenceId), "Your own reference."]
})

type Given = Readonly<Record<string, unknown>>

const currencyIn = (body: Given): Currency | undefined => {
  const { currency = "USD" } = body
  const code = typeof currency === "string" ? currency.toLowerCase() : undefined
  return isCurrency(code) ? code : undefined
}

const currencyIssues = (network: WireNetwork, body: Given, { swiftCurrencies }: WireSettings) => {
  const currency = currencyIn(body)
  const allowed: ReadonlyArray<Currency> = network === "fedwire" ? ["usd"] : swiftCurrencies
  return currency === undefined || allowed.includes(currency)
    ? []
    : [invalid(["currency"], allowed.map((one) => one.toUpperCase()).join(" or "), "INVALID_CURRENCY")]
}

const dateWords: Readonly<Record<WireNetwork, string>> = {
  fedwire: "the present business day of Fedwire",
  swift: "a banking day from today on, at most 30 days ahead"
}

const dateIssues = (network: WireNetwork, { valueDate }: Given, settings: WireSettings, now: number) => {
  if (typeof valueDate !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(valueDate)) return []
  const isTaken =
    isPlainDate(valueDate) &&
    (network === "fedwire"
      ? isFedwireValueDate(valueDate, now, settings.fedwireHours)
      : isSwiftValueDate(valueDate, now))
  return isTaken ? [] : [invalid(["valueDate"], dateWords[network], "INVALID_DATE")]
}

const viaIssues = (network: WireNetwork, body: Given): ReadonlyArray<BodyIssue> => {
  const number = network === "fedwire" ? "routingNumber" : "bic"
  const via = body["intermediary"]
  return isRecord(via) && via[number] === undefined ? [missing("intermediary", number)] : []
}

/** Which account a bank abroad is given: where accounts have IBANs, nothing else names one. */
const accountIssues = ({ accountNumber, iban }: Given, country: string): ReadonlyArray<BodyIssue> => {
  if (iban !== undefined) return []
  if (usesIban(country)) return [missing("beneficiary", "iban")]
  return accountNumber === undefined ? [missing("beneficiary", "accountNumber")] : []
}

/** Which bank and account numbers a beneficiary needs. */
const numberIssues = (network: WireNetwork, { beneficiary }: Given): ReadonlyArray<BodyIssue> => {
  if (!isRecord(beneficiary)) return []
  if (network === "fedwire") {
    return ["routingNumber", "accountNumber"]
      .filter((field) => beneficiary[field] === undefined)
      .map((field) => missing("beneficiary", field))
  }
  const { bankCountry, bic } = beneficiary
  if (bic === undefined) return [missing("beneficiary", "bic")]
  if (typeof bic !== "string" || !isBic(bic)) return []
  const country = countryOfBic(bic)
  const isOther = typeof bankCountry === "string" && Country.isCountry(bankCountry) && bankCountry !== country
  const otherCountry = invalid(["beneficiary", "bankCountry"], `${country}, as the BIC has it`)
  return [...(isOther ? [otherCountry] : []), ...accountIssues(beneficiary, country)]
}

const wireParts = [...addressParts, "country"] as const

/** What a structured address of SWIFT has. */
const structured = ["street", "city", "postalCode", "country"] as const

const partIssues = (body: Given, side: "originator" | "beneficiary", parts: ReadonlyArray<string>) => {
  const party = body[side]
  if (!isRecord(party)) return []
  const { address } = party
  if (address === undefined) return [missing(side, "address")]
  return isRecord(address)
    ? parts.filter((part) => address[part] === undefined).map((part) => missing(side, "address", part))
    : []
}

/** Below the travel rule's threshold the parts of addresses are fields like any other (decisions X4, X5). */
const addressIssues = (network: WireNetwork, body: Given, settings: WireSettings): ReadonlyArray<BodyIssue> => {
  const { amount } = body
  const currency = currencyIn(body) ?? "usd"
  const isAbove =
    Number.isSafeInteger(amount) && countedCents(Number(amount), currency, settings.usdPerUnit) >= travelRuleCents
  if (isAbove) return []
  return [
    ...partIssues(body, "originator", wireParts),
    ...(network === "swift" ? partIssues(body, "beneficiary", structured) : [])
  ]
}

/** The rules across fields, as they are at a moment. */
export const wireRules: BodyRules = (body, { now, settings: { wire } }) => {
  const network = wireNetworks.find((known) => known === body["network"])
  if (network === undefined) return []
  return [
    ...currencyIssues(network, body, wire),
    ...dateIssues(network, body, wire, now),
    ...numberIssues(network, body),
    ...otherAccount(body, { of: "beneficiary", than: "originator" }),
    ...viaIssues(network, body),
    ...addressIssues(network, body, wire)
  ]
}

const beneficiaryOf = ({ beneficiary, network }: typeof CreateWireBody.Type): Beneficiary => {
  const { accountNumber, accountType = "checking", address, bic, iban, name, routingNumber } = beneficiary
  if (network === "fedwire") {
    return { name, accountNumber: accountNumber!, accountType, routingNumber: routingNumber!, address }
  }
  return {
    name,
    accountNumber: iban ?? accountNumber!,
    isIban: iban !== undefined,
    bic: fullBic(bic!),
    bankCountry: countryOfBic(bic!),
    address
  }
}

const viaOf = ({ intermediary, network }: typeof CreateWireBody.Type): string | null => {
  if (intermediary === undefined) return null
  return network === "fedwire" ? intermediary.routingNumber! : fullBic(intermediary.bic!)
}

/** The command of a body that keeps all rules. */
export const commandOf = (body: typeof CreateWireBody.Type): CreateWire => ({
  network: body.network,
  transferType: body.transferType ?? "customer",
  amountMinor: body.amount,
  currency: (body.currency ?? "USD").toLowerCase() as Currency,
  valueDate: body.valueDate,
  chargeBearer: body.chargeBearer ?? "SHAR",
  originator: { accountType: "checking", ...body.originator },
  beneficiary: beneficiaryOf(body),
  intermediary: viaOf(body),
  isBankCountryGiven: body.beneficiary.bankCountry !== undefined,
  remittanceInfo: body.remittanceInfo,
  purposeCode: body.purposeCode,
  referenceId: body.referenceId
})
