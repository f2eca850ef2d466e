/** Style rules and sets of them in process: the same as over HTTP. */
import * as Effect from "effect/Effect"
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import { builtinRules } from "./builtin/builtinRules.ts"
import * as operations from "./operations.ts"
import type { RuleBody, RuleChange } from "./Rule.ts"
import type { RuleSetBody } from "./RuleSet.ts"

const { change, read } = callsOf(DocsApi, "rules")
const reading = read("retrieve")
const creating = change("create")
const updating = change("update")
const removing = change("remove")
const creatingSet = change("createSet")
const updatingSet = change("updateSet")
const removingSet = change("removeSet")

/** The rules that every check knows. */
export const listBuiltin = (caller: CallerShape) =>
  reading(caller, () =>
    Effect.succeed(builtinRules.map(({ description, fixes, id, severity }) => ({ id, severity, description, fixes })))
  )

/** Makes a rule. Fails with `DocsRefused` for one that could not be run, or a pattern that could take too long. */
export const create = (caller: CallerShape, command: RuleBody) => creating(caller, { command }, operations.create)

/** A page of rules, newest first. Fails with `InvalidCursor`. */
export const list = (caller: CallerShape, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.list(asking, of)))

/** A rule by its id. Fails with `NotFound`. */
export const retrieve = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieve(asking, id))

/** Changes a rule: what is left out stays, `null` clears it, and another kind begins without the old one's fields. Fails with `NotFound`, or as `create`. */
export const update = (caller: CallerShape, id: string, command: RuleChange) =>
  updating(caller, { id, command }, (asking, changed) => operations.update(asking, { id, change: changed }))

/** Deletes a rule; gives it as it was. Sets that name it go on without it, and their checks say so. Fails with `NotFound`. */
export const remove = (caller: CallerShape, id: string) =>
  removing(caller, { id }, (asking) => operations.remove(asking, id))

/** Makes a set of rules. Fails with `NotFound` for a rule that is not there, or `DocsRefused`. */
export const createSet = (caller: CallerShape, command: RuleSetBody) =>
  creatingSet(caller, { command }, operations.createSet)

/** A page of sets, newest first. Fails with `InvalidCursor`. */
export const listSets = (caller: CallerShape, page?: HostPage) =>
  reading(caller, (asking) => paged(page, (of) => operations.listSets(asking, of)))

/** A set by its id. Fails with `NotFound`. */
export const retrieveSet = (caller: CallerShape, id: string) =>
  reading(caller, (asking) => operations.retrieveSet(asking, id))

/** Changes a set: what is left out stays. Fails as `createSet`. */
export const updateSet = (caller: CallerShape, id: string, command: Partial<RuleSetBody>) =>
  updatingSet(caller, { id, command }, (asking, changed) => operations.updateSet(asking, { id, change: changed }))

/** Deletes a set; gives it as it was. Its rules stay. Fails with `NotFound`. */
export const removeSet = (caller: CallerShape, id: string) =>
  removingSet(caller, { id }, (asking) => operations.removeSet(asking, id))
