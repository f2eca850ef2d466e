/**
 * The API reference (spec docs §1, decisions D6): overview, authentication, endpoints, error codes, then schemas. Sections are
 * keyed by method and path, never by title, so that none replaces another.
 */
import type { ApiModel, Operation } from "../../model/ApiModel.ts"
import type { Dropped } from "../../model/GeneratedDocument.ts"
import type { NamedSchema } from "../../model/Schema.ts"
import type { SectionPart } from "../../writer/Section.ts"
import { code, plain } from "../markdown/inline.ts"
import { blocks } from "../markdown/table.ts"
import type { Output, Plan, PlannedSection, PlanOptions } from "../Output.ts"
import { authenticationParts, hasCredentials } from "./authentication.ts"
import { errorCodesOf, errorParts } from "./errorCodes.ts"
import { commonText, commonTitle } from "./commonText.ts"
import { sharedExampleBody } from "./bodies.ts"
import { operationBody, responseDetail } from "./operation.ts"
import { groupBlocks, hasAddress, overviewParts } from "./overview.ts"
import { mentionedApi } from "./mentions.ts"
import { proveErrors, proveOperation, proveSchema, proveSchemes } from "./prove.ts"
import type { Proof } from "./Proof.ts"
import { groupsOf, operationHeading, operationTitle, Reference, type OperationGroup } from "./Reference.ts"
import { schemaBody } from "./schema.ts"
import { assemble } from "../assemble.ts"
import { Brief, type Slots } from "../Brief.ts"

/** The endpoints before the operations are planned: their headings take their anchors in the document's order. */
const planGroups = (reference: Reference): ReadonlyArray<OperationGroup> => {
  const groups = groupsOf(reference.model)
  const single = groups.length === 1 && groups[0]!.tag === undefined
  return groups.map((group) => {
    const title = group.tag?.name ?? "Other operations"
    const heading = single ? undefined : { title, anchor: reference.slugger.next(title) }
    for (const operation of group.operations) planOperation(operation, reference)
    return { ...group, heading }
  })
}

/** Headings of callbacks stand inside the operation, right after its own. */
const planOperation = (operation: Operation, reference: Reference): void => {
  reference.operationAnchors.set(operation, reference.slugger.next(operationTitle(operation, reference)))
  const within = ({ callbacks }: Operation): void => {
    for (const callback of callbacks) {
      for (const inner of callback.operations) {
        reference.slugger.next(`Callback ${callback.name}: ${operationTitle(inner, reference)}`)
        within(inner)
      }
    }
  }
  within(operation)
}

const headingSection = (section: Omit<PlannedSection, "write">, text = ""): PlannedSection => ({
  ...section,
  write: () => [`\n${"#".repeat(section.level)} ${plain(section.title)}\n${text === "" ? "" : `\n${blocks(text)}`}`]
})

const operationSection = (
  operation: Operation,
  reference: Reference,
  proof: Proof = reference.proof
): PlannedSection => ({
  id: reference.operationAnchors.get(operation)!,
  title: operationTitle(operation, reference),
  level: 4,
  write: () => {
    const text = `\n#### ${operationHeading(operation, reference)}\n\n${operationBody(operation, reference, 4)}`
    proveOperation(operation, text, proof)
    return [text]
  }
})

const schemaSection = (named: NamedSchema, reference: Reference): PlannedSection => ({
  id: reference.schemaAnchors.get(named.name)!,
  title: named.name,
  level: 3,
  write: () => {
    const text = `\n### ${code(named.name)}\n\n${schemaBody(named, reference)}`
    proveSchema(named, text, reference.proof, (schema) => reference.resolved(schema))
    return [text]
  }
})

const hasEndpoints = ({ model: { elsewhere = [], operations } }: Reference): boolean =>
  operations.length > 0 || elsewhere.length > 0

const endpointSections = (
  groups: ReadonlyArray<OperationGroup>,
  anchors: { readonly endpoints: string; readonly operations: string },
  reference: Reference
): ReadonlyArray<PlannedSection> => {
  if (!hasEndpoints(reference)) return []
  const { elsewhere = [] } = reference.model
  const left =
    elsewhere.length === 0
      ? ""
      : `The operations of these paths stand in other documents, which are not part of this reference:\n\n${elsewhere.map((path) => `- ${code(path)}`).join("\n")}`
  // Operations stand at level 4, so there is always a heading of level 3 above them.
  const plainGroup =
    anchors.operations === "" ? [] : [headingSection({ id: anchors.operations, title: "Operations", level: 3 })]
  const common = (): string => commonText(reference, (answered) => responseDetail(answered, reference, false))
  return [
    headingSection({ id: anchors.endpoints, title: "Endpoints", level: 2 }, left),
    ...(reference.common.isEmpty
      ? []
      : [headingSection({ id: reference.commonAnchor, title: commonTitle(reference), level: 3 }, common())]),
    ...plainGroup,
    ...groups.flatMap(({ heading, operations: own, tag }) => [
      ...(heading === undefined
        ? []
        : [
            headingSection(
              { id: heading.anchor, title: heading.title, level: 3 },
              blocks(...groupBlocks(tag, reference.model))
            )
          ]),
      ...own.map((operation) => operationSection(operation, reference))
    ])
  ]
}

const webhookSections = (reference: Reference, anchor: string): ReadonlyArray<PlannedSection> => [
  headingSection({ id: anchor, title: "Webhooks", level: 2 }, "The API sends these requests."),
  headingSection({ id: `${anchor}-list`, title: "Webhook requests", level: 3 }),
  ...reference.model.webhooks.map((operation) => operationSection(operation, reference, reference.webhookProof))
]

/** The examples that several answers share. */
const exampleSections = (reference: Reference, anchor: string): ReadonlyArray<PlannedSection> =>
  anchor === ""
    ? []
    : [
        headingSection({ id: anchor, title: "Examples", level: 2 }, "Answers of several operations."),
        ...[...reference.sharedExamples].map(([name, shared]) =>
          headingSection(
            { id: reference.exampleAnchors.get(name)!, title: name, level: 3 },
            sharedExampleBody(shared, reference)
          )
        )
      ]

/** The terms of the glossaries that the description uses. */
const glossarySections = ({ brief, model }: Reference, anchor: string): ReadonlyArray<PlannedSection> => {
  if (brief.glossary.length === 0) return []
  const terms = brief.glossaryTable(JSON.stringify(model))
  return terms === "" ? [] : [headingSection({ id: anchor, title: "Glossary", level: 2 }, terms)]
}

/** The anchors of all headings, given out in the order in which they will stand. */
const planAnchors = (reference: Reference, title: string) => {
  const { slugger } = reference
  const next = (heading: string, isThere = true) => (isThere ? slugger.next(heading) : "")
  const anchors = {
    title: next(title),
    overview: next("Overview"),
    authentication: next("Authentication", hasCredentials(reference)),
    endpoints: next("Endpoints", hasEndpoints(reference))
  }
  if (!reference.common.isEmpty) reference.commonAnchor = next(commonTitle(reference))
  const ungrouped = groupsOf(reference.model).every(({ tag }) => tag === undefined)
  const operations = ungrouped && reference.model.operations.length > 0 ? next("Operations") : ""
  const groups = planGroups(reference)
  const webhooks = reference.model.webhooks.length === 0 ? "" : next("Webhooks")
  if (webhooks !== "") {
    next("Webhook requests")
    for (const operation of reference.model.webhooks) planOperation(operation, reference)
  }
  const errors = next("Error codes", errorCodesOf(reference).length > 0)
  const schemas = reference.model.schemas.length === 0 ? "" : next("Schemas")
  for (const { name } of reference.model.schemas) reference.schemaAnchors.set(name, next(name))
  const examples = next("Examples", reference.sharedExamples.size > 0)
  for (const name of reference.sharedExamples.keys()) reference.exampleAnchors.set(name, next(name))
  const glossary = next("Glossary")
  return { ...anchors, operations, groups, webhooks, errors, schemas, examples, glossary }
}

const sectionsOf = (reference: Reference, title: string, slots: Slots): ReadonlyArray<PlannedSection> => {
  const { model } = reference
  const anchors = planAnchors(reference, title)
  const codes = errorCodesOf(reference)
  const authentication = () => {
    const parts = authenticationParts(reference, slots)
    proveSchemes(model.securitySchemes, parts, reference.proof)
    return parts
  }
  const errors = () => {
    const parts = errorParts(codes, reference, slots)
    proveErrors(codes, parts, reference.proof)
    return parts
  }
  const section = (id: string, name: string, write: () => ReadonlyArray<SectionPart>): PlannedSection => ({
    id,
    title: name,
    level: 2,
    write
  })
  return [
    { id: anchors.title, title, level: 1, write: () => [`# ${plain(title)}\n`] },
    section(anchors.overview, "Overview", () => overviewParts(reference, anchors.groups, slots)),
    ...(hasCredentials(reference) ? [section(anchors.authentication, "Authentication", authentication)] : []),
    ...endpointSections(anchors.groups, anchors, reference),
    ...(anchors.webhooks === "" ? [] : webhookSections(reference, anchors.webhooks)),
    ...(codes.length === 0 ? [] : [section(anchors.errors, "Error codes", errors)]),
    ...(anchors.schemas === "" ? [] : [headingSection({ id: anchors.schemas, title: "Schemas", level: 2 })]),
    ...model.schemas.map((named) => schemaSection(named, reference)),
    ...exampleSections(reference, anchors.examples),
    ...glossarySections(reference, anchors.glossary)
  ]
}

/** Chapters of a reference that a source gives nothing for. */
const missingOf = (reference: Reference): ReadonlyArray<Dropped> => [
  ...(hasCredentials(reference)
    ? []
    : [{ item: "Authentication", reason: "The source defines no security scheme, and no operation refers to one" }]),
  ...(!hasEndpoints(reference)
    ? [{ item: "Endpoints", reason: "The source lists no operations" }]
    : errorCodesOf(reference).length === 0
      ? [{ item: "Error codes", reason: "The source lists no error responses" }]
      : [])
]

const isApi = (model: { readonly kind: string }): model is ApiModel => model.kind === "api"

const plan = (model: ApiModel, options: PlanOptions): Plan => {
  const brief = new Brief("api-reference", options)
  const { settings } = options
  const reference = new Reference(model, brief)
  const title = settings.title ?? model.title
  if (!hasAddress(model)) {
    const message = "The description names no address: {baseUrl} stands for it in the samples of requests"
    options.warn({ code: "no_base_address", message })
  }
  const further = new Set(model.operations.flatMap(({ tags }) => tags.slice(1)))
  return assemble(brief, {
    title,
    sections: sectionsOf(reference, title, brief),
    report: () => ({
      coverage: reference.proof.coverage,
      dropped: [
        ...reference.proof.missing,
        ...reference.webhookProof.missing,
        ...model.tags
          .filter(
            ({ description, name }) =>
              description === undefined &&
              ![...model.operations, ...model.webhooks].some(({ tags }) => tags.includes(name))
          )
          .map(({ name }) => ({ item: `Group ${name}`, reason: "No operation is in it" })),
        ...(further.size === 0
          ? []
          : [
              {
                item: `Groups: ${[...further].join(", ")}`,
                reason: "Operations stand in the first of their groups only"
              }
            ]),
        ...missingOf(reference),
        ...(model.schemas.length === 0 ? [{ item: "Schemas", reason: "The source defines no named schemas" }] : [])
      ]
    })
  })
}

/** The API reference. It takes the first API among the sources, or the requests that texts speak of. */
export const apiReference: Output = {
  plan: (sources, options) => {
    const model = sources.find(isApi) ?? mentionedApi(sources)
    return model === undefined ? undefined : plan(model, options)
  }
}
