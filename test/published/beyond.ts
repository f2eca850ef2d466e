/** Why a request may be refused with 400 although it fits its schema: rules that a JSON Schema cannot say, by service. */

/** What a refusal says of one problem. */
export interface Problem {
  readonly code: string
  /** The field that it names, or nothing. */
  readonly param: string
  readonly message: string
}

interface Rule {
  /** Operations; default: all. */
  readonly on?: RegExp
  readonly code: RegExp
  readonly param?: RegExp
  readonly message?: RegExp
  readonly why: string
}

const cards: ReadonlyArray<Rule> = [
  { code: /^resource_missing$/, why: "Whether the object that a field names exists is found in the store." },
  { code: /^invalid_cursor$/, why: "A cursor belongs to one list with its filters." },
  { code: /^parameter_invalid$/, message: /letter or digit/, why: "Not every reader of a pattern knows all letters." },
  { code: /^parameter_invalid$/, param: /^page$/, why: "page and cursor exclude each other." },
  { code: /^invalid_card_number$/, why: "The last digit is a check digit." },
  { code: /^(?:not_a_test_card|invalid_expiry)$/, why: "A table of test cards, and the date of today." },
  { code: /^invalid_image$/, why: "What an image is shows in its bytes." },
  { code: /^currency_mismatch$/, why: "The currency is that of another object." },
  { code: /^(?:payment_|authentication_pending|capture_amount_too_large)/, why: "The state of the payment." },
  { code: /^email_taken$/, why: "Other customers have e-mail addresses, too." },
  { code: /^(?:bank_account_|evidence_|dispute_|payout_|refund_|charge_)/, why: "The state of the object." },
  {
    on: /^(?:refunds\.create|moneyHelpers\.openDispute)$/,
    code: /^amount_too_large$/,
    why: "No more than is left of the payment."
  },
  {
    on: /^bankAccounts\.create$/,
    code: /^(?:parameter_invalid|parameter_missing)$/,
    param: /^(?:routing_number|account_number|iban)$/,
    why: "An IBAN, or numbers whose form the country decides; both have check digits."
  },
  {
    on: /^(?:bankAccounts\.|customerHelpers\.verifyBankAccount)/,
    code: /^parameter_invalid$/,
    message: /static test bank account/,
    why: "A table of test accounts."
  },
  {
    on: /^paymentMethods\.create$/,
    code: /^(?:parameter_invalid|parameter_missing)$/,
    param: /^(?:card|us_bank_account)(?:\.routing_number)?$/,
    why: "type decides which of the two is sent; a routing number has a check digit."
  },
  {
    on: /^engineHelpers\.advance$/,
    code: /^(?:parameter_invalid|parameter_missing)$/,
    param: /^(?:to|seconds)$/,
    why: "seconds or to, and time never goes back."
  },
  {
    on: /^kycHelpers\.resolve$/,
    code: /^parameter_invalid$/,
    param: /^reason$/,
    why: "Only what fails has a reason."
  },
  {
    on: /^webhookEndpoints\./,
    code: /^parameter_invalid$/,
    param: /^(?:to|url)$/,
    why: "to is not before from; an address is not refused by its host in a pattern."
  },
  {
    on: /^risk\.(?:createRule|changeRule)$/,
    code: /^parameter_(?:invalid|missing)$/,
    param: /^score_contribution$/,
    why: "Only the action score adds points."
  },
  {
    on: /^risk\.changeSettings$/,
    code: /^parameter_invalid$/,
    param: /^(?:review_at|block_at)$/,
    why: "The two are in order."
  },
  { on: /^payments\.create$/, code: /^parameter_missing$/, param: /^payment_method$/, why: "A customer may have one." },
  {
    on: /^payments\.create$/,
    code: /^parameter_invalid$/,
    param: /^return_url$/,
    why: "No user, password or card number stands in the address."
  }
]

const docs: ReadonlyArray<Rule> = [
  { code: /./, message: /must be the nextCursor/, why: "A cursor belongs to one list with its filters." },
  { code: /./, message: /of a rule of kind|of this kind/, why: "The kind of a rule decides which fields it has." },
  {
    code: /./,
    message: /no built-in rule|is no context document|is no rule set/,
    why: "Whether it exists is found elsewhere."
  },
  { code: /./, message: /must be left out/, why: "Fields that exclude each other." },
  {
    on: /^generations\.create$/,
    code: /./,
    message: /^docType is required$|^there is no source/,
    why: "The project may have a kind of document and sources, or not."
  },
  {
    on: /^generations\.create$/,
    code: /./,
    param: /^settings\.contextDocumentIds$/,
    message: /at most/,
    why: "Those of the project count, too."
  },
  { code: /./, message: /must lie within the text/, why: "Two fields, compared." },
  { code: /./, param: /^branch$/, why: "The rules of git for names of branches." },
  {
    on: /^(?:projects|publications|generations|ci)\./,
    code: /./,
    message: /address|URL|path|repository/,
    why: "Addresses and paths are judged by their parts."
  },
  {
    on: /^(?:rules|checks)\./,
    code: /./,
    message: /pattern|between|range/,
    why: "Expressions of rules are read by the engine that runs them."
  }
]

const bank: ReadonlyArray<Rule> = [
  { code: /^INVALID_ROUTING_NUMBER$/, why: "The last digit is a check digit." },
  { code: /^INVALID_BIC$/, why: "Its country is one of ISO 3166." },
  { code: /^INVALID_DATE$/, message: /date that exists/, why: "The calendar." },
  {
    on: /^(?:ach|wires|payments|rfp)\./,
    code: /^REQUIRED_FIELD_MISSING$/,
    why: "The network and the kind of transfer decide which fields it needs."
  },
  {
    on: /^(?:ach|wires|payments|rfp|simulator)\./,
    code: /^FIELD_TOO_LONG$/,
    why: "The network's field is shorter, and counts the letters that stand for others."
  },
  {
    on: /^ach\.create$/,
    code: /^INVALID_FIELD_FORMAT$/,
    message: / in (?:CCD|PPD|CTX|WEB|TEL|IAT)$| for a (?:debit|credit)$/,
    why: "The class of the entry and its direction decide."
  },
  { code: /^INVALID_CURRENCY$/, why: "The register of currencies." },
  { code: /^INVALID_FIELD_FORMAT$/, param: /^cursor$/, why: "A cursor belongs to one list with its filters." },
  {
    code: /^INVALID_FIELD_FORMAT$/,
    message: /networks can carry/,
    why: "What can be spelled in the letters of networks."
  },
  {
    code: /^INVALID_FIELD_FORMAT$/,
    message: /an IBAN|a BIC|a country|a time zone/,
    why: "Check digits and registers."
  },
  {
    code: /^INVALID_FIELD_FORMAT$/,
    param: /bankCountry$/,
    message: /as the BIC has it/,
    why: "A BIC names its country, too."
  },
  { code: /^INVALID_FIELD_FORMAT$/, message: /must be absent/, why: "Fields that exclude each other." },
  { code: /^INVALID_FIELD_FORMAT$/, message: /another account than/, why: "Two fields, compared." },
  {
    on: /^(?:routing|approvalRules)\./,
    code: /^INVALID_FIELD_FORMAT$/,
    message: /that a payment can meet/,
    why: "Conditions, compared with one another."
  },
  { on: /^returns\.ask$/, code: /^REQUIRED_FIELD_MISSING$/, param: /^additionalInfo$/, why: "NARR stands for words." },
  {
    on: /^(?:webhooks|deliveries)\./,
    code: /^INVALID_FIELD_FORMAT$/,
    param: /^(?:url|events$)/,
    why: "Which hosts may be asked, and that a list names an event once."
  },
  { on: /^simulator\.moveClock$/, code: /./, param: /^(?:set|advance)$/, why: "Time never goes back, nor too far." },
  {
    code: /^INVALID_DATE$/,
    message: /(?:banking|business) day|past|future|days|today/,
    why: "The calendar of the network, and today."
  },
  {
    on: /^participants\.importFile$/,
    code: /^(?:INVALID_FIELD_FORMAT|REQUIRED_FIELD_MISSING)$/,
    param: /^content$/,
    why: "The format that is named decides what the file looks like."
  }
]

/** Operations that take what does not fit, and why. */
const passing: Readonly<Record<string, string>> = {
  "batches.submit": "Entries are judged one by one, so that one that is wrong does not stop the others."
}

/** Whether an operation takes bodies that do not fit its schema, and says so. */
export const takesMisfits = (operation: string): boolean => operation in passing

const rules: Readonly<Record<string, ReadonlyArray<Rule>>> = { cards, bank, docs }

/** Whether a rule of the service explains a problem with a request that fits its schema. */
export const isBeyondSchemas = (service: string, operation: string, { code, message, param }: Problem): boolean =>
  rules[service]!.some(
    (rule) =>
      rule.code.test(code) &&
      rule.on?.test(operation) !== false &&
      rule.param?.test(param) !== false &&
      rule.message?.test(message) !== false
  )

/** The problems of an error body, whichever service's it is. */
export const problemsOf = (body: any): ReadonlyArray<Problem> => {
  const { code = "", details = [], field, message = "", param } = body?.error ?? {}
  const several = (body?.errors ?? details) as ReadonlyArray<any>
  return several.length > 0
    ? several.map((one) => ({ code: one.code ?? code, param: one.field ?? one.path ?? "", message: one.message ?? "" }))
    : [{ code, param: param ?? field ?? "", message }]
}
