/** Authentication of a request collection: inherited from folder and collection. Values of secrets are never read. */
import { isObject, listOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { Operation, SecurityScheme } from "../../model/ApiModel.ts"
import { setsAuthorization } from "./collectionNotes.ts"
import { inBraces, isTemplate } from "./secrets.ts"

/** Fields of an `auth` that say how, and not with what. */
const harmless = ["key", "in", "authUrl", "accessTokenUrl", "grant_type", "scope"] as const

/** v2.1 lists name and value pairs, v2.0 has an object. */
const fieldsOf = (auth: JsonObject, type: string): ReadonlyMap<string, string> => {
  const given = auth[type]
  const pairs: ReadonlyArray<readonly [string, Json | undefined]> = isObject(given)
    ? Object.entries(given)
    : listOf(given)
        .filter(isObject)
        .map((pair) => [textOf(pair["key"]) ?? "", pair["value"]] as const)
  return new Map(
    pairs.flatMap(([name, value]) =>
      (harmless as ReadonlyArray<string>).includes(name) && typeof value === "string" && value !== ""
        ? [[name, value] as const]
        : []
    )
  )
}

/** The `value` of an `auth`: a key, or what stands for it. */
const valueIn = (auth: JsonObject, type: string): Json | undefined => {
  const given = auth[type]
  return isObject(given)
    ? given["value"]
    : listOf(given)
        .filter(isObject)
        .find((pair) => pair["key"] === "value")?.["value"]
}

/** What grants are called in OpenAPI. */
const grants: Readonly<Record<string, string>> = {
  authorization_code: "authorizationCode",
  authorization_code_with_pkce: "authorizationCode",
  client_credentials: "clientCredentials",
  password_credentials: "password",
  implicit: "implicit"
}

type Scheme = Omit<SecurityScheme, "key">

/** What is sent as a key, if it is made of variables, with at most a word before them: anything else may be a secret. */
const sentAs = (value: Json | undefined): { readonly sent?: string } =>
  typeof value === "string" && isTemplate(value) ? { sent: inBraces(value.trim()) } : {}

const oauth2 = (fields: ReadonlyMap<string, string>): Scheme => {
  const authorizationUrl = fields.get("authUrl")
  const tokenUrl = fields.get("accessTokenUrl")
  const kind =
    grants[fields.get("grant_type") ?? ""] ?? (authorizationUrl === undefined ? undefined : "authorizationCode")
  if (kind === undefined) return { type: "oauth2", flows: [] }
  const scopes = (fields.get("scope") ?? "").split(/[\s,]+/).filter((scope) => scope !== "" && !scope.includes("{{"))
  const all = scopes.map((name) => ({ name, description: "" }))
  return { type: "oauth2", flows: [{ kind, authorizationUrl, tokenUrl, scopes: all }] }
}

const schemeOf = (type: string, fields: ReadonlyMap<string, string>, sent: Json | undefined): Scheme => {
  switch (type) {
    case "basic":
    case "bearer":
    case "digest":
      return { type: "http", scheme: type, flows: [] }
    case "apikey": {
      const place = fields.get("in") ?? "header"
      const name = fields.get("key")
      return { type: "apiKey", in: place, name, flows: [], ...sentAs(sent) }
    }
    case "oauth2":
      return oauth2(fields)
    default:
      return { type: "other", scheme: type, flows: [] }
  }
}

/** Collects the schemes of a collection as requests are read. */
export class Auths {
  readonly #keys = new Map<string, string>()
  readonly schemes: Array<SecurityScheme> = []

  /** What an `auth` requires: nothing for `noauth`, what is inherited where it is not given. */
  requirementOf(auth: Json | undefined, inherited: Operation["security"]): Operation["security"] {
    if (!isObject(auth)) return inherited
    const type = textOf(auth["type"])
    if (type === undefined || type === "inherit") return inherited
    if (type === "noauth") return []
    const scheme = schemeOf(type, fieldsOf(auth, type), valueIn(auth, type))
    return [[{ scheme: this.#keyOf(type, scheme), scopes: [] }]]
  }

  /** What a header that carries credentials requires: how they are sent, and not which they are. */
  ofHeader(value: string, description: string | undefined): Operation["security"] {
    const kind = /^\s*(basic|bearer)\b/i.exec(value)?.[1]?.toLowerCase()
    const words = description === undefined ? {} : { description: description.replace(/^\(required\)\s*/i, "") }
    const scheme: Scheme =
      kind === undefined
        ? { type: "apiKey", in: "header", name: "Authorization", flows: [], ...sentAs(value), ...words }
        : { type: "http", scheme: kind, flows: [], ...words }
    return [[{ scheme: this.#keyOf(kind ?? "apikey", scheme), scopes: [] }]]
  }

  /** What requests require whose script sets the header, unless they say what. */
  ofScript(script: string, given: Operation["security"]): Operation["security"] {
    if (!setsAuthorization(script) || (given ?? []).length > 0) return given
    const description = "A script of the collection makes it before a request is sent."
    const sent = "{credentials}"
    const scheme: Scheme = { type: "apiKey", in: "header", name: "Authorization", sent, flows: [], description }
    return [[{ scheme: this.#keyOf("script", scheme), scopes: [] }]]
  }

  #keyOf(type: string, scheme: Scheme): string {
    const content = JSON.stringify(scheme)
    const known = this.#keys.get(content)
    if (known !== undefined) return known
    const same = this.schemes.filter(({ key }) => key === type || key.startsWith(`${type}-`)).length
    const key = same === 0 ? type : `${type}-${same + 1}`
    this.#keys.set(content, key)
    this.schemes.push({ key, ...scheme })
    return key
  }
}
