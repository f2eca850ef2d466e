/**
 * The Notifier for Node: HTTP/1.1 over kept-alive connections, each made only to an address that the policy allows.
 * Redirects are not followed, proxies of the environment are not used.
 */
import * as http from "node:http"
import * as https from "node:https"
import type { LookupFunction, Socket } from "node:net"
import { isIPv6 } from "node:net"
import { TLSSocket } from "node:tls"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import type { AddressPolicy } from "./AddressGuard.ts"
import { checkAddress } from "./AddressGuard.ts"
import type { NotifierAnswer, NotifierReason, NotifierRequest } from "./Notifier.ts"
import { excerptBytes, ExchangeFailed, Notifier } from "./Notifier.ts"
import { codeOf, resolverOf, type ResolveAddresses } from "./NodeResolver.ts"

export type { ResolveAddresses }

/**
 * Connections to one host at a time (our choice). A receiver that answers in 10 ms still takes 6,400 events a second;
 * one that hangs holds no more than this. Further requests wait, and their time-out runs meanwhile.
 */
export const maxConnectionsPerHost = 64

/** Connections to one host that are kept while idle (our choice: enough for bursts, few enough for many hosts). */
const maxIdlePerHost = 16

/** How long an idle connection is kept, in milliseconds: below the 5 s after which a Node server closes it. */
const idleMs = 4_000

/** An answer's body is read up to here, so that the connection can be used again; past it the connection is dropped. */
const maxAnswerBytes = 64 * 1024

/** What differs from the default. */
export interface NodeNotifierOptions {
  /** Resolves host names; default: the name servers of the system, and its file of hosts for names that they do not know. */
  readonly resolve?: ResolveAddresses | undefined
  /** Certificate authorities to trust in place of the public ones, in PEM: for receivers inside a company. */
  readonly certificateAuthorities?: string | ReadonlyArray<string> | undefined
}

type Protocol = "http:" | "https:"

/** Carries a failure through Node's callbacks, which take only errors. */
class LookupError extends Error {
  readonly failed: ExchangeFailed
  constructor(failed: ExchangeFailed) {
    super(failed.reason)
    this.failed = failed
  }
}

const resolveChecked = async (
  hostname: string,
  rules: { readonly resolve: ResolveAddresses; readonly policy: AddressPolicy; readonly protocol: Protocol }
): Promise<ReadonlyArray<string>> => {
  const addresses = await rules.resolve(hostname).catch((error: unknown) => {
    throw new LookupError(new ExchangeFailed({ reason: "dns", detail: codeOf(error) }))
  })
  if (addresses.length === 0) throw new LookupError(new ExchangeFailed({ reason: "dns", detail: "ENODATA" }))
  for (const address of addresses) {
    const checked = checkAddress(address, rules.policy, rules.protocol)
    if (Result.isFailure(checked)) {
      const { range } = checked.failure
      throw new LookupError(new ExchangeFailed({ reason: "refused_address", detail: range }))
    }
  }
  return addresses
}

/**
 * A `lookup` for connections: all addresses of the name are checked, one refused address refuses the name, and the
 * connection goes to the checked addresses themselves. A name that changes its answer afterwards changes nothing.
 */
const guardedLookup =
  (rules: Parameters<typeof resolveChecked>[1]): LookupFunction =>
  (hostname, options, callback) => {
    resolveChecked(hostname, rules).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }))
        const [first] = found
        if (options.all === true || first === undefined) callback(null, found)
        else callback(null, first.address, first.family)
      },
      (error: Error) => callback(error, "")
    )
  }

/** Gives the agent for a protocol and policy. Connections made under one policy are never used under another. */
const makeAgents = (options: NodeNotifierOptions) => {
  const resolve = options.resolve ?? resolverOf()
  const make = (protocol: Protocol, policy: AddressPolicy, keepAlive: boolean): http.Agent => {
    const settings = {
      keepAlive,
      timeout: idleMs,
      maxSockets: maxConnectionsPerHost,
      maxFreeSockets: maxIdlePerHost,
      lookup: guardedLookup({ resolve, policy, protocol })
    }
    if (protocol === "http:") return new http.Agent(settings)
    const { certificateAuthorities: ca } = options
    const trusted = ca === undefined ? {} : { ca: typeof ca === "string" ? ca : [...ca] }
    // Said outright, so that NODE_TLS_REJECT_UNAUTHORIZED and --tls-min-v1.0 change nothing (spec cards §5: TLS 1.2).
    return new https.Agent({ ...settings, ...trusted, minVersion: "TLSv1.2", rejectUnauthorized: true })
  }
  const kept = new Map<string, http.Agent>()
  return {
    /** The agent whose connections are kept. */
    keptAlive: (protocol: Protocol, policy: AddressPolicy): http.Agent => {
      const key = `${protocol} ${policy.allowHttp} ${policy.allowLoopback}`
      const agent = kept.get(key) ?? make(protocol, policy, true)
      kept.set(key, agent)
      return agent
    },
    /** An agent for one new connection. */
    single: (protocol: Protocol, policy: AddressPolicy): http.Agent => make(protocol, policy, false),
    destroy: () => {
      for (const agent of kept.values()) agent.destroy()
    }
  }
}

/** How far an exchange has come: what an error without a meaning of its own is blamed on. */
type Phase = Extract<NotifierReason, "connect" | "tls" | "connection_closed">

const watchPhase = (outgoing: http.ClientRequest): (() => Phase) => {
  let phase: Phase = "connect"
  outgoing.once("socket", (socket: Socket) => {
    // A kept connection has its listeners from the time it was made; more with each request would pile up.
    if (!socket.connecting) {
      phase = "connection_closed"
      return
    }
    socket.once("connect", () => {
      phase = socket instanceof TLSSocket ? "tls" : "connection_closed"
    })
    if (socket instanceof TLSSocket) {
      socket.once("secureConnect", () => {
        phase = "connection_closed"
      })
    }
  })
  return () => phase
}

const failureOf = (error: Error, phase: Phase): ExchangeFailed => {
  if (error instanceof LookupError) return error.failed
  const code = codeOf(error)
  // Codes of Node's HTTP parser.
  const isNotHttp = code.startsWith("HPE_")
  return new ExchangeFailed({ reason: isNotHttp ? "invalid_response" : phase, detail: code })
}

/** Reads the body as far as it is wanted, then tells the status with the excerpt. */
const readBody = (
  incoming: http.IncomingMessage,
  onAnswer: (answer: NotifierAnswer) => void,
  onFailure: (error: Error) => void
): void => {
  const excerpt: Array<Buffer> = []
  let readBytes = 0
  const answer = () => {
    const bytes = Buffer.concat(excerpt).subarray(0, excerptBytes)
    onAnswer({
      status: incoming.statusCode ?? 0,
      bodyExcerpt: new TextDecoder().decode(bytes, { stream: true })
    })
  }
  incoming.on("data", (chunk: Buffer) => {
    if (readBytes < excerptBytes) excerpt.push(chunk)
    readBytes += chunk.length
    if (readBytes <= maxAnswerBytes) return
    answer()
    incoming.destroy()
  })
  // Node gives the connection back just after the end; the caller's next request must not come before that.
  incoming.once("end", () => setImmediate(answer))
  incoming.on("error", onFailure)
}

/** The connection was an idle one that the receiver closed at the moment it was used. */
class StaleConnection extends ExchangeFailed {}

const exchange = (
  agent: http.Agent,
  url: URL,
  request: NotifierRequest
): Effect.Effect<NotifierAnswer, ExchangeFailed> =>
  Effect.callback((resume) => {
    const body = Buffer.from(request.body, "utf8")
    const outgoing = (url.protocol === "https:" ? https : http).request(url, {
      method: "POST",
      agent,
      headers: { ...request.headers, "Content-Length": body.length }
    })
    const phase = watchPhase(outgoing)
    let isAnswered = false
    const fail = (error: Error) => {
      const failed = failureOf(error, phase())
      const isStale = outgoing.reusedSocket && !isAnswered && failed.reason === "connection_closed"
      resume(Effect.fail(isStale ? new StaleConnection({ reason: failed.reason, detail: failed.detail }) : failed))
    }
    outgoing.on("error", fail)
    outgoing.once("response", (incoming) => {
      isAnswered = true
      readBody(incoming, (answer) => resume(Effect.succeed(answer)), fail)
    })
    // Nobody asked for another protocol. Without a listener Node closes the connection, and reports neither answer nor error.
    outgoing.once("upgrade", ({ statusCode = 0 }, socket) => {
      socket.destroy()
      resume(Effect.succeed({ status: statusCode, bodyExcerpt: "" }))
    })
    outgoing.end(body)
    return Effect.sync(() => outgoing.destroy())
  })

/** The default implementation with the given differences. */
export const layerWith = (options: NodeNotifierOptions): Layer.Layer<Notifier> =>
  Layer.effect(
    Notifier,
    Effect.map(
      Effect.acquireRelease(
        Effect.sync(() => makeAgents(options)),
        (agents) => Effect.sync(agents.destroy)
      ),
      (agents) =>
        Notifier.make({
          name: "node",
          send: (request, url) => {
            const protocol: Protocol = url.protocol === "https:" ? "https:" : "http:"
            // A receiver may close an idle connection just as it is used again. That says nothing about the receiver,
            // so the request goes out once more on a new connection; deliveries are at least once in any case.
            return exchange(agents.keptAlive(protocol, request.policy), url, request).pipe(
              Effect.catchIf(
                (failed) => failed instanceof StaleConnection,
                () => exchange(agents.single(protocol, request.policy), url, request)
              )
            )
          }
        })
    )
  )

/** The default implementation. */
export const layer: Layer.Layer<Notifier> = layerWith({})
