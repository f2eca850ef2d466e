/** Payouts for operators, and what the bank says about those that have left. */
import * as Effect from "effect/Effect"
import type { Currency, Mode } from "../../../src/domain.ts"
import { documentPanel, isIn, numberIn, statusBy, textIn, type CoreServices } from "../../../src/plugin.ts"
import { staticBankAccountIds } from "../bank-accounts/static-bank-accounts.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import * as calls from "./calls.ts"
import type { Payout } from "./Payout.ts"
import { PayoutBody } from "./PayoutBody.ts"
import { storedPayout } from "./repository.ts"

const statuses = ["pending", "in_transit", "paid", "failed", "canceled"]

const status = statusBy({ pending: "wait", in_transit: "wait", paid: "good", failed: "bad", canceled: "none" })

export const payoutsPanel = (mode: Mode) =>
  documentPanel<Payout, CoreServices>({
    mode,
    id: "payouts",
    title: "Payouts",
    noun: ["payout", "payouts"],
    empty: "A payout sends available money of an account to a verified bank account. Begin with “Create a payout”.",
    group: "Cards",
    icon: "landmark",
    idPrefix: "po_",
    stored: storedPayout,
    columns: {
      amount: ["Amount", "money", (payout) => ({ amountMinor: payout.amountMinor, currency: payout.currency })],
      status: ["Status", "status", (payout) => status(payout.status)],
      method: ["Method", "code", (payout) => payout.method],
      destination: ["To", "id", (payout) => payout.destination],
      customer: ["Customer", "id", (payout) => payout.customer],
      arrivalAt: ["Arrives", "time", (payout) => payout.arrivalAt],
      at: ["Created", "time", (payout) => payout.createdAt]
    },
    filters: [
      { key: "status", title: "Status", of: statuses },
      { key: "destination", title: "To" }
    ],
    json: PayoutBody.write,
    principalOf: ownerOf,
    samples: ({ id }) => samplesOf(`/v2/payouts/${id}`, `payouts.retrieve("${id}")`),
    links: ({ customer }) => (customer === null ? [] : [linkTo("customers", customer, "The customer")]),
    sections: ({ document: { amountMinor, batchAt, currency, fault, feeMinor } }) =>
      Effect.succeed([
        {
          title: "What is in it",
          fields: [
            { label: "To the bank account", kind: "money", value: { amountMinor, currency } },
            { label: "Fee", kind: "money", value: { amountMinor: feeMinor, currency } },
            { label: "From the balance", kind: "money", value: { amountMinor: amountMinor + feeMinor, currency } },
            { label: "Leaves with the batch", kind: "time", value: batchAt },
            ...(fault === null ? [] : [{ label: "Why it failed", kind: "text" as const, value: fault.message }])
          ]
        }
      ]),
    actions: [
      {
        id: "cancel",
        title: "Take back",
        confirm: "The payout does not leave, and its amount is available again.",
        tone: "bad",
        applies: isIn("pending"),
        run: (caller, { id }) => Effect.as(calls.cancel(caller, id), { message: "The payout was taken back", id })
      }
    ],
    accountActions: [
      {
        id: "create",
        title: "Create a payout",
        confirm: "Available money of the account goes to a bank account.",
        once: true,
        input: [
          { key: "amount", title: "Amount", kind: "money", required: true },
          {
            key: "currency",
            title: "Currency",
            kind: "text",
            required: true,
            value: "usd",
            hint: "That of the bank account"
          },
          {
            key: "destination",
            title: "To",
            kind: "text",
            required: true,
            ...(mode === "test"
              ? { suggest: staticBankAccountIds, hint: "A verified bank account, or ba_test_verified_usd" }
              : { hint: "The id of a verified bank account, such as ba_…" })
          },
          { key: "method", title: "Method", kind: "choice", of: ["standard", "instant"], required: false }
        ],
        run: (caller, input) => {
          const method = textIn(input, "method") as "standard" | "instant" | undefined
          const created = calls.create(caller, {
            amountMinor: numberIn(input, "amount") ?? 0,
            currency: (textIn(input, "currency") ?? "").toLowerCase() as Currency,
            destination: textIn(input, "destination") ?? "",
            method
          })
          return Effect.map(created, ({ id }) => ({ message: "The payout was made", id }))
        }
      }
    ]
  })
