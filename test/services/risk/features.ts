/** A payment about which nothing is suspicious: an ordinary card of 50.00 USD from the country of everything else. */
import type { RiskFeatures } from "../../../src/services/RiskModel.ts"

/** That payment with some features changed. */
export const features = (changed: Partial<RiskFeatures> = {}): RiskFeatures => ({
  account: "acct_1/test",
  region: "us-east-1",
  amountMinor: 5_000,
  currency: "usd",
  amountEurMinor: 4_600,
  evaluatedAt: 1_767_225_600_000,
  paymentMethod: { type: "card", fingerprint: "fp_1", cardCountry: "US" },
  billing: { country: "US" },
  customer: { id: "cus_1", country: "US", createdAt: 1_767_000_000_000 },
  client: { ip: "192.0.2.1", ipCountry: "US", userAgent: "Mozilla/5.0" },
  offSession: false,
  ...changed
})
