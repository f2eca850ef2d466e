/** What answers that are kept under idempotency keys name: their own object first, and then what it belongs to. */

interface Kept {
  readonly data?: Readonly<Record<string, unknown>>
  readonly error?: { readonly details?: Readonly<Record<string, unknown>> }
}

/** The fields that name objects: in `data`, or of a refusal that stored something in `error.details`. */
export const namedIn = (body: string): Readonly<Record<string, unknown>> => {
  const { data, error } = JSON.parse(body) as Kept
  return data ?? error?.details ?? {}
}

/** The id of the object that a kept answer is about; `undefined` where it names none. */
export const resourceIdIn = (body: string): string | undefined => {
  const [, id] = Object.entries(namedIn(body)).find(([name]) => name.endsWith("Id")) ?? []
  return typeof id === "string" ? id : undefined
}
