import { createEngine } from "bursar"
import { cards } from "bursar/cards"
import { sqlite } from "bursar/sqlite"

const start = () =>
  createEngine({
    plugins: [cards({ mode: "sandbox", accounts: [{ id: "acct_shop", keys: [process.env.SHOP_KEY] }] })],
    store: sqlite("./.bursar"),
    masterKey: process.env.BURSAR_MASTER_KEY,
    mounts: { cards: "/pay/cards" },
    publicUrl: process.env.SHOP_URL
  })

export const engine = () => (globalThis.bursar ??= start())
