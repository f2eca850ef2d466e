/** Postal addresses on the wire: what is taken, and how they are shown. */
import * as Schema from "effect/Schema"
import { Wire } from "../../src/plugin.ts"
import type { Address } from "./payment-methods/PaymentMethod.ts"
import { CountryCode, text } from "./wire.ts"

/** Any postal code is taken (spec cards §5.7). The lengths are our choice. */
export const AddressBody = Wire.body("AddressInput", "A postal address, as far as you know it.", {
  line1: [Schema.optionalKey(text(200)), "Street and number, up to 200 characters."],
  line2: [Schema.optionalKey(text(200)), "Flat, floor or company, up to 200 characters."],
  city: [Schema.optionalKey(text(100)), "The city, up to 100 characters."],
  state: [Schema.optionalKey(text(100)), "State, province or region, up to 100 characters."],
  postal_code: [Schema.optionalKey(text(20)), "Any postal code, up to 20 characters."],
  country: [Schema.optionalKey(CountryCode), "The country."]
}).annotate({ expected: "an object" })

const maybeText = Schema.NullOr(Schema.String)

/** An address as it is shown: what was not told is null. */
export const ShownAddress = Schema.NullOr(
  Wire.object<Address>()("Address", "A postal address. What was not given is `null`.", {
    line1: [maybeText, (address) => address.line1 ?? null, "Street and number."],
    line2: [maybeText, (address) => address.line2 ?? null, "Flat, floor or company."],
    city: [maybeText, (address) => address.city ?? null, "The city."],
    state: [maybeText, (address) => address.state ?? null, "State, province or region."],
    postal_code: [maybeText, (address) => address.postalCode ?? null, "The postal code."],
    country: [Schema.NullOr(CountryCode), (address) => address.country ?? null, "The country."]
  })
)

export const addressOf = (body: typeof AddressBody.Type): Address => Wire.renamed(body)
