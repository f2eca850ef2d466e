/** Who gets in, and what every answer of the console says to a browser. */
import { describe, expect, it } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { adminToken, browserAt, readToken, startConsole } from "./console.ts"

const plugins = [cards({ mode: "sandbox" })]

describe("a session", () => {
  it("is opened by the admin token, in a cookie that scripts cannot read and that is sent to the console alone", async () => {
    const { browser } = await startConsole({ plugins })
    const opened = await browser.signIn()
    expect(opened.status).toBe(200)
    expect(opened.json.session.role).toBe("admin")
    const [pair, ...flags] = opened.headers.get("set-cookie")!.split("; ")
    expect(pair).toMatch(/^bursar_console=[0-9a-f]{64}$/)
    expect(flags.sort()).toEqual(["HttpOnly", "Max-Age=43200", "Path=/console", "SameSite=Strict"])
    expect((await browser.get("/api/session")).json.engine).toMatchObject({ mode: "sandbox", regions: ["us-east-1"] })
  })

  it("is not opened by another token, and its cookie is none", async () => {
    const { engine } = await startConsole({ plugins })
    const browser = browserAt(engine)
    for (const token of ["", "wrong", `${adminToken}x`, adminToken.toUpperCase()]) {
      const refused = await browser.signIn(token)
      expect([refused.status, refused.json.error.code]).toEqual([401, "wrong_token"])
      expect(refused.headers.get("set-cookie")).toBeNull()
    }
    expect((await browser.get("/api/session")).json).toEqual({ session: null })
    expect((await browser.get("/api/panels")).status).toBe(401)
  })
})

describe("panels", () => {
  it("are listed with those of the console", async () => {
    const { browser } = await startConsole({ plugins })
    const { panels } = (await browser.get("/api/panels")).json
    expect(panels.map((panel: { id: string }) => panel.id)).toContain("console.audit")
    expect((await browser.get("/api/overview")).json).toMatchObject({ well: true })
    expect((await browser.get("/api/clock")).json).toMatchObject({ mode: "frozen", moves: true })
    const moved = await browser.send("POST", "/api/clock/advance", { seconds: 3600 })
    expect(moved.json.now).toBe(Date.parse("2026-01-15T10:30:00Z"))
    const audit = await browser.rows("console.audit")
    expect(audit.map((row) => [row.action, row.result.value])).toEqual([
      ["clock.advance", "done"],
      ["session.open", "done"]
    ])
    expect(readToken).not.toBe(adminToken)
  })
})
