/** Authentication: every scheme with its place, flows and scopes, and what holds where an operation says nothing. */
import type { OAuthFlow, SecurityScheme } from "../../model/ApiModel.ts"
import type { ProseSlot, SectionPart } from "../../writer/Section.ts"
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellProse, prose } from "../markdown/prose.ts"
import { blocks, filledTable } from "../markdown/table.ts"
import type { Reference } from "./Reference.ts"
import { requirementText } from "./requirements.ts"
import type { Slots } from "../Brief.ts"

/** How a credential is sent, in words. */
const placeOf = (scheme: SecurityScheme): string => {
  switch (scheme.type) {
    case "apiKey": {
      const name = scheme.name === undefined ? "" : ` ${code(scheme.name)}`
      const form = scheme.sent === undefined ? "" : ` as ${code(scheme.sent)}`
      return scheme.in === undefined ? "API key" : `${scheme.in}${name}${form}`
    }
    case "basic":
      return `header ${code("Authorization")} with ${code("Basic")} credentials`
    case "http": {
      const format = scheme.bearerFormat === undefined ? "" : ` (${scheme.bearerFormat})`
      return `header ${code("Authorization")} with scheme ${code(scheme.scheme ?? "")}${format}`
    }
    case "oauth2":
      return `header ${code("Authorization")} with an access token`
    case "openIdConnect":
      return scheme.openIdConnectUrl === undefined
        ? "OpenID Connect"
        : `OpenID Connect, ${link(code(scheme.openIdConnectUrl), scheme.openIdConnectUrl)}`
    case "mutualTLS":
      return "client certificate"
    case "other":
      return scheme.scheme === undefined ? "not described" : code(scheme.scheme)
  }
}

const schemeTable = (schemes: ReadonlyArray<SecurityScheme>): string =>
  filledTable(
    ["Scheme", "Type", "Sent in", "Description"],
    schemes.map((scheme) => [
      cell(code(scheme.key)),
      cell(code(scheme.type)),
      cell(placeOf(scheme)),
      // All of a long one stands below the table.
      isLong(scheme) ? "" : cellProse(scheme.description)
    ])
  )

const isLong = ({ description = "" }: SecurityScheme): boolean =>
  /\n\s*\n/.test(description.trim()) && description.length > longDescription

/** Characters of a description of several paragraphs that a table shows whole. Our choice. */
const longDescription = 300

const addresses = (flow: OAuthFlow): string =>
  (["authorizationUrl", "tokenUrl", "refreshUrl"] as const)
    .flatMap((name) => {
      const url = flow[name]
      return url === undefined ? [] : [`${code(name)} ${link(code(url), url)}`]
    })
    .join(", ")

const flowText = (scheme: SecurityScheme, flow: OAuthFlow): string => {
  const where = addresses(flow)
  return blocks(
    `Flow ${code(flow.kind)} of ${code(scheme.key)}${where === "" ? "" : `: ${where}`}`,
    flow.scopes.length === 0
      ? ""
      : filledTable(
          ["Scope", "Description"],
          flow.scopes.map(({ description, name }) => [cell(code(name)), cellProse(description)])
        )
  )
}

/** Which operations need credentials, as a sentence. What holds for all is said here alone. */
const whereNeeded = (reference: Reference): string => {
  const { model, usualSecurity: security } = reference
  const { operations } = model
  if (security !== undefined) {
    const named = security.filter((one) => one.length > 0)
    const required = requirementText(named)
    if (named.length === 0) return "Unless an operation says otherwise, it needs no credentials."
    const isOptional = named.length < security.length
    return `Unless an operation says otherwise, it ${isOptional ? `takes ${required}, or no credentials` : `requires ${required}`}.`
  }
  const telling = operations.filter((operation) => operation.security !== undefined).length
  if (telling === 0)
    return operations.length === 0 ? "" : `Samples of requests send ${code(model.securitySchemes[0]!.key)}.`
  if (telling === operations.length) return "Each operation says what it requires."
  const some = telling === 1 ? "1 operation says what it requires" : `${telling} operations say what they require`
  return `Of ${operations.length} operations, ${some}.`
}

const introduction = (reference: Reference, slots: Slots): ProseSlot => {
  const { model } = reference
  const schemes = model.securitySchemes
  const required = requirementText(reference.usualSecurity)
  const names = schemes.map(({ key }) => code(key))
  const listed = names.length === 1 ? `the scheme ${names[0]!}` : `${names.length} schemes`
  const draft =
    schemes.length === 0
      ? `Requests need ${required}.`
      : `The API authenticates requests with ${listed}. ${whereNeeded(reference)}`.trim()
  const facts = schemes.map((scheme) => ({ name: "scheme", text: `${scheme.key}: ${placeOf(scheme)}` }))
  return slots.make({ sectionId: "authentication", title: "Authentication", intent: "authentication", facts }, draft)
}

/** Whether there is anything to say of credentials. */
export const hasCredentials = ({ model, usualSecurity }: Reference): boolean =>
  model.securitySchemes.length > 0 || (requirementText(usualSecurity) ?? "none") !== "none"

/** The table of credentials, and below it the full text of each long description. */
export const schemesText = (schemes: ReadonlyArray<SecurityScheme>): string =>
  schemes.length === 0
    ? ""
    : blocks(
        schemeTable(schemes),
        ...schemes.flatMap((scheme) => scheme.flows.map((flow) => flowText(scheme, flow))),
        ...schemes.map((scheme) =>
          isLong(scheme) ? blocks(`**${plain(scheme.key)}**`, prose(scheme.description)) : ""
        )
      )

/** The section on authentication, heading included. */
export const authenticationParts = (reference: Reference, slots: Slots): ReadonlyArray<SectionPart> => {
  const rest = schemesText(reference.model.securitySchemes)
  return ["\n## Authentication\n\n", introduction(reference, slots), `\n${rest === "" ? "" : `\n${rest}`}`]
}
