/**
 * A program whose Node copies databases to files only, as Node 22 does: it refuses an address, and takes a text that is one for
 * the name of a file. Prints the states of payments in three test engines, and the names that were given.
 */
import { registerHooks } from "node:module"

/** In place of `node:sqlite`: its parts, and `backup` as Node 22 has it. */
const replacement = `
export const { constants, DatabaseSync, StatementSync } = process.getBuiltinModule("node:sqlite")
globalThis.copied = []
export const backup = async (_, to) => {
  if (typeof to !== "string") throw Object.assign(new TypeError("A string"), { code: "ERR_INVALID_ARG_TYPE" })
  globalThis.copied.push(to)
}
`
registerHooks({
  resolve: (name, context, next) =>
    name === "node:sqlite"
      ? { url: `data:text/javascript,${encodeURIComponent(replacement)}`, shortCircuit: true }
      : next(name, context)
})

const { cards, payments, testAccount } = await import("../../plugins/cards/index.ts")
const { TestEngine } = await import("../../src/testing/index.ts")

const order = { amountMinor: 2000, currency: "usd", paymentMethod: "pm_card_visa" } as const
const principal = testAccount("acct_copied")

const say = (line: string) => process.stdout.write(`${line}\n`)

for (let time = 0; time < 3; time++) {
  const engine = await TestEngine.make({ plugins: [cards()] })
  const before = await engine.snapshot()
  const { id } = await engine.call(payments.create(await engine.caller({ principal }), order))
  const kept = await engine.snapshot()
  await engine.restore(before)
  await engine.restore(kept)
  say((await engine.call(payments.retrieve(await engine.caller({ principal }), id))).state)
  await engine.close()
}
say(JSON.stringify((globalThis as { readonly copied?: ReadonlyArray<string> }).copied))
