/** Bodies of wires for tests, and what tests ask about them. */
import { freshKey, type Host, type Reply } from "../host.ts"

const address = { street: "1 Main St", city: "Austin", state: "TX", postalCode: "78701", country: "US" }

export const sender = { name: "Acme Corp", accountNumber: "1234567890", routingNumber: "099900014", address }

export const receiver = { name: "Jane Roe", accountNumber: "9000000000", routingNumber: "099900069", address }

/** The beneficiary of a SWIFT payment in Germany; the last ten digits are its account number there. */
export const german = (iban = "DE10500105179000000000") => ({
  name: "Erika Muster",
  iban,
  bic: "SIMBDEFFXXX",
  bankCountry: "DE",
  address: { street: "Hauptstr. 1", city: "Frankfurt", state: "HE", postalCode: "60311", country: "DE" }
})

/** The same at a bank that has no IBANs. */
export const american = (accountNumber = "9000000000") => ({
  name: "Jane Roe",
  accountNumber,
  bic: "SIMBUS33",
  address
})

export type Change = Readonly<Record<string, unknown>>

export const fedwire = (change: Change = {}) => ({
  network: "fedwire",
  amount: 5_000_000_000,
  currency: "USD",
  originator: sender,
  beneficiary: receiver,
  intermediary: null,
  remittanceInfo: "Contract 7",
  referenceId: "W-1",
  ...change
})

export const swift = (change: Change = {}) => ({
  network: "swift",
  amount: 2_500_000,
  currency: "EUR",
  chargeBearer: "SHAR",
  originator: sender,
  beneficiary: german(),
  referenceId: "W-2",
  ...change
})

/** A Fedwire payment to an account whose behaviour is scripted. */
export const wireTo = (accountNumber: string, change: Change = {}) =>
  fedwire({ beneficiary: { ...receiver, accountNumber }, ...change })

export const send = ({ ask }: Host, body: unknown, headers = {}): Promise<Reply> =>
  ask("POST", "/v2/payments/wire", body, { "idempotency-key": freshKey(), ...headers })

export const wire = async ({ ask }: Host, id: string) => (await ask("GET", `/v2/payments/wire/${id}`)).body.data

export const events = (payment: any): ReadonlyArray<string> =>
  payment.events.map(({ eventType }: any) => eventType.replace("payment.", ""))

/** The network's own log of one payment. */
export const messages = async ({ ask }: Host, id: string): Promise<ReadonlyArray<any>> =>
  (await ask("GET", `/v2/simulator/network/messages?paymentId=${id}`)).body.data

/** Messages that left us and moved money. */
export const credits = async (host: Host, id: string) =>
  (await messages(host, id)).filter(({ credited, direction }) => credited && direction === "out").length

/** The journals of one payment: step, accounts, amount. */
export const books = async ({ admin }: Host, id: string) =>
  (await admin("GET", `/v2/admin/ledger/entries?paymentId=${id}`)).body.data.map(({ postings, step }: any) => [
    step.split(":")[0],
    `${postings[0].account} > ${postings[1].account}`,
    postings[0].amount
  ])

export const codeOf = ({ body, status }: Reply) => [
  status,
  body.error?.code ?? body.errors?.map(({ code }: any) => code)
]

/** A rule that asks one person; from text, because an object with such a field is mistaken for a promise. */
export const humanRule = (when: Change): Change => ({
  ...(JSON.parse(`{"then":"human","approvers":1,"priority":1}`) as Change),
  when
})
