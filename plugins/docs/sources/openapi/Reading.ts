/** What the parts of the reader share: the document, its version, its references, its named schemas, its warnings. */
import type { JsonObject } from "../../model/Json.ts"
import type { NamedSchema } from "../../model/Schema.ts"
import type { Warning } from "../../model/Warning.ts"
import { maxWarnings } from "../../model/Warning.ts"
import { limits } from "../limits.ts"
import { refuseSource } from "../SourceError.ts"
import { Resolver, tokensOf } from "./Resolver.ts"

/** The dialects, as far as they differ for reading. */
export type Dialect = "2.0" | "3.0" | "3.1"

/** Tokens of a pointer that say where something stands and not what it is. */
const frames = new Set(["components", "schemas", "definitions", "properties", "paths", "content", "schema", "$defs"])

/** Where authors give names to schemas. */
const namedPlace = /(?<!\/properties)\/(?:schemas|definitions|\$defs)\/[^/]+$/

/** Parts that are read where a reference uses them, and how deep these lead into each other. Our choice: past it they have a section of their own. */
const inPlace = { parts: 20_000, depth: 8 }

/** A reading of one document. */
export class Reading {
  readonly dialect: Dialect
  readonly root: JsonObject
  readonly resolver: Resolver
  readonly warnings: Array<Warning> = []
  /** The extensions of an operation that are told. */
  readonly told = new Map<JsonObject, ReadonlySet<string>>()
  readonly #inFlight = new Set<string>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  /** Base of a name → the number that its last use got. */
  readonly #numbers = new Map<string, number>()
  #parts = 0
  #depth = 0
  #partsInPlace = 0
  readonly #promoted: Array<string> = []

  constructor(root: JsonObject, dialect: Dialect) {
    this.root = root
    this.dialect = dialect
    this.resolver = new Resolver(root, (warning) => this.warn(warning))
  }

  warn(warning: Warning): void {
    if (this.warnings.length < maxWarnings) this.warnings.push(warning)
  }

  /** Counts a part that is read: references may lead to one part from many places. Throws `SourceError` past the limit. */
  count(): void {
    this.#parts += 1
    if (this.#depth > 0) this.#partsInPlace += 1
    if (this.#parts > limits.parts) {
      const message = `The description has more than ${limits.parts} parts, each use of a reference counted`
      throw refuseSource("limit_exceeded", message)
    }
  }

  /** Reads what stands at a pointer. Where that leads to itself it ends with `undefined`; throws `SourceError` where it is too deep. */
  within<A>(pointer: string, read: () => A): A | undefined {
    if (this.#inFlight.has(pointer)) return undefined
    if (this.#inFlight.size >= limits.refChain) {
      const message = `References of the description lead more than ${limits.refChain} levels into each other`
      throw refuseSource("limit_exceeded", message, { pointer })
    }
    this.#inFlight.add(pointer)
    const result = read()
    this.#inFlight.delete(pointer)
    return result
  }

  /** Where components of the document stand. */
  get componentsPointer(): string {
    return this.dialect === "2.0" ? "/definitions" : "/components/schemas"
  }

  /** Reserves the name of a component. */
  declare(name: string, pointer: string): void {
    if (this.#names.size >= limits.schemas) {
      throw refuseSource("limit_exceeded", `A description may have at most ${limits.schemas} named schemas`)
    }
    this.#names.set(pointer, name)
    this.#taken.add(name)
  }

  /** Reads a schema that has no name where it is used; `undefined` for one that has a name, that holds itself, or where too much is read so. */
  inPlace<A>(pointer: string, read: () => A): A | undefined {
    if (this.#names.has(pointer) || namedPlace.test(pointer)) return undefined
    if (this.#depth >= inPlace.depth || this.#partsInPlace >= inPlace.parts) return undefined
    this.#depth += 1
    const found = this.within(pointer, read)
    this.#depth -= 1
    return found
  }

  /** The name of the schema at a pointer. One in the middle of the document gets a name where it cannot be read in its place. */
  nameOf(pointer: string): string {
    const known = this.#names.get(pointer)
    if (known !== undefined) return known
    const base =
      tokensOf(pointer)
        .filter((token) => !frames.has(token))
        .join(".") || "document"
    let name = base
    let number = this.#numbers.get(base) ?? 1
    while (this.#taken.has(name)) name = `${base}-${++number}`
    this.#numbers.set(base, number)
    this.declare(name, pointer)
    this.#promoted.push(pointer)
    return name
  }

  /** Schemas that references point to in the middle of the document; reading one may find more. */
  promoted(read: (pointer: string) => NamedSchema["schema"]): ReadonlyArray<NamedSchema> {
    const schemas: Array<NamedSchema> = []
    for (let at = 0; at < this.#promoted.length; at++) {
      const pointer = this.#promoted[at]!
      schemas.push({ name: this.#names.get(pointer)!, pointer, schema: read(pointer) })
    }
    return schemas
  }
}
