/** What the control endpoints of the ACH simulator bring about (C.5). */
import { describe, expect, it } from "vitest"
import { startHost } from "../host.ts"
import { achBody, achTo, alerts, created, shown, steps, until } from "./achHost.ts"

const tuesday = { engine: { clock: "2026-06-16T16:00:00.000Z" } }
const debit = { direction: "debit" }

describe("the simulator's control endpoints (C.5)", () => {
  it("return with any code, now; correct with one of a change; and fail what never arrived", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achBody(debit))
    const back = (code: string, more = {}) => host.ask("POST", `/v2/simulator/payments/${id}/return`, { code, ...more })
    expect((await back("R01")).status).toBe(404)
    await until(host, "2026-06-17T12:30:00Z")
    await back("C01", { narrative: "9000000001" })
    await host.engine.drain()
    expect((await shown(host, id)).corrections).toMatchObject([{ code: "C01", correctedData: "9000000001" }])
    await back("R23")
    await host.engine.drain()
    expect(await shown(host, id)).toMatchObject({ status: "returned", returnCode: "R23", representmentEligible: false })
  })

  it("D.1 a second return that differs is for an officer, and its money is found in suspense", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("9010000002"))
    await until(host, "2026-06-18T12:30:00Z")
    await host.ask("POST", `/v2/simulator/payments/${id}/return`, { code: "R03" })
    await host.engine.drain()
    expect(await shown(host, id)).toMatchObject({ status: "returned", returnCode: "R02" })
    expect(await alerts(host)).toMatchObject([{ type: "payment.needs_attention", resource: id }])
    expect((await steps(host, id)).at(-1)).toBe("stray settlement>suspense")
  })

  it("C.2 an officer ends by hand what was never acknowledged", async () => {
    const host = await startHost(tuesday)
    const id = await created(host, achTo("9015000001", debit))
    await until(host, "2026-06-18T12:30:00Z")
    const path = `/v2/admin/payments/${id}/resolve`
    expect((await host.admin("POST", path, { outcome: "settled", note: "by phone" })).status).toBe(200)
    expect(await steps(host, id)).toEqual(["settle settlement>uncollected"])
  })
})
