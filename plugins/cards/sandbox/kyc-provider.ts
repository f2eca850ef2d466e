/**
 * The simulated provider of test mode: everybody is verified after two seconds of engine time, but for some dates of
 * birth. It reads no pixels; a machine-readable zone that stands as a remark in an image is read as if it were printed.
 * It keeps nothing: what it will say is in the reference that it gives.
 */
import { storedAs } from "../../../src/plugin.ts"
import { textsIn } from "../kyc/ImageFormat.ts"
import type {
  CheckVerification,
  KycProviderImplementation,
  StartVerification
} from "../kyc/provider/KycProviderImplementation.ts"
import type { DocumentReading, KycCheckAnswer, KycPending, KycResult } from "../kyc/provider/answers.ts"

/** Our choice, well within the 60 seconds of spec cards §3. */
const answersAfterMs = 2_000

/** What the simulation says in the end; `silent` says nothing, ever. */
type Script = KycResult | { readonly outcome: "silent" }

const storedReference = storedAs<{ readonly answersAt: number; readonly script: Script }>({
  table: "cards_kyc_verifications/simulated",
  form: { answersAt: "number", script: { outcome: "text" } }
})

/** Dates of birth and what becomes of them (compliance §6); our choice, after the pattern of payment sandboxes. */
export const triggers: Readonly<Record<string, Script>> = {
  "1902-01-01": { outcome: "verified" },
  "1901-01-01": { outcome: "failed", reason: "document_unverified" },
  // The document is that of a person on a fictional list: screening finds it, too.
  "1900-01-01": { outcome: "failed", reason: "listed", document: { name: "Test Sanctioned Person" } },
  "1903-01-01": { outcome: "silent" }
}

/** Lines of a machine-readable zone by all its characters: ICAO 9303. */
const lineLengths: Readonly<Record<number, number>> = { 90: 30, 72: 36, 88: 44 }

const zoneIn = (text: string): ReadonlyArray<string> | undefined => {
  const characters = text.replaceAll(/\s/g, "")
  const length = lineLengths[characters.length]
  if (length === undefined || !/^[A-Z0-9<]+$/.test(characters)) return undefined
  return Array.from({ length: characters.length / length }, (_, line) =>
    characters.slice(line * length, (line + 1) * length)
  )
}

const readDocument = ({ documentBack, documentFront }: StartVerification): DocumentReading | undefined => {
  const texts = [documentFront, documentBack].flatMap((image) => (image === undefined ? [] : textsIn(image.bytes)))
  const mrz = texts.map(zoneIn).find((zone) => zone !== undefined)
  return mrz === undefined ? undefined : { mrz }
}

const scriptOf = (request: StartVerification): Script => {
  const trigger = triggers[request.dateOfBirth ?? ""]
  if (trigger !== undefined) return trigger
  const document = readDocument(request)
  return document === undefined ? { outcome: "verified" } : { outcome: "verified", document }
}

const start = (request: StartVerification): KycPending => {
  const answersAt = request.requestedAt + answersAfterMs
  return {
    outcome: "pending",
    providerReference: storedReference.write({ answersAt, script: scriptOf(request) }),
    askAgainAt: answersAt
  }
}

const check = ({ providerReference, requestedAt }: CheckVerification): KycCheckAnswer => {
  if (providerReference === null) return { outcome: "unknown" }
  const { answersAt, script } = storedReference.read(providerReference)
  if (script.outcome === "silent") return { outcome: "pending" }
  return requestedAt < answersAt ? { outcome: "pending", askAgainAt: answersAt } : script
}

/** The simulation, as any host would write a provider. */
export const simulated: KycProviderImplementation = { name: "simulated", start, check }
