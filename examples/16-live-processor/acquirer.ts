/** Connects the processor: each function sends our reference as its idempotency key and translates the answer. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { Acquirer, type AcquirerNotice, type Acquirers } from "bursar/cards"
import { notifySecret } from "./processor.ts"

const isSigned = (body: string, signature = ""): boolean => {
  const expected = createHmac("sha256", notifySecret).update(body).digest("hex")
  return signature.length === expected.length && timingSafeEqual(Buffer.from(signature), Buffer.from(expected))
}

/** The acquirer for a processor at an address. */
export const acquirersAt = (url: string): Acquirers => {
  const post = async (path: string, reference: string, body: object, signal: AbortSignal): Promise<any> => {
    const headers = { "idempotency-key": reference, "content-type": "application/json" }
    const response = await fetch(`${url}/${path}`, { method: "POST", headers, body: JSON.stringify(body), signal })
    if (!response.ok) throw new Error(`The processor answered ${response.status}`)
    return response.json()
  }
  return Acquirer.make({
    name: "processor",
    timeout: "2 seconds",
    tokenize: async ({ reference, source }, { signal }) => {
      if (source.kind !== "token") throw new Error("Only tokens are sent")
      const { account, card, error, id } = await post("tokens", reference, { token: source.token }, signal)
      if (error !== undefined) return { outcome: "refused", code: "parameter_invalid", message: error }
      return account === undefined
        ? { outcome: "tokenized", token: id, card }
        : { outcome: "tokenized", token: id, bankAccount: { ...account, verified: true } }
    },
    authorize: async (request, { signal }) => {
      const { amountMinor, authenticationReference: authentication, paymentMethod, reference, requestedAt } = request
      const { capture, mustAuthenticate, payment, returnUrl } = request
      const source = paymentMethod.acquirerToken
      const body = { amountMinor, payment, source, capture, mustAuthenticate, authentication, returnUrl }
      const { declined, id, page } = await post("charges", reference, body, signal)
      if (declined !== undefined) return { outcome: "declined", code: declined, message: "The issuer said no" }
      if (paymentMethod.type === "us_bank_account") {
        return { outcome: "submitted", acquirerReference: id, settlesAt: requestedAt + 3 * 86_400_000 }
      }
      return page === undefined
        ? { outcome: "authorized", acquirerReference: id }
        : { outcome: "challenge", acquirerReference: id, redirectUrl: page }
    },
    // What came of it changes, so it is asked anew each time.
    authentication: async ({ acquirerReference }, { signal }) => ({
      outcome: (await post("authentications", crypto.randomUUID(), { id: acquirerReference }, signal)).status
    }),
    capture: async ({ acquirerReference: id, amountMinor, reference }, { signal }) => {
      await post("captures", reference, { id, amountMinor }, signal)
      return { outcome: "captured" }
    },
    void: async ({ payment, reference }, { signal }) => {
      const { declined: message } = await post("voids", reference, { payment }, signal)
      return message === undefined ? { outcome: "voided" } : { outcome: "declined", code: "card_declined", message }
    },
    refund: async ({ acquirerReference: id, amountMinor, reference }, { signal }) => {
      await post("refunds", reference, { id, amountMinor }, signal)
      return { outcome: "pending" }
    },
    payout: async ({ amountMinor, destination, reference }, { signal }) => {
      await post("payouts", reference, { payout: reference, amountMinor, destination }, signal)
      return { outcome: "sent" }
    },
    submitEvidence: async ({ acquirerDispute, evidence, reference }, { signal }) => {
      await post("evidence", reference, { acquirerDispute, evidence }, signal)
      return { outcome: "taken" }
    },
    readNotices: ({ body, headers }) =>
      isSigned(body, headers["x-signature"])
        ? (JSON.parse(body) as { readonly notices: ReadonlyArray<AcquirerNotice> }).notices
        : "forged"
  })
}
