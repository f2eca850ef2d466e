/**
 * The release gates of decisions docs 5.1 for API references, as functions of input and output. They count in the parsed
 * source and in the finished Markdown, and use nothing of the reader or the writer.
 */
import { Ajv2020 } from "ajv/dist/2020.js"
import { givenIn, textAt } from "./givenExamples.ts"
import { cellsOf, deref, escapedCode, operationsOf, outsideFences, sectionOf, type SourceOperation } from "./looking.ts"

/** What a gate found wrong. None: the gate holds. */
export type Faults = ReadonlyArray<string>

/** Q1: each operation has a section whose heading is its method and path. */
export const missingOperations = (root: any, markdown: string): Faults =>
  operationsOf(root)
    .filter(({ key }) => sectionOf(markdown, key) === "")
    .map(({ key }) => `no section for ${key}`)

/** Q2: each parameter has a row with name, place and whether it is required; its limits, default and values stand there. */
export const missingParameters = (root: any, markdown: string): Faults =>
  operationsOf(root).flatMap(({ key, parameters }) => {
    const rows = sectionOf(markdown, key)
      .split("\n")
      .filter((line) => line.startsWith("| "))
    return parameters
      .filter((parameter) => parameter.in !== "body")
      .flatMap((parameter) => {
        const place = parameter.in === "formData" ? "form" : parameter.in
        const row = rows.find((line) => line.startsWith(`| ${escapedCode(parameter.name)} | ${place} |`))
        if (row === undefined) return [`${key}: no row for ${parameter.in} ${parameter.name}`]
        const required = parameter.in === "path" || parameter.required === true ? "yes" : "no"
        const schema = deref(root, parameter.schema) ?? parameter
        const facts = [
          ...(parameter.schema?.$ref === undefined
            ? (schema.enum ?? []).map((value: unknown) => JSON.stringify(value))
            : []),
          // Its description may say it, too.
          ...(parameter.schema?.$ref === undefined && schema.default !== undefined
            ? [typeof schema.default === "string" ? schema.default : JSON.stringify(schema.default)]
            : []),
          ...["minimum", "maximum", "minLength", "maxLength"].flatMap((name) =>
            parameter.schema?.$ref === undefined && schema[name] !== undefined ? [`\`${schema[name]}\``] : []
          )
        ]
        return [
          ...(cellsOf(row)[3] === required ? [] : [`${key}: ${parameter.name} should be required: ${required}`]),
          ...facts.filter((fact) => !row.includes(fact)).map((fact) => `${key}: ${parameter.name} lacks ${fact}`)
        ]
      })
  })

const bodyOf = (root: any, { operation, parameters }: SourceOperation): any => {
  const body = parameters.find((parameter) => parameter.in === "body")
  if (body === undefined) return deref(root, operation.requestBody)
  const types = operation.consumes ?? root.consumes ?? ["application/json"]
  return { content: Object.fromEntries(types.map((type: string) => [type, { schema: body.schema }])) }
}

/** Q3: each media type of a request body, and each property of an inline one. */
export const missingBodies = (root: any, markdown: string): Faults =>
  operationsOf(root).flatMap((found) => {
    const text = sectionOf(markdown, found.key)
    return Object.entries<any>(bodyOf(root, found)?.content ?? {}).flatMap(([type, media]) => [
      ...(text.includes(`\`${type}\``) ? [] : [`${found.key}: no media type ${type}`]),
      ...Object.keys(media?.schema?.properties ?? {})
        .filter((name) => !text.includes(`| ${escapedCode(name)} |`))
        .map((name) => `${found.key}: no row for the property ${name}`)
    ])
  })

/** The headers that a reference describes once, and the words for the responses that have them. */
const commonHeaders = (markdown: string): ReadonlyArray<readonly [row: string, sentWith: string]> => {
  const table = /^\| Header \| Sent with \|.*\n\|.*\n((?:\|.*\n)+)/m.exec(markdown)?.[1] ?? ""
  return table
    .trimEnd()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => [line, cellsOf(line)[1]!])
}

/** Q4: each response code with its media types and headers, the latter in the operation or described once for it. */
export const missingResponses = (root: any, markdown: string): Faults => {
  const common = commonHeaders(markdown)
  const shared = /^### Common responses$[^]*?(?=^### )/m.exec(markdown)?.[0] ?? ""
  return operationsOf(root).flatMap(({ key, operation }) => {
    const text = sectionOf(markdown, key)
    const isCommon = (name: string, status: string) =>
      common.some(
        ([row, words]) =>
          row.startsWith(`| ${escapedCode(name)} |`) &&
          (words === "every response" ||
            words.includes(`\`${status}\``) ||
            (words.startsWith("every response to ") && words.includes(`\`${key.split(" ")[0]}\``)))
      )
    return Object.entries<any>(operation.responses ?? {})
      .filter(([status]) => !status.startsWith("x-"))
      .flatMap(([status, given]) => {
        const response = deref(root, given) ?? {}
        // Several that are described alike may have one row.
        const row = text.split("\n").find((line) => cellsOf(line)[0]?.split(", ").includes(`\`${status}\``))
        const refers = row?.includes("](#common-") === true
        const where = refers ? shared : text
        const headers = Object.keys(response.headers ?? {}).filter(
          (name) => !where.includes(`| ${escapedCode(name)} |`) && !isCommon(name, status)
        )
        const types = Object.keys(response.content ?? {}).filter((type) => !text.includes(`\`${type}\``))
        return [
          ...(row === undefined ? [`${key}: no row for ${status}`] : []),
          ...headers.map((name) => `${key} ${status}: no header ${name}`),
          ...types.map((type) => `${key} ${status}: no media type ${type}`)
        ]
      })
  })
}

const componentsOf = (root: any): Readonly<Record<string, any>> => root.definitions ?? root.components?.schemas ?? {}

/** Q5: each component has a section with a row for each property of its own. */
export const missingSchemas = (root: any, markdown: string): Faults => {
  const schemas = markdown.slice(Math.max(0, markdown.indexOf("\n## Schemas\n")))
  return Object.entries<any>(componentsOf(root)).flatMap(([name, schema]) => {
    const start = schemas.indexOf(`\n### \`${name}\`\n`)
    if (start === -1) return [`no section for the schema ${name}`]
    const end = schemas.slice(start + 4).search(/^#{1,3} /m)
    const text = end === -1 ? schemas.slice(start) : schemas.slice(start, start + 4 + end)
    return Object.keys(schema?.properties ?? {})
      .filter((property) => !text.includes(`| ${escapedCode(property)} |`))
      .map((property) => `schema ${name}: no row for ${property}`)
  })
}

/** Q6: each scheme with its scopes, what all operations require, and each operation that requires something else. */
export const missingSecurity = (root: any, markdown: string): Faults => {
  const schemes = root.securityDefinitions ?? root.components?.securitySchemes ?? {}
  const start = markdown.indexOf("\n## Authentication\n")
  const text = start === -1 ? "" : markdown.slice(start, markdown.indexOf("\n## Endpoints\n"))
  return [
    ...Object.entries<any>(schemes).flatMap(([name, given]) => {
      const scheme = deref(root, given)
      const flows = scheme.flows === undefined ? [scheme] : Object.values<any>(scheme.flows)
      const scopes = flows.flatMap((flow) => Object.keys(flow.scopes ?? {}))
      return [
        ...(text.includes(`| \`${name}\` | \`${scheme.type}\` |`) ? [] : [`no row for the scheme ${name}`]),
        ...scopes.filter((scope) => !text.includes(`| \`${scope}\` |`)).map((scope) => `no scope ${scope} of ${name}`)
      ]
    }),
    ...operationsOf(root).flatMap(({ key, operation }) => {
      const security: ReadonlyArray<any> | undefined = operation.security ?? root.security
      if (security === undefined) return []
      // What holds for all is said once, with the schemes.
      const own = /^- Authentication: .*$/m.exec(sectionOf(markdown, key))?.[0]
      const isUsual = own === undefined
      const line = own ?? /\b(?:Unless an operation says otherwise, it|Requests need) .*$/m.exec(text)?.[0]
      const names = security.flatMap((requirement) => Object.keys(requirement))
      // Where there is nothing to say of credentials, no chapter says it.
      if (names.length === 0 && isUsual && start === -1) return []
      const none = isUsual ? "no credentials" : "none"
      const expected = names.length === 0 ? [none] : names.map((name) => `\`${name}\``)
      return expected.filter((name) => line?.includes(name) !== true).map((name) => `${key}: does not require ${name}`)
    })
  ]
}

/** Q7: one table of the distinct error codes. What no code is given for is an error only beside a success. */
export const missingErrorCodes = (root: any, markdown: string): Faults => {
  const text = markdown.slice(markdown.indexOf("\n## Error codes\n"))
  const codes = new Set(
    operationsOf(root).flatMap(({ operation }) => {
      const all = Object.keys(operation.responses ?? {})
      return all.filter((code) => (all.some((one) => /^[1-3]/.test(one)) ? /^[4-9]|^default$/ : /^[4-9]/).test(code))
    })
  )
  return [...codes].filter((code) => !text.includes(`| \`${code}\` |`)).map((code) => `no error code ${code}`)
}

/** Q8: servers, callbacks, webhooks, links, tags, deprecations, further documents. */
export const missingExtras = (root: any, markdown: string): Faults => {
  const expected = [
    ...(root.servers ?? []).map((server: any) => `\`${server.url}\``),
    ...(root.servers ?? []).flatMap((server: any) => Object.keys(server.variables ?? {}).map((name) => `\`${name}\``)),
    ...(root.host === undefined ? [] : [root.host]),
    ...Object.keys(root.webhooks ?? {}).map((name) => ` ${name}\``),
    ...(root.externalDocs === undefined ? [] : [root.externalDocs.url]),
    ...operationsOf(root).flatMap(({ operation }) => [
      ...Object.keys(operation.callbacks ?? {}).map((name) => `Callback \`${name}\``),
      ...(operation.operationId === undefined ? [] : [`\`${operation.operationId}\``]),
      ...(operation.externalDocs === undefined ? [] : [operation.externalDocs.url])
    ])
  ]
  const deprecated = operationsOf(root).filter(({ operation }) => operation.deprecated === true)
  return [
    ...expected.filter((text) => !markdown.includes(text)).map((text) => `nowhere: ${text}`),
    ...deprecated
      .filter(({ key }) => !/\bdeprecated\b/i.test(sectionOf(markdown, key)))
      .map(({ key }) => `${key} is not marked as deprecated`)
  ]
}

/** Q9: paths, schemas and addresses of the document that the source does not hold. */
export const inventedFacts = (root: any, source: string, markdown: string): Faults => {
  const keys = new Set(operationsOf(root).map(({ key }) => key))
  const headings = [...markdown.matchAll(/^#### `([A-Z]+ \/[^`]*)`/gm)].map(([, key]) => key!)
  const text = `${source}\n${JSON.stringify(root)}`.replaceAll("\\/", "/")
  const urls = [...outsideFences(markdown).matchAll(/\]\((https?:\/\/[^()\s]+)\)/g)].map(([, url]) => url!)
  const host = root.host ?? ""
  return [
    ...headings.filter((key) => !keys.has(key)).map((key) => `invented operation ${key}`),
    ...urls
      .filter((url) => !text.includes(url.replace(/\/$/, "")) && !(host !== "" && url.includes(host)))
      .map((url) => `invented address ${url}`)
  ]
}

/** Q10: one title, levels step by one, tables have constant columns, fences are closed. */
export const brokenMarkdown = (markdown: string): Faults => {
  const faults: Array<string> = []
  const body = outsideFences(markdown)
  if (/^`{3,}/m.test(body)) faults.push("a fence is not closed")
  const levels = [...body.matchAll(/^(#{1,6}) /gm)].map(([, marks]) => marks!.length)
  if (levels.filter((level) => level === 1).length !== 1 || levels[0] !== 1) faults.push("not exactly one title")
  levels.forEach((level, at) => {
    if (at > 0 && level > levels[at - 1]! + 1)
      faults.push(`heading ${at} jumps from level ${levels[at - 1]} to ${level}`)
  })
  let columns: number | undefined
  for (const line of body.split("\n")) {
    if (!line.startsWith("| ")) columns = undefined
    else {
      const width = cellsOf(line).length
      if (columns !== undefined && width !== columns)
        faults.push(`a row has ${width} cells instead of ${columns}: ${line.slice(0, 80)}`)
      columns = columns ?? width
    }
  }
  // Breaks are how a cell of a table has several lines.
  if (/<\/?(?:script|style|iframe|p|div|a|ul|li|br)\b/i.test(body.replaceAll(/`[^`]*`|<br>/g, "")))
    faults.push("HTML is left")
  return faults
}

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-")

/** The anchors that a code host gives to the headings, in their order. */
export const anchorsOf = (markdown: string): ReadonlyArray<string> => {
  const seen = new Map<string, number>()
  return [...outsideFences(markdown).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading]) => {
    const base = slug(heading!.replaceAll("`", "").replaceAll(/\\(?=[^\w\s])/g, ""))
    let anchor = base
    let count = seen.get(base) ?? 0
    while (seen.has(anchor)) anchor = `${base}-${++count}`
    seen.set(base, count)
    if (!seen.has(anchor)) seen.set(anchor, 0)
    return anchor
  })
}

/** Q11: every link within the document leads to a heading, and anchors are unique. */
export const brokenLinks = (markdown: string): Faults => {
  const anchors = anchorsOf(markdown)
  const known = new Set(anchors)
  const links = [...outsideFences(markdown).matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor]) => anchor!)
  return [
    ...(known.size === anchors.length ? [] : ["anchors are not unique"]),
    ...[...new Set(links)].filter((anchor) => !known.has(anchor)).map((anchor) => `a link leads nowhere: #${anchor}`)
  ]
}

/** A schema of 2.0 or 3.0 as 2020-12, for an independent validator. */
const modern = (value: any): any => {
  if (Array.isArray(value)) return value.map(modern)
  if (typeof value !== "object" || value === null) return value
  const { nullable, discriminator: _, example: __, examples: ___, xml: ____, ...rest } = value
  const mapped: any = Object.fromEntries(
    Object.entries(rest).map(([name, inner]) => [
      name,
      name === "enum" || name === "const" || name === "default" ? inner : modern(inner)
    ])
  )
  for (const side of ["Minimum", "Maximum"]) {
    if (mapped[`exclusive${side}`] === true) {
      mapped[`exclusive${side}`] = mapped[side.toLowerCase()]
      delete mapped[side.toLowerCase()]
    } else if (mapped[`exclusive${side}`] === false) delete mapped[`exclusive${side}`]
  }
  if (typeof mapped.type === "string" && nullable === true) mapped.type = [mapped.type, "null"]
  if (mapped.type === "file") mapped.type = "string"
  return mapped
}

/** Q12: the JSON examples that are made of request and success bodies match the schema, by another validator than the product's. */
export const invalidExamples = (root: any, markdown: string): Faults => {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false, logger: false })
  ajv.addSchema({
    $id: "root",
    ...modern({ components: root.components ?? {}, definitions: root.definitions ?? {}, paths: root.paths ?? {} })
  })
  const faults: Array<string> = []
  const given = givenIn(root)
  const check = (key: string, schema: any, block: string) => {
    if (schema === undefined) return
    const pointers = JSON.parse(JSON.stringify(modern(schema)).replaceAll('"$ref":"#/', '"$ref":"root#/'))
    let valid: boolean
    try {
      const example = JSON.parse(block)
      // What the author gives stands as it is, in the whole and in each of its parts.
      valid =
        ajv.validate(pointers, example) ||
        [{ instancePath: "" }, ...(ajv.errors ?? [])].some(({ instancePath }) =>
          given.has(textAt(example, instancePath))
        )
    } catch (error) {
      // What the other validator cannot compile it cannot judge.
      if (error instanceof SyntaxError) faults.push(`${key}: the example is not JSON`)
      return
    }
    if (!valid) faults.push(`${key}: ${ajv.errorsText()}`)
  }
  for (const found of operationsOf(root)) {
    const text = sectionOf(markdown, found.key)
    const parts = text.split(/^\*\*Responses\*\*$/m)
    const json = Object.entries<any>(bodyOf(root, found)?.content ?? {}).find(([type]) => /\bjson\b/.test(type))
    for (const [, block] of (parts[0] ?? "").matchAll(/^```json\n([\s\S]*?)\n```$/gm))
      check(`${found.key} request`, json?.[1]?.schema, block!)
    for (const [, status, block] of (parts[1] ?? "").matchAll(
      /^Response `(\w+)`:$[\s\S]*?^```json\n([\s\S]*?)\n```$/gm
    )) {
      const response = deref(root, found.operation.responses?.[status!]) ?? {}
      const media = Object.entries<any>(response.content ?? {}).find(([type]) => /\bjson\b/.test(type))
      check(`${found.key} ${status}`, media?.[1]?.schema ?? response.schema, block!)
    }
  }
  return faults
}

/** Q13: filler, and headings with nothing below them. */
export const fillers = (markdown: string): Faults => {
  const body = outsideFences(markdown).replaceAll(/`[^`\n]*`/g, "")
  const words =
    body.match(/\bTODO\b|\bTBD\b|lorem ipsum|INSERT-|\bundefined\b|\[object Object\]|\|none\||<your[ -]/gi) ?? []
  // A comment in code is no heading, and code is something.
  const shown = markdown.replaceAll(/^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1`*~* *$/gm, "code")
  const empty = [...shown.matchAll(/^(#{1,6}) (.*)\n+(?=(#{1,6}) |$(?![\s\S]))/gm)]
    .filter(([, own, , next]) => next === undefined || next.length <= own!.length)
    .map(([, , heading]) => `nothing below ${heading}`)
  return [...words.map((word) => `filler: ${word}`), ...empty]
}

/** Q18: the operations with their parameters, read back from the Markdown alone, are those of the source. */
export const roundTrip = (root: any, markdown: string): Faults => {
  const read = [...markdown.matchAll(/^#### `([A-Z]+ [^`]+)`$/gm)]
    .map(([, key]) => key!)
    .map((key) => {
      const table = /\*\*Parameters\*\*\n\n((?:\|.*\n)+)/.exec(sectionOf(markdown, key))?.[1] ?? ""
      const rows = table
        .split("\n")
        .slice(2)
        .filter((line) => line !== "")
        .map(cellsOf)
      return `${key}: ${rows
        .filter(([name]) => !/^`[^`]*(?:\.|\(\d|\[)/.test(name!))
        .map(([name, place]) => `${place} ${name!.replaceAll("`", "")}`)
        .join(", ")}`
    })
  const expected = operationsOf(root).map(
    ({ key, parameters }) =>
      `${key}: ${parameters
        .filter((one) => one.in !== "body" && !/[.([]/.test(one.name.slice(1)))
        .map((one) => `${one.in === "formData" ? "form" : one.in} ${one.name.replaceAll("|", "\\|")}`)
        .join(", ")}`
  )
  const known = new Set(read)
  return expected.filter((line) => !known.has(line)).map((line) => `not read back: ${line}`)
}

/** The gates that compare a description with its reference. */
export const descriptionGates: Readonly<Record<string, (root: any, markdown: string, source: string) => Faults>> = {
  Q1: missingOperations,
  Q2: missingParameters,
  Q3: missingBodies,
  Q4: missingResponses,
  Q5: missingSchemas,
  Q6: missingSecurity,
  Q7: missingErrorCodes,
  Q8: missingExtras,
  Q9: (root, markdown, source) => inventedFacts(root, source, markdown),
  Q12: invalidExamples,
  Q18: roundTrip
}

/** The gates that look at the reference alone. */
export const documentGates: Readonly<Record<string, (markdown: string) => Faults>> = {
  Q10: brokenMarkdown,
  Q11: brokenLinks,
  Q13: fillers
}
