/** What answers that are kept under idempotency keys name: their own object first, and then what it belongs to. */
import { storedAs } from "../../src/plugin.ts"

interface Kept {
  readonly data?: Readonly<Record<string, unknown>>
  readonly error?: { readonly details?: Readonly<Record<string, unknown>> }
}

/** Bytes that are sent again as they are: all that is read in them is names. */
const keptAnswer = storedAs<Kept>({ table: "idempotency_records/answer", form: {} })

/** The fields that name objects: in `data`, or of a refusal that stored something in `error.details`. */
export const namedIn = (body: string): Readonly<Record<string, unknown>> => {
  const { data, error } = keptAnswer.read(body)
  return data ?? error?.details ?? {}
}

/** The id of the object that a kept answer is about; `undefined` where it names none. */
export const resourceIdIn = (body: string): string | undefined => {
  const [, id] = Object.entries(namedIn(body)).find(([name]) => name.endsWith("Id")) ?? []
  return typeof id === "string" ? id : undefined
}
