/** Batches of ACH entries in process: the same as over HTTP, for callers with the same scopes and keys. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { PublishedBatch } from "./api.ts"
import * as operations from "./operations.ts"
import { submitBy } from "./reading.ts"

const { change, read } = callsOf(BankApi, "batches")
const reading = read("retrieve")
const creating = change("submit", { isRaw: true, renames: { amountCents: "amount" } })

type Published = typeof PublishedBatch.Encoded

type InCents<Fields> = Omit<Fields, "amount"> & { readonly amountCents?: number }

/** Many ACH entries at once; what stands in `defaults` holds for all of them. */
export type CreateBatch = Omit<Published, "defaults" | "entries"> & {
  readonly defaults?: InCents<NonNullable<Published["defaults"]>>
  readonly entries: ReadonlyArray<InCents<Published["entries"][number]>>
}

/**
 * Takes a batch, with how far its entries came; their payments are made afterwards. `errors` of the batch says what is wrong with an
 * entry, by the names that fields have over HTTP; it stops no other. Fails with `RailAccessDenied` for a client that may not use ACH.
 */
export const create = (caller: CallerShape, command: CreateBatch) =>
  creating(caller, { command }, (asking, _, given) => submitBy(asking, given))

/** A batch, with how far its entries came. Fails with `BatchNotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/** A page of the entries of a batch, in their order. Fails with `BatchNotFound` or `InvalidCursor`. */
export const listEntries = (caller: CallerShape, id: string, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.records(asking, id, of)))
