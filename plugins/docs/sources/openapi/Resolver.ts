/**
 * References within one document, followed one at a time and only when somebody asks. Nothing is expanded, so cycles and
 * bombs cost nothing; nothing is fetched, so a reference to a file or an address is only reported.
 */
import { isObject, type Json, type JsonObject } from "../../model/Json.ts"
import type { Warning } from "../../model/Warning.ts"
import { decoded } from "../../model/decoded.ts"
import { limits } from "../limits.ts"

/** Where a value stands: itself, and its place in the document. */
export interface Placed {
  readonly value: Json
  readonly pointer: string
}

/** What a reference leads to. */
export type Resolution =
  { readonly kind: "found"; readonly placed: Placed } | { readonly kind: "unresolved"; readonly ref: string }

const unescape = (token: string): string => token.replaceAll("~1", "/").replaceAll("~0", "~")

/** A token of a JSON pointer. */
export const escapeToken = (token: string): string => token.replaceAll("~", "~0").replaceAll("/", "~1")

/** The tokens of a JSON pointer, or of the fragment of a reference. */
export const tokensOf = (pointer: string): ReadonlyArray<string> => pointer.split("/").slice(1).map(unescape)

/** The text of a reference, if a value is one. */
export const refOf = (value: Json): string | undefined => {
  if (!isObject(value)) return undefined
  const ref = value["$ref"]
  return typeof ref === "string" ? ref : undefined
}

const step = (value: Json | undefined, token: string): Json | undefined => {
  if (Array.isArray(value)) return /^\d+$/.test(token) ? (value as ReadonlyArray<Json>)[Number(token)] : undefined
  return isObject(value) && Object.hasOwn(value, token) ? value[token] : undefined
}

/** The words that stand beside a reference, which count more than those of what it leads to (3.1; before they have no meaning, and do no harm). */
const wordsOf = (value: JsonObject, outer: JsonObject | undefined): JsonObject | undefined => {
  const own = Object.entries(value).filter(([name, words]) => /^(?:summary|description)$/.test(name) && words !== "")
  return own.length === 0 ? outer : { ...Object.fromEntries(own), ...outer }
}

/** Resolves references of one document. */
export class Resolver {
  readonly root: JsonObject
  readonly #warn: (warning: Warning) => void
  readonly #told = new Set<string>()
  readonly #found = new Map<string, Resolution>()
  readonly #used = new Set<string>()
  #anchors: ReadonlyMap<string, string> | undefined

  constructor(root: JsonObject, warn: (warning: Warning) => void) {
    this.root = root
    this.#warn = warn
  }

  /** Whether a reference led to a place. */
  isUsed(pointer: string): boolean {
    return this.#used.has(pointer)
  }

  /** The value at a JSON pointer, or `undefined`. */
  at(pointer: string): Json | undefined {
    return tokensOf(pointer).reduce<Json | undefined>(step, this.root)
  }

  /** Where a reference points to, one step. An unresolved one is reported, once per text. */
  resolve(ref: string, from: string): Resolution {
    const known = this.#found.get(ref)
    if (known !== undefined) return known
    if (!ref.startsWith("#")) {
      const message = `The reference ${shown(ref)} points outside the document and was not followed`
      return this.#unresolved("external_ref_not_followed", ref, from, message)
    }
    const fragment = decoded(ref.slice(1))
    const pointer = fragment === "" || fragment.startsWith("/") ? fragment : this.#anchor(fragment)
    const value = pointer === undefined ? undefined : this.at(pointer)
    if (value === undefined) {
      const message = `The reference ${shown(ref)} points to nothing in the document`
      return this.#unresolved("dangling_ref", ref, from, message)
    }
    const found: Resolution = { kind: "found", placed: { value, pointer: pointer! } }
    // Large descriptions refer to the same few hundred schemas ten thousand times.
    this.#found.set(ref, found)
    this.#used.add(pointer!)
    return found
  }

  /** Follows references until there is a value, with the words that stand beside one; `undefined` where that fails. */
  follow({ pointer, value }: Placed): Placed | undefined {
    let at: Placed = { pointer, value }
    let beside: JsonObject | undefined
    for (let steps = 0; steps < limits.refChain; steps++) {
      const ref = refOf(at.value)
      if (ref === undefined)
        return beside === undefined || !isObject(at.value) ? at : { ...at, value: { ...at.value, ...beside } }
      beside = wordsOf(at.value as JsonObject, beside)
      const found = this.resolve(ref, at.pointer)
      if (found.kind === "unresolved") return undefined
      at = found.placed
    }
    this.#unresolved("ref_chain_too_long", pointer, pointer, `The reference at ${pointer} never leads to a value`)
    return undefined
  }

  #unresolved(code: Warning["code"], ref: string, from: string, message: string): Resolution {
    if (!this.#told.has(`${code} ${ref}`)) {
      this.#told.add(`${code} ${ref}`)
      this.#warn({ code, message, location: { pointer: from } })
    }
    return { kind: "unresolved", ref }
  }

  #anchor(name: string): string | undefined {
    this.#anchors ??= anchorsOf(this.root)
    return this.#anchors.get(name)
  }
}

/** References in messages: without user info and query, and not longer than a line. */
const shown = (ref: string): string =>
  ref
    .replace(/\/\/[^/@]*@/, "//")
    .replace(/\?.*$/, "")
    .slice(0, 200)

/** `$anchor` and `$dynamicAnchor` → pointer. Only looked for when a reference names one. */
const anchorsOf = (root: JsonObject): ReadonlyMap<string, string> => {
  const anchors = new Map<string, string>()
  const walk = (value: Json, pointer: string): void => {
    if (Array.isArray(value)) return value.forEach((item: Json, at) => walk(item, `${pointer}/${at}`))
    if (!isObject(value)) return
    for (const [name, member] of Object.entries(value)) {
      if ((name === "$anchor" || name === "$dynamicAnchor") && typeof member === "string") {
        if (!anchors.has(member)) anchors.set(member, pointer)
      } else walk(member, `${pointer}/${escapeToken(name)}`)
    }
  }
  walk(root, "")
  return anchors
}
