/** The commands for sandboxes: what they cause, move and forward. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { describe, expect, it, onTestFinished } from "vitest"
import { webhooks } from "../../src/client/index.ts"
import { bankRecipes } from "../../src/server/commands/bankRecipes.ts"
import { recipes } from "../../src/server/commands/recipes.ts"
import { linesFrom } from "../../src/server/commands/remote.ts"
import { collectGarbage } from "../client/collectGarbage.ts"
import { startServer } from "./runningServer.ts"
import { bursar, following, startOnFolder, to } from "./commandLine.ts"

describe("a sandbox", () => {
  it.each(Object.keys(recipes))("emits %s when it is triggered", async (type) => {
    const answered = await bursar(["trigger", type, "--json"], to(await startServer()))
    expect(answered.err).toBe("")
    expect(answered.json()).toMatchObject({ object: "event", type })
  })

  it.each(Object.keys(bankRecipes))(
    "emits %s of the bank when it is triggered",
    async (type) => {
      const { env } = await startOnFolder()
      const answered = await bursar(["trigger", type, "--json"], env)
      expect(answered.err).toBe("")
      expect(answered.json()).toMatchObject({ eventType: type })
    },
    60_000
  )

  it("loses the connection of a command that has its event, whatever memory was collected meanwhile", async () => {
    const server = createServer((_, response) => void response.write("\n")).listen(0, "127.0.0.1")
    onTestFinished(() => void server.close().closeAllConnections())
    await once(server, "listening")
    const stop = new AbortController()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const asked = once(server, "request")
    const lines = linesFrom(url, "/admin/events/bank", { signal: stop.signal })
    await lines.next()
    const [, response] = await asked
    const rest = lines.next().catch(() => undefined)
    await collectGarbage()
    stop.abort()
    await Promise.all([rest, once(response, "close")])
  }, 10_000)

  it("has events of the bank forwarded as it delivers them, from some minutes ago on", async () => {
    const { env } = await startOnFolder()
    const received: Array<string> = []
    const receiver = createServer((request, response) => {
      void text(request).then(async (body) => {
        const signature = String(request.headers["x-bank-signature"])
        const event = await webhooks.constructBankEvent(body, signature, "whsec_test")
        expect(request.headers["x-bank-event-id"]).toBe(event.eventId)
        received.push(event.eventType)
        response.end()
      })
    }).listen(0, "127.0.0.1")
    onTestFinished(() => void receiver.close())
    await bursar(["trigger", "payment.settled"], env)
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const flags = ["--forward-to", address, "--service", "bank", "--secret", "whsec_test", "--events", "payment.*"]
    const listening = following(["listen", ...flags, "--since", "10m"], env)
    await listening.line(/payment\.settled.*200$/)
    await bursar(["trigger", "compliance.rejected"], env)
    await listening.line(/payment\.rejected.*200$/)
    expect(received).toEqual([
      "payment.validated",
      "payment.approved",
      "payment.submitted",
      "payment.settled",
      "payment.validated",
      "payment.rejected"
    ])
    expect(await bursar(["listen", ...flags, "--key", "wrong"], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining("401")
    })
  })

  it("names the events that can be triggered", async () => {
    expect(await bursar(["trigger", "payment.flew"], to(await startServer()))).toMatchObject({
      code: 2,
      err: expect.stringContaining("payment.captured")
    })
  })

  it("moves its clock by what is written, and refuses anything else", async () => {
    const server = await startServer({ BURSAR_CLOCK: "2026-01-15T09:30:00Z" })
    const clock = (...args: ReadonlyArray<string>) => bursar(["clock", ...args], to(server))
    expect((await clock("advance", "7d")).out).toMatch(/^2026-01-22T09:30:00/)
    expect((await clock("advance", "1d12h30m")).out).toMatch(/^2026-01-23T22:00:00/)
    expect((await clock("advance", "2026-02-01T00:00:00Z")).out).toMatch(/^2026-02-01T00:00:00/)
    expect((await clock()).out).toMatch(/^2026-02-01T00:00:00/)
    expect((await clock("advance", "2026-02-02")).out).toMatch(/^2026-02-02T00:00:00/)
    expect((await clock("advance", "2020-01-01")).err).toContain(
      "never goes back, so it cannot be moved to 2020-01-01T00"
    )
    expect((await clock("advance", "3 days")).out).toMatch(/^2026-02-05T00:00:00/)
    expect((await clock("advance", "1 hour 30 minutes")).out).toMatch(/^2026-02-05T01:30:00/)
    for (const none of ["1 month", "1.5 days"]) expect((await clock("advance", none)).err).toContain("is neither")
    expect(await clock("advance", "soon")).toMatchObject({ code: 2, err: expect.stringContaining("soon is neither") })
    expect((await clock("run")).out).toContain("(offset)")
    expect((await clock("freeze")).out).toContain("frozen")
  })

  it("has its events forwarded to a local address, from some minutes ago on, with signatures", async () => {
    const env = to(await startServer())
    const received: Array<{ readonly type: string; readonly signature: string }> = []
    const receiver = createServer((request, response) => {
      void text(request).then(async (body) => {
        const signature = String(request.headers["svc-signature"])
        const event = await webhooks.constructEvent(body, signature, "whsec_test")
        received.push({ type: event.type, signature })
        response.end()
      })
    }).listen(0, "127.0.0.1")
    onTestFinished(() => void receiver.close())
    await bursar(["trigger", "payment.captured"], env)
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
    const flags = ["--forward-to", address, "--since", "10m", "--secret", "whsec_test", "--events", "payment.*"]
    const listening = following(["listen", ...flags], env)
    expect(await listening.line(/payment\.captured.*200$/)).toContain("evt_")
    await bursar(["trigger", "refund.created"], env)
    await bursar(["trigger", "payment.canceled"], env)
    await listening.line(/payment\.canceled.*200$/)
    const types = received.map(({ type }) => type)
    expect(types.slice(0, 3)).toEqual(["payment.created", "payment.authorized", "payment.captured"])
    expect(types.filter((type) => !type.startsWith("payment."))).toEqual([])
  })

  it("forwards to http addresses only, and from a duration on only", async () => {
    const env = to(await startServer())
    expect((await bursar(["listen", "--forward-to", "file:///etc"], env)).code).toBe(2)
    expect((await bursar(["listen", "--forward-to", "http://127.0.0.1:1", "--since", "now"], env)).code).toBe(2)
    expect((await bursar(["listen"], env)).code).toBe(2)
    const misspelled = ["listen", "--forward-to", "http://127.0.0.1:1", "--events", "payment.*,refund.create"]
    expect(await bursar(misspelled, env)).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^cards has no event refund\.create\. Known are:\n {2}payment\.created\n/)
    })
  })
})
