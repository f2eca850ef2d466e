/** Customers who are paid: how one becomes a recipient, and a payout that waits while its recipient is listed. */
import * as money from "./cardsMoney.ts"
import * as customers from "./customers.ts"
import type { Scenario } from "./interleave.ts"
import type { World } from "./World.ts"

/** A customer gives an account, and is verified. */
export const becomeRecipient = async (world: World, id: string) => {
  const one = world.model.cards.customers.find((customer) => customer.id === id)!
  await world.perform(customers.giveAccount(id))
  await world.perform(customers.verifyAccount(one.account!))
  await world.verify(id)
  one.isVerified = true
}

const customerOf = ({ model }: World) => model.cards.customers.at(-1)!

export const recipient: Scenario = {
  name: "a payout that waits for its day, to a customer who is listed, approved and removed meanwhile",
  begin: async (world) => {
    await world.perform(customers.createCustomer("Ada Byron", world.now()))
    await becomeRecipient(world, customerOf(world).id)
    await world.perform(money.fund(5_000))
    await world.perform(money.payout(1_000, false, customerOf(world)))
  },
  acts: [
    {
      name: "listed",
      make: (world) =>
        customerOf(world).isApproved ? undefined : customers.rename(customerOf(world).id, customers.customerNames[0])
    },
    {
      name: "approved",
      make: (world) => {
        const { isGone, isMatched } = customerOf(world)
        return isMatched && !isGone ? customers.decideMatch(customerOf(world), "approved") : undefined
      }
    },
    { name: "removed", make: (world) => customers.removeCustomer(customerOf(world).id) },
    { name: "another payout", make: (world) => money.payout(500, true, customerOf(world)) },
    { name: "a day", make: () => "1 day" }
  ]
}
