/** A bank that takes part in a rail and is not there now: nothing reaches it over that rail. */
import { expect, it } from "vitest"
import { achBody } from "./ach/achHost.ts"
import { freshKey, startHost } from "./host.ts"
import { fedwire } from "./wire/wires.ts"

it.each([
  ["fedwire", "/v2/payments/wire", fedwire(), "beneficiary.routingNumber"],
  ["ach", "/v2/payments/ach", achBody(), "receiver.routingNumber"]
] as const)(
  "a bank that is signed off from %s is reached by nothing that is sent to %s",
  async (rail, path, body, field) => {
    const host = await startHost()
    const routingNumber = "099900069"
    const { participants } = (await host.admin("GET", "/v2/admin/participants")).body.data
    const changed = participants.map((bank: any) =>
      bank.routingNumber === routingNumber ? { ...bank, [rail]: { participates: true, signedOff: true } } : bank
    )
    const directory = { name: "signed off", participants: changed }
    expect((await host.admin("PUT", "/v2/admin/participants", directory)).status).toBe(200)
    const reply = await host.ask("POST", path, body, { "idempotency-key": freshKey() })
    expect([reply.status, reply.body.error?.code, reply.body.error?.field]).toEqual([
      400,
      "INVALID_ROUTING_NUMBER",
      field
    ])
    const { rails } = (await host.ask("GET", `/v2/participants/${routingNumber}`)).body.data
    expect({ ach: rails.ach, fedwire: rails.fedwire }).toEqual({ ach: true, fedwire: true, [rail]: false })
  }
)
