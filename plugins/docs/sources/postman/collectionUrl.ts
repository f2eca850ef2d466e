/** Addresses of a request collection: variables in double braces become base addresses and path parameters. */
import { isObject, listOf, textOf, type Json } from "../../model/Json.ts"
import type { Parameter, Server } from "../../model/ApiModel.ts"
import { decoded } from "../../model/decoded.ts"
import { sentText } from "./secrets.ts"

/** A part of an address with a name and an example. */
export interface UrlParameter {
  readonly name: string
  readonly value: string | undefined
  readonly description: string | undefined
  /** Whether it is listed, and not sent. */
  readonly isOff?: boolean | undefined
}

/** An address taken apart. */
export interface CollectionUrl {
  /** Scheme and host, or the variable that stands for them; empty when there is none. */
  readonly base: string
  /** With path parameters in single braces; empty when there is none. */
  readonly path: string
  readonly pathParameters: ReadonlyArray<UrlParameter>
  readonly query: ReadonlyArray<UrlParameter>
}

/** The text of a description, which may be an object. */
export const descriptionOf = (value: Json | undefined): string | undefined => {
  const text = textOf(value) ?? (isObject(value) ? textOf(value["content"]) : undefined)
  if (text === undefined || ["", "null", "undefined"].includes(text.trim())) return undefined
  // What is indented as a whole is no code; headings without a space are headings where collections are shown.
  const lines = text.split("\n")
  const indents = lines.flatMap((line) => (line.trim() === "" ? [] : [line.length - line.trimStart().length]))
  const indent = indents.reduce((least, own) => Math.min(least, own))
  const flush = lines.map((line) => line.slice(indent)).join("\n")
  return flush.replaceAll(/^(#{1,6})(?=[A-Z][a-z])/gm, "$1 ")
}

/** Name and value pairs as collections write them. */
export const pairsOf = (value: Json | undefined): ReadonlyArray<UrlParameter> =>
  listOf(value)
    .filter(isObject)
    .flatMap((pair) => {
      const name = textOf(pair["key"]) ?? textOf(pair["id"])
      if (name === undefined || name === "") return []
      const value = pair["value"]
      return [
        {
          name,
          value: value === undefined || value === null ? undefined : String(value),
          description: descriptionOf(pair["description"]),
          isOff: pair["disabled"] === true
        }
      ]
    })

const rawOf = (url: Json | undefined): string => {
  if (typeof url === "string") return url
  if (!isObject(url)) return ""
  const raw = textOf(url["raw"])
  if (raw !== undefined) return raw
  const host = Array.isArray(url["host"]) ? listOf(url["host"]).map(String).join(".") : (textOf(url["host"]) ?? "")
  const parts = listOf(url["path"]).map((part) => `/${isObject(part) ? String(part["value"] ?? "") : String(part)}`)
  const path = Array.isArray(url["path"]) ? parts.join("") : (textOf(url["path"]) ?? "")
  const protocol = textOf(url["protocol"])
  return `${protocol === undefined ? "" : `${protocol}://`}${host}${path.replace(/^\/\/|^(?=[^/])/, "/")}`
}

const queryOf = (text: string): ReadonlyArray<UrlParameter> =>
  text
    .replaceAll("+", " ")
    .split("&")
    .flatMap((pair) => {
      const [name = "", value] = pair.split("=", 2)
      return name === ""
        ? []
        : [{ name: decoded(name), value: value === undefined ? undefined : decoded(value), description: undefined }]
    })

/** A listed pair whose name and value are written as an address has them, or not. */
const unescaped = ({ name, value, ...rest }: UrlParameter): UrlParameter => ({
  ...rest,
  name: decoded(name),
  value: value === undefined ? value : decoded(value)
})

/** `:id`, `{{id}}` and `<id>` are path parameters. */
const templated = (path: string): string =>
  path
    .replaceAll(/\{\{([^{}]+)\}\}/g, "{$1}")
    .replaceAll(/(?<=\/)<([\w-]+)>/g, "{$1}")
    .replaceAll(/(?<=\/):([A-Za-z_][\w-]*)/g, "{$1}")

export const takeApart = (url: Json | undefined): CollectionUrl => {
  const [address = "", search = ""] = rawOf(url).trim().split("#")[0]!.split("?", 2)
  const match = /^((?:[a-z][a-z0-9+.-]*:\/\/)?(?:\{\{[^{}]+\}\}|[^/{]*)+?)(?=\/|$)(.*)$/i.exec(address)
  const base = match?.[1] ?? ""
  const path = templated(match?.[2] ?? "")
  const given = new Map((isObject(url) ? pairsOf(url["variable"]) : []).map((variable) => [variable.name, variable]))
  const names = [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name!)
  const listed = isObject(url) ? pairsOf(url["query"]) : []
  return {
    base,
    path: path === "" || path.startsWith("/") ? path : `/${path}`,
    pathParameters: [...new Set(names)].map(
      (name) => given.get(name) ?? { name, value: undefined, description: undefined }
    ),
    query: listed.length > 0 ? listed.map(unescaped) : queryOf(search)
  }
}

/** Whether one address may be the other with other values in it, or with one word of its path renamed. */
export const isSameAddress = (one: CollectionUrl, other: CollectionUrl): boolean => {
  const [own = [], its = []] = [one, other].map(({ path }) => path.split("/").filter((part) => part !== ""))
  if (its.length === 0 || (one.base === other.base && own.length !== its.length)) return its.length === 0
  // Base addresses may hold the start of a path.
  const pairs = own.toReversed().map((part, at) => [part, its.at(-1 - at) ?? part] as const)
  return pairs.filter(([mine, theirs]) => mine !== theirs && !/[{\d]/.test(mine + theirs)).length < 2
}

/** A base address as a server; collection variables in it become server variables. */
export const serverOf = (base: string, variables: ReadonlyMap<string, UrlParameter>): Server => {
  const names = [...base.matchAll(/\{\{([^{}]+)\}\}/g)].map(([, name]) => name!)
  return {
    url: base.replaceAll(/\{\{([^{}]+)\}\}/g, "{$1}"),
    variables: names.map((name) => {
      const { description, value } = variables.get(name) ?? {}
      // No address has blanks: these are words on what belongs there.
      const isWords = value !== undefined && /\S\s+\S/.test(value)
      const isDefault = value !== undefined && value !== "" && !isWords
      return {
        name,
        enum: [],
        ...(isDefault ? { default: value } : {}),
        description: description ?? (isWords ? value : undefined)
      }
    })
  }
}

/** The words for what is listed and not sent. */
export const disabled = (description: string | undefined): string =>
  [...(description === undefined ? [] : [description]), "Disabled in the collection."].join("\n\n")

/** A parameter with its value as example, unless it is a secret or stands for a variable. */
export const parameterOf = (from: UrlParameter, place: Parameter["in"]): Parameter => {
  const { isOff = false, name, value } = from
  const sent = sentText(name, value)
  const shows = value !== undefined && value !== "" && sent === value
  // What writes collections of other descriptions marks so what must be there.
  const marked = /^\(required\)\s*/i.exec(from.description ?? "")?.[0] ?? ""
  return {
    name,
    in: place,
    required: place === "path" || marked !== "",
    deprecated: false,
    description: from.description?.slice(marked.length),
    schema: { types: ["string"] },
    ...(isOff || place === "path" ? {} : { sent }),
    examples: shows ? [{ value: value! }] : []
  }
}
