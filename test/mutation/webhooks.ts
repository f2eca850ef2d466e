/** Changes of webhooks: signatures, schedules, addresses. */
import { mutation, type Mutation } from "./Mutation.ts"

export const webhooks: Readonly<Record<string, Mutation>> = {
  "signature-without-time": mutation(
    "A webhook's signature does not cover its time",
    {
      file: "src/webhooks/signature.ts",
      from: "? `${timestampSeconds}.${payload}`",
      to: "? `.${payload}`"
    },
    "test/webhooks/signature.test.ts"
  ),
  "signature-from-the-future": mutation(
    "A signature that is dated ahead is accepted",
    {
      file: "src/webhooks/signature.ts",
      from: "Math.abs(nowSeconds - timestamp) <= toleranceSeconds",
      to: "nowSeconds - timestamp <= toleranceSeconds"
    },
    "test/webhooks/signature.test.ts"
  ),
  "signature-empty-secret": mutation(
    "A receiver without a secret accepts what anybody can sign",
    {
      file: "src/webhooks/signature.ts",
      from: `if (typeof secret !== "string" || secret === "") return`,
      to: `if (secret === "\\0") return`
    },
    "test/webhooks/signature.test.ts"
  ),
  "retries-early": mutation(
    "Attempts of webhooks are due earlier than their schedule says",
    { file: "src/domain/RetryPolicy.ts", from: "(factor ** k - 1)) / span", to: "(factor ** k - 1)) / (span + 1)" },
    "test/domain/RetryPolicy.test.ts"
  ),
  "retries-all-at-once": mutation(
    "After an outage all attempts that were missed follow each other at once",
    {
      file: "src/webhooks/Delivery.ts",
      from: "if (dueAt === undefined || dueAt > now) return dueAt",
      to: "if (dueAt === undefined || dueAt > 0) return dueAt"
    },
    "test/webhooks/Delivery.test.ts"
  ),
  "old-secret-for-ever": mutation(
    "A secret that was replaced signs for ever",
    {
      file: "src/webhooks/EndpointSecrets.ts",
      from: "previous !== null && now < previous.until",
      to: "previous !== null && 0 * now < previous.until"
    },
    "test/webhooks/Endpoint.test.ts",
    "test/webhooks/endpointOperations.test.ts",
    "test/bank/webhooks.test.ts"
  ),
  "signed-with-engine-time": mutation(
    "Webhooks are signed with the engine's time, which receivers do not have",
    {
      file: "src/webhooks/WebhookProfile.ts",
      from: '(yield* WebhookSigningTime) === "engine" ? clock.now() : clock.wallNow()',
      to: '(yield* WebhookSigningTime) === "engine" ? clock.now() : clock.now()'
    },
    "test/webhooks/Dispatcher.test.ts"
  ),
  "manual-attempt-exhausts": mutation(
    "An attempt by hand that fails ends a delivery",
    {
      file: "src/webhooks/Delivery.ts",
      from: 'const status = isAccepted(outcome) ? moved(delivery, "accepted") : delivery.status',
      to: 'const status = isAccepted(outcome) ? moved(delivery, "accepted") : moved(delivery, "ranOut")'
    },
    "test/webhooks/Delivery.test.ts"
  ),
  "address-mapped": mutation(
    "A webhook reaches 127.0.0.1 written as an IPv6 address",
    {
      file: "src/services/AddressGuard.ts",
      from: "if (address.isIPv4MappedAddress()) return rangeOfIPv4(address.toIPv4Address())",
      to: `if (address.isIPv4MappedAddress()) return "unicast"`
    },
    "test/services/AddressGuard.test.ts"
  ),
  "address-metadata": mutation(
    "A webhook reaches the service that hands out a cloud's credentials",
    { file: "src/services/AddressGuard.ts", from: `new Set(["168.63.129.16"])`, to: `new Set(["168.63.129.17"])` },
    "test/services/AddressGuard.test.ts"
  ),
  "address-not-asked": mutation(
    "A name that resolves to a private address is connected to",
    {
      file: "src/services/AddressGuard.ts",
      from: `if (range !== "unicast") return Result.fail(`,
      to: `if (range !== "unicast" && range !== "private") return Result.fail(`
    },
    "test/services/AddressGuard.test.ts",
    "test/services/NodeNotifierConnections.test.ts"
  )
}
