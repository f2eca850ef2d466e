/** Directories of banks in process: looked up by clients, kept by administrators. The same as over HTTP. */
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { ImportBody } from "./api.ts"
import type { BicEntry } from "./Bic.ts"
import * as operations from "./operations.ts"
import type { Participant } from "./Participant.ts"
import { importBy, keepBicsBy, replaceBy } from "./reading.ts"

const { change, read } = callsOf(BankApi, "participants")
const looking = read("retrieve")
const reading = read("list")
const replacing = change("replace", { isRaw: true })
const keeping = change("keepBics", { isRaw: true })
const importing = change("importFile")

/** A bank by its routing number, and how it takes part in each rail. Fails with `ParticipantNotFound`. */
export const retrieve = (caller: CallerShape, routingNumber: string) =>
  looking(caller, (asking) => operations.retrieve(asking, routingNumber))

/** Up to 1,000 banks behind the routing number `after`, in their order, and the directory in force. Fails with `ObjectNotFound` before one is loaded. */
export const list = (caller: CallerShape, filter: { readonly after?: string } = {}) =>
  reading(caller, (asking) => operations.listed(asking, filter.after), filter)

/** Replaces the directory: payments see the old one or the new one, never a mixture. */
export const replace = (
  caller: CallerShape,
  command: { readonly name: string; readonly participants: ReadonlyArray<Participant> }
) => replacing(caller, { command }, (asking, _, given) => replaceBy(asking, given))

/** Up to 1,000 banks abroad behind the BIC `after`, in their order. */
export const listBics = (caller: CallerShape, filter: { readonly after?: string } = {}) =>
  reading(caller, ({ store }) => operations.bics(store, filter.after ?? ""), filter)

/** Adds banks abroad or changes them; gives them as they are kept. None is ever removed: make it inactive. */
export const keepBics = (caller: CallerShape, command: { readonly bics: ReadonlyArray<Omit<BicEntry, "country">> }) =>
  keeping(caller, { command }, (asking, _, given) => keepBicsBy(asking, given))

/**
 * Imports a directory file. A text file of the Federal Reserve changes one rail: banks that it does not name no longer take part in it;
 * a JSON file replaces the directory. A file that cannot be read fails with `InvalidParameters`, which says where.
 */
export const importFile = (caller: CallerShape, command: typeof ImportBody.Encoded) =>
  importing(caller, { command }, importBy)
