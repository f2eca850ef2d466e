/** Bodies that are refused for fields that are missing or exclude each other: the published documents say so, too. */
import { describe, expect, it } from "vitest"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { makeRequests } from "./Requests.ts"

const documents = {
  bank: makeRequests(
    (await bank().load()).http!.openApi("/bank"),
    () => undefined,
    () => false
  ),
  cards: makeRequests(
    (await cards().load()).http!.openApi("/cards"),
    () => undefined,
    () => false
  ),
  docs: makeRequests(
    (await docs().load()).http!.openApi("/docs"),
    () => undefined,
    () => false
  )
}

const fits = (service: keyof typeof documents, operation: string, body: object): boolean => {
  const { fits, operations } = documents[service]
  const { body: described } = operations.find(({ id }) => id === operation || id === `${operation} application/json`)!
  return fits(described!.schema, body)
}

const image = "iVBORw0KGgo="
const source = { content: "# Pets" }
const id = "prj_1"
const party = { name: "Jane Roe", accountNumber: "1", accountType: "checking", routingNumber: "099900014" }
const entry = { direction: "credit", secCode: "PPD", amount: 1, originator: party }

const largest = Number.MAX_SAFE_INTEGER
// oxlint-disable-next-line unicorn/no-thenable -- the word is the interface's
const rule = { priority: largest, then: { rail: "rtp" } }

describe.each([
  ["bank", "routing.create", rule, true],
  ["bank", "routing.create", { ...rule, priority: largest + 1 }, false],
  ["bank", "routing.create", { ...rule, priority: -largest - 1 }, false],
  ["bank", "routing.create", { ...rule, when: { timeWindow: { tz: "UTC", from: "09:00", to: "17:00" } } }, true],
  ["bank", "routing.create", { ...rule, when: { timeWindow: { tz: "", from: "09:00", to: "17:00" } } }, false],
  ["cards", "bankAccounts.verify", { amounts: [32, largest] }, true],
  ["cards", "bankAccounts.verify", { amounts: [32, largest + 1] }, false],
  ["bank", "ach.create", entry, false],
  ["bank", "ach.create", { ...entry, receiver: party }, true],
  ["bank", "ach.create", { ...entry, beneficiary: party }, true],
  ["bank", "ach.create", { ...entry, beneficiary: {} }, false],
  ["bank", "ach.create", { ...entry, receiver: party, beneficiary: party }, false],
  ["cards", "kyc.start", { document_type: "drivers_license", document_front: image }, false],
  ["cards", "kyc.start", { document_type: "national_id", document_front: image }, false],
  ["cards", "kyc.start", { document_type: "drivers_license", document_front: image, document_back: image }, true],
  ["cards", "kyc.start", { document_type: "passport", document_front: image }, true],
  ["docs", "generations.create", { source }, false],
  ["docs", "generations.create", { docType: "readme" }, false],
  ["docs", "generations.create", { docType: "readme", source }, true],
  ["docs", "generations.create", { docType: "readme", sourceIds: [id] }, true],
  ["docs", "generations.create", { projectId: id }, true],
  ["docs", "projects.addSource", { name: "pets.md" }, false],
  ["docs", "projects.addSource", { content: "# Pets", url: "https://example.com/pets.md" }, false],
  ["docs", "projects.addSource", source, true],
  ["docs", "checks.check", {}, false],
  ["docs", "checks.check", { text: "Pets.", versionId: "ver_1" }, false],
  ["docs", "checks.check", { versionId: "ver_1" }, true]
] as const)("%s", (service, operation, body, expected) => {
  it(`${operation} ${expected ? "takes" : "takes no"} ${JSON.stringify(body)}`, () => {
    expect(fits(service, operation, body)).toBe(expected)
  })
})
