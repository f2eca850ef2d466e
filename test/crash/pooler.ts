/** PgBouncer in session mode before a database: what operators put between many processes and one server. It must be installed. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer, type AddressInfo } from "node:net"
import { userInfo } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, "close")
  return port
}

/** Starts it with nothing configured but what it needs, and answers the address to use. */
export const startPooler = async (databaseUrl: string, folder: string) => {
  const server = new URL(databaseUrl)
  const port = await freePort()
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const users = join(folder, "users.txt")
  writeFileSync(users, `"${server.username}" "${server.password}"\n`, { mode: 0o644 })
  const configuration = join(folder, "pgbouncer.ini")
  const lines = [
    "[databases]",
    `* = host=127.0.0.1 port=${server.port}`,
    "[pgbouncer]",
    `listen_addr = 127.0.0.1\nlisten_port = ${port}\nunix_socket_dir =`,
    `auth_type = plain\nauth_file = ${users}`,
    "pool_mode = session\ndefault_pool_size = 100\nmax_client_conn = 500"
  ]
  writeFileSync(configuration, lines.join("\n"), { mode: 0o644 })
  // It refuses to run as root.
  const asUser = userInfo().uid === 0 ? ["--user", "postgres"] : []
  const child = spawn("pgbouncer", [...asUser, configuration], { stdio: ["ignore", "ignore", "pipe"] })
  process.once("exit", () => child.kill("SIGKILL"))
  const log: Array<string> = []
  for await (const line of createInterface({ input: child.stderr! })) {
    log.push(line)
    if (line.includes("process up")) break
  }
  if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${log.join("\n")}`)
  child.stderr!.resume()
  server.port = String(port)
  return { url: server.href, stop: () => void child.kill("SIGKILL") }
}
