/**
 * The shape of a value, as every format is read into it: the meaning of JSON Schema 2020-12, whatever dialect the source
 * spoke. References between named schemas stay references, so cycles cost nothing.
 */
import type { Json } from "./Json.ts"

/** The types of JSON Schema, and `file` of OpenAPI 2.0. */
export const typeNames = ["string", "number", "integer", "boolean", "object", "array", "null", "file"] as const

export type TypeName = (typeof typeNames)[number]

export interface Property {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** Limits by keyword. Exclusive limits are values of their own, never flags. */
export interface Constraints {
  readonly minimum?: number | undefined
  readonly maximum?: number | undefined
  readonly exclusiveMinimum?: number | undefined
  readonly exclusiveMaximum?: number | undefined
  readonly multipleOf?: number | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly pattern?: string | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly uniqueItems?: boolean | undefined
  readonly minProperties?: number | undefined
  readonly maxProperties?: number | undefined
  readonly minContains?: number | undefined
  readonly maxContains?: number | undefined
}

/** How one of several shapes is told from the others. */
export interface Discriminator {
  readonly propertyName: string
  /** Value → name of a schema, or the reference as written where it leads nowhere. */
  readonly mapping: ReadonlyArray<{ readonly value: string; readonly schema: string }>
}

/** A schema. A keyword that is not there says nothing. */
export interface Schema {
  /** The name of a schema in `ApiModel.schemas` that this one is; what stands beside it narrows or describes. */
  readonly ref?: string | undefined
  /** A reference that was not followed, as written: outside the document, or to nothing. */
  readonly unresolved?: string | undefined
  /** `false` forbids every value; `true` allows any. */
  readonly boolean?: boolean | undefined
  readonly types?: ReadonlyArray<TypeName> | undefined
  /** Whether `null` is allowed beside the types. */
  readonly nullable?: boolean | undefined
  readonly format?: string | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly deprecated?: boolean | undefined
  readonly readOnly?: boolean | undefined
  readonly writeOnly?: boolean | undefined
  readonly default?: Json | undefined
  readonly const?: Json | undefined
  readonly enum?: ReadonlyArray<Json> | undefined
  /** Values that are known so far, of a list that may grow: `x-extensible-enum`. */
  readonly extensibleEnum?: ReadonlyArray<Json> | undefined
  /** Examples the author gave, in order. */
  readonly examples?: ReadonlyArray<Json> | undefined
  readonly constraints?: Constraints | undefined
  readonly properties?: ReadonlyArray<Property> | undefined
  /** Names that must be present although no property describes them. */
  readonly alsoRequired?: ReadonlyArray<string> | undefined
  readonly additionalProperties?: Schema | boolean | undefined
  readonly patternProperties?: ReadonlyArray<{ readonly pattern: string; readonly schema: Schema }> | undefined
  readonly propertyNames?: Schema | undefined
  readonly items?: Schema | undefined
  readonly prefixItems?: ReadonlyArray<Schema> | undefined
  readonly contains?: Schema | undefined
  readonly allOf?: ReadonlyArray<Schema> | undefined
  readonly oneOf?: ReadonlyArray<Schema> | undefined
  readonly anyOf?: ReadonlyArray<Schema> | undefined
  readonly not?: Schema | undefined
  readonly discriminator?: Discriminator | undefined
  readonly contentMediaType?: string | undefined
  readonly contentEncoding?: string | undefined
  /** How a list is written in one text, in OpenAPI 2.0. */
  readonly collectionFormat?: string | undefined
  readonly externalDocs?: ExternalDocs | undefined
  /** Further keywords, as they stand. */
  readonly others?: ReadonlyArray<{ readonly keyword: string; readonly value: Json }> | undefined
}

/** A link to more to read. */
export interface ExternalDocs {
  readonly url: string
  readonly description?: string | undefined
}

/** A schema with a name: a component of the source, or the target of a reference into the middle of it. */
export interface NamedSchema {
  readonly name: string
  /** JSON pointer of the schema in the source. */
  readonly pointer: string
  readonly schema: Schema
}

/** Names that schemas in JSON refer to. A key of the same name in an example does no harm: too many are looked at, never too few. */
export const refsIn = (text: string): ReadonlyArray<string> =>
  Array.from(text.matchAll(/"ref":("(?:[^"\\]|\\.)*")/g), ([, name]) => JSON.parse(name!) as string)
