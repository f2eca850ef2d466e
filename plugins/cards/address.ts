/** Postal addresses on the wire: what is taken, and how they are shown. */
import * as Schema from "effect/Schema"
import { Country } from "../../src/domain.ts"
import type { Address } from "./payment-methods/PaymentMethod.ts"
import { text } from "./wire.ts"

/** Any postal code is taken (spec cards §5.7). The lengths are our choice. */
export const AddressBody = Schema.Struct({
  line1: Schema.optionalKey(text(200)),
  line2: Schema.optionalKey(text(200)),
  city: Schema.optionalKey(text(100)),
  state: Schema.optionalKey(text(100)),
  postal_code: Schema.optionalKey(text(20)),
  country: Schema.optionalKey(Country.CountryCode)
}).annotate({ expected: "an object" })

const maybeText = Schema.NullOr(Schema.String)

/** An address as it is shown: what was not told is null. */
export const ShownAddress = Schema.NullOr(
  Schema.Struct({
    line1: maybeText,
    line2: maybeText,
    city: maybeText,
    state: maybeText,
    postal_code: maybeText,
    country: maybeText
  })
)

/** The address that a body tells. */
export const addressOf = ({ postal_code, ...rest }: typeof AddressBody.Type): Address => ({
  ...rest,
  ...(postal_code === undefined ? {} : { postalCode: postal_code })
})

/** An address as it is shown. */
export const encodeAddress = (address: Address | null | undefined): typeof ShownAddress.Type =>
  address === null || address === undefined
    ? null
    : {
        line1: address.line1 ?? null,
        line2: address.line2 ?? null,
        city: address.city ?? null,
        state: address.state ?? null,
        postal_code: address.postalCode ?? null,
        country: address.country ?? null
      }
