/** Rules of an ACH request that go across its fields, over the body as it came (decisions B.5, ACH). Pure. */
import { effectiveDateProblem, type AchSchedule } from "../calendar/ach-windows.ts"
import { easternDateOf } from "../calendar/eastern-time.ts"
import { isPlainDate } from "../calendar/PlainDate.ts"
import { representmentDescription, reversalDescription } from "../messages/nacha/answers.ts"
import { plainText } from "../messages/iso/characters.ts"
import { isSecCode, secRules } from "../messages/nacha/sec-rules.ts"
import { invalid, isRecord, missing, otherAccount, type BodyIssue } from "../wire.ts"
import { classProblems, type AchFieldProblem } from "./AchTerms.ts"

/** What the rules look at besides the body. */
export interface AchRuleFacts {
  readonly now: number
  /** The classes that the client may use. */
  readonly enabled: ReadonlyArray<string>
  readonly schedule: AchSchedule
}

type Body = Readonly<Record<string, unknown>>

/** What each field must be in a class. */
const expectedOf = (field: AchFieldProblem["field"], secCode: string, enabled: ReadonlyArray<string>): string => {
  if (field === "secCode") return `one of ${enabled.join(", ")}, which this client may use`
  if (!isSecCode(secCode)) return "right for its class"
  const { directions, mostTexts, paymentType } = secRules[secCode]
  if (field === "direction") return `${directions.join(" or ")} in ${secCode}`
  if (field === "addenda") return `at most ${mostTexts} in ${secCode}`
  return paymentType ? "S or R" : `absent in ${secCode}`
}

/** Class, direction, addenda and payment type. The schema reports values of a wrong type. */
const classIssues = ({ addenda, direction, secCode, webTelPaymentType }: Body, enabled: ReadonlyArray<string>) => {
  if (typeof secCode !== "string" || !isSecCode(secCode)) return []
  if (direction !== "credit" && direction !== "debit") {
    return enabled.includes(secCode)
      ? []
      : [invalid(["secCode"], expectedOf("secCode", secCode, enabled), "INVALID_SEC_CODE")]
  }
  const request = {
    direction,
    secCode,
    amountCents: 1,
    addenda: Array.isArray(addenda) ? addenda.length : 0,
    webTelPaymentType: typeof webTelPaymentType === "string" ? webTelPaymentType : undefined
  } as const
  return classProblems(request, enabled).map(({ code, field }): BodyIssue =>
    code === "REQUIRED_FIELD_MISSING" ? missing(field) : invalid([field], expectedOf(field, secCode, enabled), code)
  )
}

const dateIssues = ({ effectiveDate, sameDay }: Body, { now, schedule }: AchRuleFacts): ReadonlyArray<BodyIssue> => {
  if (typeof effectiveDate !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(effectiveDate)) return []
  const refuse = (expected: string) => [invalid(["effectiveDate"], expected, "INVALID_DATE")]
  if (!isPlainDate(effectiveDate)) return refuse("a date that exists")
  const problem = effectiveDateProblem(effectiveDate, now, schedule)
  if (problem === undefined) {
    const isToday = effectiveDate === easternDateOf(now)
    return sameDay === true && !isToday ? refuse("today for a same-day entry") : []
  }
  const said = {
    past: "today or later",
    closed: "a banking day",
    too_far: `at most ${schedule.daysAhead} days ahead`,
    window_over: "a later banking day: its window has closed"
  } as const
  return refuse(said[problem])
}

/** An account number in an entry other than IAT (decisions B.5). */
const longestAccount = 17

const receiverIssues = ({ beneficiary, direction, receiver, secCode }: Body): ReadonlyArray<BodyIssue> => {
  const doubled = beneficiary === undefined ? [] : [invalid(["beneficiary"], "absent where receiver is sent")]
  if (!isRecord(receiver)) return doubled
  const { accountNumber, accountType } = receiver
  return [
    ...doubled,
    ...(secCode !== "IAT" && typeof accountNumber === "string" && accountNumber.length > longestAccount
      ? [invalid(["receiver", "accountNumber"], `at most ${longestAccount} characters long`, "FIELD_TOO_LONG")]
      : []),
    // A loan account is debited only to take a credit back (Nacha).
    ...(direction === "debit" && accountType === "loan"
      ? [invalid(["receiver", "accountType"], "checking, savings or general_ledger for a debit")]
      : [])
  ]
}

/** What an IAT entry says about each party: its operator screens it (Nacha). */
const iatAddressParts = {
  originator: ["street", "city", "state", "postalCode"],
  receiver: ["street", "city", "country"]
}

/** Parts that stand in one field of a file, divided by `*` and ended by a backslash. */
const iatDivided = ["city", "state", "postalCode"]

const iatIssues = (body: Body): ReadonlyArray<BodyIssue> => {
  if (body["secCode"] !== "IAT")
    return body["iat"] === undefined ? [] : [invalid(["iat"], "absent unless secCode is IAT")]
  return [
    ...(body["iat"] === undefined ? [missing("iat")] : []),
    ...(["originator", "receiver"] as const).flatMap((side) => {
      const party = body[side]
      if (!isRecord(party)) return []
      const { address } = party
      if (address === undefined) return [missing(side, "address")]
      if (!isRecord(address)) return []
      const divides = (part: string) => typeof address[part] === "string" && /[*\\]/.test(plainText(address[part]))
      return [
        ...iatAddressParts[side]
          .filter((part) => address[part] === undefined)
          .map((part) => missing(side, "address", part)),
        ...iatDivided.filter(divides).map((part) => invalid([side, "address", part], "without * and \\ in IAT"))
      ]
    })
  ]
}

/** Descriptions that files give to entries of their own (Nacha). */
const reserved: ReadonlyArray<unknown> = [reversalDescription, representmentDescription]

const descriptionIssues = ({ companyEntryDescription }: Body): ReadonlyArray<BodyIssue> =>
  typeof companyEntryDescription === "string" && reserved.includes(companyEntryDescription.trim().toUpperCase())
    ? [invalid(["companyEntryDescription"], `other than ${reserved.join(" and ")}`)]
    : []

/** Everything that is wrong across fields. */
export const achIssues = (body: Body, facts: AchRuleFacts): ReadonlyArray<BodyIssue> => [
  ...classIssues(body, facts.enabled),
  ...dateIssues(body, facts),
  ...receiverIssues(body),
  ...otherAccount(body, { of: "receiver", than: "originator" }),
  ...iatIssues(body),
  ...descriptionIssues(body)
]
