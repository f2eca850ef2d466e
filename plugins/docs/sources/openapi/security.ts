/** Security schemes and requirements of all dialects. */
import { isObject, listOf, membersOf, textOf, type Json, type JsonObject } from "../../model/Json.ts"
import type { OAuthFlow, SecurityRequirement, SecurityScheme } from "../../model/ApiModel.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken } from "./Resolver.ts"

const types: ReadonlySet<string> = new Set(["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS", "basic"])

const optional = <Name extends string>(name: Name, value: Json | undefined): { readonly [N in Name]?: string } =>
  (typeof value === "string" && value !== "" ? { [name]: value } : {}) as { readonly [N in Name]?: string }

const readScopes = (value: Json | undefined): OAuthFlow["scopes"] =>
  (isObject(value) ? Object.entries(value) : []).map(([name, description]) => ({
    name,
    description: textOf(description) ?? ""
  }))

const readFlow = (kind: string, flow: JsonObject): OAuthFlow => ({
  kind,
  ...optional("authorizationUrl", flow["authorizationUrl"]),
  ...optional("tokenUrl", flow["tokenUrl"]),
  ...optional("refreshUrl", flow["refreshUrl"]),
  scopes: readScopes(flow["scopes"])
})

/** 2.0 has one flow in the scheme itself, under older names. */
const flowNames: Readonly<Record<string, string>> = {
  application: "clientCredentials",
  accessCode: "authorizationCode"
}

const readFlows = (scheme: JsonObject): ReadonlyArray<OAuthFlow> => {
  const flow = textOf(scheme["flow"])
  if (flow !== undefined) return [readFlow(flowNames[flow] ?? flow, scheme)]
  return membersOf(scheme["flows"]).flatMap(([kind, value]) => (isObject(value) ? [readFlow(kind, value)] : []))
}

const readScheme = (key: string, scheme: JsonObject): SecurityScheme => {
  const type = textOf(scheme["type"]) ?? ""
  return {
    key,
    type: types.has(type) ? (type as SecurityScheme["type"]) : "other",
    ...optional("description", scheme["description"]),
    ...optional("in", scheme["in"]),
    ...optional("name", scheme["name"]),
    ...optional("scheme", scheme["scheme"]),
    ...optional("bearerFormat", scheme["bearerFormat"]),
    ...optional("openIdConnectUrl", scheme["openIdConnectUrl"]),
    flows: readFlows(scheme)
  }
}

/** The schemes of the document, in the author's order. */
export const readSecuritySchemes = (reading: Reading): ReadonlyArray<SecurityScheme> => {
  const at = reading.dialect === "2.0" ? "/securityDefinitions" : "/components/securitySchemes"
  return membersOf(reading.resolver.at(at)).flatMap(([key, value]) => {
    const found = reading.resolver.follow({ value, pointer: `${at}/${escapeToken(key)}` })
    return isObject(found?.value) ? [readScheme(key, found.value)] : []
  })
}

/** A list of alternatives; `undefined` where nothing is said. */
export const readSecurity = (
  value: Json | undefined,
  known: ReadonlySet<string>,
  reading: Reading
): ReadonlyArray<SecurityRequirement> | undefined => {
  if (!Array.isArray(value)) return undefined
  return listOf(value)
    .filter(isObject)
    .map((requirement) =>
      Object.entries(requirement).map(([scheme, scopes]) => {
        if (!known.has(scheme)) {
          reading.warn({
            code: "unknown_security_scheme",
            message: `The security scheme ${JSON.stringify(scheme)} is required but not defined`
          })
        }
        return { scheme, scopes: listOf(scopes).filter((scope) => typeof scope === "string") }
      })
    )
}
