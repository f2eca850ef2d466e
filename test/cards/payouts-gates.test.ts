import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { startMoneyHost, type MoneyHost } from "./money.ts"
import { fund, payOut, recipient, setKyc } from "./payoutMoves.ts"
import { person, replaceableLists } from "./replaceableLists.ts"

describe("the gates before a payout", () => {
  const stoppedAt = async (host: MoneyHost, body: Record<string, unknown>) => {
    const before = await host.balance()
    const reply = await payOut(host, body)
    expect((await host.get("/v2/payouts")).data).toEqual([])
    expect(await host.balance()).toBe(before)
    return [reply.status, reply.body.error.type, reply.body.error.code, reply.body.error.param]
  }

  it("C191, C255: the beta flag comes first", async () => {
    const host = await startMoneyHost({ payouts: false })
    expect(await stoppedAt(host, { destination: "ba_none" })).toEqual([
      403,
      "authentication_error",
      "beta_access_required",
      undefined
    ])
  })

  it("C184: then the destination exists", async () => {
    const host = await startMoneyHost()
    expect(await stoppedAt(host, { destination: "ba_none", currency: "eur" })).toEqual([
      400,
      "validation_error",
      "resource_missing",
      "destination"
    ])
  })

  it("one that does not exist is answered with where the ready ones are listed", async () => {
    const host = await startMoneyHost()
    const { body } = await payOut(host, { destination: "ba_none" })
    expect(body.error.message).toContain("lists the verified bank accounts for test keys under The sandbox")
  })

  it("C184: then it is verified", async () => {
    const host = await startMoneyHost()
    const { destination } = await recipient(host, { verified: false, kyc: false })
    expect(await stoppedAt(host, { destination, currency: "eur" })).toEqual([
      400,
      "validation_error",
      "bank_account_unverified",
      "destination"
    ])
  })

  it("C183: then its currency is the payout's", async () => {
    const host = await startMoneyHost()
    const { destination } = await recipient(host, { kyc: false })
    expect(await stoppedAt(host, { destination, currency: "eur" })).toEqual([
      400,
      "validation_error",
      "currency_mismatch",
      "currency"
    ])
  })

  it("C190: an instant one needs a bank that takes it", async () => {
    const host = await startMoneyHost()
    const { destination } = await recipient(host, { account: "000444444440" })
    expect(await stoppedAt(host, { destination, method: "instant" })).toEqual([
      400,
      "validation_error",
      "instant_payout_unavailable",
      "method"
    ])
    await fund(host)
    expect((await payOut(host, { destination })).body.status).toBe("pending")
  })

  it("then its customer was not deleted", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host)
    await host.ask("DELETE", `/v2/customers/${customer}`)
    expect((await stoppedAt(host, { destination })).slice(2)).toEqual(["resource_missing", "destination"])
  })

  it("C79: then its customer is on no list", async () => {
    const host = await startMoneyHost()
    const { destination } = await recipient(host, { name: "Test Sanctioned Person", kyc: false })
    expect(await stoppedAt(host, { destination })).toEqual([403, "validation_error", "screening_match", "destination"])
  })

  it("C161: then its customer is verified", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host, { kyc: false })
    expect(await stoppedAt(host, { destination })).toEqual([403, "validation_error", "kyc_required", "destination"])
    await setKyc(host, customer, "failed")
    expect((await stoppedAt(host, { destination }))[2]).toBe("kyc_required")
  })

  it("S48: then neither the customer nor the bank is under embargo", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host)
    await host.post(`/v2/customers/${customer}`, { address: { country: "CU" } })
    expect((await stoppedAt(host, { destination })).slice(2)).toEqual(["sanctioned_country", "destination"])
  })

  it("C97, C79: then the holder of the account is screened anew; a match is kept, told, and blocks the customer", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host, { holder: "Test Blocked Trading LLC" })
    await fund(host)
    expect(await stoppedAt(host, { destination })).toEqual([403, "validation_error", "screening_match", "destination"])
    const { screening } = await host.get(`/v2/customers/${customer}`)
    expect(screening).toMatchObject({ result: "match" })
    expect((await host.pay({ customer })).error.code).toBe("screening_match")
    expect(await host.told(screening.screening_id)).toEqual(["screening.match"])
    await host.booksAreRight()
  })

  it("a match that a person approved does not stop the next payout", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host, { holder: "Test Blocked Trading LLC" })
    await fund(host)
    await stoppedAt(host, { destination })
    const { screening } = await host.get(`/v2/customers/${customer}`)
    await host.post(`/v2/test_helpers/screenings/${screening.screening_id}/resolve`, { decision: "approved" })
    expect((await payOut(host, { destination })).body.status).toBe("pending")
  })

  it("S32: what a person approved for the customer's name counts for no other name that the account is held under", async () => {
    const lists = replaceableLists([person("1", "Grigori Melnikov")])
    const host = await startMoneyHost({}, { layers: lists.layer })
    const name = "Grigory Melnikow"
    const { customer, destination } = await recipient(host, { name, holder: "Grigori Melnikov" })
    const own = await recipient(host, { holder: "Grigori Melnikov" })
    await fund(host)
    const approve = async (id: string) => {
      const { screening } = await host.get(`/v2/customers/${id}`)
      await host.post(`/v2/test_helpers/screenings/${screening.screening_id}/resolve`, { decision: "approved" })
    }
    await approve(customer)
    expect((await stoppedAt(host, { destination }))[2]).toBe("screening_match")
    await approve(customer)
    expect((await payOut(host, { destination })).body.status).toBe("pending")
    // Nor for another customer.
    expect((await payOut(host, { destination: own.destination })).body.error.code).toBe("screening_match")
  })

  it("while nobody can be screened nobody is paid", async () => {
    const host = await startMoneyHost()
    const { destination } = await recipient(host, { holder: "Screening Outage" })
    await fund(host)
    expect(await stoppedAt(host, { destination })).toEqual([503, "api_error", "unavailable", "destination"])
  })

  it("then the balance covers the amount and the fee, to the unit", async () => {
    const host = await startMoneyHost()
    await fund(host, 10_149)
    expect(await stoppedAt(host, { method: "instant" })).toEqual([
      400,
      "validation_error",
      "balance_insufficient",
      "amount"
    ])
    await fund(host, 1)
    expect((await payOut(host, { method: "instant" })).body.total_debit).toBe(10_150)
    expect(await host.balance()).toBe(0)
    expect((await payOut(host, { amount: 1 })).body.error.code).toBe("balance_insufficient")
    await host.booksAreRight()
  })

  it("a customer who turns out to be on a list before the batch is not paid", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host)
    await fund(host)
    const { body: payout } = await payOut(host, { destination })
    await host.post(`/v2/customers/${customer}`, { name: "Test Sanctioned Person" })
    await host.engine.clock.advance("1 day")
    expect(await host.get(`/v2/payouts/${payout.id}`)).toMatchObject({
      status: "failed",
      failure: { code: "screening_match" }
    })
    expect(await host.balance()).toBe(100_000)
    await host.booksAreRight()
  })

  it.each(["renamed", "renamed and deleted"])(
    "S30: a customer whose new name could not be screened before the batch is not paid: %s",
    async (what) => {
      const host = await startMoneyHost({}, { clock: "2026-01-15T23:59:50Z" })
      const { customer, destination } = await recipient(host)
      await fund(host)
      const { body: payout } = await payOut(host, { destination })
      await host.post(`/v2/customers/${customer}`, { name: "Screening Outage" })
      if (what !== "renamed") await host.ask("DELETE", `/v2/customers/${customer}`)
      await host.engine.clock.advance("20 seconds")
      expect(await host.get(`/v2/payouts/${payout.id}`)).toMatchObject({
        status: "failed",
        failure: { code: "screening_pending" }
      })
      expect(await host.balance()).toBe(100_000)
      await host.booksAreRight()
    }
  )

  it.each(["", " and was deleted"])(
    "S48: a customer who moved under an embargo%s before the batch is not paid",
    async (how) => {
      const host = await startMoneyHost()
      const { customer, destination } = await recipient(host)
      await fund(host)
      const { body: payout } = await payOut(host, { destination })
      await host.post(`/v2/customers/${customer}`, { address: { country: "IR" } })
      if (how !== "") await host.ask("DELETE", `/v2/customers/${customer}`)
      await host.engine.clock.advance("1 day")
      expect(await host.get(`/v2/payouts/${payout.id}`)).toMatchObject({
        status: "failed",
        failure: { code: "sanctioned_country" }
      })
      const alerts = (await host.get(`/v2/aml/alerts?customer_id=${customer}`)).data
      expect(alerts).toMatchObject(how === "" ? [{ rule_id: "high_risk_call", sar_required: false }] : [])
      expect(await host.balance()).toBe(100_000)
      await host.booksAreRight()
    }
  )

  it("C79: and fails as well when that customer is deleted before the batch", async () => {
    const host = await startMoneyHost()
    const { customer, destination } = await recipient(host)
    await fund(host)
    const { body: payout } = await payOut(host, { destination })
    await host.post(`/v2/customers/${customer}`, { name: "Test Sanctioned Person" })
    await host.ask("DELETE", `/v2/customers/${customer}`)
    await host.engine.clock.advance("1 day")
    expect(await host.get(`/v2/payouts/${payout.id}`)).toMatchObject({
      status: "failed",
      failure: { code: "screening_match" }
    })
    expect(await host.balance()).toBe(100_000)
    await host.booksAreRight()
  })

  /** A host whose lists answer about the holder of the account only after something else has happened. */
  const hostBetween = async () => {
    const between: { act: (() => Promise<unknown>) | undefined } = { act: undefined }
    const lists = replaceableLists([person("1", "Grigori Melnikov"), person("2", "Account Holder")], (inner) => ({
      ...inner,
      screen: (subject, options) =>
        Effect.gen(function* () {
          const act = subject.name.startsWith("Account") ? between.act : undefined
          between.act = act === undefined ? between.act : undefined
          if (act !== undefined) yield* Effect.promise(act)
          return yield* inner.screen(subject, options)
        })
    }))
    return { between, host: await startMoneyHost({}, { layers: lists.layer }) }
  }

  it("C79: nobody is paid who is matched between the gates and the commit", async () => {
    const { between, host } = await hostBetween()
    const { customer, destination } = await recipient(host, { holder: "Account Owner" })
    await fund(host)
    between.act = () => host.post(`/v2/customers/${customer}`, { name: "Grigori Melnikov" })
    expect(await stoppedAt(host, { destination })).toEqual([403, "validation_error", "screening_match", "destination"])
    expect(between.act).toBeUndefined()
  })

  it.each([
    ["deleted", "resource_missing"],
    ["refused by its bank", "bank_account_unverified"]
  ])("nothing is paid to an account that is %s between the gates and the commit", async (what, code) => {
    const { between, host } = await hostBetween()
    const { destination } = await recipient(host, { holder: "Account Owner" })
    await fund(host)
    between.act = () =>
      what === "deleted"
        ? host.ask("DELETE", `/v2/bank_accounts/${destination}`)
        : host.post(`/v2/test_helpers/bank_accounts/${destination}/verify`, { status: "errored" })
    expect(await stoppedAt(host, { destination })).toEqual([400, "validation_error", code, "destination"])
    expect(between.act).toBeUndefined()
  })

  it("a customer who is deleted while the account's holder is found on a list is missing, as the parameter says", async () => {
    const { between, host } = await hostBetween()
    const { customer, destination } = await recipient(host, { holder: "Account Holder" })
    await fund(host)
    between.act = () => host.ask("DELETE", `/v2/customers/${customer}`)
    expect(await stoppedAt(host, { destination })).toEqual([400, "validation_error", "resource_missing", "destination"])
    expect(between.act).toBeUndefined()
  })
})
