/** The documentation service in the operator's name: its own paths and bodies, passed on by the console. */
import { mount, Refused, type Query } from "../api/call.ts"

const base = `${mount}api/services/docs/api/docs/v1`

export const serviceAddress = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(given).toString()
  return `${base}${path}${search === "" ? "" : `?${search}`}`
}

interface Ask {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Of what changes something: why it is done, for the audit. */
  readonly why?: string
  readonly body?: unknown
  readonly query?: Query
  readonly headers?: Readonly<Record<string, string>>
}

/** Asks the service; what it refuses is an error with its own words. */
export const service = async <A>(path: string, { method = "GET", body, query, headers, why }: Ask = {}): Promise<A> => {
  const answer = await fetch(serviceAddress(path, query), {
    method,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      "x-bursar-console": "1",
      ...(why === undefined ? {} : { "x-bursar-why": encodeURIComponent(why.slice(0, 500)) }),
      ...headers
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (answer.ok) return (answer.status === 204 ? undefined : await answer.json()) as A
  const failed = (await answer.json().catch(() => ({}))) as {
    readonly error?: { readonly code?: string; readonly message?: string }
    readonly code?: string
    readonly message?: string
  }
  const { code = "unknown", message = `The service answered with ${answer.status}.` } = failed.error ?? failed
  throw new Refused(answer.status, code, message)
}

export interface Document {
  readonly id: string
  readonly title: string
  readonly docType: string
  readonly latestVersionId: string
  readonly latestNumber: number
  readonly baselineVersionId: string | null
  readonly content: string
}

export interface Finding {
  readonly ruleId: string
  readonly severity: "error" | "warning" | "suggestion"
  readonly message: string
  readonly suggestion?: { readonly text?: string; readonly replacement?: string; readonly safe?: boolean } | null
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
  readonly excerpt: string
}

export interface Check {
  readonly score: number
  readonly findings: ReadonlyArray<Finding>
}

export interface Diff {
  readonly identical: boolean
  readonly stats: { readonly added: number; readonly removed: number; readonly changed: number }
  readonly sections: ReadonlyArray<{
    readonly path: ReadonlyArray<string>
    readonly change: string
    readonly hunks: ReadonlyArray<{ readonly lines: ReadonlyArray<{ readonly op: string; readonly text: string }> }>
  }>
}
