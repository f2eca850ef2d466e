/** Parts of `allOf`, `anyOf` and `oneOf` of two sides: which are the same, whatever they are called and in whichever order they stand. */
import { isObject, type Json, type JsonObject } from "../model/Json.ts"
import type { Property, Schema } from "../model/Schema.ts"

/** The schemas of both sides, by name. */
export interface Both {
  readonly base: ReadonlyMap<string, Schema>
  readonly head: ReadonlyMap<string, Schema>
}

/** References that lead to references, before it is given up: the reader has the same limit. */
const maxChain = 50

/** What a schema leads to. What stands beside a reference counts more than its target. */
export const resolve = (schema: Schema, named: ReadonlyMap<string, Schema>): Schema => {
  let found = schema
  for (let step = 0; found.ref !== undefined && step < maxChain; step++) {
    const target = named.get(found.ref)
    if (target === undefined) return found
    const { ref: _, ...beside } = found
    found = { ...target, ...beside }
  }
  return found
}

const words: ReadonlySet<string> = new Set(["description", "examples", "title"])

/** Stands for a name that the other side does not know. */
const renamed = "#renamed"

/** What a schema says, without words for people and in one order: only the items of a tuple have one of their own. */
const inOneForm = (value: Json, other: ReadonlyMap<string, Schema> | undefined, keyword = ""): Json => {
  if (Array.isArray(value)) {
    const items = value.map((item) => inOneForm(item, other))
    if (keyword === "prefixItems") return items
    const byText = new Map(items.map((item) => [JSON.stringify(item), item]))
    return [...byText].sort(([one], [next]) => (one < next ? -1 : 1)).map(([, item]) => item)
  }
  // Discriminators name schemas, too.
  if (typeof value === "string" && /^(?:ref|schema)$/.test(keyword))
    return other?.has(value) === false ? renamed : value
  if (!isObject(value)) return value
  const said = Object.entries(value).filter(([name, inner]) => !words.has(name) && inner !== undefined)
  return said
    .sort(([one], [next]) => (one < next ? -1 : 1))
    .map(([name, inner]) => [name, inOneForm(inner, other, name)])
}

/** What a schema says, with what stands beside a reference. */
export const saidBy = (schema: Schema, other?: ReadonlyMap<string, Schema>): string =>
  JSON.stringify(inOneForm(schema as Json, other))

/** What a part of allOf, anyOf and oneOf is told by: its name, else what it says. */
export const identityOf = (schema: Schema, other?: ReadonlyMap<string, Schema>): string =>
  saidBy(schema.ref === undefined ? schema : { ref: schema.ref }, other)

/** Parts by a text that tells them apart. A part whose name the other side does not have may have been renamed, so its place counts. */
export const partsBy = (
  parts: ReadonlyArray<Schema>,
  other: ReadonlyMap<string, Schema>
): ReadonlyMap<string, Schema> => {
  const counts = new Map<string, number>()
  return new Map(
    parts.map((part) => {
      const identity = identityOf(part, other)
      const count = (counts.get(identity) ?? 0) + 1
      counts.set(identity, count)
      return [identity.includes(renamed) ? `${identity} ${count}` : identity, part]
    })
  )
}

/** Two parts of a whole as one: the later says more, and what one of them requires is required. */
const joined = (one: Schema, other: Schema): Schema => {
  const required = new Set([...(one.alsoRequired ?? []), ...(other.alsoRequired ?? [])])
  const all = new Map<string, Property>()
  for (const property of [...(one.properties ?? []), ...(other.properties ?? [])]) {
    const { name } = property
    all.set(name, {
      ...property,
      required: property.required || required.has(name) || all.get(name)?.required === true
    })
  }
  return {
    ...one,
    ...other,
    properties: [...all.values()],
    alsoRequired: [...required].filter((name) => !all.has(name)),
    constraints: { ...one.constraints, ...other.constraints },
    anyOf: [...(one.anyOf ?? []), ...(other.anyOf ?? [])],
    oneOf: [...(one.oneOf ?? []), ...(other.oneOf ?? [])]
  }
}

/** A schema with its parts of `allOf` in it. A name within itself adds nothing. */
export const merged = (
  schema: Schema,
  named: ReadonlyMap<string, Schema>,
  within: ReadonlyArray<string> = []
): Schema => {
  const { allOf = [], ...own } = resolve(schema, named)
  const parts = allOf.flatMap((part) => {
    if (part.ref === undefined) return [merged(part, named, within)]
    return within.includes(part.ref) ? [] : [merged(part, named, [...within, part.ref])]
  })
  return parts.length === 0 ? own : [...parts, own].reduce(joined)
}

/** Schemas that are put in the place of their names in one part. Our choice: past it names stay names. */
const maxExpanded = 1_000

/** A schema with what it refers to in the place of names; a name within itself stays one. */
const expanded = (
  value: Json,
  named: ReadonlyMap<string, Schema>,
  left: { count: number },
  within: ReadonlyArray<Json> = []
): Json => {
  if (Array.isArray(value)) return value.map((item) => expanded(item, named, left, within))
  if (!isObject(value)) return value
  const { ref } = value
  const isOpen = ref === undefined || within.includes(ref) || left.count <= 0
  left.count -= 1
  const own = isOpen ? value : (resolve(value, named) as JsonObject)
  const names = isOpen ? within : [...within, ref]
  return Object.fromEntries(Object.entries(own).map(([name, inner]) => [name, expanded(inner, named, left, names)]))
}

/** Parts that are written otherwise and say the same as one of the other side, whatever the names in them. */
export const heldBy = (
  { base, head }: Both,
  from: ReadonlyArray<Schema>,
  to: ReadonlyArray<Schema>
): ReadonlySet<Schema> => {
  const without = (parts: ReadonlyArray<Schema>, others: ReadonlyArray<Schema>) => {
    const written = new Set(others.map((part) => identityOf(part)))
    return parts.filter((part) => !written.has(identityOf(part)))
  }
  const [gone, fresh] = [without(from, to), without(to, from)]
  if (gone.length === 0 || fresh.length === 0) return new Set()
  const wholeOf = (part: Schema, [own, other]: readonly [Both["base"], Both["base"]]) =>
    identityOf(expanded(part as Json, own, { count: maxExpanded }) as Schema, other)
  const said = new Map(fresh.map((part) => [wholeOf(part, [head, base]), part]))
  return new Set(
    gone.flatMap((part) => {
      const other = said.get(wholeOf(part, [base, head]))
      const isRenamed =
        part.ref === undefined || other?.ref === undefined || !(head.has(part.ref) || base.has(other.ref))
      // Two names that stay are two schemas, whatever they say today.
      return other === undefined || !isRenamed ? [] : [part, other]
    })
  )
}
