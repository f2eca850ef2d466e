/** What sources and glossaries say of the things that a text names: the only material that a transformation may add. */
import type { ApiModel, Operation, Parameter } from "../model/ApiModel.ts"
import { refsIn, type NamedSchema, type Property, type Schema } from "../model/Schema.ts"
import type { SourceModel } from "../model/SourceModel.ts"
import { Brief } from "../outputs/Brief.ts"
import { Reference } from "../outputs/api-reference/Reference.ts"
import { typeText, wordsOf } from "../outputs/api-reference/schemaText.ts"
import { code, link } from "../outputs/markdown/inline.ts"
import { firstSentence } from "../outputs/markdown/prose.ts"
import type { Fact, GlossaryTerm } from "../writer/Section.ts"

/** An API with what is needed to write about it. */
export interface KnownApi {
  readonly model: ApiModel
  readonly reference: Reference
}

/** Something that a text names, and what is known of it. */
export interface KnownFact extends Fact {
  /** As the text names it. */
  readonly about: string
}

/** Facts that are added at most. Our choice. */
const maxFacts = 30

export const apisOf = (models: ReadonlyArray<SourceModel>): ReadonlyArray<KnownApi> =>
  models
    .filter((model) => model.kind === "api")
    .map((model) => ({
      model,
      reference: new Reference(model, new Brief("api-reference", { settings: {}, context: [], warn: () => {} }))
    }))

const escaped = (words: string): string => words.replaceAll(/[$()*+./?[\\\]^{|}]/g, "\\$&")

/** Whether a text names something as a whole word. */
export const isNamed = (text: string, name: string, flags = ""): boolean =>
  name.length > 1 && new RegExp(`(?<![\\p{L}\\p{N}_/.-])${escaped(name)}(?![\\p{L}\\p{N}_/-])`, `u${flags}`).test(text)

const codeSpans = (text: string): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g), ([, words = ""]) => words.trim()))

/** The operations that a text names by method and path, or by id. */
export const operationsIn = (text: string, apis: ReadonlyArray<KnownApi>) =>
  apis.flatMap(({ model, reference }) =>
    model.operations
      .filter(
        ({ method, operationId, path }) =>
          isNamed(text, `${method} ${path}`) || (operationId !== undefined && isNamed(text, operationId))
      )
      .map((operation) => ({ operation, reference }))
  )

/** The schemas that a text names. Names of one ordinary word only count in code. */
export const schemasIn = (text: string, apis: ReadonlyArray<KnownApi>) => {
  const spans = codeSpans(text)
  return apis.flatMap(({ model, reference }) =>
    model.schemas
      .filter(({ name }) => spans.has(name) || (/\p{Lu}.*\p{Lu}|_/u.test(name) && isNamed(text, name)))
      .map((named) => ({ named, reference }))
  )
}

const sentence = (...parts: ReadonlyArray<string>): string =>
  parts
    .filter((part) => part !== "")
    .map((part) => (/[.!?:`*)]$/.test(part) ? part : `${part}.`))
    .join(" ")

const operationFact = (operation: Operation, { model }: KnownApi): KnownFact | undefined => {
  const about = `${operation.method} ${operation.path}`
  const said = operation.summary ?? firstSentence(operation.description)
  const docs = operation.externalDocs ?? (model.operations.length === 1 ? model.externalDocs : undefined)
  const more = docs === undefined ? "" : `See ${link(docs.description ?? docs.url, docs.url)}`
  const text = sentence(firstSentence(said) || said, more)
  return text === "" ? undefined : { name: "operation", about, text: `${code(about)}: ${text}` }
}

const valueText = (
  name: string,
  of: { readonly schema: Schema; readonly description?: string | undefined; readonly place: string },
  { reference }: KnownApi
) => {
  const described = firstSentence(of.description ?? reference.resolved(of.schema).description)
  const type = typeText(of.schema, reference).replaceAll(/\[([^\]]+)\]\(#[^)]*\)/g, "$1")
  return `${code(name)} (${[of.place, type].filter((part) => part !== "").join(", ")}): ${sentence(described, ...wordsOf(of.schema, reference))}`.replace(
    /:\s*$/,
    ""
  )
}

const parameterFact = ({ description, in: place, name, required, schema }: Parameter, api: KnownApi): KnownFact => ({
  name: "parameter",
  about: name,
  text: valueText(
    name,
    {
      schema,
      place: `${place} parameter${required ? ", required" : ""}`,
      description
    },
    api
  )
})

const propertyFact = ({ name, required, schema }: Property, of: string, api: KnownApi): KnownFact => ({
  name: "property",
  about: name,
  text: valueText(name, { schema, place: `property of ${of}${required ? ", required" : ""}` }, api)
})

/** The schemas that operations lead to. */
const schemasOf = (operations: ReadonlyArray<Operation>, { model }: KnownApi): ReadonlyArray<NamedSchema> => {
  const names = new Set(refsIn(JSON.stringify(operations)))
  // A set is walked over while it grows.
  for (const name of names) {
    const found = model.schemas.find((one) => one.name === name)
    for (const inner of refsIn(JSON.stringify(found ?? {}))) names.add(inner)
  }
  return model.schemas.filter(({ name }) => names.has(name))
}

const factsOfApi = (text: string, api: KnownApi): ReadonlyArray<KnownFact> => {
  const spans = codeSpans(text)
  const named = operationsIn(text, [api]).map(({ operation }) => operation)
  const operations = named.flatMap((operation) => operationFact(operation, api) ?? [])
  // Where an operation is named, names are those of its values; else only what has one meaning is sure.
  const isSure = named.length > 0
  const all = isSure ? named : api.model.operations
  const found = [
    ...all.flatMap(({ parameters }) => parameters.map((one) => [one, () => parameterFact(one, api)] as const)),
    ...(isSure ? schemasOf(named, api) : api.model.schemas).flatMap(({ name, schema }) =>
      (schema.properties ?? []).map((one) => [one, () => propertyFact(one, name, api)] as const)
    )
  ].filter(([{ name }]) => spans.has(name))
  const parameters = new Map<string, KnownFact>()
  for (const [name, same] of Map.groupBy(found, ([one]) => one.name)) {
    const facts = same.map(([, factOf]) => factOf())
    const meanings = new Set(facts.map((fact) => fact.text.replace(/ \(.*?\):?/, "")))
    if (isSure || meanings.size === 1) parameters.set(name, facts[0]!)
  }
  const schemas = schemasIn(text, [api]).flatMap(({ named: { name, schema } }): ReadonlyArray<KnownFact> => {
    const said = firstSentence(schema.description)
    return said === "" ? [] : [{ name: "schema", about: name, text: `${code(name)}: ${sentence(said)}` }]
  })
  return [...operations, ...schemas, ...parameters.values()]
}

const factsOfTerms = (text: string, glossary: ReadonlyArray<GlossaryTerm>): ReadonlyArray<KnownFact> =>
  glossary
    .filter(({ definition, term }) => definition.trim() !== "" && isNamed(text, term, "i"))
    .map(({ definition, term }) => ({
      name: "definition",
      about: term,
      text: `**${term}**: ${sentence(definition.trim())}`
    }))

/** A fact as it is added to a text. */
export const lineOf = ({ text }: Fact): string => `- ${text}`

const namedIn = (text: string, apis: ReadonlyArray<KnownApi>, glossary: ReadonlyArray<GlossaryTerm>) => [
  ...factsOfTerms(text, glossary),
  ...apis.flatMap((api) => factsOfApi(text, api))
]

/** Whether anything is known of what a text names, be it in the text already. */
export const isKnown = (text: string, apis: ReadonlyArray<KnownApi>, glossary: ReadonlyArray<GlossaryTerm>): boolean =>
  namedIn(text, apis, glossary).length > 0

/** What is known of the things that a text names, and is not in it already. */
export const factsFor = (
  text: string,
  apis: ReadonlyArray<KnownApi>,
  glossary: ReadonlyArray<GlossaryTerm>
): ReadonlyArray<KnownFact> => {
  // What an earlier run added names things too: only the author's own words ask for facts.
  const own = namedIn(text, apis, glossary).reduce((words, fact) => words.replaceAll(lineOf(fact), ""), text)
  return namedIn(own, apis, glossary)
    .slice(0, maxFacts)
    .filter(({ text: said }) => !text.includes(said) && said.trim() !== "")
}
