/** Host names are looked up without the threads of the process, which all lookups of the system share. */
import { describe, expect, it } from "vitest"
import { resolverOf } from "../../src/services/NodeResolver.ts"
import { nameServer } from "./nameServer.ts"

describe("a resolver", () => {
  it("finds a name while name servers do not answer for others", async () => {
    const server = await nameServer({ "fine.example": "192.0.2.1" })
    const lookUp = resolverOf({ servers: [server] })
    for (let number = 0; number < 8; number++) lookUp(`silent${number}.example`).catch(() => {})
    expect(await lookUp("fine.example")).toEqual(["192.0.2.1"])
  })

  it("asks the system for names of this machine, and one after the other for those that the name servers do not know", async () => {
    const told: Array<string> = []
    const lookUp = resolverOf({
      servers: [await nameServer({})],
      bySystem: async (name) => {
        told.push(`begins ${name}`)
        await new Promise(setImmediate)
        told.push(`ends ${name}`)
        return name.endsWith("localhost") ? ["127.0.0.1"] : ["192.0.2.2"]
      }
    })
    expect(await lookUp("hooks.localhost")).toEqual(["127.0.0.1"])
    const found = await Promise.all(["in-hosts.example", "short", "other"].map(lookUp))
    expect(found).toEqual([["192.0.2.2"], ["192.0.2.2"], ["192.0.2.2"]])
    expect(told).toHaveLength(8)
    for (let at = 0; at < told.length; at += 2) expect(told[at + 1]).toBe(told[at]!.replace("begins", "ends"))
  })
})
