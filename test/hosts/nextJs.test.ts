/** Next.js with the packed package, as docs/embedding.md and examples/17-next-js have it. */
import { join } from "node:path"
import { beforeAll, describe, expect, inject, it } from "vitest"
import { runAsUser } from "../packedPackage.ts"
import { install, temporaryFolder } from "./installation.ts"
import { pay, startProgram } from "./RunningProgram.ts"

const key = "sk_test_0123456789"

describe("Next.js", () => {
  const folder = temporaryFolder()
  const env = {
    NEXT_TELEMETRY_DISABLED: "1",
    SHOP_KEY: key,
    BURSAR_MASTER_KEY: Buffer.alloc(32, 7).toString("base64")
  }
  const next = join(folder, "node_modules/next/dist/bin/next")
  const start = (more: NodeJS.ProcessEnv = {}) =>
    startProgram(process.execPath, [next, "start", "-H", "127.0.0.1", "-p", "0"], folder, { ...env, ...more })

  beforeAll(async () => {
    await install("examples/17-next-js", folder, inject("tarball"))
    const { status, stdout, stderr } = await runAsUser(process.execPath, [next, "build"], folder, env)
    expect(status, stdout + stderr).toBe(0)
  })

  it("takes payments, shows the pages of the engine, and ends when it is told to", async () => {
    const { stop, url } = await start()
    const cards = `${url}/pay/cards`
    const read = (path: string) => fetch(`${cards}${path}`, { headers: { authorization: `Bearer ${key}` } })

    const paid = await pay(cards, key, "pm_card_visa")
    expect(paid).toMatchObject({ status: 200, json: { object: "payment", amount: 2000, status: "succeeded" } })
    const declined = await pay(cards, key, "pm_card_declined")
    expect(declined).toMatchObject({ status: 402, json: { error: { code: "card_declined" } } })
    const shown = await read(`/v2/payments/${paid.json.id}`)
    expect(JSON.parse(await shown.text())).toMatchObject({ id: paid.json.id, amount_captured: 2000 })

    const reference = await fetch(`${cards}/reference`)
    expect(reference.status).toBe(200)
    expect((await reference.text()).length).toBeGreaterThan(1_000_000)

    const challenged = await pay(cards, key, "pm_card_3ds_required")
    expect(challenged.json.status).toBe("requires_action")
    const page = await fetch(challenged.json.next_action.redirect_url)
    expect(page.status).toBe(200)
    expect(page.headers.get("content-type")).toMatch(/^text\/html/)
    expect(await page.text()).toMatch(/<form[^>]* method="post"/)

    // What Next.js itself ends with when it is told to, after it has closed its server.
    expect(await stop()).toEqual({ status: 143, signal: null, stderr: "" })
    const again = await start({ SHOP_URL: "https://shop.example" })
    const kept = await fetch(`${again.url}/pay/cards/v2/payments/${paid.json.id}`, {
      headers: { authorization: `Bearer ${key}` }
    })
    expect(JSON.parse(await kept.text())).toMatchObject({ id: paid.json.id, status: "succeeded" })
    const elsewhere = await pay(`${again.url}/pay/cards`, key, "pm_card_3ds_required")
    expect(elsewhere.json.next_action.redirect_url).toMatch(/^https:\/\/shop\.example\/pay\/cards\/v2\/3ds\//)
    await again.stop()
  })
})
