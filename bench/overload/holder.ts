/** Callers that hold connections, in a process of their own: idle ones, ones that send slowly, ones that read slowly. */
import { connect, type Socket } from "node:net"
import { paymentsPath } from "../requests.ts"

/** How a connection is held. */
export type Hold = "idle" | "slow head" | "slow body" | "slow reader"

/** What a holder is asked once; it tells when all connections are open, and holds them until it is ended. */
export interface Held {
  readonly port: number
  readonly connections: number
  readonly hold: Hold
  readonly key: string
}

/** How often a slow sender sends a byte. */
const byteMs = 1_000

/** Requests that a slow reader sends at once without reading any answer: some 60 kB each, more than sockets take. */
const unread = 50

const head = (key: string) => `Host: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n`

/** What is sent at once, and what is sent byte by byte afterwards. */
const texts: Readonly<Record<Hold, (key: string) => readonly [first: string, slowly: string]>> = {
  idle: () => ["", ""],
  "slow head": (key) => [`GET ${paymentsPath} HTTP/1.1\r\n${head(key)}`, `X-Slow: ${"a".repeat(4_000)}`],
  "slow body": (key) => [
    `POST ${paymentsPath} HTTP/1.1\r\n${head(key)}Content-Type: application/json\r\nContent-Length: 4000\r\n\r\n`,
    `{"description":"${"a".repeat(3_000)}`
  ],
  "slow reader": (key) => [`GET ${paymentsPath}?limit=100 HTTP/1.1\r\n${head(key)}\r\n`.repeat(unread), ""]
}

const open = ({ hold, key, port }: Held): Promise<Socket> =>
  new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, noDelay: true })
    const [first, slowly] = texts[hold](key)
    let at = 0
    const timer = slowly === "" ? undefined : setInterval(() => socket.write(slowly[at++ % slowly.length]!), byteMs)
    socket.once("connect", () => {
      if (first !== "") socket.write(first)
      if (hold === "slow reader") socket.pause()
      else socket.resume()
      resolve(socket)
    })
    // The server may close what it has waited for long enough.
    socket.once("error", () => resolve(socket))
    socket.once("close", () => clearInterval(timer))
  })

/** Connections that are opened at the same time. */
const together = 200

process.on("message", async (asked: Held | "count") => {
  if (asked === "count") return void process.send?.(sockets.filter(({ destroyed }) => !destroyed).length)
  while (sockets.length < asked.connections) {
    const count = Math.min(together, asked.connections - sockets.length)
    sockets.push(...(await Promise.all(Array.from({ length: count }, () => open(asked)))))
  }
  process.send?.(sockets.filter(({ destroyed }) => !destroyed).length)
})

const sockets: Array<Socket> = []
