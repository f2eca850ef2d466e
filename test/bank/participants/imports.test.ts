/** Files of networks that come at the same time. */
import { describe, expect, it } from "vitest"
import { startHost } from "../host.ts"

describe("participants (B155)", () => {
  it("are imported from two files at once, and each file counts for its rail", async () => {
    const host = await startHost()
    const bank = "099900014"
    const files = {
      fedach: bank.padEnd(35) + "NAMED BY ACH".padEnd(36),
      fedwire: `${bank}${" ".repeat(18)}${"NAMED BY FEDWIRE".padEnd(36)}`.padEnd(90) + "Y"
    }
    const imported = await Promise.all(
      Object.entries(files).map(([format, content]) =>
        host.admin("POST", "/v2/admin/participants/import", { name: format, format, content })
      )
    )
    expect(imported.map(({ body, status }) => [status, body.data.version]).toSorted()).toEqual([
      [200, 2],
      [200, 3]
    ])
    // A bank that neither file names takes part in neither rail.
    const { rails } = (await host.ask("GET", "/v2/participants/099900027")).body.data
    expect([rails.ach, rails.fedwire]).toEqual([false, false])
  })

  it("are imported by many at once, in one moment", async () => {
    const host = await startHost()
    const rail = { participates: true }
    const bank = { routingNumber: "011000015", name: "New Bank", status: "active", ach: rail, fedwire: rail }
    const content = JSON.stringify([{ ...bank, rtp: rail, fednow: rail }])
    const imported = await Promise.all(
      Array.from({ length: 60 }, (_, at) =>
        host.admin("POST", "/v2/admin/participants/import", { name: `file ${at}`, format: "json", content })
      )
    )
    const statuses = new Set(imported.map(({ status }) => status))
    expect(statuses).toContain(200)
    // One that lost to the others each time it was tried is answered 503.
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  })
})
