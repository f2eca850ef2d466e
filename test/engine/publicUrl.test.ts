import { describe, expect, it, onTestFinished } from "vitest"
import * as Redacted from "effect/Redacted"
import { cards, payments, testAccount } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { make, type TestEngine, type TestEngineOptions } from "../../src/testing/TestEngine.ts"

const order = { amountMinor: 5000, currency: "eur", paymentMethod: "pm_card_3ds_required" } as const

const start = async (options: Partial<TestEngineOptions>) => {
  const plugins = [cards(), docs({ apiKeys: [Redacted.make("docs_key_1234567890")] })]
  const engine = await make({ plugins, ...options })
  onTestFinished(engine.close)
  return engine
}

/** The link of a payment that was created in process, without its token. */
const linkInProcess = async (engine: TestEngine): Promise<string> => {
  const caller = await engine.caller({ principal: testAccount("acct_shop") })
  const { authentication } = await engine.call(payments.create(caller, order))
  return authentication!.redirectUrl
}

const withoutToken = (link: string) => link.replace(/(?<=\/v2\/3ds\/).+$/, "")

const linkOverHttp = async (engine: TestEngine): Promise<string> => {
  const body = { amount: 5000, currency: "eur", payment_method: "pm_card_3ds_required" }
  const { json } = await engine.request("POST", "/pay/cards/v2/payments", body)
  return json.next_action.redirect_url
}

const linksOfDocs = async (engine: TestEngine): Promise<Record<string, string>> => {
  const body = { docType: "user-guide", source: { name: "notes.md", content: "# Notes\n\nSend a request.\n" } }
  const headers = { authorization: "Bearer docs_key_1234567890" }
  const { json } = await engine.request("POST", "/docs/api/docs/v1/generations", body, headers)
  return json.links
}

const mounts = { cards: "/pay/cards" }

describe("links that an engine gives out", () => {
  it("are paths below the mount where a call in process names no address", async () => {
    const engine = await start({ mounts })
    const link = await linkInProcess(engine)
    expect(withoutToken(link)).toBe("/pay/cards/v2/3ds/")
    // A browser on the host's own pages gets there.
    expect((await engine.request("GET", link)).status).toBe(200)
    expect(withoutToken(await linkOverHttp(engine))).toBe("http://engine.test/pay/cards/v2/3ds/")
    expect(Object.values(await linksOfDocs(engine)).every((path) => path.startsWith("/docs/api/"))).toBe(true)
  })

  it("begin with publicUrl and the mount, in process and over HTTP", async () => {
    const engine = await start({ mounts, publicUrl: "https://shop.example/below/" })
    expect(withoutToken(await linkInProcess(engine))).toBe("https://shop.example/below/pay/cards/v2/3ds/")
    expect(withoutToken(await linkOverHttp(engine))).toBe("https://shop.example/below/pay/cards/v2/3ds/")
    const links = Object.values(await linksOfDocs(engine))
    expect(links.every((link) => link.startsWith("https://shop.example/below/docs/api/"))).toBe(true)
  })

  it("begin with what the plugin was given, where that is somewhere else", async () => {
    const plugins = [cards({ mode: "sandbox", publicUrl: "https://pay.example/cards/" })]
    const engine = await start({ plugins, publicUrl: "https://shop.example" })
    expect(withoutToken(await linkInProcess(engine))).toBe("https://pay.example/cards/v2/3ds/")
  })

  it.each(["shop.example", "https://shop.example/?a=1", "ftp://shop.example", "https://"])(
    "cannot begin with %s",
    async (publicUrl) => {
      await expect(start({ publicUrl })).rejects.toThrow(
        `publicUrl must be an address such as https://shop.example, not ${publicUrl}`
      )
      expect(() => cards({ mode: "sandbox", publicUrl })).toThrow(`https://shop.example, not ${publicUrl}`)
    }
  )
})
