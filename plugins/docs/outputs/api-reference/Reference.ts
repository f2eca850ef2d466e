/** What the parts of a reference share: the model, the anchors of its headings, examples, and the count of what was shown. */
import type { ApiModel, Example, MediaType, Operation, SecurityScheme, Tag } from "../../model/ApiModel.ts"
import type { GenerationSettings } from "../../model/GeneratedDocument.ts"
import type { NamedSchema, Schema } from "../../model/Schema.ts"
import type { Warning } from "../../model/Warning.ts"
import type { Brief } from "../Brief.ts"
import { Samples } from "../examples/sample.ts"
import { code, plain } from "../markdown/inline.ts"
import { Slugger } from "../../markdown/slug.ts"
import { Common } from "./Common.ts"
import { Proof } from "./Proof.ts"

/** Longest example in characters. Our choice: past it the shape is clear, and the document must stay readable. */
const maxExample = 20_000

/** An example of several answers, in the media type of the first. */
export interface SharedExample {
  readonly example: Example
  readonly media: MediaType
}

export interface Heading {
  readonly title: string
  readonly anchor: string
}

/** Operations under one heading. */
export interface OperationGroup {
  readonly tag: Tag | undefined
  readonly heading: Heading | undefined
  readonly operations: ReadonlyArray<Operation>
}

/** A reference in the making. */
export class Reference {
  readonly model: ApiModel
  readonly settings: GenerationSettings
  readonly brief: Brief
  readonly warn: (warning: Warning) => void
  readonly schemas: ReadonlyMap<string, NamedSchema>
  readonly schemes: ReadonlyMap<string, SecurityScheme>
  readonly samples: Samples
  readonly common: Common
  /** Where `common` is described, once it has an anchor. */
  commonAnchor = ""
  /** What operations require that say nothing else, or all of them alike; `undefined` where neither is said. */
  readonly usualSecurity: ApiModel["security"]
  readonly proof = new Proof()
  /** Of the requests that the API sends: proved alike, and not counted as its operations. */
  readonly webhookProof = new Proof()
  readonly slugger = new Slugger()
  readonly operationAnchors = new Map<Operation, string>()
  readonly schemaAnchors = new Map<string, string>()
  /** The examples that an author keeps for several answers, with where they are used. */
  readonly sharedExamples: ReadonlyMap<string, SharedExample>
  readonly exampleAnchors = new Map<string, string>()
  readonly distinctions: ReadonlyMap<Operation, string>
  readonly #warned = new Set<string>()

  constructor(model: ApiModel, brief: Brief) {
    this.model = model
    this.brief = brief
    this.settings = brief.settings
    this.warn = brief.warn
    this.distinctions = distinctionsOf(model)
    this.schemas = new Map(model.schemas.map((named) => [named.name, named]))
    this.schemes = new Map(model.securitySchemes.map((scheme) => [scheme.key, scheme]))
    this.common = new Common(model, (schema) => this.resolved(schema))
    this.sharedExamples = sharedExamplesOf(model)
    const { operations, security } = model
    const all = new Set(operations.map((operation) => JSON.stringify(operation.security)))
    const isUsed = operations.length === 0 || all.has(JSON.stringify(security))
    this.usualSecurity = all.size === 1 ? operations[0]!.security : isUsed ? security : undefined
    this.samples = new Samples((name) => this.schemas.get(name)?.schema)
  }

  /** Warns of what is found wherever a value is shown, which may be many times. */
  warnOnce(warning: Warning): void {
    if (this.#warned.has(warning.message)) return
    this.#warned.add(warning.message)
    this.warn(warning)
  }

  /** Whether an example is short enough to be shown; one that is not is reported. */
  hasRoom(example: string, of: string): boolean {
    const isShort = example.length <= maxExample
    if (!isShort)
      this.warnOnce({ code: "truncated", message: `An example of ${of} with ${example.length} characters is left out` })
    return isShort
  }

  /** Whether something must be there; a collection does not say of what need not. */
  requiredText(required: boolean): string {
    return required ? "yes" : this.model.format === "postman" ? "" : "no"
  }

  /** The schema behind references, as far as they lead to one. */
  resolved(schema: Schema): Schema {
    let at = schema
    for (let steps = 0; at.ref !== undefined && steps < 50; steps++) {
      const next = this.schemas.get(at.ref)?.schema
      if (next === undefined) return at
      at = next
    }
    return at
  }
}

/**
 * Operations by their first tag, in the order of the tags; those without one come first where the description begins with one,
 * else last. Folders of a collection come in the order of their first request.
 */
export const groupsOf = ({ format, operations, tags }: ApiModel): ReadonlyArray<Omit<OperationGroup, "heading">> => {
  const byTag = Map.groupBy(operations, (operation) => operation.tags[0])
  if (format === "postman")
    return [...byTag].map(([name, own]) => ({ tag: tags.find((tag) => tag.name === name), operations: own }))
  const untagged = byTag.get(undefined) ?? []
  const tagged = tags.flatMap((tag) => {
    const own = byTag.get(tag.name)
    return own === undefined ? [] : [{ tag, operations: own }]
  })
  if (untagged.length === 0) return tagged
  const others = { tag: undefined, operations: untagged }
  return untagged[0] === operations[0] ? [others, ...tagged] : [...tagged, others]
}

const sharedExamplesOf = ({ operations, webhooks }: ApiModel): ReadonlyMap<string, SharedExample> => {
  const uses = [...operations, ...webhooks].flatMap(({ responses }) =>
    responses.flatMap(({ content }) =>
      content.flatMap((media) =>
        media.examples.flatMap((example) =>
          example.shared === undefined ? [] : [{ example, media, name: example.shared }]
        )
      )
    )
  )
  const several = [...Map.groupBy(uses, ({ name }) => name)].filter(([, own]) => own.length > 1)
  return new Map(several.map(([name, own]) => [name, own[0]!]))
}

const requestOf = ({ method, path }: Operation): string => `${method} ${path}`

/** What tells requests of the same method and path apart: their names, with a number where those are the same, too. */
const distinctionsOf = ({ operations, webhooks }: ApiModel): ReadonlyMap<Operation, string> => {
  const same = [...Map.groupBy([...operations, ...webhooks], requestOf).values()].filter((own) => own.length > 1)
  return new Map(
    same.flatMap((own) => {
      const used = new Map<string, number>()
      return own.map(({ summary = "", tags: [folder = ""] }, at, all): readonly [Operation, string] => {
        const isShared = all.some((other, place) => place !== at && other.summary === summary)
        const name = isShared ? [summary, folder].filter((part) => part !== "").join(", ") : summary
        const count = (used.get(name) ?? 0) + 1
        used.set(name, count)
        return [all[at]!, [name, ...(count > 1 || name === "" ? [String(count)] : [])].filter(Boolean).join(" ")]
      })
    })
  )
}

/** The heading of an operation: method and path, with the name of the request where others have the same. */
export const operationTitle = (operation: Operation, { distinctions }: Reference): string => {
  const own = distinctions.get(operation)
  return own === undefined ? requestOf(operation) : `${requestOf(operation)}: ${own}`
}

/** The same in Markdown: method and path are literal. */
export const operationHeading = (operation: Operation, reference: Reference): string => {
  const own = reference.distinctions.get(operation)
  return own === undefined ? code(requestOf(operation)) : `${code(requestOf(operation))}: ${plain(own)}`
}
