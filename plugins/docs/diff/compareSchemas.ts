/**
 * Compares two schemas as clients meet them: references are followed by what they lead to, never by name, annotations do
 * not count, and each pair of named schemas is
 * compared once at a place, so that cycles end.
 */
import type { ApiModel } from "../model/ApiModel.ts"
import { sameJson, type Json } from "../model/Json.ts"
import { refsIn, type Schema } from "../model/Schema.ts"
import type { ApiChange } from "./ApiChange.ts"
import type { Compared, Place, Rule, Say } from "./Place.ts"
import { heldBy, identityOf, merged, partsBy, resolve, saidBy, type Both } from "./parts.ts"
import { addedProperty, changedNeed, changedUse, removedProperty, type PropertyChange } from "./propertyRules.ts"
import { boundLevel, bounds, keywordLevel, type BoundChange } from "./schemaRules.ts"
import { structureRules } from "./structureRules.ts"
import { areScalars, isAnnotation, takesAll, wrappedBesideNull } from "./widening.ts"

/** Takes what is found. */
export type Tell = (change: Omit<ApiChange, "operation" | "direction" | "location">, place: Place) => void

export const schemasOf = ({ schemas }: ApiModel): ReadonlyMap<string, Schema> =>
  new Map(schemas.map(({ name, schema }) => [name, schema]))

/** Named schemas that differ, or lead to one that does. All others need no second look, however deep they go. */
const changedNames = ({ base, head }: Both): ReadonlySet<string> => {
  const changed = new Set<string>()
  const referrers = new Map<string, Array<string>>()
  for (const name of new Set([...base.keys(), ...head.keys()])) {
    const [from, to] = [JSON.stringify(base.get(name)) ?? "", JSON.stringify(head.get(name)) ?? ""]
    if (from !== to) changed.add(name)
    for (const target of refsIn(from + to)) referrers.set(target, [...(referrers.get(target) ?? []), name])
  }
  // A set is walked over while it grows: each name that is added is visited, too.
  for (const name of changed) for (const referrer of referrers.get(name) ?? []) changed.add(referrer)
  return changed
}

const shown = (value: unknown): string => JSON.stringify(value) ?? "nothing"

const compareBounds: Rule = ({ base, head, place }, tell) => {
  for (const [keyword, word, bound, told] of bounds) {
    // Nothing is shorter than 0.
    const isNone = (limit: unknown) => limit === 0 && /^min(?:Items|Length|Properties)$/.test(keyword)
    const [from, to] = [base, head].map(({ constraints }) =>
      isNone(constraints?.[keyword]) ? undefined : constraints?.[keyword]
    )
    if (from === to) continue
    const change: BoundChange =
      from === undefined ? "set" : to === undefined ? "unset" : Number(to) > Number(from) ? "increased" : "decreased"
    const level = boundLevel(place.side, bound, change) ?? told
    if (level !== undefined) tell(`${word}-${change}`, `${keyword} changed from ${shown(from)} to ${shown(to)}`, level)
  }
}

const typesOf = ({ types, unresolved }: Schema): ReadonlyArray<string> | undefined =>
  unresolved !== undefined || types === undefined || types.length === 0
    ? undefined
    : types.filter((type) => type !== "null")

/** One value in the place of a list of values, as that list. */
const listed = (schema: Schema, other: Schema): Schema => {
  const { const: only, ...rest } = schema
  const isList = only !== undefined && schema.enum === undefined && other.enum !== undefined
  return isList ? { types: other.types, ...rest, enum: [only] } : schema
}

const covers = (wide: ReadonlyArray<string> | undefined, narrow: ReadonlyArray<string> | undefined): boolean =>
  wide === undefined ||
  (narrow?.every((type) => wide.includes(type) || (type === "integer" && wide.includes("number"))) ?? false)

/** Whether a parameter's text still means something: text takes every value, and one value is a list of one. */
const takesText = ({ base, items, place }: Compared, to: ReadonlyArray<string> | undefined): boolean => {
  const from = typesOf(base)
  if (place.written === undefined || to === undefined || !areScalars(from)) return false
  if (to.includes("string")) return true
  return place.written === "form" && to.includes("array") && items !== undefined && takesAll(items, base, from)
}

const compareTypes: Rule = (compared, tell) => {
  const { base, head, place } = compared
  const [from, to] = [typesOf(base), typesOf(head)]
  if (place.rewritten?.some((type) => from?.includes(type) && to?.includes(type)) === true) {
    tell("style-changed", "values are written otherwise now")
  }
  const sameTypes = covers(from, to) && covers(to, from)
  if (sameTypes && base.format === head.format) return
  const taken = covers(to, from) || takesText(compared, to)
  const wider = taken && (head.format === undefined || head.format === base.format)
  const narrower = covers(from, to) && (base.format === undefined || head.format === base.format)
  const what = `the type changed from ${shown([from, base.format])} to ${shown([to, head.format])}`
  if (place.side === "response") return tell(narrower ? "type-specialized" : "type-changed", what)
  tell(wider ? "type-generalized" : "type-changed", what)
}

const isNullable = ({ nullable, types }: Schema): boolean => nullable === true || types?.includes("null") === true

const compareNull: Rule = ({ base, head }, tell) => {
  if (isNullable(base) === isNullable(head)) return
  if (isNullable(head)) tell("became-nullable", "null is allowed now")
  else tell("became-not-nullable", "null is no longer allowed")
}

const has = (list: ReadonlyArray<Json>, value: Json): boolean => list.some((one) => sameJson(one, value))

/** What became of a keyword that differs. */
const changeOf = (from: unknown, to: unknown): "added" | "removed" | "changed" =>
  from === undefined ? "added" : to === undefined ? "removed" : "changed"

const compareEnums: Rule = ({ base, head }, tell) => {
  const [from, to] = [base.enum, head.enum]
  if (to === undefined) return from && tell("became-not-enum", "any value is allowed now")
  if (from === undefined) return tell("became-enum", "only listed values are allowed now")
  for (const value of from) if (!has(to, value)) tell("enum-value-removed", `the value ${shown(value)} was removed`)
  for (const value of to) if (!has(from, value)) tell("enum-value-added", `the value ${shown(value)} was added`)
}

const comparePatterns: Rule = ({ base, head }, tell) => {
  const [from, to] = [base.constraints?.pattern, head.constraints?.pattern]
  if (from === to) return
  tell(`pattern-${changeOf(from, to)}`, `the pattern changed from ${shown(from)} to ${shown(to)}`)
}

/** Defaults of parameters change what a request means; those of properties and bodies are told. */
const compareDefaults: Rule = ({ base, head, place }, tell) => {
  if (place.side === "response") return
  const [from, to] = [base.default, head.default]
  if (from === to || (from !== undefined && to !== undefined && sameJson(from, to))) return
  const level = place.subject === "request-parameter" ? "ERR" : "INFO"
  tell(`default-value-${changeOf(from, to)}`, `the default changed from ${shown(from)} to ${shown(to)}`, level)
}

const compareDiscriminators: Rule = ({ base, head }, tell) => {
  const [from, to] = [base.discriminator?.propertyName, head.discriminator?.propertyName]
  if (from === to) return
  const change = changeOf(from, to)
  const word = change === "changed" ? "discriminator-property-name" : "discriminator"
  tell(`${word}-${change}`, `the discriminator changed from ${shown(from)} to ${shown(to)}`)
}

const rules = [
  compareTypes,
  compareNull,
  compareBounds,
  compareEnums,
  comparePatterns,
  compareDefaults,
  compareDiscriminators,
  ...structureRules
]

const combinators = [
  ["anyOf", "any-of"],
  ["oneOf", "one-of"]
] as const

/** What the parts of a comparison share. */
interface Walk {
  readonly both: Both
  readonly tell: Tell
  readonly compare: (from: Schema, to: Schema, place: Place) => void
}

const say =
  ({ tell }: Walk, place: Place): Say =>
  (change, message, level = keywordLevel(change, place.side)) => {
    if (level === undefined) return
    // Of a read-only property nothing is asked in a request.
    const softened = place.subject === "request-read-only-property" && level === "ERR" ? "INFO" : level
    tell(
      { id: `${place.subject}-${change}`, level: softened, message: `${place.at} ${place.path.join("/")}: ${message}` },
      place
    )
  }

const combine = (walk: Walk, { base, head, place }: Compared): void => {
  const tell = say(walk, place)
  for (const [keyword, word] of combinators) {
    const [old, now] = [base[keyword] ?? [], head[keyword] ?? []]
    const held = heldBy(walk.both, old, now)
    const isLeft = (part: Schema) => !held.has(part)
    const from = partsBy(old.filter(isLeft), walk.both.head)
    const to = partsBy(now.filter(isLeft), walk.both.base)
    const note = (change: "added" | "removed") => tell(`${word}-${change}`, `a part of ${keyword} was ${change}`)
    for (const name of to.keys()) if (!from.has(name)) note("added")
    for (const [name, part] of from) {
      const other = to.get(name)
      if (other === undefined) note("removed")
      else walk.compare(part, other, place)
    }
  }
}

/** Both with their parts of `allOf` in them. Where parts only came, or only went, these are told as such. */
const merge = (walk: Walk, { base, head, items, place }: Compared): Compared => {
  const { both } = walk
  const tell = say(walk, place)
  const namesOf = ({ allOf = [] }: Schema, other: Both["base"]) => new Set(allOf.map((part) => identityOf(part, other)))
  const [old, now] = [namesOf(base, both.head), namesOf(head, both.base)]
  const [fewer, more] = old.size < now.size ? [old, now] : [now, old]
  const isOneWay = fewer.size > 0 && [...fewer].every((name) => more.has(name))
  const side = (schema: Schema, [own, other]: readonly [Both["base"], Both["base"]]) => {
    const [change, known] = own === both.base ? (["removed", now] as const) : (["added", old] as const)
    const isMerged = (part: Schema) => {
      if (known.has(identityOf(part, other)) || !(isOneWay || isAnnotation(part))) return true
      const words = `a part of allOf was ${change}`
      if (isAnnotation(part)) tell(`all-of-${change}-annotation-only`, words, "INFO")
      else tell(`all-of-${change}`, words)
      return false
    }
    return merged({ ...schema, allOf: schema.allOf?.filter(isMerged) }, own)
  }
  return { base: side(base, [both.base, both.head]), head: side(head, [both.head, both.base]), items, place }
}

const propertiesOf = ({ alsoRequired = [], properties = [] }: Schema, named: ReadonlyMap<string, Schema>) =>
  new Map(
    [...properties, ...alsoRequired.map((name) => ({ name, required: true, schema: {} }))].map((property) => [
      property.name,
      { ...property, resolved: resolve(property.schema, named) }
    ])
  )

const compareProperties = ({ both, compare, tell }: Walk, { base, head, place }: Compared): void => {
  const { side } = place
  const [from, to] = [propertiesOf(base, both.base), propertiesOf(head, both.head)]
  const within = (name: string): Place => ({ ...place, path: [...place.path, name] })
  const note = (name: string, { id, level, words }: PropertyChange) =>
    tell({ id, level, message: `${within(name).path.join("/")} ${words}` }, within(name))
  for (const [name, property] of to) {
    const known = from.get(name)
    if (known === undefined) {
      note(name, addedProperty(side, property))
      continue
    }
    if (known.required !== property.required) note(name, changedNeed(side, property))
    const use = changedUse(side, known, property)
    if (use !== undefined) note(name, use)
    const readOnly = property.resolved.readOnly === true ? "request-read-only-property" : "request-property"
    compare(known.schema, property.schema, {
      ...within(name),
      subject: side === "request" ? readOnly : "response-property"
    })
  }
  for (const [name, property] of from) if (!to.has(name)) note(name, removedProperty(side, property))
}

const compareElements = (walk: Walk, { base, head, place }: Compared): void => {
  const { both, compare } = walk
  const request = place.subject === "request-parameter" ? place.subject : "request-property"
  const subject = place.side === "request" ? request : "response-property"
  const { rewritten: _, written: __, ...plain } = place
  const below = (name: string): Place => ({ ...plain, subject, path: [...place.path, name] })
  if (base.items !== undefined && head.items !== undefined) compare(base.items, head.items, below("items"))
  const [from, to] = [base.additionalProperties, head.additionalProperties]
  if (typeof from === "object" && typeof to === "object") compare(from, to, below("*"))
  for (const [at, part] of (base.prefixItems ?? []).entries()) {
    const now = head.prefixItems?.[at]
    if (now !== undefined) compare(part, now, below(String(at)))
  }
  for (const { pattern, schema } of base.patternProperties ?? []) {
    const now = head.patternProperties?.find((one) => one.pattern === pattern)
    if (now !== undefined) compare(schema, now.schema, below(pattern))
  }
  // What is forbidden as a whole has no rule; properties within it are told as any others.
  if (base.not !== undefined && head.not !== undefined && base.not.ref === undefined && head.not.ref === undefined) {
    const place = below("not")
    compareProperties(walk, {
      base: resolve(base.not, both.base),
      head: resolve(head.not, both.head),
      items: undefined,
      place
    })
  }
}

/** What stands beside the one part of an `allOf` stands beside what the part is. */
const unwrapped = (schema: Schema): Schema => {
  const { allOf, ...beside } = schema
  const [part] = allOf ?? []
  const isWrapper = allOf?.length === 1 && [beside.alsoRequired, beside.properties].every((one) => one === undefined)
  return part !== undefined && isWrapper ? { ...part, ...beside } : schema
}

/** Remembers pairs of schemas that need no look, or no second one. */
const makeMemory = (both: Both) => {
  const changed = changedNames(both)
  const seen = new Set<string>()
  let seenAt = ""
  /** Whether a pair was compared at this place of this operation, or leads to nothing that differs. */
  return (from: Schema, to: Schema, { at, operation, side }: Place): boolean => {
    if ([from, to].every(({ allOf, ref }) => allOf === undefined && ref === undefined)) return false
    const [old, now] = [saidBy(from), saidBy(to)]
    if (old === now && refsIn(JSON.stringify(from)).every((name) => !changed.has(name))) return true
    const where = `${side} ${operation} ${at}`
    if (where !== seenAt) seen.clear()
    seenAt = where
    const pair = `${old}\u0000${now}`
    if (seen.has(pair)) return true
    seen.add(pair)
    return false
  }
}

/** What two schemas lead to. Where only one of them is wrapped in a choice with null, it is what is in the wrapper. */
const comparedAs = (
  both: Both,
  { from, to }: { readonly from: Schema; readonly to: Schema },
  place: Place
): Compared => {
  const [base, head] = [resolve(from, both.base), resolve(to, both.head)]
  const [inBase, inHead] = [wrappedBesideNull(base), wrappedBesideNull(head)]
  const items = head.items === undefined ? undefined : resolve(head.items, both.head)
  const unwrap = (part: Schema, named: Both["base"]) => ({ ...resolve(part, named), nullable: true })
  if (inBase !== undefined && inHead === undefined) return { base: unwrap(inBase, both.base), head, items, place }
  if (inHead !== undefined && inBase === undefined) return { base, head: unwrap(inHead, both.head), items, place }
  return { base, head, items, place }
}

/** Makes a comparison of two schemas with what lies below them. */
export const compareSchemas = (both: Both, tell: Tell): Walk["compare"] => {
  const isDone = makeMemory(both)
  const walk: Walk = {
    both,
    tell,
    compare: (earlier, later, place) => {
      const [from, to] = [unwrapped(earlier), unwrapped(later)]
      if (isDone(from, to, place)) return
      const compared = merge(walk, comparedAs(both, { from, to }, place))
      const { base, head } = compared
      const alike = { ...compared, base: listed(base, head), head: listed(head, base) }
      for (const rule of rules) rule(alike, say(walk, place))
      combine(walk, compared)
      compareProperties(walk, compared)
      compareElements(walk, compared)
    }
  }
  return walk.compare
}
