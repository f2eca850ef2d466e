/** A provider outside, for tests: it can be made to lose answers, refuse submissions, or say nothing. */
import { Engine } from "../../src/engine/Engine.ts"
import type { KycStartAnswer, StartVerification } from "../../plugins/cards/index.ts"
import { startWith, type KycHost } from "./kycMoves.ts"

/** A provider outside that remembers what it got, and decides when it is told to. */
export const remote = () => {
  const received = new Map<string, StartVerification>()
  const begun = new Map<string, number>()
  const trouble = { loseAnswers: 0, refuse: 0, silent: false }
  let asked = 0
  const resultOf = (reference: string): KycStartAnswer =>
    received.get(reference)!.dateOfBirth === "1980-01-01"
      ? { outcome: "failed", reason: "selfie_mismatch" }
      : { outcome: "verified" }
  const implementation = {
    name: "remote",
    testMode: "own" as const,
    start: async (request: StartVerification) => {
      if (trouble.refuse-- > 0) throw new Error(`Nobody takes ${request.name}`)
      if (!received.has(request.reference)) begun.set(request.reference, (begun.get(request.reference) ?? 0) + 1)
      received.set(request.reference, request)
      if (trouble.loseAnswers-- > 0) throw new Error("The line went dead")
      return { outcome: "pending" as const, providerReference: `remote-${request.reference}` }
    },
    check: async ({ reference }: { readonly reference: string }) => {
      asked++
      if (trouble.silent) return { outcome: "pending" as const }
      return received.has(reference) ? resultOf(reference) : { outcome: "unknown" as const }
    }
  }
  return { implementation, received, begun, trouble, asked: () => asked }
}

/** Jobs that were given up. */
export const deadOf = ({ engine }: KycHost) => engine.call(Engine.use(({ deadJobs }) => deadJobs))

/** A host whose test mode is that of a provider outside. */
export const startRemote = async (options: Parameters<typeof startWith>[1] = {}) => {
  const provider = remote()
  return { ...(await startWith(provider.implementation, options)), ...provider }
}
