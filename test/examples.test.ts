/** Runs every example as a newcomer would and reads what it prints; keeps examples short and on the public names. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { describe, expect, onTestFinished, test } from "vitest"
import config from "../vitest.config.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const folder = `${root}examples`

/** DESIGN §2: an example has at most 60 lines. */
const maxLines = 60

const examples = readdirSync(folder).filter((name) => name.endsWith(".ts"))
const sourceOf = (name: string) => readFileSync(`${folder}/${name}`, "utf8")
const commandOf = (name: string) =>
  name.endsWith(".test.ts") ? `npx vitest run examples/${name}` : `npm run example -- examples/${name}`

const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { exports: Record<string, unknown> }
const entries = Object.keys(exports).map((name) => name.replace(/^\./, "bursar"))

const isPublic = (name: string): boolean => entries.includes(name) || /^(node:|effect$|effect\/|vitest$)/.test(name)

/** Every module that a source names, in an import, an export from, or an import(). */
const modulesOf = (source: string): ReadonlyArray<string> =>
  [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map((match) => match[1]!)

/** Starts an example. `printed` waits until its output holds `pattern`, and fails with its complaints if it ends first. */
const start = (name: string) => {
  const child = spawn(process.execPath, ["--conditions=bursar-source", `${folder}/${name}`], {
    cwd: root,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"]
  })
  onTestFinished(() => void child.kill("SIGKILL"))
  let output = ""
  let complaint = ""
  child.stdout.on("data", (chunk: Buffer) => void (output += chunk.toString()))
  child.stderr.on("data", (chunk: Buffer) => void (complaint += chunk.toString()))
  const ended = once(child, "close").then(([code]) => ({ code: code as number | null, output, complaint }))
  const printed = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(output)) {
      if (child.exitCode !== null) throw new Error(`${name} ended early: ${(await ended).complaint}`)
      await Promise.race([once(child.stdout, "data"), ended])
    }
    return output
  }
  return { child, ended, printed }
}

/** What each script is to do. Examples that are tests are run by Vitest itself: its configuration includes them. */
const scripts: Readonly<Record<string, () => Promise<void>>> = {
  "01-embed-node-http.ts": async () => {
    const { child, ended, printed } = start("01-embed-node-http.ts")
    const said = await printed(/See payments.*\n/)
    const base = /http:\/\/127\.0\.0\.1:\d+/.exec(said)?.[0]
    const key = /Bearer (\w+)/.exec(said)?.[1]

    const paid = await fetch(`${base}/orders/1/pay`, { method: "POST" })
    const { payment, state } = JSON.parse(await paid.text())
    expect(state).toBe("captured")

    const authorization = `Bearer ${key}`
    const shown = await fetch(`${base}/cards/v2/payments/${payment}`, { headers: { authorization } })
    expect(JSON.parse(await shown.text())).toMatchObject({ id: payment, amount: 2000, status: "succeeded" })
    const declined = await fetch(`${base}/cards/v2/payments`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({ amount: 300, currency: "usd", payment_method: "pm_card_declined" })
    })
    expect(declined.status).toBe(402)
    expect((await fetch(`${base}/elsewhere`)).status).toBe(404)

    child.kill("SIGINT")
    const { code, complaint, output } = await ended
    expect(output, complaint).toBe(`${said}Closed\n`)
    expect(code).toBe(0)
  },

  "02-embed-in-effect-app.ts": async () => {
    const { code, complaint, output } = await start("02-embed-in-effect-app.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "captured, once",
      "failed: card_declined",
      "There is no such payment_method"
    ])
    expect(code).toBe(0)
  },

  "03-custom-risk-model.ts": async () => {
    const { code, complaint, output } = await start("03-custom-risk-model.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "1,500.00 USD from device_of_anna: 200 succeeded",
      expect.stringMatching(/^1,500\.00 USD from device_of_nobody: 402 .*blocked/)
    ])
    expect(code).toBe(0)
  },

  "08-custom-acquirer.ts": async () => {
    const { code, complaint, output } = await start("08-custom-acquirer.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "The acquirer keeps all 11 promises",
      "2000: succeeded",
      "200000: insufficient_funds"
    ])
    expect(code).toBe(0)
  },
  "07-bundled-server.ts": async () => {
    const { code, complaint, output } = await start("07-bundled-server.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "Listens on 127.0.0.1: 200",
      "2000 pending",
      "At the bank: SIM First Both Rails Bank",
      "The same payment: true",
      "After seven days: canceled"
    ])
    expect(code).toBe(0)
  },
  "10-custom-rail.ts": async () => {
    const { code, complaint, output } = await start("10-custom-rail.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "The rail keeps all 7 promises",
      "9000000000: settled by rtp",
      "404: returned by rtp"
    ])
    expect(code).toBe(0)
  },
  "15-promise-client.ts": async () => {
    const { code, complaint, output } = await start("15-promise-client.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "order-1: succeeded",
      "order-1: succeeded",
      "order-2: card_declined",
      "order-3: succeeded",
      "Paid: 4000",
      "Paid: 2000"
    ])
    expect(code).toBe(0)
  },
  "13-docs-language-model.ts": async () => {
    const { code, complaint, output } = await start("13-docs-language-model.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "The order was not carried out",
      "Sections by my-model: 1",
      expect.stringMatching(/^The section "Authentication" was written by the rules: the text /),
      expect.stringMatching(/^The section "Error codes" was written by the rules: the text /)
    ])
    expect(code).toBe(0)
  },
  "09-custom-kyc-provider.ts": async () => {
    const { code, complaint, output } = await start("09-custom-kyc-provider.ts").ended
    expect(output.trimEnd().split("\n"), complaint).toEqual([
      "The provider keeps all 6 promises",
      "pending",
      "failed",
      "pending",
      "verified"
    ])
    expect(code).toBe(0)
  },
  "04-custom-screening.ts": async () => {
    const { code, complaint, output } = await start("04-custom-screening.ts").ended
    const unavailable = "Ada Lovelace: ScreeningUnavailable: Screening is unavailable (failed)"
    // The log names the cause once.
    expect(complaint.split("A service of the host gives no answer")).toHaveLength(2)
    const said = output.split("\n").filter((line) => /^(?:Gregor|Ada|The circuit)/.test(line))
    expect(said, complaint).toEqual([
      "Gregor Samsa: match",
      "Ada Lovelace: clear",
      unavailable,
      unavailable,
      unavailable,
      "The circuit is open"
    ])
    expect(code).toBe(0)
  }
}

/** A plugin in a package of its own, which `pack.test.ts` compiles and tests against the packed one. */
describe("06-own-plugin", () => {
  const plugin = readFileSync(`${folder}/06-own-plugin/wallet.ts`, "utf8")

  test("has at most 150 lines of plugin", () => {
    expect(plugin.trimEnd().split("\n").length).toBeLessThanOrEqual(150)
  })

  test("imports public names only", () => {
    const modules = [plugin, readFileSync(`${folder}/06-own-plugin/wallet.test.ts`, "utf8")].flatMap(modulesOf)
    expect(modules.filter((module) => !isPublic(module) && module !== "./wallet.ts")).toEqual([])
  })

  test("is listed in the README of the examples, and run by Vitest with the whole suite", () => {
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain("[06-own-plugin](06-own-plugin)")
    expect(config.test?.include).toContain("examples/**/*.test.ts")
  })
})

/** A connection to a processor over HTTP, in files of its own; `test/cards/live-acquirer.test.ts` tests it further. */
describe("16-live-processor", () => {
  const files = ["acquirer.ts", "main.ts", "processor.ts"]

  test("imports public names only", () => {
    const modules = files.flatMap((name) => modulesOf(readFileSync(`${folder}/16-live-processor/${name}`, "utf8")))
    expect(modules.filter((module) => !isPublic(module) && !module.startsWith("./"))).toEqual([])
  })

  test("takes a payment whose answer is lost, once, and a late notice", async () => {
    const { code, complaint, output } = await start("16-live-processor/main.ts").ended
    const said = output.split("\n").filter((line) => /^(?:Tokenized|Payment|Refund)/.test(line))
    expect(said, complaint).toEqual([
      "Tokenized: visa ending in 4242",
      "Payment: pending, then succeeded; taken 2000",
      "Refund: pending; 1 notice taken; taken 1500"
    ])
    expect(code).toBe(0)
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain("[16-live-processor](16-live-processor)")
  })
})

/** Packages of their own, with frameworks that `npm run test:hosts` installs, and the page that shows each of their files. */
describe.each([
  ["17-next-js", "embedding.md", ["lib/engine.js", "app/pay/[...path]/route.js", "next.config.mjs"]],
  ["18-jest", "testing.md", ["payments.test.js"]]
] as const)("%s", (name, page, files) => {
  test.each(files)("shows %s as docs do", (file) => {
    const shown = readFileSync(`${root}docs/${page}`, "utf8")
    expect(shown).toContain(`\`\`\`js\n${readFileSync(`${folder}/${name}/${file}`, "utf8")}\`\`\`\n`)
    expect(shown).toContain(`[examples/${name}](../examples/${name})`)
  })

  test("is listed in the README of the examples", () => {
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain(`[${name}](${name})`)
  })
})

describe.each(examples)("%s", (name) => {
  test(`has at most ${maxLines} lines`, () => {
    expect(sourceOf(name).trimEnd().split("\n").length).toBeLessThanOrEqual(maxLines)
  })

  test("imports public names only", () => {
    const modules = modulesOf(sourceOf(name))
    expect(modules.filter((module) => !isPublic(module))).toEqual([])
    expect(modules.some((module) => module.startsWith("bursar"))).toBe(true)
  })

  test("begins with what it shows and the command that runs it", () => {
    const comment = /^\/\*\*([\s\S]*?)\*\//.exec(sourceOf(name))?.[1] ?? ""
    expect(comment).toContain(commandOf(name))
  })

  test("is listed in the README of the examples", () => {
    expect(readFileSync(`${folder}/README.md`, "utf8")).toContain(`[${name}](${name})`)
  })

  if (name.endsWith(".test.ts")) {
    test("is run by Vitest with the whole suite", () => {
      expect(config.test?.include).toContain("examples/**/*.test.ts")
    })
  } else {
    test("does what it says when it is run", async () => {
      const run = scripts[name]
      expect(run, "the example needs a row in `scripts`, which says what it is to print").toBeDefined()
      await run!()
    })
  }
})
