/** A published document as a judge of answers: whether a status, a header and a body are what it declares. */
import addFormats from "ajv-formats"
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js"

interface Operation {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly pattern: RegExp
}

/** An answer, as it left the engine. */
export interface Answered {
  readonly method: string
  /** With the mount, without the query. */
  readonly path: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** `undefined` where it was streamed: then its media type is looked at; the events of it are judged as they come. */
  readonly body: string | undefined
}

/** What was found of one answer. */
export interface Verdict {
  readonly operation: string
  /** The codes of an error, the first one that is told first. */
  readonly codes: ReadonlyArray<string>
  readonly faults: ReadonlyArray<string>
  /** What is wrong with an event of a stream of this answer: one block of text between empty lines. */
  readonly faultsOfEvent: (block: string) => ReadonlyArray<string>
}

type Json = any

/** Headers that HTTP itself knows, and those of the transport. */
const undeclared = new Set([
  "content-type",
  "content-length",
  "connection",
  "date",
  "keep-alive",
  "transfer-encoding",
  // The bundled server's, where it is reached by https.
  "strict-transport-security"
])

const escaped = (part: string): string => part.replaceAll("~", "~0").replaceAll("/", "~1")

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Objects of answers hold what is declared and nothing else, whatever the document leaves open to clients. */
const closed = (node: Json): Json => {
  if (Array.isArray(node)) return node.map(closed)
  if (typeof node !== "object" || node === null) return node
  const inner: Json = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, closed(value)]))
  return inner.type === "object" && inner.properties !== undefined && inner.additionalProperties === undefined
    ? { ...inner, additionalProperties: false }
    : inner
}

/** An event as a client parses it; `undefined` for a comment. */
const eventOf = (block: string): Json => {
  const event: Json = {}
  for (const line of block.split("\n")) {
    const [, field, value] = /^(\w+): ?(.*)$/.exec(line) ?? []
    if (field !== undefined) event[field] = field === "data" ? JSON.parse(value!) : value
  }
  return Object.keys(event).length === 0 ? undefined : event
}

/** The error codes of a body, wherever the service's envelope has them. */
const codesOf = (status: number, body: Json): ReadonlyArray<string> =>
  status < 400 ? [] : [body?.error ?? body?.errors ?? []].flat().map(({ code }) => code)

/** The document with what a request to no operation gets: an error, with the headers of any answer. */
const withElsewhere = (document: Json): Json => {
  const { components } = document
  const headers: Json = { allow: { schema: { type: "string" } } }
  const answers = Object.values<Json>(document.paths).flatMap((methods) =>
    Object.values<Json>(methods).flatMap(({ responses }) => Object.values<Json>(responses))
  )
  for (const answer of [...answers, ...Object.values<Json>(components.responses ?? {})])
    Object.assign(headers, answer.headers)
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
  const responses = { ...components.responses, Elsewhere: { headers, content } }
  return { ...document, components: { ...components, responses } }
}

/** Makes the judge of a document under its mount. */
export const makeJudge = (published: Json, mount: string) => {
  const document = withElsewhere(published)
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  const whole = closed(document)
  ajv.addSchema(whole, "document")
  const validators = new Map<string, ValidateFunction>()

  const operations: Array<Operation> = []
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    const pattern = path.split("/").map((part) => (part.startsWith("{") ? "[^/]+" : literally(part)))
    for (const [method, { operationId }] of Object.entries<Json>(methods)) {
      operations.push({
        id: operationId,
        method: method.toUpperCase(),
        path,
        pattern: new RegExp(`^${literally(mount)}${pattern.join("/")}/?$`)
      })
    }
  }
  // A path without parameters wins over one with them, as on the router.
  operations.sort((one, other) => one.path.split("{").length - other.path.split("{").length)

  const resolve = (node: Json): { readonly value: Json; readonly pointer: string | undefined } => {
    if (node?.$ref === undefined) return { value: node, pointer: undefined }
    const pointer = node.$ref.slice(1) as string
    const parts = pointer
      .slice(1)
      .split("/")
      .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    return { value: parts.reduce((at, part) => at?.[part], document), pointer }
  }

  const validatorOf = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer)
    if (known !== undefined) return known
    const made = ajv.compile({ $ref: `document#${encodeURI(pointer)}` })
    validators.set(pointer, made)
    return made
  }

  /** Headers are texts; their schemas speak of what is written in them. */
  const takesHeader = (header: Json, value: string): boolean => {
    const { pointer, value: declared } = resolve(header)
    const number = declared.schema.type === "integer" && /^\d+$/.test(value)
    const validate = pointer === undefined ? ajv.compile(declared.schema) : validatorOf(`${pointer}/schema`)
    return validate(number ? Number(value) : value)
  }

  /** The operation that was asked, and what the document says of its answer. */
  const asked = (method: string, path: string, status: number) => {
    const operation = operations.find((one) => one.method === method && one.pattern.test(path))
    if (operation === undefined) {
      const declared = status >= 400 ? { $ref: "#/components/responses/Elsewhere" } : undefined
      return { id: "elsewhere", at: "", declared }
    }
    const at = `/paths/${escaped(operation.path)}/${method.toLowerCase()}/responses/${status}`
    const declared = document.paths[operation.path][method.toLowerCase()].responses[String(status)]
    return { id: operation.id, at, declared }
  }

  /** What the schema at a place says of a value. */
  const judgedBy = (name: string, pointer: string, value: Json): ReadonlyArray<string> => {
    const validate = validatorOf(pointer)
    if (validate(value)) return []
    return (validate.errors ?? []).slice(0, 5).map((error) => {
      const extra = error.params["additionalProperty"] ?? error.params["allowedValues"] ?? ""
      return `${name}: ${error.instancePath} ${error.message} ${JSON.stringify(extra)}`
    })
  }

  /** What one of the schemas of a stream says of an event: the one of its name. */
  const judgedEvent = (name: string, at: string, event: Json): ReadonlyArray<string> => {
    const { pointer = at, value: schema } = resolve({ $ref: `#${at}` })
    const { pointer: component = pointer, value: events } = resolve(schema)
    const of = (events.oneOf as ReadonlyArray<Json> | undefined)?.findIndex(
      ({ properties }) => properties.event.enum?.includes(event.event) === true
    )
    return of === undefined || of === -1
      ? [`${name}: undeclared event ${event.event}`]
      : judgedBy(`${name} ${event.event}`, `${component}/oneOf/${of}`, event)
  }

  return ({ body, headers, method, path, status }: Answered): Verdict => {
    const { at, declared, id } = asked(method, path, status)
    const name = id === "elsewhere" ? `${method} ${path} ${status}` : `${id} ${status}`
    if (declared === undefined) {
      return { operation: id, codes: [], faults: [`${name}: undeclared status`], faultsOfEvent: () => [] }
    }
    const { pointer, value: response } = resolve(declared)
    const faults: Array<string> = []
    const known = new Map(Object.entries<Json>(response.headers ?? {}).map(([key, to]) => [key.toLowerCase(), to]))
    for (const [header, value] of Object.entries(headers)) {
      if (undeclared.has(header)) continue
      if (!known.has(header)) faults.push(`${name}: undeclared header ${header}`)
      else if (!takesHeader(known.get(header), value)) faults.push(`${name}: header ${header}: ${value}`)
    }
    const media = (headers["content-type"] ?? "").split(";")[0]!.trim()
    const isDeclared = response.content?.[media] !== undefined
    if (body !== "" && !isDeclared) faults.push(`${name}: undeclared content type ${media}`)
    let codes: ReadonlyArray<string> = []
    const schemaAt = `${pointer ?? at}/content/${escaped(media)}/schema`
    if (body !== undefined && media === "application/json" && isDeclared) {
      const json = JSON.parse(body) as Json
      codes = codesOf(status, json)
      faults.push(...judgedBy(name, schemaAt, json))
    }
    const faultsOfEvent = (block: string): ReadonlyArray<string> => {
      const event = media === "text/event-stream" && isDeclared ? eventOf(block) : undefined
      return event === undefined ? [] : judgedEvent(name, schemaAt, event)
    }
    if (body !== undefined) faults.push(...body.split("\n\n").flatMap(faultsOfEvent))
    return { operation: id, codes, faults, faultsOfEvent }
  }
}

/** Everything that a document declares: `operation status`, and `operation status code`. */
export const declaredBy = (document: Json): ReadonlyArray<string> => {
  const all: Array<string> = []
  const resolve = (node: Json): Json =>
    node?.$ref === undefined
      ? node
      : (node.$ref as string)
          .slice(2)
          .split("/")
          .reduce((at: Json, part) => at[part.replaceAll("~1", "/")], document)
  for (const methods of Object.values<Json>(document.paths)) {
    for (const operation of Object.values<Json>(methods)) {
      for (const [status, declared] of Object.entries<Json>(operation.responses)) {
        const schema = resolve(declared).content?.["application/json"]?.schema
        const codes: ReadonlyArray<string> = Number(status) < 400 ? [] : codesIn(schema)
        if (codes.length === 0) all.push(`${operation.operationId} ${status}`)
        for (const code of codes) all.push(`${operation.operationId} ${status} ${code}`)
      }
    }
  }
  return all
}

const codesIn = (schema: Json): ReadonlyArray<string> =>
  schema?.allOf?.[1]?.properties?.error?.properties?.code?.enum ?? []

/** Judges bodies of events: what the document's `webhooks` have against one; `undefined` for a type that is not published. */
export const makeEventJudge = (document: Json) => {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  ;(addFormats as unknown as (ajv: Ajv2020) => void)(ajv)
  ajv.addSchema(closed(document), "document")
  return (event: { readonly type: string }): ReadonlyArray<string> | undefined => {
    if (document.webhooks?.[event.type] === undefined) return undefined
    const at = `#/webhooks/${escaped(event.type)}/post/requestBody/content/application~1json/schema`
    const validate = ajv.getSchema(`document${at}`) ?? ajv.compile({ $ref: `document${at}` })
    validate(event)
    return (validate.errors ?? []).map(({ instancePath, message }) => `${event.type} ${instancePath} ${message}`)
  }
}
