/**
 * A database that fails over: a primary with a synchronous standby behind a switch. The primary is killed, the standby is
 * promoted, and the switch leads to it; then the new primary gets a standby of its own.
 */
import { connect, createServer, type AddressInfo, type Socket } from "node:net"
import { once } from "node:events"
import { setTimeout as pause } from "node:timers/promises"
import { startPostgres, type PostgresServer } from "../../bench/postgres-server.ts"
import { postgresRows, type ReadRows } from "./rows.ts"
import type { CrashTest } from "./run.ts"

/** What stands at one address and leads to a server that may change, as the address of a cluster does. */
const startSwitch = async (target: string) => {
  let port = Number(new URL(target).port)
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(port, "127.0.0.1")
    for (const [one, other] of [
      [near, far],
      [far, near]
    ] as const) {
      open.add(one)
      one.on("error", () => {})
      one.once("close", () => open.delete(one) && other.destroy())
      one.pipe(other)
    }
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = new URL(target)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    leadTo: (next: string) => {
      port = Number(new URL(next).port)
      for (const socket of open) socket.destroy()
    },
    close: () => {
      server.close()
      for (const socket of open) socket.destroy()
    }
  }
}

const until = async (read: ReadRows, text: string): Promise<void> => {
  for (let tries = 0; tries < 300; tries++) {
    const rows = await read(text).catch(() => [])
    if (rows.length > 0) return
    await pause(100)
  }
  throw new Error(`never came to be: ${text}`)
}

/** A standby without which the primary confirms nothing. */
const addStandby = async (primary: PostgresServer, parent: string): Promise<PostgresServer> => {
  const standby = await startPostgres({ durability: "disk", parent, standbyOf: primary })
  const atPrimary = postgresRows(primary.url)
  // Only now, so that the standby has it not and does not wait for one when it is promoted.
  await atPrimary("ALTER SYSTEM SET synchronous_standby_names = '*'")
  await atPrimary("SELECT pg_reload_conf()")
  await until(atPrimary, "SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'")
  return standby
}

/** Starts it, below a folder. */
export const startFailover = async (parent: string, failovers: number) => {
  let primary = await startPostgres({ durability: "disk", parent })
  let standby = await addStandby(primary, parent)
  const address = await startSwitch(primary.url)
  const failOver = async () => {
    const dead = primary
    await dead.kill()
    await postgresRows(standby.url)("SELECT pg_promote()")
    primary = standby
    address.leadTo(primary.url)
    await dead.stop()
  }
  const faults: CrashTest["faults"] = async ({ back, died, random }) => {
    for (let done = 1; done <= failovers; done++) {
      await pause(1_000 + random() * 4_000)
      died()
      await failOver()
      back()
      await pause(1_000 + random() * 4_000)
      // The new primary is restarted for the copy: a second outage.
      died()
      standby = await addStandby(primary, parent)
      back()
    }
  }
  return {
    url: address.url,
    /** Rows of whoever is the primary. */
    read: ((text) => postgresRows(primary.url)(text)) satisfies ReadRows,
    faults,
    stop: async () => {
      address.close()
      await Promise.all([primary.stop(), standby.stop()])
    }
  }
}
