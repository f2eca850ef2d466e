/**
 * The shape of a value, as every format is read into it: the meaning of JSON Schema 2020-12, whatever dialect the source
 * spoke. References between named schemas stay references, so cycles cost nothing.
 */
import type { Json } from "./Json.ts"

/** The types of JSON Schema, and `file` of OpenAPI 2.0. */
export const typeNames = ["string", "number", "integer", "boolean", "object", "array", "null", "file"] as const

/** A type of a value. */
export type TypeName = (typeof typeNames)[number]

/** A property of an object. */
export interface Property {
  readonly name: string
  readonly required: boolean
  readonly schema: Schema
}

/** Limits by keyword. Exclusive limits are values of their own, never flags. */
export interface Constraints {
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly minContains?: number
  readonly maxContains?: number
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
  readonly ref?: string
  /** A reference that was not followed, as written: outside the document, or to nothing. */
  readonly unresolved?: string
  /** `false` forbids every value; `true` allows any. */
  readonly boolean?: boolean
  readonly types?: ReadonlyArray<TypeName>
  /** Whether `null` is allowed beside the types. */
  readonly nullable?: boolean
  readonly format?: string
  readonly title?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
  readonly default?: Json
  readonly const?: Json
  readonly enum?: ReadonlyArray<Json>
  /** Values that are known so far, of a list that may grow: `x-extensible-enum`. */
  readonly extensibleEnum?: ReadonlyArray<Json>
  /** Examples the author gave, in order. */
  readonly examples?: ReadonlyArray<Json>
  readonly constraints?: Constraints
  readonly properties?: ReadonlyArray<Property>
  /** Names that must be present although no property describes them. */
  readonly alsoRequired?: ReadonlyArray<string>
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: ReadonlyArray<{ readonly pattern: string; readonly schema: Schema }>
  readonly propertyNames?: Schema
  readonly items?: Schema
  readonly prefixItems?: ReadonlyArray<Schema>
  readonly contains?: Schema
  readonly allOf?: ReadonlyArray<Schema>
  readonly oneOf?: ReadonlyArray<Schema>
  readonly anyOf?: ReadonlyArray<Schema>
  readonly not?: Schema
  readonly discriminator?: Discriminator
  readonly contentMediaType?: string
  readonly contentEncoding?: string
  /** How a list is written in one text, in OpenAPI 2.0. */
  readonly collectionFormat?: string
  readonly externalDocs?: ExternalDocs
  /** Further keywords, as they stand. */
  readonly others?: ReadonlyArray<{ readonly keyword: string; readonly value: Json }>
}

/** A link to more to read. */
export interface ExternalDocs {
  readonly url: string
  readonly description?: string
}

/** A schema with a name: a component of the source, or the target of a reference into the middle of it. */
export interface NamedSchema {
  readonly name: string
  /** JSON pointer of the schema in the source. */
  readonly pointer: string
  readonly schema: Schema
}
