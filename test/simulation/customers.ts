/** Customers of the shop: they are screened when they come and when they are renamed, and a person may say that it is somebody else. */
import { post } from "./cardsOperations.ts"
import type { CardsModel, ModelCustomer } from "./CardsModel.ts"
import { refused, type Operation, type Predicted } from "./Operation.ts"

/** Somebody on the sandbox's list, and somebody who is not. */
export const customerNames = ["Test Sanctioned Person", "Ada Byron", "Grace Brewster"] as const

const accountOf = (customer: string) => ({
  customer,
  country: "US",
  currency: "usd",
  account_holder_name: "Ada Byron",
  routing_number: "110000000",
  account_number: "000123456789"
})

const isListed = (name: string): boolean => name === customerNames[0]

const customerOf = ({ customers }: CardsModel, id: string): ModelCustomer => customers.find((one) => one.id === id)!

const shownCustomer = ({ isMatched, name }: ModelCustomer): Predicted => ({
  status: 200,
  shows: { name, "screening.result": isMatched ? "match" : "clear" }
})

const learning = (one: ModelCustomer): Predicted => ({
  ...shownCustomer(one),
  learn: (json: any) => {
    one.id = json.id
    one.screening = json.screening.screening_id
  }
})

export const createCustomer = (name: string, at: number): Operation => {
  const email = `customer-${at}@example.com`
  return post("customer", "customers", { email, name }, ({ cards: { customers } }) => {
    const one: ModelCustomer = {
      id: `new customer ${customers.length}`,
      name,
      screening: "",
      isMatched: isListed(name),
      isApproved: false,
      isGone: false,
      isVerified: false
    }
    customers.push(one)
    return learning(one)
  })
}

const onCustomer = (
  name: string,
  of: Pick<Operation, "method" | "path"> & { readonly id: string; readonly body?: unknown },
  predict: (one: ModelCustomer) => Predicted
): Operation => ({
  ...post(name, "", of.body, ({ cards }) => {
    const one = customerOf(cards, of.id)
    return one.isGone ? refused(404, "resource_missing") : predict(one)
  }),
  method: of.method,
  path: `/cards/v2/${of.path}`,
  about: of.id
})

/** Another name is screened; it lifts no match, and nobody has verified who bears it. */
export const rename = (id: string, name: string): Operation =>
  onCustomer("rename", { id, method: "POST", path: `customers/${id}`, body: { name } }, (one) => {
    one.isVerified = one.isVerified && name === one.name
    one.name = name
    one.isMatched = one.isMatched || isListed(name)
    return learning(one)
  })

/** A customer goes; what it was matched for stays. */
export const removeCustomer = (id: string): Operation =>
  onCustomer("remove", { id, method: "DELETE", path: `customers/${id}` }, (one) => {
    one.isGone = true
    // A key is for POST: whoever asks again after a crash finds nobody.
    return { status: 200, halfway: [refused(404, "resource_missing")] }
  })

/** A customer gives a bank account of its own. */
export const giveAccount = (id: string): Operation =>
  post("account", "bank_accounts", accountOf(id), ({ cards }) => {
    const one = customerOf(cards, id)
    if (one.isGone) return refused(400, "resource_missing")
    return { status: 200, shows: { status: "pending_verification" }, learn: (json) => void (one.account = json.id) }
  })

/** Two small amounts arrived at it. */
export const verifyAccount = (account: string): Operation =>
  post("account.verify", `bank_accounts/${account}/verify`, { amounts: [32, 45] }, () => ({
    status: 200,
    shows: { status: "verified" }
  }))

/** A person decides on the match of a customer. */
export const decideMatch = ({ id, screening }: ModelCustomer, decision: "approved" | "confirmed"): Operation => ({
  ...post(`match.${decision}`, `test_helpers/screenings/${screening}/resolve`, { decision }, ({ cards }) => {
    if (decision === "approved") customerOf(cards, id).isApproved = true
    return { status: 200, shows: { resolution: decision } }
  }),
  about: id
})
