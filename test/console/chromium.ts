/**
 * Debian's Chromium at a console of a test engine. Each page keeps what must not happen in it: errors, breaches of the policy of
 * the page, and requests that leave the machine.
 */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Redacted from "effect/Redacted"
import { chromium, type Browser, type Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, onTestFinished } from "vitest"
import { writeConsole } from "../../bundle/console.ts"
import { bundleFolder } from "../../bundle/sources.js"
import { bank, testClient } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { webConsole } from "../../plugins/console/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { nodeListener } from "../../src/engine/NodeListener.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { paymentBody, startOfTests } from "../bank/host.ts"
import { administratorTokens, adminToken, readToken } from "./console.ts"

const executable = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync)

/** Groups the tests that need a browser. Without one they are left out, which their name says. */
export const describeInChromium = (name: string, tests: () => void): void => {
  describe.skipIf(executable === undefined)(
    executable === undefined ? `${name} (left out: Chromium is not installed)` : name,
    { timeout: 60_000 },
    tests
  )
}

/** Opens the documentation service. */
export const docsKey = "docs-key-of-the-tests"

let browser: Browser
let files: string
let made: string | undefined

/** A browser for the tests of a file, and the built files that it loads. */
export const startChromium = (): void => {
  beforeAll(async () => {
    if (executable === undefined) return
    const kept = join(bundleFolder(), "console")
    if (existsSync(join(kept, "index.html"))) files = kept
    else {
      files = made = mkdtempSync(join(tmpdir(), "bursar-console-"))
      await writeConsole(files)
    }
    browser = await chromium.launch({ executablePath: executable, args: ["--no-sandbox"] })
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    if (made !== undefined) rmSync(made, { recursive: true, force: true })
  })
}

/** How a page looks and who looks at it. */
export interface Look {
  readonly scheme?: "light" | "dark"
  readonly phone?: boolean
  readonly token?: string
}

export interface Place {
  readonly engine: TestEngine.TestEngine
  /** Takes a payment over the API. */
  readonly pay: (body?: object) => Promise<any>
  /** Sends a transfer over the API. */
  readonly transfer: (body: object) => Promise<any>
  /** Opens a page of the console, signed in. */
  readonly open: (path: string, look?: Look) => Promise<Page>
  /** Breaks the connections that are open. */
  readonly cut: () => void
}

const phoneSize = { width: 390, height: 800 }
const deskSize = { width: 1280, height: 900 }

/** What a browser prints of an answer, or of a broken connection, that a test provokes. */
const provoked = /status of 4\d\d|ERR_INCOMPLETE_CHUNKED_ENCODING/

/** Fails the test when something happened in the page that must not. */
const watch = (page: Page, origin: string): void => {
  const problems: Array<string> = []
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`))
  page.on("console", (message) => {
    if (message.type() === "error" && !provoked.test(message.text())) problems.push(`printed: ${message.text()}`)
  })
  page.on("request", (request) => {
    if (!request.url().startsWith(`${origin}/`)) problems.push(`left the machine: ${request.url()}`)
  })
  onTestFinished(() => expect(problems).toEqual([]))
}

/** Breaches of the policy are printed as errors, which the watch sees. */
const reportBreaches = `document.addEventListener("securitypolicyviolation", (event) =>
  console.error("breach of " + event.violatedDirective + ": " + event.blockedURI))`

/** Signs in where the page asks for it, and waits for its heading. */
export const signIn = async (page: Page, token: string): Promise<void> => {
  await page.getByLabel("Admin token").fill(token)
  await page.getByRole("button", { name: "Sign in" }).click()
  await page.getByRole("region", { name: "Engine time" }).waitFor()
}

/** Starts an engine with everything that has panels, behind a socket of its own. */
export const startPlace = async ({
  allowOrigins = []
}: { readonly allowOrigins?: ReadonlyArray<string> } = {}): Promise<Place> => {
  const engine = await TestEngine.make({
    clock: startOfTests,
    plugins: [
      cards({ mode: "sandbox" }),
      bank({ mode: "sandbox", clients: [testClient] }),
      docs({ mode: "sandbox", apiKeys: () => [Redacted.make(docsKey)], allowOrigins }),
      webConsole({
        adminToken: () => adminToken,
        administrators: () => administratorTokens,
        readToken: () => readToken,
        services: { docs: () => docsKey },
        files
      })
    ]
  })
  const server = createServer(nodeListener(engine))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await engine.close()
  })
  let keys = 0
  return {
    engine,
    cut: () => server.closeAllConnections(),
    pay: async (body = {}) =>
      (
        await engine.request("POST", "/cards/v2/payments", {
          amount: 2_000,
          currency: "usd",
          payment_method: "pm_card_visa",
          ...body
        })
      ).json,
    transfer: async (body) =>
      (
        await engine.request("POST", "/bank/v2/payments/instant", body, {
          authorization: undefined,
          "x-api-key": testClient.apiKey,
          "idempotency-key": `key-${(keys += 1)}`
        })
      ).json.data,
    open: async (path, { scheme = "light", phone = false, token = adminToken } = {}) => {
      const context = await browser.newContext({
        viewport: phone ? phoneSize : deskSize,
        colorScheme: scheme,
        locale: "en-US",
        timezoneId: "America/New_York",
        reducedMotion: "reduce"
      })
      onTestFinished(() => context.close())
      const page = await context.newPage()
      watch(page, origin)
      await page.addInitScript(reportBreaches)
      await page.goto(`${origin}/console${path}`)
      if (token !== "") await signIn(page, token)
      return page
    }
  }
}

/** A transfer to somebody whose name is on a list. */
export const heldTransfer = () =>
  paymentBody({ beneficiary: { ...paymentBody().beneficiary, name: "Zoltan Sanctionov" } })

/** A dialog's button and field, by their names. */
export const inDialog = (page: Page) => {
  const dialog = page.getByRole("dialog")
  // Beside the name of a field that may stay empty stands that it may.
  const field = (label: string) => dialog.getByLabel(new RegExp(`^${label}( optional)?$`))
  return {
    dialog,
    fill: (label: string, text: string) => field(label).fill(text),
    choose: (label: string, value: string) => field(label).selectOption(value),
    press: (name: string) => dialog.getByRole("button", { name, exact: true }).click(),
    why: (text: string) => dialog.getByLabel("Why you do it").fill(text)
  }
}
