/** Tools that others use instead, from npm: which version, how it is started, and how it does the same work. */
import { join } from "node:path"
import type { PaymentApi } from "../requests.ts"

/** One tool beside ours. */
export interface Peer {
  readonly name: string
  readonly version: string
  /** Its program, below the folder that it is installed in. */
  readonly program: string
  readonly args: (port: number) => ReadonlyArray<string>
  readonly env: (port: number) => Readonly<Record<string, string>>
  readonly api: PaymentApi
  /** What its create does and leaves out. */
  readonly work: string
}

const form = "application/x-www-form-urlencoded"

/** The tools. A new one is a new row. */
export const peers: ReadonlyArray<Peer> = [
  {
    name: "stripe-stateful-mock",
    version: "0.0.16",
    program: join("stripe-stateful-mock", "dist", "cli.js"),
    args: () => [],
    env: (port) => ({ PORT: String(port), LOG_LEVEL: "silent" }),
    api: {
      path: "/v1/charges",
      contentType: form,
      body: "amount=2000&currency=usd&source=tok_visa&metadata[order]=1234",
      cursor: "starting_after"
    },
    work: "a charge in memory, with idempotency; one account, no events, no ledger"
  },
  {
    name: "emulate",
    version: "0.12.2",
    program: join("emulate", "dist", "index.js"),
    args: (port) => ["--service", "stripe", "--port", String(port)],
    env: () => ({}),
    api: {
      path: "/v1/payment_intents",
      contentType: form,
      body: "amount=2000&currency=usd&payment_method=pm_card_visa&confirm=true&metadata[order]=1234",
      cursor: "starting_after"
    },
    work: "a payment intent in memory that stays requires_confirmation; no idempotency, no ledger"
  }
]
