/** Finds the text fields of an API whose schemas let a card number through, so that a new field cannot forget to mask. */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

const hostile = ["4242424242424242", "５５５５-５５５５.５５５５_４４４４", "5555555555554444987"] as const

const decoded = (ast: SchemaAST.AST, value: unknown): unknown => {
  const result = Schema.decodeUnknownResult(Schema.make(ast) as Schema.Codec<unknown>)(value)
  return Result.isSuccess(result) ? result.success : undefined
}

const isLetThrough = (ast: SchemaAST.AST, wrap: (text: string) => unknown): boolean =>
  hostile.some((text) => JSON.stringify(decoded(ast, wrap(text)) ?? null).includes(text))

/** The fields below a node that a card number gets through, as paths. */
const leaksOf = (ast: SchemaAST.AST, path: string): ReadonlyArray<string> => {
  switch (ast._tag) {
    case "String":
      return isLetThrough(ast, (text) => text) ? [path] : []
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) => leaksOf(type, `${path}.${String(name)}`)),
        ...(ast.indexSignatures.length > 0 && isLetThrough(ast, (text) => ({ [text]: text })) ? [`${path}.*`] : [])
      ]
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((item) => leaksOf(item, `${path}[]`))
    case "Union":
      return ast.types.flatMap((member) => leaksOf(member, path))
    case "Suspend":
      throw new Error(`${path} is recursive: this search cannot tell`)
    case "Unknown":
    case "Any":
      return [path]
    default:
      return []
  }
}

interface Group {
  readonly endpoints: Readonly<
    Record<
      string,
      {
        readonly method: string
        readonly path: string
        readonly payload: ReadonlyMap<string, { readonly schemas: ReadonlyArray<Schema.Top> }>
      }
    >
  >
}

/** Every field of every body of an API that a card number gets through, as `METHOD /path.field`. */
export const leakingFields = (api: { readonly groups: Readonly<Record<string, Group>> }): ReadonlyArray<string> =>
  Object.values(api.groups).flatMap((group) =>
    Object.values(group.endpoints).flatMap(({ method, path, payload }) =>
      [...payload.values()].flatMap(({ schemas }) => schemas.flatMap(({ ast }) => leaksOf(ast, `${method} ${path}`)))
    )
  )
