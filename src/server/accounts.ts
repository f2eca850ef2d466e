/** The file of cards accounts that `BURSAR_CARDS_ACCOUNTS` names: its form, and what is wrong with one. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { accountId, aml, type CardsAccount } from "../../plugins/cards/index.ts"
import { CountryCode } from "../domain/codes.ts"
import { operatorFile, RiskAssessment } from "../plugin.ts"
import { cardsKey } from "./settings.ts"

const matching = (pattern: RegExp, expected: string) =>
  Schema.String.annotate({ expected }).check(Schema.isPattern(pattern, { expected }))

/** Risk scores run from 0 to 100 (spec cards §2). */
const Score = Schema.Int.annotate({ expected: "a whole number from 0 to 100" }).check(
  Schema.isBetween({ minimum: 0, maximum: 100 }, { expected: "a whole number from 0 to 100" })
)

const whole = (maximum: number) =>
  Schema.Int.annotate({ expected: `a whole number from 0 to ${maximum}` }).check(
    Schema.isBetween({ minimum: 0, maximum }, { expected: `a whole number from 0 to ${maximum}` })
  )

/** Any of the thresholds of monitoring by their names. */
const AnyThresholds = Schema.Struct(
  Object.fromEntries(
    (Object.keys(aml.defaultThresholds) as ReadonlyArray<keyof aml.AmlThresholds>).map((name) => [
      name,
      Schema.optionalKey(whole(999_999_999_999))
    ])
  ) as { readonly [Name in keyof aml.AmlThresholds]: Schema.optionalKey<ReturnType<typeof whole>> }
).annotate({ expected: "an object of thresholds" })

/** Those that go together. */
const Thresholds = aml.thresholdRules.reduce(
  (schema, [expected, holds]) =>
    schema.check(Schema.makeFilter((given) => holds({ ...aml.defaultThresholds, ...given }), { expected })),
  AnyThresholds
)

const Account = Schema.Struct({
  id: matching(accountId.form, accountId.words),
  keys: Schema.Array(matching(cardsKey, "sk_test_ or sk_live_ and 8 to 200 letters, digits or _"))
    .annotate({ expected: "a list of keys" })
    .check(Schema.isMinLength(1, { expected: "a list of at least one key" })),
  plan: Schema.optionalKey(
    Schema.Literals(["starter", "growth", "dedicated"]).annotate({ expected: "starter, growth or dedicated" })
  ),
  merchantCountry: Schema.optionalKey(CountryCode),
  payouts: Schema.optionalKey(Schema.Boolean.annotate({ expected: "true or false" })),
  risk: Schema.optionalKey(
    Schema.Struct({ reviewAt: Score, blockAt: Score })
      .annotate({ expected: "an object with reviewAt and blockAt" })
      .check(Schema.makeFilter(RiskAssessment.areInOrder, { expected: "a reviewAt that is not above its blockAt" }))
  ),
  fees: Schema.optionalKey(
    Schema.Struct({
      processingBasisPoints: Schema.optionalKey(whole(10_000)),
      processingMinor: Schema.optionalKey(whole(1_000_000)),
      disputeMinor: Schema.optionalKey(whole(1_000_000))
    }).annotate({ expected: "an object with processingBasisPoints, processingMinor and disputeMinor" })
  ),
  settlementDelayDays: Schema.optionalKey(whole(30)),
  aml: Schema.optionalKey(
    Schema.Struct({
      timeZone: Schema.optionalKey(
        Schema.String.annotate({ expected: "an IANA time zone" }).check(
          Schema.makeFilter((zone: string) => aml.isTimeZone(zone), {
            expected: "an IANA time zone, such as Europe/Berlin"
          })
        )
      ),
      thresholds: Schema.optionalKey(Thresholds)
    }).annotate({ expected: "an object with timeZone and thresholds" })
  )
}).annotate({ expected: "an object" })

const Accounts = Schema.Array(Account)
  .annotate({ expected: "a list of accounts" })
  .check(Schema.isMinLength(1, { expected: "a list of at least one account" }))

const read = operatorFile(Accounts, "an account")

/** What two accounts may not share. Keys are secrets, so they are named by their place. */
const duplicatesOf = (accounts: ReadonlyArray<CardsAccount>): ReadonlyArray<string> => {
  const problems: Array<string> = []
  const ids = new Map<string, number>()
  const keys = new Map<string, string>()
  for (const [index, account] of accounts.entries()) {
    const earlier = ids.get(account.id)
    if (earlier !== undefined) problems.push(`[${index}].id is the same as [${earlier}].id`)
    else ids.set(account.id, index)
    for (const [position, key] of account.keys.entries()) {
      const place = `[${index}].keys[${position}]`
      const first = keys.get(key)
      if (first !== undefined) problems.push(`${place} is the same key as ${first}`)
      else keys.set(key, place)
    }
  }
  return problems
}

/** Reads the text of an accounts file. Fails with one sentence per problem. */
export const parseAccounts = (text: string): Result.Result<ReadonlyArray<CardsAccount>, ReadonlyArray<string>> =>
  Result.flatMap(read(text), (accounts) => {
    const duplicates = duplicatesOf(accounts)
    return duplicates.length > 0 ? Result.fail(duplicates) : Result.succeed(accounts)
  })
