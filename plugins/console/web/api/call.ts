/** Requests to the console's own API: the session is a cookie, so nothing secret is held here. */

/** Where the console is mounted, with a slash at the end: the folder above that of its scripts. */
const script: string = import.meta.url
export const mount = new URL("../", script).pathname

/** A refusal, with a sentence for the reader. */
export class Refused extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export type Query = Readonly<Record<string, string | undefined>>

export const address = (path: string, query: Query = {}): string => {
  const given = Object.entries(query).flatMap(([key, value]) => (value ? [[key, value]] : []))
  const search = new URLSearchParams(given).toString()
  return `${mount}api${path}${search === "" ? "" : `?${search}`}`
}

const refusalOf = async (answer: Response): Promise<Refused> => {
  const body = (await answer.json().catch(() => undefined)) as
    { readonly error?: { readonly code?: string; readonly message?: string } } | undefined
  const code = body?.error?.code ?? "unknown"
  return new Refused(
    answer.status,
    code,
    body?.error?.message ?? `The server answered with the status ${answer.status}.`
  )
}

const unreachable = (): never => {
  throw new Refused(0, "unreachable", "The engine does not answer. Is it still running?")
}

const ended = new EventTarget()

/** Calls back when the session has ended: idle for too long, or signed out in another window. */
export const onSessionEnd = (listener: () => void): (() => void) => {
  ended.addEventListener("end", listener)
  return () => ended.removeEventListener("end", listener)
}

/** Says that it has. */
export const sessionEnded = (): void => void ended.dispatchEvent(new Event("end"))

const answerOf = async <A>(request: Promise<Response>, path: string): Promise<A> => {
  const answer = await request.catch(unreachable)
  if (!answer.ok) {
    if (answer.status === 401 && path !== "/session") sessionEnded()
    throw await refusalOf(answer)
  }
  return (answer.status === 204 ? undefined : await answer.json()) as A
}

/** What a page asks by itself: it does not keep the session of somebody who has left. */
export const byItself = { "x-bursar-background": "1" }

let isByItself = false

/** Whatever is read while this runs, up to its first wait, nobody has asked for. */
export const inBackground = <A>(work: () => A): A => {
  isByItself = true
  try {
    return work()
  } finally {
    isByItself = false
  }
}

export const read = <A>(path: string, query: Query = {}, signal?: AbortSignal): Promise<A> => {
  const headers = isByItself ? byItself : {}
  return answerOf<A>(fetch(address(path, query), { headers, ...(signal === undefined ? {} : { signal }) }), path)
}

/** A request that changes something. The header cannot be sent by a form of another site. */
export const send = <A>(
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body: unknown = {},
  query: Query = {}
): Promise<A> =>
  answerOf<A>(
    fetch(address(path, query), {
      method,
      headers: { "content-type": "application/json", "x-bursar-console": "1" },
      body: JSON.stringify(body)
    }),
    path
  )
