/** What it means to clients that a property came, went, or became required or optional (decisions docs 1.5). */
import type { Property, Schema } from "../model/Schema.ts"
import type { ChangeLevel } from "./ApiChange.ts"

/** A change as an id with its level and words. */
export interface PropertyChange {
  readonly id: string
  readonly level: ChangeLevel
  readonly words: string
}

type Side = "request" | "response"

/** A property with what its schema leads to. */
export interface ResolvedProperty extends Property {
  readonly resolved: Schema
}

const need = (required: boolean) => (required ? "required" : "optional")

/** Of a write-only property nothing is seen in a response. */
const written = ({ resolved }: ResolvedProperty): string => (resolved.writeOnly === true ? "write-only-" : "")

const withDefault = ({ resolved }: ResolvedProperty): string => (resolved.default === undefined ? "" : "-with-default")

/** A property that is new. Of a read-only one nothing is asked in a request. */
export const addedProperty = (side: Side, property: ResolvedProperty): PropertyChange => {
  const { required, resolved } = property
  if (side === "response") {
    return { id: `response-${need(required)}-${written(property)}property-added`, level: "INFO", words: "was added" }
  }
  return required && resolved.readOnly !== true
    ? { id: `new-required-request-property${withDefault(property)}`, level: "ERR", words: "was added and is required" }
    : { id: "new-optional-request-property", level: "INFO", words: "was added" }
}

/** A property that is gone. */
export const removedProperty = (side: Side, property: ResolvedProperty): PropertyChange => {
  const { required } = property
  if (side === "request") return { id: "request-property-removed", level: "WARN", words: "was removed" }
  const level = written(property) !== "" ? "INFO" : required ? "ERR" : "WARN"
  return { id: `response-${need(required)}-${written(property)}property-removed`, level, words: "was removed" }
}

/** A property that became required or optional. */
export const changedNeed = (side: Side, property: ResolvedProperty): PropertyChange => {
  const { required, resolved } = property
  const words = `became ${need(required)}`
  if (side === "response") {
    const level = !required && resolved.writeOnly !== true ? "ERR" : "INFO"
    return { id: `response-${written(property)}property-became-${need(required)}`, level, words }
  }
  const suffix = required ? withDefault(property) : ""
  const level = required && resolved.readOnly !== true ? "ERR" : "INFO"
  return { id: `request-property-became-${need(required)}${suffix}`, level, words }
}

/** A property that is sent from one side only, or no longer so: clients send it in vain, or miss it. */
export const changedUse = (side: Side, from: ResolvedProperty, to: ResolvedProperty): PropertyChange | undefined => {
  const [keyword, word] =
    side === "request" ? (["readOnly", "read-only"] as const) : (["writeOnly", "write-only"] as const)
  const [was, is] = [from, to].map(({ resolved }) => resolved[keyword] === true)
  if (was === is) return undefined
  const change = is === true ? `became-${word}` : `became-not-${word}`
  const breaks = to.required && is === (side === "response")
  return {
    id: `${side}-property-${change}`,
    level: breaks ? "ERR" : is === true ? "WARN" : "INFO",
    words: change.replaceAll("-", " ")
  }
}
