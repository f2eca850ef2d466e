/** The hostile caller, in a process of its own: makes the body of a case, sends it and says what was answered. */
import { Agent, request } from "node:http"
import { constants, setPriority } from "node:os"
import { harmful, honest, type Body, type Names } from "./bodies.ts"

/** One request. `kind` names a body; one that means harm is made for what the endpoint knows. */
export interface HostileCase {
  readonly method: "GET" | "POST" | "PUT"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly kind: string
  readonly bytes?: number
  readonly names?: Names
}

/** What a sender is asked: `prepare` makes the body, `send` sends the one that was made. */
export type Asked =
  { readonly prepare: HostileCase } | { readonly send: { readonly port: number; readonly key: string } }

/** What came back; status 0 where the server closed the connection first. */
export interface Told {
  readonly status: number
  readonly tookMs: number
  /** The first characters of the answer. */
  readonly answer: string
}

/** Hostile callers sit on other machines: this one gets what of the processor is left. */
setPriority(constants.priority.PRIORITY_LOW)

const agent = new Agent({ keepAlive: false })

const bodyOf = ({ bytes = 0, kind, names }: HostileCase): Body =>
  names === undefined ? honest[kind]!() : { bytes: harmful[kind]!(bytes, names), type: "application/json" }

const send = (port: number, { headers, method, path }: HostileCase, body: Body, key: string) =>
  new Promise<Told>((resolve) => {
    const from = performance.now()
    const [length, chunks] = [body.bytes.length, new Array<Buffer>()]
    const more =
      method === "GET"
        ? headers
        : { ...headers, "content-type": body.type, "content-length": length, "idempotency-key": key }
    const sent = request({ agent, host: "127.0.0.1", port, method, path, headers: more })
    const tell = (status: number) => {
      const answer = Buffer.concat(chunks).toString().slice(0, 300)
      resolve({ status, tookMs: performance.now() - from, answer })
    }
    // A server that answers before it has read everything may close the connection while more is being written.
    sent.once("error", () => tell(0))
    sent.once("response", (response) => {
      response.on("data", (chunk: Buffer) => void (chunks.length < 2 && chunks.push(chunk)))
      response.once("close", () => tell(response.statusCode ?? 0))
    })
    sent.end(method === "GET" ? undefined : body.bytes)
  })

let prepared: { readonly of: HostileCase; readonly body: Body } | undefined

process.on("message", (asked: Asked) => {
  if ("prepare" in asked) {
    prepared = { of: asked.prepare, body: bodyOf(asked.prepare) }
    process.send?.({ status: 0, tookMs: 0, answer: "" } satisfies Told)
  } else if (prepared !== undefined) {
    const { body, of } = prepared
    void send(asked.send.port, of, body, asked.send.key).then((told) => process.send?.(told))
  }
})
