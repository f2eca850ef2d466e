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
import type { StoredAs } from "../../src/plugin.ts"
import { bundledDocuments } from "./bundledDocuments.ts"

/**
 * Version and digest of the form of every kind of document. Whoever changes a form gives its documents an upgrade, and so a
 * version, and changes the line. A new kind gets one.
 */
const released: Readonly<Record<string, string>> = {
  bank_ach_batch_entries: "1 2e7eacf4a84b",
  bank_ach_batches: "1 15fba3081d3c",
  bank_ach_files: "1 e54b98b9b84f",
  bank_alerts: "1 8a836c00fdd3",
  bank_approval_rules: "1 483ba51e5cdb",
  bank_audit: "1 251ecb599a3f",
  bank_bics: "1 ce566edbdbfa",
  bank_clients: "1 de1f280cfdca",
  bank_exceptions: "1 457daeb4c146",
  bank_holds: "1 710ea5ff9160",
  bank_participants: "1 ef2cb2d0a1b8",
  bank_payments: "1 c203a0cb2169",
  bank_recalls: "1 a95e7e15e91a",
  bank_return_requests: "1 3d5911104619",
  bank_rfps: "1 d2765802acc0",
  bank_routing_rules: "1 857f74a473b5",
  bank_screenings: "1 90d5471dfb64",
  "bank_settings/participant_directory": "1 be0b3d4b364a",
  "bank_settings/sanctioned_places": "1 dcb452a98294",
  "bank_settings/sealed_rows": "1 a5b031ab62bc",
  "bank_settings/simulator": "1 4dc89077fdda",
  bank_sim_ach_answers: "1 89b50d3c4492",
  bank_sim_ach_entries: "1 02a59bfcf9a4",
  bank_sim_requests: "1 639c1243f3c3",
  bank_sim_transfers: "1 596c3d81f1e4",
  cards_aml_alerts: "1 0346bd3e7069",
  cards_aml_audit: "1 2a7e32f062f2",
  cards_aml_movements: "1 fd6c5f3977d9",
  "cards_aml_states/customer": "1 6317abea83cc",
  "cards_aml_states/instrument": "1 afe5107097b3",
  cards_bank_accounts: "1 63129e43f721",
  cards_customers: "1 608b48bfc3a9",
  cards_disputes: "1 6beb5c37349c",
  cards_kyc_verifications: "1 2cd310372534",
  "cards_kyc_verifications/simulated": "1 8018af883420",
  cards_list_states: "1 dcb452a98294",
  cards_payment_methods: "1 54d4d9d4687d",
  cards_payments: "1 ab68db881831",
  cards_payouts: "1 07f81bbf6c85",
  cards_refunds: "1 6a5d92d4553f",
  cards_risk_rules: "1 fea03c18fa54",
  cards_screening_entries: "1 8fe199f2a6d2",
  cards_screenings: "1 358c78ead8d4",
  credentials: "1 4afd3fa4c63c",
  docs_context_documents: "1 bc395823e49e",
  docs_deliveries: "1 720f91c56689",
  docs_documents: "1 dba31ab709ad",
  docs_generations: "1 4c8f51b2ccb1",
  docs_projects: "1 7924eec0f7db",
  docs_publications: "1 7a8495987950",
  docs_rule_sets: "1 7924eec0f7db",
  docs_rules: "1 f02533383c66",
  docs_sources: "1 bb60cf277eac",
  docs_versions: "1 05736e57a417",
  events: "1 61cd2ab6cf7c",
  "idempotency_records/answer": "1 4f53cda18c2b",
  "idempotency_records/call": "1 4f53cda18c2b",
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
  "jobs/cards.customer.rescreen": "1 8ee86fbd98e0",
  "jobs/cards.customer.screen": "1 7b49c1f33495",
  "jobs/cards.dispute": "1 ea18f653bfd6",
  "jobs/cards.dispute.open": "1 84dd9c992c14",
  "jobs/cards.kyc": "1 5fcc81ce34c1",
  "jobs/cards.payment": "1 d07e3533d721",
  "jobs/cards.payout.send": "1 80b921cd49a4",
  "jobs/cards.payouts": "1 743c00e23b5d",
  "jobs/cards.refund": "1 d250ae1706b1",
  "jobs/core.housekeeping": "1 4f53cda18c2b",
  "jobs/core.subscription": "1 88b9607ed0b6",
  "jobs/docs.generation": "1 408f29ddfc4c",
  "jobs/docs.publication": "1 e54a991d5c94",
  "jobs/webhooks.attempt": "1 36d68daa4606",
  "jobs/webhooks.replay": "1 3748e0b156ce",
  ledger_entries: "1 dcb452a98294",
  webhook_endpoints: "1 66fed6c52ba0",
  "webhook_endpoints/secrets": "1 a9ea6c802b00"
}

const digest = (form: StoredAs<unknown>["form"]): string =>
  createHash("sha256")
    .update(JSON.stringify(typeof form === "string" ? form : Object.entries(form).toSorted()))
    .digest("hex")
    .slice(0, 12)

it("documents of a version have the form that they always had", () => {
  const found = bundledDocuments().map(({ form, table, version }) => [table, `${version} ${digest(form)}`] as const)
  expect(Object.fromEntries(found.toSorted())).toEqual(released)
})
