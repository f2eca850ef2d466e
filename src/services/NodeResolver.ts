/** Looks up the addresses of host names, so that hosts whose name servers do not answer hold up no others. */
import * as dns from "node:dns/promises"
import { isLoopbackName } from "./AddressGuard.ts"

/** All IP addresses of a host name. */
export type ResolveAddresses = (hostname: string) => Promise<ReadonlyArray<string>>

/** The code of an error of the system, such as `ENOTFOUND`; empty where it has none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : ""

const resolveBySystem: ResolveAddresses = async (hostname) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

/** How long a name server may take at first, in milliseconds, and how often all are asked (our choice): less than an attempt at a webhook lasts. */
const nameServerLimits = { timeout: 2_000, tries: 2 } as const

const askNameServers = async (hostname: string, servers: ReadonlyArray<string> | undefined) => {
  // A new one each time: it reads where the name servers are, which changes with the network.
  const resolver = new dns.Resolver(nameServerLimits)
  if (servers !== undefined) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  const addresses = answers.flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
  if (addresses.length > 0) return addresses
  const errors: ReadonlyArray<unknown> = answers.flatMap((answer) =>
    answer.status === "rejected" ? [answer.reason] : []
  )
  throw errors.find((error) => codeOf(error) === dns.TIMEOUT) ?? errors[0]
}

/**
 * Asks the name servers of the system (default) or others. Lookups of the system itself run on threads that the whole process shares, two
 * of them at a time: as many hosts whose name servers do not answer would stop all others. It is asked for names of this
 * machine, and, one after the other, for those that the name servers do not know: they may stand in its file of hosts, or be short
 * for names of its domain.
 */
export const resolverOf = ({
  bySystem = resolveBySystem,
  servers
}: {
  readonly bySystem?: ResolveAddresses
  readonly servers?: ReadonlyArray<string>
} = {}): ResolveAddresses => {
  /** Names that the system is asked for, or will be: each once, whoever asks meanwhile. */
  const asked = new Map<string, ReturnType<ResolveAddresses>>()
  let last: Promise<unknown> = Promise.resolve()
  const inTurn: ResolveAddresses = (hostname) => {
    const known = asked.get(hostname)
    if (known !== undefined) return known
    const found = last.then(() => bySystem(hostname)).finally(() => asked.delete(hostname))
    asked.set(hostname, found)
    last = found.catch(() => {})
    return found
  }
  return async (hostname) => {
    if (isLoopbackName(hostname)) return bySystem(hostname)
    try {
      return await askNameServers(hostname, servers)
    } catch (error) {
      if (codeOf(error) === dns.TIMEOUT) throw error
      return await inTurn(hostname)
    }
  }
}
