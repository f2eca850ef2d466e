/**
 * A scripted card processor behind HTTP, for this example and its test: it keeps what it did by idempotency key, can lose answers
 * after it acted, and signs what it reports. Yours is a company on the internet.
 */
import { createHmac, randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

/** What the processor and the shop's server share. */
export const notifySecret = "whsec_of_the_processor"

interface Charge {
  readonly id: string
  readonly payment: string
  readonly amountMinor: number
  takenMinor: number
  authenticated: "succeeded" | "failed" | "pending"
}

const isTaken =
  (payment: string) =>
  (charge: Charge): boolean =>
    charge.payment === payment && charge.takenMinor > 0

const textOf = async (request: IncomingMessage): Promise<string> => (await request.toArray()).join("")

/** Answers what is posted under an idempotency key; with nothing, it breaks the connection off. */
const listening = async (answer: (path: string, key: string, body: unknown) => Promise<unknown>) => {
  const server = createServer(async (request, response) => {
    const path = request.url!.slice(1)
    const key = `${path} ${String(request.headers["idempotency-key"] ?? randomUUID())}`
    const answered = await answer(path, key, JSON.parse(await textOf(request)))
    if (answered === undefined) return void response.destroy()
    response.setHeader("content-type", "application/json").end(JSON.stringify(answered))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return server
}

/** Starts it on a free port of this machine. */
export const startProcessor = async () => {
  const charges = new Map<string, Charge>()
  const payouts = new Map<string, number>()
  const answers = new Map<string, unknown>()
  const requests: Array<string> = []
  /** The next so many answers are lost, after what was asked was done. */
  const script = { lose: 0, onCharge: undefined as ((charge: { readonly returnUrl: string }) => void) | undefined }
  const chargeOf = (id: string): Charge => charges.get(id)!

  const acts: Readonly<Record<string, (body: any) => unknown>> = {
    tokens: ({ token }) => {
      if (token === "tok_bad") return { error: "The token is used up" }
      const account = { bankName: "First Bank", routingNumber: "110000000", last4: "6789", fingerprint: `fp_${token}` }
      const card = {
        brand: "visa",
        last4: "4242",
        expMonth: 12,
        expYear: 2040,
        country: "US",
        fingerprint: `fp_${token}`
      }
      return { id: `src_${token}`, ...(String(token).startsWith("btok_") ? { account } : { card }) }
    },
    charges: ({ amountMinor, authentication, capture, mustAuthenticate, payment, returnUrl, source }) => {
      script.onCharge?.({ returnUrl })
      if (source === "src_tok_poor") return { declined: "insufficient_funds" }
      const known = authentication === null ? undefined : chargeOf(authentication)
      const id = known?.id ?? `ch_${charges.size + 1}`
      if (known === undefined) charges.set(id, { id, payment, amountMinor, takenMinor: 0, authenticated: "pending" })
      const charge = chargeOf(id)
      if ((mustAuthenticate || source === "src_tok_3ds") && charge.authenticated !== "succeeded") {
        return { id, page: `https://processor.example/3ds/${id}` }
      }
      if (capture) charge.takenMinor = amountMinor
      return { id }
    },
    authentications: ({ id }) => ({ status: chargeOf(id).authenticated }),
    captures: ({ amountMinor, id }) => ({ taken: (chargeOf(id).takenMinor = amountMinor) }),
    // By the payment, as the shop does not know the id of a charge whose answer was lost.
    voids: ({ payment }) => ([...charges.values()].some(isTaken(payment)) ? { declined: "It was captured" } : {}),
    refunds: ({ amountMinor, id }) => ({ taken: (chargeOf(id).takenMinor -= amountMinor) }),
    payouts: ({ amountMinor, payout }) => ({ sent: payouts.set(payout, amountMinor).size > 0 }),
    evidence: () => ({})
  }

  const server = await listening(async (path, key, body) => {
    requests.push(path)
    if (!answers.has(key)) answers.set(key, acts[path]!(body))
    return script.lose-- > 0 ? undefined : answers.get(key)
  })

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    charges,
    payouts,
    requests,
    answers,
    script,
    /** What it posts, signed: the body and the header. */
    signed: (notices: ReadonlyArray<unknown>) => {
      const body = JSON.stringify({ notices })
      return { body, headers: { "x-signature": createHmac("sha256", notifySecret).update(body).digest("hex") } }
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
