/**
 * The sockets of a pool of connections. One on which a database falls silent is ended: its machine may be gone without a word, and
 * the system would wait a quarter of an hour for an answer to what was sent, while new connections reach the one that took its place.
 */
import { connect, type Socket } from "node:net"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

/** Bounds in milliseconds, our choice. */
const limits = {
  /** Longer than any statement of a request may take: the server ends it after 30 s, and says so. */
  silenceMs: 40_000,
  lookEveryMs: 5_000,
  /** How long a connection is idle before the system checks that its other end is still there. */
  keepAliveMs: 10_000
} as const

/** What was last seen of a socket. */
interface Seen {
  read: number
  written: number
  /** Whether something was sent since it was last heard. */
  isAsked: boolean
  /** Looks since it was last heard, or since it was asked something after that. */
  quiet: number
}

/** Notes what a socket did since the last look. Returns whether it has been silent for too long; an idle one counts as such. */
const isSilent = ({ bytesRead, bytesWritten }: Socket, seen: Seen): boolean => {
  const isHeard = bytesRead !== seen.read
  const isNewlyAsked = bytesWritten !== seen.written && !seen.isAsked
  seen.isAsked = !isHeard && (seen.isAsked || isNewlyAsked)
  seen.quiet = isHeard || isNewlyAsked ? 0 : seen.quiet + 1
  seen.read = bytesRead
  seen.written = bytesWritten
  return seen.quiet * limits.lookEveryMs >= limits.silenceMs
}

/** Makes the sockets of a pool. */
export interface Sockets {
  /** Opens one; `undefined` where the address names a file of this machine. */
  readonly open: (() => Socket) | undefined
  /** Ends those that are silent, until the scope ends. Not while tables are made, which takes as long as it takes. */
  readonly watch: Effect.Effect<void, never, Scope.Scope>
}

/** Host and port of an address, unless it names a socket of this machine, or the driver shall say what is wrong with it. */
const placeOf = (address: string): { readonly host: string; readonly port: number } | undefined => {
  const url = URL.parse(address)
  const host = url?.searchParams.get("host") ?? url?.hostname.replace(/^\[|\]$/g, "") ?? ""
  const port = Number(url?.searchParams.get("port") ?? (url?.port || 5432))
  return host === "" || /[/%]/.test(host) || !Number.isInteger(port) ? undefined : { host, port }
}

/** The sockets to the host of an address. */
export const makeSockets = (address: string): Sockets => {
  const place = placeOf(address)
  const sockets = new Map<Socket, Seen>()
  const open = () => {
    // A statement is one write and then a wait for its answer: nothing is gained by waiting for more to send.
    const lively = { noDelay: true, keepAlive: true, keepAliveInitialDelay: limits.keepAliveMs } as const
    const socket = connect({ ...place!, ...lively })
    sockets.set(socket, { read: 0, written: 0, isAsked: false, quiet: 0 })
    return socket.once("close", () => sockets.delete(socket))
  }
  const look = () => {
    for (const [socket, seen] of sockets) {
      if (isSilent(socket, seen))
        socket.destroy(new Error(`The database sent nothing for ${limits.silenceMs / 1_000} s`))
    }
  }
  return {
    open: place === undefined ? undefined : open,
    watch: Effect.asVoid(
      Effect.acquireRelease(
        Effect.sync(() => setInterval(look, limits.lookEveryMs).unref()),
        (timer) => Effect.sync(() => clearInterval(timer))
      )
    )
  }
}
