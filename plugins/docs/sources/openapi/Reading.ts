/** What the parts of the reader share: the document, its version, its references, its named schemas, its warnings. */
import type { JsonObject } from "../../model/Json.ts"
import type { NamedSchema } from "../../model/Schema.ts"
import type { Warning } from "../../model/Warning.ts"
import { maxWarnings } from "../../model/Warning.ts"
import { Resolver, tokensOf } from "./Resolver.ts"

/** The dialects, as far as they differ for reading. */
export type Dialect = "2.0" | "3.0" | "3.1"

/** Tokens of a pointer that say where something stands and not what it is. */
const frames = new Set(["components", "schemas", "definitions", "properties", "paths", "content", "schema", "$defs"])

/** A reading of one document. */
export class Reading {
  readonly dialect: Dialect
  readonly root: JsonObject
  readonly resolver: Resolver
  readonly warnings: Array<Warning> = []
  /** Pointers of path items and callbacks that are being read: where one leads to itself it ends. */
  readonly inFlight = new Set<string>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #promoted: Array<string> = []

  constructor(root: JsonObject, dialect: Dialect) {
    this.root = root
    this.dialect = dialect
    this.resolver = new Resolver(root, (warning) => this.warn(warning))
  }

  warn(warning: Warning): void {
    if (this.warnings.length < maxWarnings) this.warnings.push(warning)
  }

  /** Where components of the document stand. */
  get componentsPointer(): string {
    return this.dialect === "2.0" ? "/definitions" : "/components/schemas"
  }

  /** Reserves the name of a component. */
  declare(name: string, pointer: string): void {
    this.#names.set(pointer, name)
    this.#taken.add(name)
  }

  /** The name of the schema at a pointer. One in the middle of the document gets a name, so that it is told once. */
  nameOf(pointer: string): string {
    const known = this.#names.get(pointer)
    if (known !== undefined) return known
    const base =
      tokensOf(pointer)
        .filter((token) => !frames.has(token))
        .join(".") || "document"
    let name = base
    for (let count = 2; this.#taken.has(name); count++) name = `${base}-${count}`
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
