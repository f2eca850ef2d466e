/** The panels over HTTP: what there is, its rows and items, and what is done with them. */
import * as Effect from "effect/Effect"
import {
  Clock,
  Operator,
  Refusal,
  StoreUnavailable,
  type PanelAction,
  type PanelField,
  type PanelInput,
  type PanelItemField,
  type PanelRow
} from "../../../src/plugin.ts"
import { invalid, nothing, Refused } from "../answers.ts"
import { audited } from "../audit.ts"
import { bodyOf, type Asked } from "../guard.ts"
import { allPanels, hrefOf, panelsOf, type FoundPanel } from "./found.ts"

/** How long a count and the places of a list are taken for the next reading, in milliseconds (our choice). */
const anchorsKeptMs = 5_000

/** Lists whose places are kept at most (our choice). */
const mostKept = 50

/** Longest body of an action that takes files, in bytes (our choice: three images of 5 MB in base64). */
const filesLimitBytes = 25_165_824

/** Shortest and longest reason, in characters (our choice). */
const reasonLength = { least: 3, most: 500 } as const

const shownAction = ({ confirm, id, input, on, sandbox, title, tone = "none" }: PanelAction<never>) => ({
  id,
  title,
  confirm,
  tone,
  on,
  input,
  ...(sandbox === true ? { sandbox } : {})
})

/** Everything that there is to look at, with how much of it waits for a person. */
export const listPanels = Effect.fnUntraced(function* ({ store }: Asked) {
  const panels = yield* allPanels
  const shown = yield* Effect.forEach(panels, ({ name, panel, plugin }) =>
    Effect.map(panel.badge?.(store) ?? Effect.succeed(0), (badge) => ({
      id: name,
      plugin,
      title: panel.title,
      noun: panel.noun ?? [panel.title.toLowerCase(), panel.title.toLowerCase()],
      ...(panel.empty === undefined ? {} : { empty: panel.empty }),
      group: panel.group,
      icon: panel.icon,
      columns: panel.columns,
      filters: panel.filters,
      actions: (panel.actions ?? []).map(shownAction),
      ...(badge > 0 ? { badge } : {}),
      hasItem: panel.item !== undefined
    }))
  )
  return { panels: shown }
})

const find = Effect.fnUntraced(function* ({ params }: Pick<Asked, "params">) {
  const found = (yield* allPanels).find(({ name }) => name === params["panel"])
  return found ?? (yield* nothing("There is no such panel"))
})

const filtersOf = ({ panel }: FoundPanel, query: URLSearchParams) =>
  Object.fromEntries(
    panel.filters.flatMap(({ key }) => {
      const value = query.get(key)?.trim()
      return value === undefined || value === "" ? [] : [[key, value]]
    })
  )

/** The places of lists, which a browser asks again for at each change. */
export const makeListAnchors = () => {
  const kept = new Map<string, { readonly until: number; readonly value: unknown }>()
  return Effect.fnUntraced(function* (asked: Asked) {
    const found = yield* find(asked)
    const filters = filtersOf(found, asked.query)
    const now = (yield* Clock).monotonicNow()
    const name = JSON.stringify([found.name, asked.store.name, filters])
    const known = kept.get(name)
    if (known !== undefined && known.until > now) return known.value
    const value = yield* found.panel.anchors(asked.store, filters)
    kept.delete(name)
    for (const oldest of kept.keys()) if (kept.size >= mostKept) kept.delete(oldest)
    kept.set(name, { until: now + anchorsKeptMs, value })
    return value
  })
}

const withActions = ({ panel }: FoundPanel, row: PanelRow) => {
  const actions = (panel.actions ?? []).filter(({ applies, on }) => on === "row" && (applies?.(row) ?? true))
  return { ...row, actions: actions.map(({ id }) => id) }
}

/** A window of a list. */
export const listRows = Effect.fnUntraced(function* (asked: Asked) {
  const found = yield* find(asked)
  const anchor = asked.query.get("anchor") ?? undefined
  const rows = yield* found.panel.rows(asked.store, filtersOf(found, asked.query), anchor === "" ? undefined : anchor)
  return { rows: rows.map((row) => withActions(found, row)) }
})

/** An id of something that a panel shows, with its page. */
const withPage = (panels: ReadonlyArray<FoundPanel>, { kind, value }: PanelItemField) =>
  kind === "id" && typeof value === "string" && panelsOf(panels, value).length > 0
    ? { id: value, href: hrefOf(panels, value) }
    : value

/** One thing in full. */
export const showItem = Effect.fnUntraced(function* (asked: Asked) {
  const found = yield* find(asked)
  const id = asked.params["id"] ?? ""
  const item = yield* found.panel.item?.(asked.store, id) ?? Effect.undefined
  if (item === undefined) return yield* nothing("There is nothing by this id")
  const { json = null, links = [], row, samples = [], sections, status, title } = item
  const actions = row === undefined ? [] : withActions(found, row).actions
  const panels = yield* allPanels
  const shown = sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, value: withPage(panels, field) }))
  }))
  return { title, ...(status === undefined ? {} : { status }), sections: shown, json, samples, links, actions }
})

const isField: Readonly<Record<PanelField["kind"], (value: unknown, field: PanelField) => boolean>> = {
  text: (value) => typeof value === "string" && value.length <= 10_000,
  note: (value) => typeof value === "string" && value.length <= 20_000,
  money: (value) => Number.isSafeInteger(value) && (value as number) > 0,
  number: (value) => typeof value === "number" && Number.isFinite(value),
  choice: (value, { of = [] }) => typeof value === "string" && of.includes(value),
  choices: (value, { of = [] }) => Array.isArray(value) && value.every((one) => of.includes(one)),
  switch: (value) => typeof value === "boolean",
  json: () => true,
  file: (value) => typeof value === "string" && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
}

const expected: Readonly<Record<PanelField["kind"], string>> = {
  text: "a text",
  note: "a text",
  money: "a whole number of the smallest unit of the currency, from 1 on",
  number: "a number",
  choice: "one of those that are offered",
  choices: "some of those that are offered",
  switch: "true or false",
  json: "a JSON value",
  file: "a file in base64"
}

/** What an action asks for, checked field by field. An empty text in a field that need not be there is none. */
const inputOf = Effect.fnUntraced(function* (fields: ReadonlyArray<PanelField>, given: unknown) {
  if (given !== undefined && (typeof given !== "object" || given === null || Array.isArray(given))) {
    return yield* invalid("The input must be an object")
  }
  const values = (given ?? {}) as PanelInput
  const unknown = Object.keys(values).find((key) => !fields.some((field) => field.key === key))
  if (unknown !== undefined) return yield* invalid(`There is no field "${unknown}"`)
  const input: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.key]
    if (value === undefined || value === null || value === "") {
      if (field.required) return yield* invalid(`${field.title} is missing`)
    } else if (!isField[field.kind](value, field)) {
      return yield* invalid(`${field.title} must be ${expected[field.kind]}`)
    } else input[field.key] = value
  }
  return input
})

/** Why somebody does something, in words of a person. */
export const reasonOf = (given: unknown) =>
  typeof given === "string" && given.trim().length >= reasonLength.least && given.length <= reasonLength.most
    ? Effect.succeed(given.trim())
    : Effect.fail(invalid(`Say why, in ${reasonLength.least} to ${reasonLength.most} characters`))

/** The browser makes a key for each form, so that a form that is sent again is done once. */
const keyOf = (given: unknown) =>
  given === undefined
    ? Effect.undefined
    : typeof given === "string" && /^[\w-]{8,64}$/.test(given)
      ? Effect.succeed(`console-${given}`)
      : Effect.fail(invalid("The key must have 8 to 64 letters and digits"))

/** A form that was sent before may have its effect yet: it keeps its key, as after every answer from 500 on. */
const stillRunning = () =>
  new Refused({
    status: 503,
    code: "still_running",
    message: "It is still being done. Send it again after a while to see what came of it"
  })

/** An operation that refuses says why in its own words. */
const refusedBy = (words: (failure: unknown) => string | undefined) => (failure: unknown) => {
  if (failure instanceof Refused || failure instanceof StoreUnavailable) return failure
  if (failure instanceof Refusal.IdempotencyKeyInUse) return stillRunning()
  const message = words(failure)
  return message === undefined ? failure : new Refused({ status: 422, code: "refused", message })
}

/** Runs an action in the name of the owner of the row, by the operation of the API. */
export const runAction = Effect.fn("console.runAction")(function* (asked: Asked) {
  const { name, panel } = yield* find(asked)
  const action = panel.actions?.find(({ id }) => id === asked.params["action"])
  if (action === undefined) return yield* nothing("There is no such action")
  const takesFiles = action.input.some(({ kind }) => kind === "file")
  const body = yield* bodyOf(asked.request, takesFiles ? filesLimitBytes : undefined)
  const id = action.on === "row" ? body["id"] : ""
  if (typeof id !== "string" || (action.on === "row" && id === "")) return yield* invalid("Say on what, by its id")
  const input = yield* inputOf(action.input, body["input"])
  const reason = yield* reasonOf(body["reason"])
  const operator = yield* Operator
  const { session, store } = asked
  const run = action.run(
    {
      store,
      callerOf: (principal, key) => operator.callerOf(store, principal, key),
      key: yield* keyOf(body["key"]),
      now: (yield* Clock).now(),
      actor: `console:${session.person ?? session.name}`,
      ...(session.person === undefined ? {} : { person: session.person }),
      reason
    },
    id,
    input
  )
  const audit = { session, action: `${name}.${action.id}`, resource: id, reason }
  const {
    details,
    id: made,
    message,
    secret
  } = yield* audited(audit, run, operator.words).pipe(Effect.mapError(refusedBy(operator.words)))
  return {
    message,
    ...(made === undefined ? {} : { id: made }),
    ...(secret === undefined ? {} : { secret }),
    ...(details === undefined ? {} : { details })
  }
})
