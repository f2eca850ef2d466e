/** Customers for operators: who they are, how they were verified and screened. */
import * as Effect from "effect/Effect"
import type { Mode } from "../../../src/domain.ts"
import { documentPanel, statusBy, textIn, type CoreServices } from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import * as calls from "./calls.ts"
import type { Customer } from "./Customer.ts"
import { CustomerBody } from "./CustomerBody.ts"
import { storedCustomer } from "./stored.ts"
import { verificationSections, verifyAction } from "./verificationPanel.ts"

const verified = statusBy({ not_started: "none", pending: "wait", verified: "good", failed: "bad" })

const screened = statusBy({ clear: "good", approved: "good", pending: "wait", match: "held", none: "none" })

const screeningOf = ({ screening }: Customer): string => {
  if (screening === null) return "none"
  return screening.result === "match" && screening.approved ? "approved" : screening.result
}

export const customersPanel = (mode: Mode) =>
  documentPanel<Customer, CoreServices>({
    mode,
    id: "customers",
    title: "Customers",
    noun: ["customer", "customers"],
    empty:
      "A customer keeps cards and bank accounts, is screened against watch lists, and can be verified. Begin with “Create a customer”.",
    group: "Cards",
    icon: "users",
    idPrefix: "cus_",
    stored: storedCustomer,
    columns: {
      name: ["Name", "text", (customer) => customer.name],
      email: ["E-mail", "text", (customer) => customer.email],
      screening: ["Screening", "status", (customer) => screened(screeningOf(customer))],
      kyc: ["Verification", "status", (customer) => verified(customer.kycStatus)],
      at: ["Created", "time", (customer) => customer.createdAt]
    },
    json: CustomerBody.write,
    principalOf: ownerOf,
    samples: ({ id }) => samplesOf(`/v2/customers/${id}`, `customers.retrieve("${id}")`),
    links: ({ id, screening }) => [
      { text: "Payments of the customer", href: `/cards.payments?customer=${id}` },
      ...(screening === null ? [] : [linkTo("screenings", screening.screeningId, "The screening")])
    ],
    sections: verificationSections,
    actions: [
      verifyAction,
      {
        id: "delete",
        title: "Delete",
        confirm: "The customer is deleted for good. A match on a list is remembered.",
        tone: "bad",
        run: (caller, { id }) => Effect.as(calls.remove(caller, id), { message: "The customer was deleted", id })
      }
    ],
    accountActions: [
      {
        id: "create",
        title: "Create a customer",
        confirm: "The customer is made for the account, and the name is screened.",
        tone: "good",
        input: [
          { key: "email", title: "E-mail", kind: "text", required: true },
          { key: "name", title: "Name", kind: "text", required: false, hint: "Screened against watch lists" },
          { key: "phone", title: "Phone", kind: "text", required: false, hint: "Such as +14155550100" },
          { key: "country", title: "Country", kind: "text", required: false, hint: "Such as US" }
        ],
        run: (caller, input) => {
          const [name, phone, country] = ["name", "phone", "country"].map((key) => textIn(input, key))
          const created = calls.create(caller, {
            email: textIn(input, "email") ?? "",
            ...(name === undefined ? {} : { name }),
            ...(phone === undefined ? {} : { phone }),
            ...(country === undefined ? {} : { address: { country: country.toUpperCase() } })
          })
          return Effect.map(created, ({ id }) => ({ message: "The customer was made", id }))
        }
      }
    ]
  })
