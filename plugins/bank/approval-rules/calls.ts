/** Approval rules in process: the same as over HTTP, for callers with the same scopes. Amounts are in cents. */
import type { CallerShape } from "../../../src/plugin.ts"
import { BankApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { draftOf, type ApprovalRuleBody } from "./api.ts"
import * as operations from "./operations.ts"

const { change, read } = callsOf(BankApi, "approvalRules")
const reading = read("list")
const byVerdict = { renames: { verdict: "then" } }
const creating = change("create", byVerdict)
const replacing = change("replace", byVerdict)
const removing = change("remove")

/** Which payments people have to approve: by default all, and one person. */
export type SetApprovalRule = Omit<typeof ApprovalRuleBody.Encoded, "then"> & Pick<operations.RuleDraft, "verdict">

/** Makes a rule, which counts for payments made from now on. */
export const create = (caller: CallerShape, command: SetApprovalRule) =>
  creating(caller, { command }, (asking, body) => operations.add(asking, draftOf(body)))

/** Every rule, in the order in which they are tried. */
export const list = (caller: CallerShape) => reading(caller, ({ store }) => operations.list(store))

/** Replaces a whole rule: a condition that is left out is no longer there. Fails with `ObjectNotFound`. */
export const replace = (caller: CallerShape, id: string, command: SetApprovalRule) =>
  replacing(caller, { id, command }, (asking, body) => operations.replace(asking, id, draftOf(body)))

/** Deletes a rule; gives it as it was. Payments that wait because of it go on waiting. Fails with `ObjectNotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))
