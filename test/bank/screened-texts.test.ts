/** Whatever of a request leaves in a message or a file was screened (B5, B135): every text, over every rail. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { expect, it } from "vitest"
import { Screening } from "../../src/services/Screening.ts"
import { beneficiary, freshKey, startHost, type Host } from "./host.ts"
import { messagesOf } from "./messages/journal.ts"

/** Gives each field a word of its own, such as `Qcfkz`. */
class Words {
  readonly fields = new Map<string, string>()

  of(field: string): string {
    const word = `Q${String(this.fields.size)
      .padStart(4, "0")
      .replace(/\d/g, (digit) => "bcdfghjklm"[Number(digit)]!)}`
    this.fields.set(word, field)
    return word
  }

  party(path: string, accountNumber: string, routingNumber: string) {
    const part = (name: string) => this.of(`${path}.${name}`)
    const address = { street: part("street"), city: part("city"), state: part("state"), postalCode: part("postalCode") }
    return {
      name: part("name"),
      accountNumber,
      accountType: "checking",
      routingNumber,
      address: { ...address, country: "US" }
    }
  }

  bank(path: string) {
    return { name: this.of(`${path}.name`), id: this.of(`${path}.id`), idQualifier: "01", country: "MX" }
  }

  entry(secCode: string) {
    const path = (field: string) => this.of(`${secCode} ${field}`)
    const originator = this.party(`${secCode} originator`, "1234567890", "099900014")
    const receiver = this.party(`${secCode} receiver`, "9000000000", "099900069")
    return {
      secCode,
      direction: secCode === "TEL" ? "debit" : "credit",
      amount: 500,
      originator: { ...originator, companyId: path("companyId"), companyName: path("companyName") },
      receiver: { ...receiver, identificationNumber: path("identificationNumber") },
      companyEntryDescription: path("companyEntryDescription"),
      companyDiscretionaryData: path("companyDiscretionaryData"),
      referenceId: path("referenceId"),
      ...(secCode === "TEL"
        ? { webTelPaymentType: "S" }
        : { addenda: [{ paymentRelatedInformation: path("addenda") }] }),
      ...(secCode === "IAT"
        ? {
            iat: {
              transactionTypeCode: "BUS",
              destinationCurrency: "MXN",
              destinationCountry: "MX",
              receivingBank: this.bank("receivingBank"),
              foreignCorrespondents: [this.bank("foreignCorrespondent")]
            }
          }
        : {})
    }
  }
}

const send = async ({ ask, engine }: Host, path: string, body: unknown) => {
  const answer = await ask("POST", path, body, { "idempotency-key": freshKey() })
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
  await engine.advance("1 minute")
  return answer.body.data
}

const sendInstant = async (host: Host, rail: string, words: Words) => {
  const originator = words.party(`${rail} originator`, "1234567890", "099900014")
  const { paymentId } = await send(host, "/v2/payments/instant", {
    amount: 100,
    railPreference: rail,
    originator,
    beneficiary: words.party(`${rail} beneficiary`, "9000000000", "099900027"),
    remittanceInfo: words.of(`${rail} remittanceInfo`)
  })
  const additionalInfo = words.of(`${rail} additionalInfo`)
  await send(host, `/v2/payments/instant/${paymentId}/return-request`, { reasonCode: "NARR", additionalInfo })
  const { rfpId } = await send(host, "/v2/payments/rfp", {
    rail,
    amount: 100,
    payee: originator,
    payer: words.party(`${rail} payer`, "77", "099900027"),
    description: words.of(`${rail} description`)
  })
  await send(host, `/v2/payments/rfp/${rfpId}/cancel`, undefined)
}

const sendWire = async (host: Host, network: string, transferType: string, words: Words) => {
  const {
    accountType: _,
    routingNumber,
    ...beneficiary
  } = words.party(`${network} beneficiary`, "9000000000", "099900069")
  const { paymentId } = await send(host, "/v2/payments/wire", {
    network,
    transferType,
    amount: 400_000,
    originator: words.party(`${network} originator`, "1234567890", "099900014"),
    beneficiary: { ...beneficiary, ...(network === "swift" ? { bic: "SIMBUS33" } : { routingNumber }) },
    remittanceInfo: words.of(`${network} remittanceInfo`)
  })
  const additionalInfo = words.of(`${network} additionalInfo`)
  await send(host, `/v2/payments/wire/${paymentId}/recall`, { reason: "CUST", additionalInfo })
}

/** What left in files, as administrators read it. */
const filesOf = async ({ admin }: Host, ids: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const texts: Array<string> = []
  for (const id of ids) {
    const path = `/v2/admin/payments/${id}/messages`
    for (const { messageId } of (await admin("GET", path)).body.data) {
      texts.push((await admin("GET", `${path}/${messageId}`)).body.data.content)
    }
  }
  return texts
}

it("B5 B135 each text that leaves was screened", async () => {
  const screened: Array<string> = []
  const heard = (base: Screening["Service"]): Screening["Service"] => ({
    ...base,
    screen: (subject, options) =>
      Effect.andThen(
        Effect.sync(() => screened.push(subject.name)),
        base.screen(subject, options)
      )
  })
  const layers = Layer.effect(Screening, Effect.map(Screening, heard)).pipe(Layer.provide(Screening.layer))
  const host = await startHost({ engine: { layers: layers as never } })
  const words = new Words()
  for (const rail of ["rtp", "fednow"]) await sendInstant(host, rail, words)
  for (const network of ["fedwire", "swift"]) {
    for (const transferType of ["customer", "bank"]) await sendWire(host, network, transferType, words)
  }
  const entries: Array<string> = []
  for (const secCode of ["PPD", "CCD", "CTX", "WEB", "TEL", "IAT"]) {
    entries.push((await send(host, "/v2/payments/ach", words.entry(secCode))).paymentId)
  }
  await host.engine.advance("3 days")
  const left = [...(await messagesOf(host)).map(({ xml }) => xml), ...(await filesOf(host, entries))].join("\n")
  const leaving = [...words.fields].filter(([word]) => left.includes(word))
  expect(leaving.length).toBeGreaterThan(130)
  expect(leaving.filter(([word]) => !screened.some((text) => text.includes(word))).map(([, field]) => field)).toEqual(
    []
  )
})

it.each(["Jane Roe or Zoltan Sanctionov", "Jane Roe c/o Zoltan Sanctionov", "Estate of Zoltan Sanctionov"])(
  "B5 B135 a payment to several people is held for one of them: %s",
  async (name) => {
    const host = await startHost()
    const { body, status } = await host.pay({ beneficiary: { ...beneficiary, name } })
    expect([status, body.error?.code]).toEqual([202, "OFAC_MATCH"])
  }
)
