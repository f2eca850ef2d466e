/**
 * The way to a database, through which connections are harmed at random: cut in the middle of a message, closed on one side or both,
 * silent for a while, or cut while an answer is on its way. What was sent may have been carried out.
 */
import { once } from "node:events"
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { Faults } from "./run.ts"

/** One connection: of a server of ours (`near`), and to the database (`far`). */
interface Link {
  readonly near: Socket
  readonly far: Socket
}

type Harm = (link: Link, random: () => number) => Promise<void>

const cut = ({ far, near }: Link) => {
  near.destroy()
  far.destroy()
}

const silence = async (socket: Socket, forMs: number) => {
  socket.pause()
  await pause(forMs)
  socket.resume()
}

/** Longest silence, in milliseconds: less than after which a connection is given up. */
const silenceMs = 3_000

const harms: ReadonlyArray<Harm> = [
  // Both sides lose it.
  async (link) => cut(link),
  // The database finds out when it answers, after it has carried out what it was told.
  async ({ near }) => void near.destroy(),
  // What is sent arrives, and what comes back does not.
  async (link, random) => {
    link.far.removeAllListeners("data").resume()
    await pause(random() * 300)
    cut(link)
  },
  // Half of the next message arrives.
  async (link, random) => {
    link.near.removeAllListeners("data").once("data", (sent: Buffer) => {
      link.far.write(sent.subarray(0, Math.floor(random() * sent.length)), () => cut(link))
    })
  },
  async ({ far }, random) => silence(far, random() * silenceMs),
  async ({ near }, random) => silence(near, random() * silenceMs)
]

const carry = (from: Socket, to: Socket) =>
  from.on("data", (bytes) => {
    if (to.write(bytes)) return
    from.pause()
    to.once("drain", () => from.resume())
  })

/** Opens the way; `url` leads through it. `faults` harms it for so many seconds. */
export const startLinks = async (databaseUrl: string, seconds: number) => {
  const url = new URL(databaseUrl)
  const port = Number(url.port)
  const open = new Set<Link>()
  const listener = createServer((near) => {
    const link: Link = { near, far: connect(port, "127.0.0.1") }
    open.add(link)
    for (const socket of [link.near, link.far]) {
      socket.setNoDelay(true)
      socket.on("error", () => {})
      socket.once("close", () => open.delete(link) && cut(link))
    }
    carry(link.near, link.far)
    carry(link.far, link.near)
  }).listen(0, "127.0.0.1")
  await once(listener, "listening")
  url.port = String((listener.address() as AddressInfo).port)
  const faults: Faults = async ({ back, died, random }) => {
    for (const until = Date.now() + seconds * 1_000; Date.now() < until; await pause(random() * 250)) {
      const link = [...open][Math.floor(random() * open.size)]
      if (link === undefined) continue
      died()
      void harms[Math.floor(random() * harms.length)]!(link, random)
    }
    back()
  }
  return {
    url: url.href,
    faults,
    close: () => {
      listener.close()
      for (const link of open) cut(link)
    }
  }
}
