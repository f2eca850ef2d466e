/** One request of the simulation, with what a second model of the services says about its answer. */
import type { TestAnswer } from "../../src/testing/TestEngine.ts"
import type { BankModel } from "./BankModel.ts"
import type { CardsModel } from "./CardsModel.ts"
import type { DocsModel } from "./DocsModel.ts"

/** What the simulation believes: plain values, so that a copy of it costs nothing to think about. */
export interface Model {
  readonly cards: CardsModel
  readonly bank: BankModel
  readonly docs: DocsModel
}

/** What an answer must be. `shows` names fields of the answer, with dots for fields of fields. */
export interface Predicted {
  /** `any`: whatever is no error of ours. */
  readonly status: number | "any"
  readonly code?: string | undefined
  readonly shows?: Readonly<Record<string, unknown>>
  /** Takes ids from the answer. */
  readonly learn?: (json: any) => void
  /** What it may be instead, after a crash in the middle: the work is done, and its end is not known yet. */
  readonly halfway?: ReadonlyArray<Predicted>
}

/** Who sends a request: a shop, a bank's client, the bank's officer, a writer of documents, or the host of their code. */
export type Caller = "shop" | "client" | "officer" | "writer" | "host"

/** A request. `predict` changes the model as the request changes the service. */
export interface Operation {
  readonly name: string
  readonly about?: string | undefined
  readonly as: Caller
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly predict: (model: Model, now: number) => Predicted
}

/** One of them, as the world draws it. */
export const oneOf = <A>({ pick }: { readonly pick: (below: number) => number }, all: ReadonlyArray<A>): A =>
  all[pick(all.length)]!

/** A refusal that changes nothing. */
export const refused = (status: number, code: string): Predicted => ({ status, code })

const fieldOf = (json: any, path: string): unknown => path.split(".").reduce((value, name) => value?.[name], json)

const same = (found: unknown, wanted: unknown): boolean => (found ?? null) === (wanted ?? null)

/** Why an answer is not what was predicted; `undefined` when it is. */
export const mismatch = (predicted: Predicted, { json, status }: Pick<TestAnswer, "status" | "json">) => {
  const code: unknown = json?.error?.code
  const isStatus = predicted.status === "any" ? status < 500 : status === predicted.status
  if (!isStatus) return `status ${status} (${String(code)}), predicted ${predicted.status} (${predicted.code})`
  if (predicted.code !== undefined && code !== predicted.code)
    return `code ${String(code)}, predicted ${predicted.code}`
  for (const [path, wanted] of Object.entries(predicted.shows ?? {})) {
    const found = fieldOf(json, path)
    if (!same(found, wanted)) return `${path} is ${JSON.stringify(found)}, predicted ${JSON.stringify(wanted)}`
  }
  return undefined
}
