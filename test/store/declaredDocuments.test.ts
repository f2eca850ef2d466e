/** Stored documents that were released: what has to be in one of a version never changes. */
import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import "../../plugins/bank/index.ts"
import "../../plugins/bank/simulator/sandbox.ts"
import "../../plugins/cards/index.ts"
import "../../plugins/cards/test-helpers/sandbox.ts"
import "../../plugins/docs/index.ts"
import "../../src/engine/definitions.ts"
import "../../examples/06-own-plugin/wallet.ts"
import type { Form } from "../../src/plugin.ts"
import { bundledDocuments } from "./bundledDocuments.ts"

/**
 * Version and digest of the form of every kind of document. Whoever changes a form gives its documents an upgrade, and so a
 * version, and changes the line. A new kind gets one.
 */
const released: Readonly<Record<string, string>> = {
  bank_ach_batch_entries: "1 18d1ddd5735c",
  bank_ach_batches: "1 159e54ea3384",
  bank_ach_files: "1 ca77b720a327",
  bank_alerts: "1 8a836c00fdd3",
  bank_approval_rules: "1 060ee7110dfa",
  bank_audit: "1 251ecb599a3f",
  bank_bics: "1 ce566edbdbfa",
  bank_clients: "1 7ae39609aa26",
  bank_exceptions: "1 457daeb4c146",
  bank_holds: "1 710ea5ff9160",
  bank_participants: "1 dbe94ef9af5b",
  bank_payments: "1 dad4d3fa243b",
  bank_recalls: "1 a95e7e15e91a",
  bank_return_requests: "1 3d5911104619",
  bank_rfps: "1 f9d08ce2a266",
  bank_routing_rules: "1 046f3c6d4f67",
  bank_screenings: "1 8ea15fce7909",
  "bank_settings/participant_directory": "1 be0b3d4b364a",
  "bank_settings/sanctioned_places": "1 1c7863671003",
  "bank_settings/sealed_rows": "1 a5b031ab62bc",
  "bank_settings/simulator": "1 4dc89077fdda",
  bank_sim_ach_answers: "1 89b50d3c4492",
  bank_sim_ach_entries: "1 cf7839ef0bf0",
  bank_sim_requests: "1 8346bf930d9b",
  bank_sim_transfers: "1 ce307e9d6a08",
  cards_aml_alerts: "1 8d15e85d4d7f",
  cards_aml_audit: "1 2a7e32f062f2",
  cards_aml_movements: "1 fd6c5f3977d9",
  "cards_aml_states/customer": "1 4ca39f711d8a",
  "cards_aml_states/instrument": "1 23b653933283",
  cards_bank_accounts: "1 54a8b2a769da",
  cards_customers: "1 b2e736802d96",
  cards_disputes: "1 7fce01f3f461",
  cards_kyc_verifications: "1 53428789d916",
  "cards_kyc_verifications/simulated": "1 c7d8b5abe256",
  cards_list_states: "1 d24cf4e0f854",
  cards_payment_methods: "1 ada8bda089dc",
  cards_payments: "1 0c49478dbecb",
  cards_payouts: "1 be5df77ad95f",
  cards_refunds: "1 4ca5f00e2b1b",
  cards_risk_rules: "1 30f34d6e77ff",
  cards_screening_entries: "1 8fe199f2a6d2",
  cards_screenings: "1 cf6a3b7833b4",
  credentials: "1 88c1451ca461",
  docs_context_documents: "1 bc395823e49e",
  docs_deliveries: "1 46428b6425cc",
  docs_documents: "1 dba31ab709ad",
  docs_generations: "1 077cf8ef6e3b",
  docs_projects: "1 7924eec0f7db",
  docs_publications: "1 17e9cf5c717c",
  docs_rule_sets: "1 7924eec0f7db",
  docs_rules: "1 f02533383c66",
  docs_sources: "1 c6fc7632dce8",
  docs_versions: "1 4ad74dee52d6",
  events: "1 b0ff57499e70",
  "idempotency_records/answer": "1 4f53cda18c2b",
  "idempotency_records/call": "1 ce87907ce38d",
  "jobs/bank.ach.advance": "1 4891780bcfed",
  "jobs/bank.ach.collect": "1 7306c2e374e0",
  "jobs/bank.ach.file": "1 92ecf53975c2",
  "jobs/bank.ach.read": "1 2434724136b2",
  "jobs/bank.ach.window": "1 de615a4dba0b",
  "jobs/bank.batch": "1 61c751e569e2",
  "jobs/bank.batch.create": "1 4b43fa3b91ff",
  "jobs/bank.hold": "1 b5c3bc49463e",
  "jobs/bank.payment": "1 7306c2e374e0",
  "jobs/bank.recall": "1 bd010573bfb8",
  "jobs/bank.return_request": "1 6d6323f0e669",
  "jobs/bank.rfp": "1 21a0993fbace",
  "jobs/bank.simulator.envelope": "1 4f53cda18c2b",
  "jobs/bank.simulator.file": "1 3b953c725d23",
  "jobs/bank.simulator.letter": "1 c015bcf6acc0",
  "jobs/bank.webhook": "1 ec4e9493acf0",
  "jobs/cards.customer.rescreen": "1 8faf8933d3dd",
  "jobs/cards.customer.screen": "1 7b49c1f33495",
  "jobs/cards.dispute": "1 ea18f653bfd6",
  "jobs/cards.dispute.close_reported": "1 23b07eaef7e5",
  "jobs/cards.dispute.open": "1 84dd9c992c14",
  "jobs/cards.dispute.open_reported": "1 162bed849639",
  "jobs/cards.kyc": "1 5fcc81ce34c1",
  "jobs/cards.payment": "1 d07e3533d721",
  "jobs/cards.payment.reported": "1 c19c10e39c06",
  "jobs/cards.payout.send": "1 80b921cd49a4",
  "jobs/cards.payouts": "1 743c00e23b5d",
  "jobs/cards.refund": "1 089266fdad56",
  "jobs/core.housekeeping": "1 4f53cda18c2b",
  "jobs/core.subscription": "1 88b9607ed0b6",
  "jobs/docs.generation": "1 408f29ddfc4c",
  "jobs/docs.publication": "1 e54a991d5c94",
  "jobs/webhooks.attempt": "1 36d68daa4606",
  "jobs/webhooks.replay": "1 d2e36d8e8704",
  ledger_entries: "1 cab49035a6e3",
  webhook_endpoints: "1 3146eaa8cb40",
  "webhook_endpoints/secrets": "1 ef4c5b1a9204"
}

const isPart = (form: Form): form is Extract<Form, ReadonlyArray<unknown>> => Array.isArray(form)

/** A form with its fields in the order of their names. */
const inOrder = (form: Form): unknown =>
  typeof form === "string"
    ? form
    : isPart(form)
      ? [form[0], form[0] === "one of" ? form[1].map(inOrder) : inOrder(form[1])]
      : Object.entries(form)
          .map(([name, inner]) => [name, inOrder(inner)] as const)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))

const digest = (form: Form): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(form)))
    .digest("hex")
    .slice(0, 12)

it("documents of a version have the form that they always had", () => {
  const found = bundledDocuments().map(({ form, table, version }) => [table, `${version} ${digest(form)}`] as const)
  expect(Object.fromEntries(found.toSorted())).toEqual(released)
})
