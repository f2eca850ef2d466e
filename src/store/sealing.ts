/**
 * Sealed columns: parts of rows that hold personal data and are encrypted before they reach the database. Tables say which of
 * their columns are sealed; the engine's store seals them, and rows are opened where they are read.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { Signer } from "../services/Signer.ts"
import { rowsIn, type SealedValue } from "../services/Statement.ts"
import type { RegionStore, Store, Write } from "../services/Store.ts"
import type { StoredAs } from "../rows/storedAs.ts"
import { withEventBell } from "./eventBell.ts"
import { aroundRegions } from "./regionsOf.ts"
import { mapInTurns } from "./Turns.ts"

/** Sealed texts of this purpose are parts of rows. */
const purpose = "store.rows"

/** Begins a sealed text. None of the texts that are sealed begins with it. */
const mark = "sealed:"

/** Texts that are kept to be sealed or opened once only: those of the rows that change now (our choice). */
const mostKept = 512

/** Longer texts are not kept: they are written and read once. */
const longestKept = 4_096

/** Texts with what they are sealed as, or opened as: the oldest is forgotten first. */
class Kept {
  readonly #texts = new Map<string, string>()

  get(text: string): string | undefined {
    return this.#texts.get(text)
  }

  add(text: string, answer: string): void {
    if (text.length > longestKept) return
    if (this.#texts.size >= mostKept) this.#texts.delete(this.#texts.keys().next().value!)
    this.#texts.set(text, answer)
  }
}

/** Seals and opens texts of rows. What a row says again is not sealed again, and what was just sealed not opened. */
const makeVault = (signer: Pick<Signer["Service"], "seal" | "open">) => {
  const sealed = new Kept()
  const opened = new Kept()
  const keep = (text: string, as: string) => {
    sealed.add(text, as)
    opened.add(as, text)
  }
  return {
    seal: (text: string): string => {
      const known = sealed.get(text)
      if (known !== undefined) return known
      const made = `${mark}${signer.seal(purpose, text)}`
      keep(text, made)
      return made
    },
    open: (text: string): string => {
      const known = opened.get(text)
      if (known !== undefined) return known
      // The engine does not start under another master key, so what cannot be opened was altered: a defect.
      const made = Result.getOrThrow(signer.open(purpose, text.slice(mark.length)))
      keep(made, text)
      return made
    }
  }
}

/** Where the part of a text that is sealed begins: a text that has no second line is not sealed there. */
const beginOf = (text: string, part: SealedValue["part"]): number => {
  if (part === "whole") return 0
  const end = text.indexOf("\n")
  return end < 0 ? text.length : end + 1
}

const sealedValues = <E>({ statement, values }: Write<E>, seal: (text: string) => string): Write<E>["values"] => {
  const made = [...values]
  const width = values.length / rowsIn(statement, values)
  for (const { at, part } of statement.sealed) {
    for (let place = at; place < values.length; place += width) {
      const text = values[place]
      if (typeof text !== "string") continue
      const from = beginOf(text, part)
      if (from < text.length) made[place] = text.slice(0, from) + seal(text.slice(from))
    }
  }
  return made
}

/** Writes that are sealed at once; more are sealed in turns. Our choice: it takes a millisecond. */
const sealedAtOnce = 64

const isToSeal = ({ statement }: Write<unknown>): boolean => statement.sealed.length > 0

const sealedRegion = (region: RegionStore, signer: Pick<Signer["Service"], "seal" | "open">): RegionStore => {
  const { open, seal } = makeVault(signer)
  const sealed = <E>(write: Write<E>): Write<E> =>
    !isToSeal(write) ? write : { ...write, values: sealedValues(write, seal) }
  return {
    ...region,
    open,
    write: (writes) =>
      !writes.some(isToSeal)
        ? region.write(writes)
        : writes.length > sealedAtOnce
          ? Effect.flatMap(mapInTurns(writes, sealed), region.write)
          : Effect.suspend(() => region.write(writes.map(sealed)))
  }
}

/** A store whose regions seal what tables say, and open it again. */
export const sealingStore = (
  store: Store["Service"],
  signer: Pick<Signer["Service"], "seal" | "open">
): Store["Service"] => aroundRegions(store, (region) => withEventBell(sealedRegion(region, signer)))

/** Whether a text is a sealed one. */
export const isSealed = (text: string): boolean => text.startsWith(mark)

/** A text of a column as it was before it was sealed. One that was written before columns were sealed stays as it is. */
export const openText = ({ open }: Pick<RegionStore, "open">, text: string): string => {
  if (!isSealed(text)) return text
  if (open === undefined) throw new Error("Sealed rows are read through the store of an engine")
  return open(text)
}

/** A document in two lines, of which the second one, with the fields of these names, is sealed. */
export const documentText = <A extends { readonly id: string }>(
  document: A,
  personal: ReadonlyArray<keyof A & string>,
  write: (plain: A) => string = JSON.stringify
): string => {
  const plain: Record<string, unknown> = { ...document }
  // With its id, so that no row has the sealed part of another, and equal people are not equal bytes.
  const secret: Record<string, unknown> = { id: document.id }
  for (const name of personal) {
    secret[name] = document[name]
    delete plain[name]
  }
  return `${write(plain as unknown as A)}\n${JSON.stringify(secret)}`
}

/** The document of a row, its sealed fields included. Throws `StoredUnreadable`. */
export const readDocument = <A>(
  store: Pick<RegionStore, "open">,
  stored: StoredAs<A>,
  text: string,
  id?: string
): A => {
  // JSON has no line break of its own.
  const end = text.indexOf("\n")
  if (end < 0) return stored.read(text, id)
  const plain = stored.parse(text.slice(0, end), id)
  const secret = stored.parse(openText(store, text.slice(end + 1)), id)
  return stored.accept({ ...(plain as object), ...(secret as object) }, id)
}
