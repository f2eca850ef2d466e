/** The title and the overview of a reference: what the API is, where it is, and how the document is laid out. */
import type { Server, Tag } from "../../model/ApiModel.ts"
import type { ProseSlot, SectionPart } from "../../writer/Section.ts"
import { leadOf } from "../leads.ts"
import { cell, code, link, plain } from "../markdown/inline.ts"
import { cellProse, prose, proseBlocks } from "../markdown/prose.ts"
import { blocks, filledTable, table } from "../markdown/table.ts"
import type { Slots } from "../Brief.ts"
import type { OperationGroup, Reference } from "./Reference.ts"
import { isSame } from "./schemaText.ts"

const count = (number: number, one: string): string => `${number} ${number === 1 ? one : `${one}s`}`

const introduction = ({ brief, model }: Reference, slots: Slots): ProseSlot => {
  const title = model.title.replace(/\.$/, "")
  const name = plain(title)
  const given = model.version?.trim() ?? ""
  // A title may have it.
  const isInTitle = title.split(/[\s()]+/).some((word) => word.replace(/^v/i, "") === given.replace(/^v/i, ""))
  const version = given === "" || isInTitle ? undefined : plain(given)
  const facts = [
    { name: "title", text: name },
    ...(version === undefined ? [] : [{ name: "version", text: version }]),
    { name: "count.operations", text: String(model.operations.length) },
    { name: "count.schemas", text: String(model.schemas.length) }
  ]
  const has = [
    ...(model.operations.length === 0 ? [] : [count(model.operations.length, "operation")]),
    ...(model.webhooks.length === 0 ? [] : [count(model.webhooks.length, "webhook operation")]),
    ...(model.schemas.length === 0 ? [] : [count(model.schemas.length, "schema")])
  ]
  const subject = brief.voice.lead === "none" ? name : "It"
  const described =
    has.length === 0
      ? ""
      : ` ${subject} ${brief.voice.lead === "none" ? "has" : "describes"} ${has.join(", ").replace(/, ([^,]*)$/, " and $1")}.`
  const lead = leadOf(brief, `${name}${version === undefined ? "" : `, version ${version}`}`)
  const draft = `${lead}${described}`.trim()
  return slots.make(
    { sectionId: "overview", title: "Overview", intent: "overview", facts, requiredTokens: [name] },
    draft
  )
}

/** The addresses of an API, those of single operations after them. */
const serverTable = ({ operations, servers }: Reference["model"], own: ReadonlyArray<Server>): string => {
  const all = [...new Map([...servers, ...own].map((server) => [server.url, server])).values()]
  if (all.length === 0) return ""
  const isPart = own.length > 0 && operations.some((operation) => operation.servers.length === 0)
  const first = servers.length === 1 ? "the first one" : `one of the first ${servers.length}`
  const lead = `The API is at ${all.length === 1 ? "this address" : "these addresses"}`
  const which = isPart && servers.length > 0 ? `. An operation that names no base URL of its own is at ${first}.` : ":"
  return `${lead}${all.length === 1 ? ":" : which}\n\n${filledTable(
    ["Base URL", "Description"],
    all.map((server) => [cell(code(server.url)), cellProse(server.description)])
  )}`
}

/** Variables of base addresses, as a table with its lead. */
export const variableTable = (servers: ReadonlyArray<Server>): string => {
  const all = servers.flatMap(({ url, variables }) => variables.map((variable) => ({ url, variable })))
  const same = [...Map.groupBy(all, ({ variable }) => JSON.stringify(variable)).values()]
  const rows = same.map((uses) => {
    const { variable } = uses[0]!
    // Addresses may have variables of one name with different values.
    const isOne = same.every((other) => other === uses || other[0]!.variable.name !== variable.name)
    const urls = isOne ? [] : new Set(uses.map(({ url }) => code(url)))
    return [
      cell(code(variable.name)),
      cell([...urls].join(", ")),
      variable.default === undefined ? "" : cell(code(variable.default)),
      cell(variable.enum.map(code).join(", ")),
      cellProse(variable.description)
    ]
  })
  const header = ["Variable", "Base URL", "Default", "Allowed values", "Description"]
  const lead = servers.length === 1 ? "Its variables" : "Variables of addresses"
  return rows.length === 0 ? "" : `${lead} are:\n\n${filledTable(header, rows)}`
}

/** Variables of a collection, and of what its requests are filled with. */
const collectionTable = ({ variables = [] }: Reference["model"]): string =>
  variables.length === 0
    ? ""
    : `The requests use these variables:\n\n${filledTable(
        ["Variable", "Value", "Description"],
        variables.map((variable) => [
          cell(code(variable.name)),
          variable.default === undefined ? "" : cell(code(variable.default)),
          cellProse(variable.description)
        ])
      )}`

/** Whom to ask, on which terms, and where more stands, as a list. */
export const contactLine = ({ contact, license, termsOfService, externalDocs }: Reference["model"]): string =>
  [
    ...(contact === undefined
      ? []
      : [
          `Contact: ${[
            ...(contact.name === undefined ? [] : [plain(contact.name)]),
            ...(contact.email === undefined ? [] : [link(plain(contact.email), `mailto:${contact.email}`)]),
            ...(contact.url === undefined ? [] : [link(code(contact.url), contact.url)])
          ].join(", ")}`
        ]),
    ...(license === undefined
      ? []
      : [
          `License: ${license.url === undefined ? plain(license.name) : link(plain(license.name), license.url)}${license.identifier === undefined ? "" : ` (${code(license.identifier)})`}`
        ]),
    ...(termsOfService === undefined ? [] : [`Terms of service: ${link(code(termsOfService), termsOfService)}`]),
    ...(externalDocs === undefined
      ? []
      : [
          `More: ${link(externalDocs.description === undefined ? code(externalDocs.url) : cellProse(externalDocs.description), externalDocs.url)}`
        ])
  ]
    .map((line) => `- ${line}`)
    .join("\n")

/** What an author says of a group, without what the introduction says. */
export const groupBlocks = (tag: Tag | undefined, { description }: Reference["model"]): ReadonlyArray<string> => {
  const docs = tag?.externalDocs
  const more = docs === undefined ? "" : `See also: [${docs.description ?? docs.url}](${docs.url})`
  const own = proseBlocks(tag?.description, description)
  return [...own.filter((text) => !isSame(text, tag?.title ?? tag?.name ?? "")), ...proseBlocks(more)]
}

const groupTable = (groups: ReadonlyArray<OperationGroup>): string => {
  const named = groups.filter(({ heading }) => heading !== undefined)
  return named.length < 2
    ? ""
    : // What a group is stands below its heading.
      `The operations are in ${named.length} groups:\n\n${table(
        ["Group", "Operations"],
        named.map(({ heading, operations }) => [
          cell(`[${plain(heading!.title)}](#${heading!.anchor})`),
          String(operations.length)
        ])
      )}`
}

/** Groups without operations, in which authors tell chapters of their own. */
export const pagesOf = ({ operations, tags }: Reference["model"]): ReadonlyArray<Tag> => {
  // An operation stands in the first of its groups, a webhook in none.
  const used = new Set(operations.flatMap((operation) => operation.tags.slice(0, 1)))
  return tags.filter(({ description, name }) => description !== undefined && !used.has(name))
}

/** Whether an address needs nothing before it: it has a scheme, or begins with a variable. */
export const isWhole = (url: string): boolean => /^(?:[a-z][a-z0-9+.-]*:\/\/|\{)/i.test(url)

/** Whether a description says where its API is. */
export const hasAddress = ({ operations, servers }: Reference["model"]): boolean =>
  operations.length === 0 ||
  [...servers, ...operations.flatMap((operation) => operation.servers)].some(({ url }) => isWhole(url))

/** The overview, heading included. */
export const overviewParts = (
  reference: Reference,
  groups: ReadonlyArray<OperationGroup>,
  slots: Slots
): ReadonlyArray<SectionPart> => {
  const { model } = reference
  const own = model.operations.flatMap(({ servers }) => servers)
  return [
    "\n## Overview\n\n",
    introduction(reference, slots),
    `\n${blocks(
      "",
      isSame(model.summary, model.title) ? "" : prose(model.summary),
      ...proseBlocks(model.description).filter((block) => !isSame(block, model.title)),
      serverTable(model, own),
      hasAddress(model) ? "" : "Replace `{baseUrl}` with the address of the server.",
      variableTable([...model.servers, ...own]),
      collectionTable(model),
      ...pagesOf(model).map(({ description, name }) => blocks(`**${plain(name)}**`, prose(description))),
      contactLine(model),
      groupTable(groups)
    ).replace(/^(?=.)/, "\n")}`
  ]
}
