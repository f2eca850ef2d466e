/** Requests for ACH payments: what is refused, in which order, and what is answered (A.10 to A.13, B.2, B.5). */
import { describe, expect, it } from "vitest"
import { testClient } from "../../../plugins/bank/index.ts"
import { client, freshKey, keyOf, startHost, type Host } from "../host.ts"
import { achBody, achOriginator, achTo, created, post, receiver, shown } from "./achHost.ts"

/** Wednesday noon in New York. */
const refusal = async (host: Host, body: unknown) => {
  const { body: answer, status } = await post(host, body)
  return [status, ...[answer.error ?? answer.errors].flat().map(({ code, field }: any) => `${code} ${field}`)]
}

const without = (of: Readonly<Record<string, unknown>>, ...fields: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(of).filter(([field]) => !fields.includes(field)))

const iat = {
  transactionTypeCode: "BUS",
  originCurrency: "USD",
  destinationCurrency: "MXN",
  destinationCountry: "MX",
  receivingBank: { name: "Banco Sim", id: "SIMBMXMMXXX", idQualifier: "02", country: "MX" }
}
const abroad = { ...receiver, address: { street: "Calle 2", city: "Puebla", country: "MX" } }
const iatBody = (change: Readonly<Record<string, unknown>> = {}) =>
  achBody({ secCode: "IAT", receiver: abroad, iat, ...change })

describe("a good request", () => {
  it("B111 B.5 is answered with 201 and the window in which the entry leaves", async () => {
    const host = await startHost()
    const { body, status } = await post(host, achBody())
    expect(status).toBe(201)
    expect(body.data).toEqual({
      paymentId: expect.stringMatching(/^pmt_ach_[0-9A-Za-z]+$/),
      rail: "ach",
      direction: "credit",
      secCode: "PPD",
      amount: 250_000,
      status: "queued",
      effectiveDate: "2026-06-18",
      sameDay: false,
      submissionWindow: "2026-06-18T00:00:00.000Z",
      expectedSettlementAt: "2026-06-18T12:30:00.000Z",
      traceNumber: null,
      reversalId: null,
      referenceId: "PAY-7",
      createdAt: "2026-06-17T16:00:00.000Z"
    })
  })

  it("takes beneficiary for receiver, and makes up what files need to know of a company", async () => {
    const host = await startHost()
    const body = without(
      achBody({ originator: without(achOriginator, "companyId", "companyName") }),
      "receiver",
      "companyEntryDescription"
    )
    const id = await created(host, { ...body, beneficiary: receiver })
    expect(await shown(host, id)).toMatchObject({ receiver: { name: "Jane Roe" }, companyEntryDescription: "PAYMENT" })
  })

  it("calls a company by the beginning of its name as files write it, which may be longer than the name's own", async () => {
    const host = await startHost()
    const named = { ...without(achOriginator, "companyName"), name: "Straßenbau Müller GmbH" }
    const id = await created(host, achBody({ originator: named }))
    expect(await shown(host, id)).toMatchObject({ companyName: "Strassenbau Mull" })
  })

  it.each([
    ["PPD", {}],
    ["PPD", { direction: "debit" }],
    ["CCD", { addenda: [{ paymentRelatedInformation: "INV 42" }] }],
    ["CTX", { addenda: Array.from({ length: 40 }, (_, at) => ({ paymentRelatedInformation: `LINE ${at}` })) }],
    ["WEB", { direction: "debit", webTelPaymentType: "R" }],
    ["WEB", {}],
    ["TEL", { direction: "debit", webTelPaymentType: "S" }],
    ["IAT", { receiver: abroad, iat, addenda: [{ paymentRelatedInformation: "Factura 42" }] }]
  ])("%s %o goes out in a file and settles", async (secCode, change) => {
    const host = await startHost()
    const id = await created(host, achBody({ secCode, ...change }))
    await host.engine.advance("1 day")
    expect(await shown(host, id)).toMatchObject({ status: "settled", traceNumber: "099900010000001" })
  })
})

describe("fields (B118 to B126)", () => {
  it.each([
    ["B118", achBody({ direction: undefined }), "REQUIRED_FIELD_MISSING direction"],
    ["B118", achBody({ originator: undefined }), "REQUIRED_FIELD_MISSING originator"],
    ["B118", achBody({ receiver: { ...receiver, name: "" } }), "REQUIRED_FIELD_MISSING receiver.name"],
    ["B.5", achBody({ beneficiary: receiver }), "INVALID_FIELD_FORMAT beneficiary"],
    ["B119", achBody({ direction: "both" }), "INVALID_FIELD_FORMAT direction"],
    ["B119", achBody({ effectiveDate: "06/18/2026" }), "INVALID_FIELD_FORMAT effectiveDate"],
    ["B119", achBody({ sameDay: "yes" }), "INVALID_FIELD_FORMAT sameDay"],
    [
      "B120",
      achBody({ receiver: { ...receiver, routingNumber: "099900060" } }),
      "INVALID_ROUTING_NUMBER receiver.routingNumber"
    ],
    [
      "B120",
      achBody({ receiver: { ...receiver, routingNumber: "099900085" } }),
      "INVALID_ROUTING_NUMBER receiver.routingNumber"
    ],
    [
      "B120",
      achBody({ receiver: { ...receiver, routingNumber: "099900140" } }),
      "INVALID_ROUTING_NUMBER receiver.routingNumber"
    ],
    ["B122", achBody({ amount: 0 }), "INVALID_AMOUNT amount"],
    ["B122", achBody({ amount: "100" }), "INVALID_AMOUNT amount"],
    ["B122", achBody({ amount: 1.5 }), "INVALID_AMOUNT amount"],
    ["B122", achBody({ amount: 10_000_000_000 }), "INVALID_AMOUNT amount"],
    ["B123", achBody({ secCode: "POP" }), "INVALID_SEC_CODE secCode"],
    ["B123", achBody({ secCode: 5 }), "INVALID_SEC_CODE secCode"],
    ["B124", achBody({ currency: "EUR" }), "INVALID_CURRENCY currency"],
    ["B125", achBody({ referenceId: "x".repeat(36) }), "FIELD_TOO_LONG referenceId"],
    ["B125", achBody({ companyEntryDescription: "PAYROLL RUN" }), "FIELD_TOO_LONG companyEntryDescription"],
    ["B125", achTo("1".repeat(18)), "FIELD_TOO_LONG receiver.accountNumber"],
    [
      "B125",
      achBody({ originator: { ...achOriginator, accountNumber: "1".repeat(18) } }),
      "FIELD_TOO_LONG originator.accountNumber"
    ],
    [
      "B125",
      achBody({ originator: { ...achOriginator, companyId: "1".repeat(11) } }),
      "FIELD_TOO_LONG originator.companyId"
    ],
    [
      "B125",
      achBody({ addenda: [{ paymentRelatedInformation: "x".repeat(81) }] }),
      "FIELD_TOO_LONG addenda[0].paymentRelatedInformation"
    ],
    ["B126", achBody({ effectiveDate: "2026-02-30" }), "INVALID_DATE effectiveDate"],
    ["B126", achBody({ effectiveDate: "2026-06-16" }), "INVALID_DATE effectiveDate"],
    ["B126 a holiday", achBody({ effectiveDate: "2026-06-19" }), "INVALID_DATE effectiveDate"],
    ["B126 a Saturday", achBody({ effectiveDate: "2026-06-20" }), "INVALID_DATE effectiveDate"],
    ["B126 over 365 days", achBody({ effectiveDate: "2027-06-18" }), "INVALID_DATE effectiveDate"],
    [
      "B126 same-day on another day",
      achBody({ effectiveDate: "2026-06-18", sameDay: true }),
      "INVALID_DATE effectiveDate"
    ],
    ["Nacha", achBody({ companyEntryDescription: "Reversal" }), "INVALID_FIELD_FORMAT companyEntryDescription"],
    ["Nacha", achBody({ receiver: { ...receiver, name: "A\u{E000}" } }), "INVALID_FIELD_FORMAT receiver.name"],
    [
      "Nacha",
      achBody({ direction: "debit", receiver: { ...receiver, accountType: "loan" } }),
      "INVALID_FIELD_FORMAT receiver.accountType"
    ]
  ])("%s %#: %s", async (_, body, expected) => {
    const host = await startHost()
    expect(await refusal(host, body)).toEqual([400, expected])
    expect((await host.ask("GET", "/v2/payments/ach")).body.data).toEqual([])
  })

  it.each([
    [{ secCode: "TEL", webTelPaymentType: "S" }, ["INVALID_FIELD_FORMAT direction"]],
    [{ secCode: "WEB", direction: "debit" }, ["REQUIRED_FIELD_MISSING webTelPaymentType"]],
    [{ secCode: "TEL", direction: "debit" }, ["REQUIRED_FIELD_MISSING webTelPaymentType"]],
    [{ secCode: "PPD", webTelPaymentType: "S" }, ["INVALID_FIELD_FORMAT webTelPaymentType"]],
    [
      { secCode: "PPD", addenda: [{ paymentRelatedInformation: "a" }, { paymentRelatedInformation: "b" }] },
      ["INVALID_FIELD_FORMAT addenda"]
    ],
    [
      { secCode: "TEL", direction: "debit", webTelPaymentType: "S", addenda: [{ paymentRelatedInformation: "a" }] },
      ["INVALID_FIELD_FORMAT addenda"]
    ],
    [{ secCode: "PPD", iat }, ["INVALID_FIELD_FORMAT iat"]],
    [
      {
        secCode: "IAT",
        originator: without(achOriginator, "address"),
        receiver: { ...abroad, address: { city: "Puebla" } }
      },
      [
        "REQUIRED_FIELD_MISSING iat",
        "REQUIRED_FIELD_MISSING originator.address",
        "REQUIRED_FIELD_MISSING receiver.address.street",
        "REQUIRED_FIELD_MISSING receiver.address.country"
      ]
    ]
  ])("B.5 the table of classes: %o", async (change, expected) => {
    const host = await startHost()
    expect(await refusal(host, achBody(change))).toEqual([400, ...expected])
  })

  it.each([
    ["city", "A*B"],
    ["state", "A\\"],
    ["postalCode", "*"]
  ])("an IAT entry has no sign in %s that divides a place in its file", async (part, value) => {
    const host = await startHost()
    const there = { ...abroad, address: { ...abroad.address, [part]: value } }
    const expected = [400, `INVALID_FIELD_FORMAT receiver.address.${part}`]
    expect(await refusal(host, iatBody({ receiver: there }))).toEqual(expected)
  })

  it("B109 tells all problems at once", async () => {
    const host = await startHost()
    expect(await refusal(host, achBody({ amount: -5, secCode: "TEL", effectiveDate: "2026-06-19" }))).toEqual([
      400,
      "INVALID_AMOUNT amount",
      "INVALID_FIELD_FORMAT direction",
      "INVALID_DATE effectiveDate"
    ])
  })
})

describe("same-day (B129)", () => {
  it.each([
    ["exactly 1,000,000.00 passes", achBody({ sameDay: true, amount: 100_000_000 }), 201, undefined],
    ["over 1,000,000.00", achBody({ sameDay: true, amount: 100_000_001 }), 422, "amount"],
    ["today's date asks for it", achBody({ effectiveDate: "2026-06-17", amount: 100_000_001 }), 422, "amount"],
    ["IAT", iatBody({ sameDay: true }), 422, "sec_code"]
  ])("%s", async (_, body, status, reason) => {
    const host = await startHost()
    const answer = await post(host, body)
    expect(answer.status).toBe(status)
    if (reason === undefined) expect(answer.body.data).toMatchObject({ sameDay: true, effectiveDate: "2026-06-17" })
    else expect(answer.body.error).toMatchObject({ code: "SDA_NOT_ELIGIBLE", details: { reason } })
  })

  it("after the last window of the day, and on a day that has none", async () => {
    for (const clock of ["2026-06-17T20:45:00.000Z", "2026-06-20T15:00:00.000Z"]) {
      const host = await startHost({ engine: { clock } })
      expect((await post(host, achBody({ sameDay: true }))).body.error).toMatchObject({
        code: "SDA_NOT_ELIGIBLE",
        details: { reason: "window_over" }
      })
    }
  })

  it("leaves with the next standard window where the host wants that", async () => {
    const host = await startHost({
      bank: { ach: { sameDayFallback: "standard" } },
      engine: { clock: "2026-06-17T20:45:00.000Z" }
    })
    const { body, status } = await post(host, achBody({ sameDay: true }))
    expect([status, body.data.sameDay, body.data.effectiveDate]).toEqual([201, false, "2026-06-18"])
  })
})

describe("rights, limits and business rules, in their order (B.2)", () => {
  const usual = client("cli_usual")
  const narrow = client("cli_narrow", { rails: ["rtp"], limits: { perTransaction: 1, daily: null, perRail: {} } })
  const limited = client("cli_limited", { limits: { perTransaction: null, daily: 300_000, perRail: { ach: 250_000 } } })
  const reader = client("cli_reader", { scopes: ["payments:read"] })
  const host = () => startHost({ bank: { clients: [testClient, usual, narrow, limited, reader] } })

  it.each([
    ["B104 scope before the body", reader, {}, 403, "INSUFFICIENT_SCOPE"],
    ["B123 a class that the client may not use", usual, iatBody(), 400, "INVALID_SEC_CODE"],
    ["B105 rail before limits", narrow, achBody(), 403, "RAIL_ACCESS_DENIED"],
    ["B106 limit of the rail", limited, achBody({ amount: 250_001 }), 403, "AMOUNT_LIMIT_EXCEEDED"],
    [
      "B131 travel rule",
      usual,
      achBody({ amount: 300_000, receiver: without(receiver, "address") }),
      422,
      "TRAVEL_RULE_FIELDS_MISSING"
    ],
    [
      "B137 sanctioned country",
      usual,
      achBody({ receiver: { ...receiver, address: { ...receiver.address, country: "CU" } } }),
      422,
      "SANCTIONED_COUNTRY"
    ]
  ])("%s", async (_, who, body, status, code) => {
    const started = await host()
    const answer = await post(started, body, keyOf(who))
    expect([answer.status, answer.body.error?.code]).toEqual([status, code])
  })

  it("B123 B155 an administrator enables a class for a client", async () => {
    const started = await host()
    const pay = async () => (await post(started, iatBody({ amount: 100 }), keyOf(usual))).body.error?.code
    expect(await pay()).toBe("INVALID_SEC_CODE")
    const enabled = { secCodes: ["PPD", "IAT"] }
    expect((await started.admin("PATCH", `/v2/admin/clients/${usual.clientId}`, enabled)).status).toBe(200)
    expect(await pay()).toBeUndefined()
    const ccd = await post(started, achBody({ secCode: "CCD" }), keyOf(usual))
    expect(ccd.body.error?.code).toBe("INVALID_SEC_CODE")
  })

  it("B122 an entry carries ten digits of cents", async () => {
    const started = await host()
    expect((await post(started, achBody({ amount: 9_999_999_999 }))).status).toBe(201)
  })

  it("B131 tells the fields of the receiver by that name; below 3,000 addresses may be absent", async () => {
    const started = await host()
    const bare = { originator: without(achOriginator, "address"), receiver: without(receiver, "address") }
    const { body } = await post(started, achBody({ ...bare, amount: 300_000 }))
    expect(body.error.details.missing).toContain("receiver.address.street")
    expect((await post(started, achBody({ ...bare, amount: 299_999 }))).status).toBe(201)
  })

  it.each([
    ["iat.destinationCountry", { iat: { ...iat, destinationCountry: "KP" } }],
    ["iat.receivingBank.country", { iat: { ...iat, receivingBank: { ...iat.receivingBank, country: "IR" } } }],
    ["receiver.address.country", { receiver: { ...abroad, address: { ...abroad.address, country: "CU" } } }],
    ["iat.receivingBank.id", { iat: { ...iat, receivingBank: { ...iat.receivingBank, id: "SIMBKPPYXXX" } } }],
    ["iat.receivingBank.id", { iat: { ...iat, receivingBank: { ...iat.receivingBank, id: "simb ir th" } } }],
    [
      "iat.foreignCorrespondents[0].id",
      {
        iat: {
          ...iat,
          foreignCorrespondents: [{ ...iat.receivingBank, id: "IR580540105180021273113007", idQualifier: "03" }]
        }
      }
    ],
    ["receiver.accountNumber", { receiver: { ...abroad, accountNumber: "ir58-0540105180021273113007" } }]
  ])("B137 %s is looked at, and the refusal is kept in the compliance log", async (field, change) => {
    const started = await host()
    const { body } = await post(started, iatBody(change))
    expect(body.error).toMatchObject({ code: "SANCTIONED_COUNTRY", field })
    const audit = (await started.admin("GET", "/v2/admin/audit")).body.data
    expect(audit[0]).toMatchObject({ action: "payment.sanctioned_country", after: { field } })
  })

  it("B106 the day's limit counts both directions, and is given back by what is cancelled", async () => {
    const started = await host()
    const pay = (change = {}) => post(started, achBody({ amount: 150_000, ...change }), keyOf(limited))
    const first = await pay({ direction: "debit" })
    expect([first.status, (await pay()).status, (await pay({ amount: 1 })).status]).toEqual([201, 201, 403])
    await started.ask("POST", `/v2/payments/ach/${first.body.data.paymentId}/cancel`, undefined, keyOf(limited))
    expect((await pay()).status).toBe(201)
  })

  it("an operator must be connected", async () => {
    const { accountNumber, routingNumber } = achOriginator
    const holder = { accountNumber, routingNumber }
    const one = client("cli_live", { scopes: ["payments:write"], accounts: [holder] })
    const started = await startHost({ bank: { mode: "production", clients: [one] } })
    const { participants } = (await (await host()).admin("GET", "/v2/admin/participants")).body.data
    const put = await started.admin("PUT", "/v2/admin/participants", { name: "ours", participants })
    expect(put.status).toBe(200)
    const { body, headers, status } = await post(started, achBody(), keyOf(one))
    expect([status, body.error.code]).toEqual([503, "SERVICE_UNAVAILABLE"])
    expect(headers.get("retry-after")).toBe("3600")
  })

  it("B20 needs an idempotency key; B113 another body under it is refused, the same is answered again", async () => {
    const started = await host()
    expect((await started.ask("POST", "/v2/payments/ach", achBody())).body.error).toMatchObject({
      code: "REQUIRED_FIELD_MISSING",
      field: "Idempotency-Key"
    })
    const key = { "idempotency-key": freshKey() }
    const first = await post(started, achBody(), key)
    const again = await post(started, achBody(), key)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect((await post(started, achBody({ amount: 1 }), key)).status).toBe(409)
  })

  it("B35 nobody else sees it, and each kind of payment has its own path", async () => {
    const started = await host()
    const id = await created(started, achBody())
    const instant = (await started.pay()).body.data.paymentId
    const paths = [
      [`/v2/payments/ach/${id}`, usual],
      [`/v2/payments/instant/${id}`, testClient],
      [`/v2/payments/ach/${instant}`, testClient],
      [`/v2/payments/ach/${id}/return`, testClient]
    ] as const
    for (const [path, who] of paths) expect((await started.ask("GET", path, undefined, keyOf(who))).status).toBe(404)
    const list = (path: string) => started.ask("GET", path)
    expect((await list("/v2/payments/instant")).body.data.map(({ paymentId }: any) => paymentId)).toEqual([instant])
    const [entry] = (await list("/v2/payments/ach?status=queued&referenceId=PAY-7")).body.data
    expect(entry).toMatchObject({ paymentId: id, receiver: { accountNumber: "****0000" } })
    expect((await list("/v2/payments/ach?status=settled")).body.data).toEqual([])
  })
})
