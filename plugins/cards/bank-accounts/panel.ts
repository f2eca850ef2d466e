/** Bank accounts for operators: to which of them payouts may go. */
import * as Effect from "effect/Effect"
import { documentPanel, statusBy, type CoreServices } from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import type { BankAccount } from "./BankAccount.ts"
import { BankAccountBody } from "./BankAccountBody.ts"
import * as calls from "./calls.ts"
import { storedAccount } from "./repository.ts"

const status = statusBy({
  new: "none",
  pending_verification: "wait",
  verified: "good",
  verification_failed: "bad",
  errored: "bad"
})

export const bankAccountsPanel = documentPanel<BankAccount, CoreServices>({
  id: "bank_accounts",
  title: "Bank accounts",
  noun: ["bank account", "bank accounts"],
  empty:
    "A bank account belongs to a customer, and gets payouts once it is verified. Programs add them with POST /v2/bank_accounts.",
  group: "Cards",
  icon: "building",
  idPrefix: "ba_",
  stored: storedAccount,
  columns: {
    holder: ["Holder", "text", (account) => account.accountHolderName],
    status: ["Status", "status", (account) => status(account.status)],
    last4: ["Ends in", "code", (account) => account.last4],
    currency: ["Currency", "code", (account) => account.currency.toUpperCase()],
    customer: ["Customer", "id", (account) => account.customer],
    bank: ["Bank", "text", (account) => account.bankName],
    at: ["Added", "time", (account) => account.createdAt]
  },
  filters: [{ key: "customer", title: "Customer" }],
  json: BankAccountBody.write,
  principalOf: ownerOf,
  samples: ({ id }) => samplesOf(`/v2/bank_accounts/${id}`, `bankAccounts.retrieve("${id}")`),
  links: ({ customer, id }) => [
    ...(customer === null ? [] : [linkTo("customers", customer, "The customer")]),
    { text: "Payouts to it", href: `/cards.payouts?destination=${id}` }
  ],
  actions: [
    {
      id: "delete",
      title: "Delete",
      confirm: "The bank account is deleted for good. Payouts that are under way still arrive.",
      tone: "bad",
      run: (caller, { id }) => Effect.as(calls.remove(caller, id), { message: "The bank account was deleted", id })
    }
  ]
})
