/** How operations of the published documents are called in `bursar/client`: a rule, and a table of exceptions. */

/** What a client offers under one name, such as `["testHelpers", "payments", "settle"]`. */
export type MethodPath = ReadonlyArray<string>

/** Verbs of the API that users of other payment clients know by another name. */
const verbs: Readonly<Record<string, string>> = {
  ask: "create",
  change: "update",
  initiate: "create",
  register: "create",
  remove: "del",
  submit: "create"
}

/** Operations that clients do not offer, with the reason. */
const left: Readonly<Record<string, string>> = {
  "cards.customers.patch": "`update` does the same by POST",
  "cards.webhookEndpoints.patch": "`update` does the same by POST",
  "bank.tokens.issue": "the older address of the same",
  "docs.ci.receive": "code hosts call it, not clients"
}

/** Where the rule reads badly. */
const exceptions: Readonly<Record<string, string>> = {
  "cards.paymentMethodAttachments.list": "paymentMethods.list",
  "cards.paymentMethodAttachments.attach": "paymentMethods.attach",
  "cards.paymentMethodAttachments.detach": "paymentMethods.detach",
  "cards.kyc.latest": "kyc.retrieveLatest",
  "cards.risk.assessment": "risk.retrieveAssessment",
  "cards.risk.clear": "risk.clearAssessment",
  "cards.risk.settings": "risk.retrieveSettings",
  "cards.aml.history": "aml.listHistory",
  "cards.engineHelpers.clock": "testHelpers.clock.retrieve",
  "cards.engineHelpers.invariants": "testHelpers.invariants.retrieve",
  "cards.engineHelpers.reset": "testHelpers.reset",
  "cards.customerHelpers.flags": "testHelpers.customers.flag",
  "bank.tokens.issueV2": "tokens.create",
  "bank.batches.entries": "batches.listEntries",
  "bank.deliveries.register": "webhooks.createForClient",
  "bank.deliveries.rotateSecret": "webhooks.rotateSecret",
  "bank.returns.ask": "returnRequests.create",
  "bank.returns.retrieve": "returnRequests.retrieve",
  "bank.rfp.create": "requestsForPayment.create",
  "bank.rfp.list": "requestsForPayment.list",
  "bank.rfp.retrieve": "requestsForPayment.retrieve",
  "bank.rfp.cancel": "requestsForPayment.cancel",
  "bank.resolutions.resolve": "administration.resolvePayment",
  "bank.administration.alerts": "administration.listAlerts",
  "bank.administration.acknowledge": "administration.acknowledgeAlert",
  "bank.administration.audit": "administration.listAuditEntries",
  "bank.administration.ledger": "administration.listLedgerEntries",
  "bank.administration.lists": "administration.retrieveScreeningLists",
  "bank.administration.replaceLists": "administration.replaceScreeningLists",
  "bank.simulator.clock": "simulator.retrieveClock",
  "bank.simulator.respond": "simulator.respondToPayment",
  "bank.simulator.giveBack": "simulator.returnPayment",
  "bank.simulator.settle": "simulator.settlePayment",
  "bank.simulator.rfp": "simulator.respondToRequest",
  "bank.simulator.faults": "simulator.planFault",
  "bank.simulator.messages": "simulator.listMessages",
  "bank.simulator.screening": "simulator.setScreening",
  "bank.simulator.inbound": "simulator.receive",
  "docs.generations.report": "generations.retrieveReport",
  "docs.rules.builtin": "rules.listBuiltin"
}

const camel = (segment: string): string => segment.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase())

/** Test helpers are called by their path: `/test_helpers/payouts/{id}/fail` is `testHelpers.payouts.fail`. */
const ofHelper = (path: string): MethodPath => {
  const [, after = ""] = path.split("/test_helpers/")
  const [resource = "", ...verbs] = after.split("/").filter((segment) => !segment.startsWith("{"))
  return ["testHelpers", camel(resource), verbs[0] === undefined ? "create" : camel(verbs[0])]
}

/**
 * The name of an operation in a client, by its operation id: `customers.remove` is `customers.del`, `rules.removeSet` is
 * `rules.deleteSet`. `undefined` where clients do not offer it.
 */
export const methodPathOf = (service: string, operationId: string, path: string): MethodPath | undefined => {
  const id = `${service}.${operationId}`
  if (left[id] !== undefined) return undefined
  const exception = exceptions[id]
  if (exception !== undefined) return exception.split(".")
  if (path.includes("/test_helpers/")) return ofHelper(path)
  const [group = "", method = ""] = operationId.split(".")
  const [, verb = "", rest = ""] = /^([a-z]+)(.*)$/.exec(method) ?? []
  const known = verbs[verb] ?? verb
  return [group, (known === "del" && rest !== "" ? "delete" : known) + rest]
}

/** Every id that one of the tables names, so that a test can see that each is still needed. */
export const namedIds: ReadonlyArray<string> = [...Object.keys(left), ...Object.keys(exceptions)]
