/**
 * The schemas of ISO 20022 and of the networks, where the machine has them: they are not part of this repository. A message
 * is right when the base schema and the network's own take it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { validateXML, type XMLFileInfo } from "xmllint-wasm"

/** Where the schemas are: folders `iso`, `rtp` and `fednow` in it. */
export const folder =
  process.env["BURSAR_TEST_SCHEMAS"] ?? join(import.meta.dirname, "../../../../shared/data/bank/xsd")

/** Whether this machine has them. */
export const present = existsSync(folder)

interface Schema {
  readonly name: string
  readonly namespace: string
  readonly text: string
}

const read = (part: string): ReadonlyArray<Schema> =>
  present
    ? readdirSync(join(folder, part))
        .filter((name) => name.endsWith(".xsd"))
        .map((name) => {
          const text = readFileSync(join(folder, part, name), "utf8")
          return { name, text, namespace: /targetNamespace="([^"]*)"/.exec(text)?.[1] ?? "" }
        })
    : []

const published = { iso: read("iso"), rtp: read("rtp"), fednow: read("fednow") }

/** Whether some schemas of FedNow are envelopes, which say nothing of the message in them. */
export const hasEnvelopesOnly = published.fednow.some(({ namespace }) => namespace === "urn:fednow")

/** A message with the rail that carries it. */
export interface Sent {
  readonly rail: string
  /** Such as `pacs.008.001.08`. */
  readonly definition: string
  readonly xml: string
}

/** RTP publishes types without an element for a document: its envelope names the type. */
const withDocument = ({
  name,
  namespace,
  text
}: Schema): { readonly schema: string; readonly preload: XMLFileInfo } => ({
  schema: `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="${namespace}" targetNamespace="${namespace}"
    elementFormDefault="qualified"><xs:include schemaLocation="${name}"/><xs:element name="Document"
    type="t:${text.includes('name="Document_TCH"') ? "Document_TCH" : "Document"}"/></xs:schema>`,
  preload: { fileName: name, contents: text }
})

const namespaceOf = (definition: string): string => `urn:iso:std:iso:20022:tech:xsd:${definition}`

/** The base schema of a message; SWIFT's return is a version older than the one that is there, and is judged by that. */
const baseOf = (definition: string): ReadonlyArray<Schema> => {
  const namespace = namespaceOf(definition)
  const named = published.iso.filter((schema) => schema.namespace === namespace)
  if (named.length > 0) return named
  return published.iso
    .filter((schema) => schema.namespace.startsWith(namespace.slice(0, -2)))
    .map((schema) => ({ ...schema, text: schema.text.replaceAll(schema.namespace, namespace) }))
}

/** The schemas that a message must fit: one of each list. */
const schemasOf = ({ definition, rail }: Sent): ReadonlyArray<readonly [layer: string, ReadonlyArray<Schema>]> => [
  ["iso", baseOf(definition)],
  ...(rail === "rtp" || rail === "fednow"
    ? [[rail, published[rail].filter(({ namespace }) => namespace === namespaceOf(definition))] as const]
    : [])
]

/** What a schema says against messages, by message; messages that it takes are not named. */
const problemsBy = async (schema: Schema, messages: ReadonlyArray<Sent>): Promise<ReadonlyMap<number, string>> => {
  const isComplete = schema.text.includes('element name="Document"')
  const wrapped = isComplete ? undefined : withDocument(schema)
  const found = await validateXML({
    xml: messages.map(({ xml }, index) => ({ fileName: `message-${index}.xml`, contents: xml })),
    schema: [wrapped?.schema ?? schema.text],
    ...(wrapped === undefined ? {} : { preload: [wrapped.preload] }),
    maxMemoryPages: 4_096
  })
  const problems = new Map<number, string>()
  for (const { loc, message } of found.errors) {
    if (loc === null) continue
    const index = Number(/message-(\d+)/.exec(loc.fileName)?.[1])
    problems.set(index, `${problems.get(index) ?? ""}${message.replaceAll(/\{urn[^}]*\}/g, "")} `)
  }
  if (!found.valid && problems.size === 0) throw new Error(found.rawOutput)
  return problems
}

/** How many messages of a kind a layer of schemas was asked about, and what it says against them. */
export interface Verdict {
  readonly kind: string
  readonly layer: string
  readonly messages: number
  /** The machine has no schema of this layer for this kind. */
  readonly isMissing: boolean
  readonly problems: ReadonlyArray<{ readonly problem: string; readonly xml: string }>
}

const judge = async (kind: string, messages: ReadonlyArray<Sent>): Promise<ReadonlyArray<Verdict>> => {
  const verdicts: Array<Verdict> = []
  for (const [layer, schemas] of schemasOf(messages[0]!)) {
    // What no schema of the layer takes is wrong: a network has several for the different uses of one message.
    let left = messages
    let problems: Verdict["problems"] = []
    for (const schema of schemas) {
      const against = await problemsBy(schema, left)
      problems = left.flatMap(({ xml }, index) => {
        const problem = against.get(index)
        return problem === undefined ? [] : [{ problem: `${schema.name}: ${problem}`, xml }]
      })
      left = problems.map(({ xml }) => ({ ...messages[0]!, xml }))
      if (left.length === 0) break
    }
    verdicts.push({ kind, layer, messages: messages.length, isMissing: schemas.length === 0, problems })
  }
  return verdicts
}

/** Judges messages by the schemas of their kinds. */
export const judgeAll = async (messages: ReadonlyArray<Sent>): Promise<ReadonlyArray<Verdict>> => {
  const kinds = Map.groupBy(messages, ({ definition, rail }) => `${rail} ${definition}`)
  const verdicts: Array<Verdict> = []
  for (const [kind, sent] of kinds) verdicts.push(...(await judge(kind, sent)))
  return verdicts
}
