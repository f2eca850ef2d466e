/** The sandbox in the published description: what every test value does, from the rows that do it. Markdown. */
import { sandboxLists, sandboxOutages, testHighRiskCountry } from "../../../src/plugin.ts"
import { testAccounts } from "./test-accounts.ts"
import { testCards, type TestCard } from "./test-cards.ts"
import { jurisdictions } from "../aml/jurisdictions.ts"
import { testAccounts as payoutAccounts } from "../bank-accounts/account-numbers.ts"
import { maxFailedVerifications, sandboxDeposits } from "../bank-accounts/BankAccount.ts"
import { staticBankAccount } from "../bank-accounts/static-bank-accounts.ts"
import { evidenceWords } from "../disputes/Evidence.ts"
import { triggers } from "./kyc-provider.ts"
import { shownReasons, verdictRows } from "../kyc/Verdict.ts"
import { documentationRanges } from "../risk/ip-countries.ts"
import type { PaymentBehaviour } from "../payment-methods/PaymentMethod.ts"

const coded = (texts: ReadonlyArray<string>): string => texts.map((text) => `\`${text}\``).join(", ")

const cell = (text: string): string => text.replaceAll("|", "\\|")

const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n")

const challengeWords = {
  always: "every payment needs 3D Secure",
  on_session: "payments with the customer present need 3D Secure",
  first_use: "needs 3D Secure until it was authenticated once"
} as const

const spaced = (word: string): string => word.replaceAll("_", " ")

/** What each part of a card's behaviour means. */
const behaviourWords: { readonly [K in keyof PaymentBehaviour]-?: (value: PaymentBehaviour[K] & {}) => string } = {
  outcome: spaced,
  alwaysBlocked: () => "blocked as fraud",
  challenge: (when) => challengeWords[when],
  forcedScore: (score) => `risk score ${score}`,
  forcedSignals: (signals) => `signal ${signals.map(spaced).join(", ")}`,
  refund: (how) => `refund ${spaced(how)}`,
  dispute: (reason) => `disputed at once as ${spaced(reason)}`
}

/** What a test card does, in a few words. A card that is blocked does not come to its outcome. */
const effectOf = ({ behaviour, category, country, funding, threeDSecure }: TestCard): string =>
  [
    ...Object.entries(behaviour)
      .filter(([part]) => part !== "outcome" || behaviour.alwaysBlocked !== true)
      .map(([part, value]) => behaviourWords[part as keyof PaymentBehaviour](value as never)),
    threeDSecure === "not_supported" ? "knows no 3D Secure" : "",
    country === "US" ? "" : `issued in \`${country}\``,
    funding === "credit" ? "" : funding,
    category === "consumer" ? "" : category
  ]
    .filter((part) => part !== "")
    .join(", ")

const cards = table(
  ["Number", "Brand", "Payment method without tokenization", "What happens"],
  testCards.map((card) => [`\`${card.number}\``, card.brand, coded(card.paymentMethods), effectOf(card)])
)

const accounts = table(
  ["Routing number", "Account number", "Payment method", "What happens"],
  testAccounts.map((account) => [
    `\`${account.routingNumber}\``,
    `\`${account.accountNumber}\``,
    coded(account.paymentMethods),
    account.behaviour.outcome.replaceAll("_", " ")
  ])
)

const payoutEffect = ({ behaviour }: (typeof payoutAccounts)[number]): string =>
  [
    behaviour.outcome === "paid" ? "payouts arrive" : `payouts fail: ${behaviour.outcome.replaceAll("_", " ")}`,
    behaviour.late === true ? "standard ones a business day late" : "",
    behaviour.instant === false ? "no instant payouts" : ""
  ]
    .filter((part) => part !== "")
    .join(", ")

const payoutNumbers = table(
  ["Routing number", "Account number", "What happens"],
  payoutAccounts.map((account) => [
    `\`${account.routingNumber}\``,
    `\`${account.accountNumber}\``,
    payoutEffect(account)
  ])
)

const readyAccounts = table(
  ["Bank account", "Currency", "Status"],
  ["ba_test_verified_usd", "ba_test_verified_eur"].flatMap((id) => {
    const account = staticBankAccount(id)
    return account === undefined ? [] : [[`\`${id}\``, account.currency, account.status]]
  })
)

type Script = (typeof triggers)[string]

const verdictWords = (script: Script): string => {
  if (script.outcome === "silent") return "no result ever comes; the verification fails when its time is over"
  const found = script.document?.name === undefined ? "" : `; the document is that of \`${script.document.name}\``
  return script.outcome === "failed" ? `failed: \`${shownReasons[script.reason]}\`${found}` : "verified"
}

const birthDates = table(
  ["Date of birth", "What happens"],
  [
    ...Object.entries(triggers).map(([date, script]) => [`\`${date}\``, verdictWords(script)]),
    ["any other", "verified"]
  ]
)

const listedNames = table(
  ["Name", "List", "What it is", "Born", "Countries"],
  sandboxLists.flatMap(({ entries, list }) =>
    entries.map(({ aliases = [], countries = [], datesOfBirth = [], entityType, name }) => [
      coded([name, ...aliases]),
      `\`${list}\``,
      entityType,
      coded(datesOfBirth),
      coded(countries)
    ])
  )
)

const outages = sandboxOutages
  .map(({ failingAttempts, name }) => `\`${name}\` (the first ${failingAttempts} tries)`)
  .join(", ")

const decisions = table(
  ["Word in any field of the evidence", "The issuer decides"],
  Object.entries(evidenceWords).map(([word, decided]) => [`\`${word}\``, decided])
)

const documents = table(
  ["What is wrong with the document", "`failure_reason`"],
  verdictRows.map(([reason, , words]) => [words, `\`${shownReasons[reason]}\``])
)

const addresses = table(
  ["Addresses", "Country"],
  documentationRanges.map(([prefix, country]) => [
    `\`${prefix}0\` to \`${prefix}255\``,
    country === testHighRiskCountry ? `\`${country}\`, a country of high risk` : `\`${country}\``
  ])
)

const embargoed = [
  ...[...jurisdictions.embargoed].map((country) => `\`${country}\``),
  ...jurisdictions.embargoedRegions.map(({ name }) => name)
].join(", ")

/** The chapter about the sandbox. */
export const sandbox = `## The sandbox
Cards of the sandbox. Any expiry in the future and any security code works. No other number is taken.

${cards}

Bank accounts that pay by debit over the Automated Clearing House (ACH).

${accounts}

Bank accounts for payouts. A new one waits for the amounts of two deposits, ${sandboxDeposits.join(" and ")} in the smallest
currency unit, in any order. After ${maxFailedVerifications} wrong tries it cannot be verified any more. Other valid account numbers
work too, international ones (IBAN) included, and payouts to them arrive.

${payoutNumbers}

These are verified already and belong to nobody.

${readyAccounts}

Dates of birth for identity verifications. The result comes two seconds of engine time after the request.

${birthDates}

The sandbox takes any whole image in JPEG or PNG for a good document. It reads a machine-readable zone that stands in a text chunk of a
PNG or in a comment of a JPEG. The first of these rows that holds decides:

${documents}

Names on the lists of the sandbox. \`POST /v2/test_helpers/screening_entries\` adds others for your account.

${listedNames}

For these names the lists cannot be consulted at first: ${outages}.

Whether the customer's date of birth and country agree with listed ones counts in the score of a match.

The country of a payer follows from \`client.ip\`, unless \`client.ip_country\` says it. These addresses stand for countries;
others have none.

${addresses}

These countries and regions are under an embargo: ${embargoed}. A payment fails with \`sanctioned_country\` where the card, the
billing address or the address of its customer is in one of them.

Evidence that decides a dispute. Without one of these words the issuer decides after 30 days. You then win only a \`fraudulent\` dispute
about a payment that the cardholder authenticated.

${decisions}`
