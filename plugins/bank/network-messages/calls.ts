/** Messages of networks in process, as they were sent and received: the same as over HTTP. */
import * as Effect from "effect/Effect"
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(BankApi, "networkMessages")

type Name = Parameters<typeof read>[0]

type Finding<E, R> = (caller: CallerShape, id: string) => Effect.Effect<operations.Subject, E, R>

const lister = <E, R>(name: Name, find: Finding<E, R>) => {
  const reading = read(name)
  return (caller: CallerShape, id: string) =>
    reading(caller, (asking) => Effect.map(find(asking, id), ({ messages }) => messages))
}

const reader = <E, R>(name: Name, find: Finding<E, R>) => {
  const reading = read(name)
  return (caller: CallerShape, id: string, messageId: string) =>
    reading(caller, (asking) => Effect.flatMap(find(asking, id), (of) => operations.read(asking, of, messageId)))
}

/** For administrators. A key has no effect: each time that a message is read stands in the audit trail. */
const auditor = <E, R>(name: Name, find: Finding<E, R>) => {
  const auditing = change(name)
  return (caller: CallerShape, id: string, messageId: string) =>
    auditing({ ...caller, key: undefined }, { id }, (asking) =>
      Effect.flatMap(find(asking, id), (of) => operations.readAudited(asking, of, messageId))
    )
}

/** The messages of a payment, without their texts. Fails with `PaymentNotFound`. */
export const list = lister("list", operations.paymentOf)

/** A message of a payment, with its text. Fails with `PaymentNotFound`, or `ObjectNotFound` for a message of something else. */
export const retrieve = reader("retrieve", operations.paymentOf)

/** As `list`, for a payment of any client. */
export const listForAdmin = lister("listForAdmin", operations.paymentOfAny)

/** As `retrieve`, for a payment of any client; the audit trail says who read it. */
export const retrieveForAdmin = auditor("retrieveForAdmin", operations.paymentOfAny)

/** The messages of a request for payment, without their texts. Fails with `RfpNotFound`. */
export const listOfRfp = lister("listOfRfp", operations.requestOf)

/** A message of a request for payment, with its text. Fails with `RfpNotFound`, or `ObjectNotFound` for a message of something else. */
export const retrieveOfRfp = reader("retrieveOfRfp", operations.requestOf)

/** As `listOfRfp`, for a request of any client. */
export const listOfRfpForAdmin = lister("listOfRfpForAdmin", operations.requestOfAny)

/** As `retrieveOfRfp`, for a request of any client; the audit trail says who read it. */
export const retrieveOfRfpForAdmin = auditor("retrieveOfRfpForAdmin", operations.requestOfAny)

/** The files that the entries of a batch left in, without their texts. Fails with `BatchNotFound`. */
export const listOfBatch = lister("listOfBatch", operations.batchOf)

/** The lines of a file that belong to a batch. Fails with `BatchNotFound`, or `ObjectNotFound` for a file of something else. */
export const retrieveOfBatch = reader("retrieveOfBatch", operations.batchOf)

/** As `listOfBatch`, for a batch of any client. */
export const listOfBatchForAdmin = lister("listOfBatchForAdmin", operations.batchOfAny)

/** A whole file, for a batch of any client; the audit trail says who read it. Fails as `retrieveOfBatch`. */
export const retrieveOfBatchForAdmin = auditor("retrieveOfBatchForAdmin", operations.batchOfAny)
