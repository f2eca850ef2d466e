/** Programs as users write them, with the built package. */

/** What a user writes. A wrong currency must not compile: it would, if the types of the package were not found. */
export const program = `
import { createEngine } from "bursar"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"

const engine = await createEngine({ plugins: [cards()], store: sqlite(":memory:"), log: false })
const caller = await engine.caller({ principal: testAccount("acct_demo") })
const command = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
const payment = await engine.call(payments.create(caller, command))
// @ts-expect-error: no currency
const wrong = () => payments.create(caller, { ...command, currency: "no" })
const { state, amountCapturedMinor } = payment
console.log(JSON.stringify({ state, amountCapturedMinor, loaded: import.meta.resolve("bursar") }))
await engine.close()
`

/**
 * A program that keeps its data on disk, so that it starts the thread that writes, and shows a reference page, which another
 * thread has the script of.
 */
export const host = `
import { createEngine } from "bursar"
import { bank } from "bursar/bank"
import { cards, payments, testAccount } from "bursar/cards"
import { sqlite } from "bursar/sqlite"

const store = sqlite(process.argv[2])
const masterKey = Buffer.alloc(32, 7).toString("base64")
const engine = await createEngine({ plugins: [cards(), bank()], store, masterKey, log: false })
const caller = await engine.caller({ principal: testAccount("acct_demo") })
const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" }
console.log((await engine.call(payments.create(caller, order))).state)
const page = await engine.fetch(new Request("http://localhost/cards/reference"))
console.log(page.status, await page.text().then(({ length }) => length > 1_000_000, () => "broken off"))
await engine.close()
`

/** A program that only imports, and prints the modules of Effect that this loads. */
export const importing = `
import { registerHooks } from "node:module"
const load = (url, context, next) => {
  const [, part] = /\\/effect\\/dist\\/(.+)\\.js$/.exec(url) ?? []
  if (part !== undefined) console.log(part)
  return next(url, context)
}
registerHooks({ load })
await import("bursar")
await import("bursar/cards")
`

/** Programs that load packages, and print the names of those that export something. */
export const loadingByImport = (names: ReadonlyArray<string>): string =>
  `for (const name of ${JSON.stringify(names)}) if (Object.keys(await import(name)).length > 0) console.log(name)`

export const loadingByRequire = (names: ReadonlyArray<string>): string =>
  `for (const name of ${JSON.stringify(names)}) if (Object.keys(require(name)).length > 0) console.log(name)`
