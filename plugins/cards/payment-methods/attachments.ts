/** Attaching payment methods to customers and detaching them: gather the facts, let the rules decide, commit. */
import * as Effect from "effect/Effect"
import { Clock, Ids, noChange, readPage, type CallerShape, type VersionConflict } from "../../../src/plugin.ts"
import { customerNamed, findStored, hold, replaceState } from "../customers/holding.ts"
import { wholeSeconds } from "../events.ts"
import type { PageOf } from "../lists.ts"
import { eventAbout, planned } from "../plans.ts"
import { PaymentMethodBody } from "./PaymentMethodBody.ts"
import { attach as attachTo, detach as detachFrom } from "./Attachment.ts"
import { PaymentMethodNotFound, type PaymentMethod } from "./PaymentMethod.ts"
import { find } from "./finding.ts"
import * as repository from "./repository.ts"

type Owner = NonNullable<Effect.Success<ReturnType<typeof findStored>>>

type Reader = Pick<CallerShape, "store" | "scope">

/** A static payment method belongs to nobody for good: a copy of it is attached, under an id of its own. */
const copyOf = Effect.fnUntraced(function* (fixed: PaymentMethod) {
  const clock = yield* Clock
  const ids = yield* Ids
  return { ...fixed, id: ids.next("pm"), createdAt: wholeSeconds(clock.now()) }
})

/**
 * Attaches a payment method to a customer; of a static one, a copy. Fails with `PaymentMethodNotFound`,
 * `ReferenceMissing`, or `AttachmentRefused` when it is another customer's or was detached.
 */
export const attach = Effect.fnUntraced(function* (
  caller: CallerShape,
  request: { readonly id: string; readonly customer: string }
) {
  const stored = yield* repository.byId(caller.store, caller.scope, request.id)
  const known = stored?.method ?? (yield* find(caller.store, caller.scope, request.id))
  if (known === undefined) return yield* new PaymentMethodNotFound()
  const customer = yield* customerNamed(caller, request.customer)
  const method = stored === undefined ? yield* copyOf(known) : known
  const attached = yield* Effect.fromResult(attachTo(method, request.customer))
  if (attached === method) return noChange(attached)
  const write =
    stored === undefined
      ? repository.insert(caller.scope, attached)
      : repository.update(caller.scope, attached, stored.version)
  return yield* planned<PaymentMethod, VersionConflict>(caller, attached, {
    // The customer is held fast: one that is deleted at the same time would leave the method behind.
    writes: [write, hold(customer)],
    events: [eventAbout("payment_method.attached", attached, PaymentMethodBody.write)]
  })
})

/**
 * The write of a customer whose payment method is detached. It changes the row in any case: a payment by the method, or a change that
 * makes it the default, which is being decided meanwhile, is decided anew.
 */
const withoutMethod = (owner: Owner, id: string) =>
  owner.customer.defaultPaymentMethod === id
    ? replaceState({ ...owner.customer, defaultPaymentMethod: null }, owner.version)
    : hold(owner)

/**
 * Takes a payment method from its customer, for good. Where it was the customer's default, there is none any more.
 * Fails with `PaymentMethodNotFound`, or `AttachmentRefused` when it belongs to nobody.
 */
export const detach = Effect.fnUntraced(function* (caller: CallerShape, id: string) {
  const stored = yield* repository.byId(caller.store, caller.scope, id)
  const method = stored?.method ?? (yield* find(caller.store, caller.scope, id))
  if (method === undefined) return yield* new PaymentMethodNotFound()
  const detached = yield* Effect.fromResult(detachFrom(method))
  const owner = yield* findStored(caller.store, caller.scope, method.customer ?? "")
  return yield* planned<PaymentMethod, VersionConflict>(caller, detached, {
    writes: [
      repository.update(caller.scope, detached, stored?.version ?? 0),
      ...(owner === undefined ? [] : [withoutMethod(owner, id)])
    ],
    events: [eventAbout("payment_method.detached", detached, PaymentMethodBody.write)]
  })
})

/** For the end of a customer: the writes and events that detach all of its payment methods. Who paid, and from where, is forgotten. */
export const detachAll = Effect.fnUntraced(function* (caller: Reader, customer: string) {
  const owned = yield* repository.allOfCustomer(caller.store, caller.scope, customer)
  const detached = owned.map(({ method, version }) => ({
    method: { ...method, customer: null, detached: true, billingDetails: {}, client: {} } satisfies PaymentMethod,
    version
  }))
  return {
    writes: detached.map(({ method, version }) => repository.update(caller.scope, method, version)),
    events: detached.map(({ method }) => eventAbout("payment_method.detached", method, PaymentMethodBody.write))
  }
})

/** A page of a customer's payment methods, newest first. Fails with `InvalidCursor`. */
export const list = (caller: Reader, customer: string, page: PageOf) =>
  readPage(caller, { ...page, endpoint: "cards.payment_methods", filters: { customer } }, (after, rows) =>
    repository.listOfCustomer(caller.store, caller.scope, { customer, after, rows })
  )
