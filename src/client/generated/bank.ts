/** Types of bodies, answers and events. `npm run client` writes this file from the published document of bank. */
import type { Call, List, RequestOptions } from "../Call.ts"
/** The codes of refusals. A newer service may answer further ones. */
export type ErrorCode =
  | "ACCOUNT_ACCESS_DENIED"
  | "AMOUNT_LIMIT_EXCEEDED"
  | "DUPLICATE_IDEMPOTENCY_KEY"
  | "EVENT_EXPIRED"
  | "FEDWIRE_OUTSIDE_HOURS"
  | "FIELD_TOO_LONG"
  | "INSTANT_RAIL_NOT_AVAILABLE"
  | "INSUFFICIENT_SCOPE"
  | "INTERNAL_ERROR"
  | "INVALID_AMOUNT"
  | "INVALID_API_KEY"
  | "INVALID_BIC"
  | "INVALID_CURRENCY"
  | "INVALID_DATE"
  | "INVALID_FIELD_FORMAT"
  | "INVALID_ROUTING_NUMBER"
  | "INVALID_SEC_CODE"
  | "INVALID_TOKEN"
  | "MISSING_AUTHORIZATION"
  | "NOT_FOUND"
  | "OFAC_MATCH"
  | "OFAC_SCREENING_ERROR"
  | "PAYMENT_NOT_CANCELLABLE"
  | "PAYMENT_NOT_REVERSIBLE"
  | "RAIL_ACCESS_DENIED"
  | "RAIL_LIMIT_EXCEEDED"
  | "RATE_LIMIT_EXCEEDED"
  | "RECALL_NOT_ALLOWED"
  | "REPRESENTMENT_NOT_ALLOWED"
  | "REQUEST_TOO_LARGE"
  | "REQUIRED_FIELD_MISSING"
  | "RETURN_REQUEST_NOT_ALLOWED"
  | "REVERSAL_WINDOW_EXPIRED"
  | "SANCTIONED_COUNTRY"
  | "SDA_NOT_ELIGIBLE"
  | "SELF_APPROVAL_FORBIDDEN"
  | "SERVICE_UNAVAILABLE"
  | "STATE_CONFLICT"
  | "TRAVEL_RULE_FIELDS_MISSING"
type Happened<Type, Data> = Omit<Event, "eventType" | "data"> & { eventType: Type; data: Data }
/** An event that a webhook delivers; `eventType` tells what `data` is. */
export type WebhookEvent =
  /** Passed format validation and entered the workflow. */
  | Happened<"payment.validated", PaymentValidatedData>
  /** Approved by a rule or a person; queued for submission. */
  | Happened<"payment.approved", PaymentApprovedData>
  /** Sent to the network. */
  | Happened<"payment.submitted", PaymentSubmittedData>
  /** Funds moved. */
  | Happened<"payment.settled", PaymentSettledData>
  /** Returned by the receiving bank; fundsMoved tells a refusal before settlement from a return after it. */
  | Happened<"payment.returned", PaymentReturnedData>
  /** Rejected by compliance review, approval or the network. */
  | Happened<"payment.rejected", PaymentRejectedData>
  /** Held on a possible sanctions match, or because screening is unavailable. */
  | Happened<"compliance.hold", ComplianceHoldData>
  /** The hold was released; processing goes on without resubmission. */
  | Happened<"compliance.released", ComplianceReleasedData>
  /** An officer rejected the payment from the hold queue. */
  | Happened<"compliance.rejected", ComplianceRejectedData>
  /** A recall of a wire was accepted or rejected. */
  | Happened<"wire.recall.resolved", WireRecallResolvedData>
  /** The payer paid a request for payment. */
  | Happened<"rfp.fulfilled", RfpFulfilledData>
  /** The payer declined a request for payment. */
  | Happened<"rfp.declined", RfpDeclinedData>
  /** Every record of an ACH batch has come to its end. */
  | Happened<"batch.completed", BatchCompletedData>
/** Methods of `tokens`. */
export interface TokensResource {
  /** Issue an access token. The OAuth 2.0 client credentials grant, as form fields or JSON. Tokens are valid for an hour; several can be valid at once. */
  create(params: TokenRequest, options?: RequestOptions): Call<AccessToken>
}
/** Methods of `payments`. */
export interface PaymentsResource {
  /** Initiate an instant payment. Sends money over RTP or FedNow, and waits up to its time limit for the outcome: 200 `settled`, `returned` or `failed`. 202: it is still on its way, held for a review (`error.code` is `OFAC_MATCH`), or waits for an approval. A settled payment cannot be called back. Amounts above the instant limits go by wire. Scope: `payments:write`. `Idempotency-Key` is required. */
  create(params: CreateInstantPayment, options?: RequestOptions): Call<PaymentResultAnswer | PaymentResultAccepted>
  /** List instant payments. The newest first. Account numbers are masked. Scope: `payments:read`. */
  list(params?: PaymentsListParams, options?: RequestOptions): List<PaymentEntryPage, PaymentEntry>
  /** Retrieve an instant payment. The payment as it is now, with its events. Scope: `payments:read`. */
  retrieve(paymentId: string, options?: RequestOptions): Call<PaymentAnswer>
  /** Cancel an instant payment. Only while it is held, waits for an approval, or is queued. Scope: `payments:write`. */
  cancel(paymentId: string, options?: RequestOptions): Call<PaymentResultAnswer>
  /** Retrieve a return. What came back of a payment of any kind, and why. Scope: `payments:read`. */
  retrieveReturn(paymentId: string, options?: RequestOptions): Call<PaymentReturnAnswer>
}
/** Methods of `networkMessages`. */
export interface NetworkMessagesResource {
  /** List messages of a payment. What was sent to networks for it and received, in its order. Scope: `payments:read`. */
  list(paymentId: string, options?: RequestOptions): Call<NetworkMessageEntryListAnswer>
  /** Retrieve a message of a payment. With its text whole. Scope: `payments:read`. */
  retrieve(paymentId: string, messageId: string, options?: RequestOptions): Call<NetworkMessageAnswer>
  /** List messages of any payment. As its owner sees them, for every client. Scope: `admin:read`. */
  listForAdmin(paymentId: string, options?: RequestOptions): Call<NetworkMessageEntryListAnswer>
  /** Retrieve a message of any payment. With its text whole. That you read it is written to the audit trail. Scope: `admin:read`. */
  retrieveForAdmin(paymentId: string, messageId: string, options?: RequestOptions): Call<NetworkMessageAnswer>
  /** List messages of a request for payment. What was sent to the network for it and received, in its order, the payment that answers it included. Scope: `rfp:read`. */
  listOfRfp(rfpId: string, options?: RequestOptions): Call<NetworkMessageEntryListAnswer>
  /** Retrieve a message of a request for payment. With its text whole. Scope: `rfp:read`. */
  retrieveOfRfp(rfpId: string, messageId: string, options?: RequestOptions): Call<NetworkMessageAnswer>
  /** List messages of any request for payment. As its owner sees them, for every client. Scope: `admin:read`. */
  listOfRfpForAdmin(rfpId: string, options?: RequestOptions): Call<NetworkMessageEntryListAnswer>
  /** Retrieve a message of any request for payment. With its text whole. That you read it is written to the audit trail. Scope: `admin:read`. */
  retrieveOfRfpForAdmin(rfpId: string, messageId: string, options?: RequestOptions): Call<NetworkMessageAnswer>
  /** List files of a batch. The files that its entries left in. What came back is among the messages of each payment. Scope: `payments:read`. */
  listOfBatch(batchId: string, options?: RequestOptions): Call<NetworkMessageEntryListAnswer>
  /** Retrieve a file of a batch. The header of the file and every line of the batch in it. Scope: `payments:read`. */
  retrieveOfBatch(batchId: string, messageId: string, options?: RequestOptions): Call<NetworkMessageAnswer>
  /** List files of any batch. As its owner sees them, for every client. Scope: `admin:read`. */
  listOfBatchForAdmin(batchId: string, options?: RequestOptions): Call<NetworkMessageEntryListAnswer>
  /** Retrieve a file of any batch. The whole file as it was sent. That you read it is written to the audit trail. Scope: `admin:read`. */
  retrieveOfBatchForAdmin(batchId: string, messageId: string, options?: RequestOptions): Call<NetworkMessageAnswer>
}
/** Methods of `wires`. */
export interface WiresResource {
  /** Initiate a wire. Sends money over Fedwire or SWIFT. While Fedwire is closed, a wire is `queued` until the next opening (`error.code` is `FEDWIRE_OUTSIDE_HOURS`). One that is held for a review says `OFAC_MATCH`. You can cancel a wire until it leaves, and recall it afterwards. Scope: `payments:write`. `Idempotency-Key` is required. */
  create(params: CreateWire, options?: RequestOptions): Call<PaymentResultAccepted>
  /** List wires. The newest first. Account numbers are masked. Scope: `payments:read`. */
  list(params?: WiresListParams, options?: RequestOptions): List<PaymentEntryPage, PaymentEntry>
  /** Retrieve a wire. The wire as it is now, with its events. Scope: `payments:read`. */
  retrieve(paymentId: string, options?: RequestOptions): Call<PaymentAnswer>
  /** Retrieve the return of a wire. What came back, and why. Scope: `payments:read`. */
  retrieveReturn(paymentId: string, options?: RequestOptions): Call<PaymentReturnAnswer>
  /** Cancel a wire. Only until it is sent. Scope: `payments:write`. */
  cancel(paymentId: string, options?: RequestOptions): Call<PaymentResultAnswer>
  /** Recall a wire. Asks the receiving bank to give a sent wire back, one recall at a time. `wire.recall.resolved` tells its end. Scope: `payments:write`. `Idempotency-Key` is required. */
  recall(paymentId: string, params: RecallWire, options?: RequestOptions): Call<RecallAccepted>
  /** Retrieve a recall. The recall as it is now. Scope: `payments:read`. */
  retrieveRecall(paymentId: string, recallId: string, options?: RequestOptions): Call<RecallAnswer>
}
/** Methods of `ach`. */
export interface AchResource {
  /** Create an ACH payment. Queues an entry for its window. 201: it is queued. 202: it waits for an approval, or is held for a review (`error.code` is `OFAC_MATCH`). 200 answers a repetition whose payment has come to an end since. Scope: `payments:write`. `Idempotency-Key` is required. */
  create(params: CreateAchPayment, options?: RequestOptions): Call<AchPaymentResultAnswer | AchPaymentResultAccepted>
  /** List ACH payments. The newest first. Account numbers are masked. Scope: `payments:read`. */
  list(params?: AchListParams, options?: RequestOptions): List<AchPaymentEntryPage, AchPaymentEntry>
  /** Retrieve an ACH payment. The payment as it is now, with its events. Scope: `payments:read`. */
  retrieve(paymentId: string, options?: RequestOptions): Call<AchPaymentAnswer>
  /** Cancel an ACH payment. Only until its window closes. Scope: `payments:write`. */
  cancel(paymentId: string, options?: RequestOptions): Call<AchPaymentResultAnswer>
  /** Reverse an ACH credit. Takes a settled credit back, within five banking days. Scope: `payments:write`. `Idempotency-Key` is required. */
  reverse(paymentId: string, params: ReverseAchPayment, options?: RequestOptions): Call<AchReversalAnswer>
  /** Present an ACH debit again. A debit that was returned for want of money, at most twice within 180 days. Scope: `payments:write`. `Idempotency-Key` is required. */
  represent(paymentId: string, params?: RepresentAchPayment, options?: RequestOptions): Call<AchPaymentResultAnswer>
  /** Retrieve the return of an ACH payment. What came back, and why. Scope: `payments:read`. */
  retrieveReturn(paymentId: string, options?: RequestOptions): Call<AchReturnAnswer>
}
/** Methods of `batches`. */
export interface BatchesResource {
  /** Submit a batch. Makes payments of up to 5,000 entries. The answer lists the entries that are wrong; they stop no other entry. A repetition whose batch is completed is answered with 200. Scope: `payments:write`. `Idempotency-Key` is required. */
  create(params: SubmitBatch, options?: RequestOptions): Call<BatchAnswer | BatchAccepted>
  /** Retrieve a batch. How far it has come. Scope: `payments:read`. */
  retrieve(batchId: string, options?: RequestOptions): Call<BatchAnswer>
  /** List entries of a batch. In the order of the batch, with their payments. Scope: `payments:read`. */
  listEntries(batchId: string, params?: BatchesListEntriesParams, options?: RequestOptions): List<BatchEntryPage, BatchEntry>
}
/** Methods of `returnRequests`. */
export interface ReturnRequestsResource {
  /** Ask for a return. Asks the beneficiary to give a settled instant payment back. Nobody has to: only the beneficiary can, and only of free will. Scope: `payments:write`. `Idempotency-Key` is required. */
  create(paymentId: string, params: AskForReturn, options?: RequestOptions): Call<ReturnRequestAccepted>
  /** Retrieve a return request. The request as it is now. Scope: `payments:read`. */
  retrieve(paymentId: string, requestId: string, options?: RequestOptions): Call<ReturnRequestAnswer>
}
/** Methods of `requestsForPayment`. */
export interface RequestsForPaymentResource {
  /** Create a request for payment. Asks a customer of another bank to pay. `rfp.fulfilled` and `rfp.declined` tell what became of it. Scope: `rfp:write`. */
  create(params: CreateRequestForPayment, options?: RequestOptions): Call<RequestForPaymentAccepted>
  /** List requests for payment. The newest first. Scope: `rfp:read`. */
  list(params?: RequestsForPaymentListParams, options?: RequestOptions): List<RequestForPaymentPage, RequestForPayment>
  /** Retrieve a request for payment. The request as it is now. Scope: `rfp:read`. */
  retrieve(rfpId: string, options?: RequestOptions): Call<RequestForPaymentAnswer>
  /** Cancel a request for payment. Only while it is open. Scope: `rfp:write`. */
  cancel(rfpId: string, options?: RequestOptions): Call<RequestForPaymentAnswer>
}
/** Methods of `webhooks`. */
export interface WebhooksResource {
  /** Register a webhook. Events are sent to it from now on. Its signing secret is shown in this answer and never again. A client can have at most 50 webhooks. Scope: `webhooks:manage`. */
  create(params: RegisterWebhook, options?: RequestOptions): Call<WebhookAnswer>
  /** List webhooks. Your webhooks, the newest first. Scope: `webhooks:manage`. */
  list(params?: WebhooksListParams, options?: RequestOptions): List<WebhookPage, Webhook>
  /** Retrieve a webhook. The webhook as it is now, without its secret. Scope: `webhooks:manage`. */
  retrieve(webhookId: string, options?: RequestOptions): Call<WebhookAnswer>
  /** Update a webhook. Changes its address, its events or whether it receives any. Scope: `webhooks:manage`. */
  update(webhookId: string, params?: UpdateWebhook, options?: RequestOptions): Call<WebhookAnswer>
  /** Delete a webhook. Deliveries to it stop at once, also those that would be tried again. Scope: `webhooks:manage`. */
  del(webhookId: string, options?: RequestOptions): Call<void>
  /** Register a webhook for a client. As the client could itself. The signing secret is shown in this answer and never again. Scope: `admin:write`. */
  createForClient(params: RegisterWebhookForClient, options?: RequestOptions): Call<WebhookAnswer>
  /** Replace a webhook's secret. The new secret is shown in this answer and never again. For 24 hours events carry the signatures of both. Scope: `admin:write`. */
  rotateSecret(webhookId: string, params: RotateWebhookSecret, options?: RequestOptions): Call<WebhookAnswer>
}
/** Methods of `participants`. */
export interface ParticipantsResource {
  /** Look up a bank. Its name, and over which rails it can be reached, so that you can tell before you pay. Scope: `participants:read`. */
  retrieve(routingNumber: string, options?: RequestOptions): Call<BankAnswer>
  /** List the directory. Up to 1,000 banks in the order of their routing numbers. 404 before a directory was loaded. Scope: `admin:read`. */
  list(params?: ParticipantsListParams, options?: RequestOptions): Call<DirectoryPageAnswer>
  /** Replace the directory. The whole directory at once: payments see the old one or the new one, never a mixture. Scope: `admin:write`. */
  replace(params: ReplaceDirectory, options?: RequestOptions): Call<DirectoryAnswer>
  /** List banks abroad. Up to 1,000 banks in the order of their BICs. Scope: `admin:read`. */
  listBics(params?: ParticipantsListBicsParams, options?: RequestOptions): Call<BicEntryListAnswer>
  /** Add or change banks abroad. Answers with the banks as they are kept. No bank is ever removed; make it inactive. Scope: `admin:write`. */
  keepBics(params: KeepBics, options?: RequestOptions): Call<BicEntryListAnswer>
  /** Import a directory file. A text file changes one rail: banks that it does not name no longer take part in that rail. A JSON file replaces the directory. Scope: `admin:write`. */
  importFile(params: ImportDirectory, options?: RequestOptions): Call<DirectoryAnswer>
}
/** Methods of `holds`. */
export interface HoldsResource {
  /** List holds. The officer's queue, the newest first. Scope: `compliance:read`. */
  list(params?: HoldsListParams, options?: RequestOptions): List<HoldPage, Hold>
  /** Retrieve a hold. The hold with what matched. Scope: `compliance:read`. */
  retrieve(holdId: string, options?: RequestOptions): Call<HoldAnswer>
  /** Release a hold. The payment goes on by itself; it is not sent in again. Whoever made the payment cannot decide its hold. Scope: `compliance:write`. */
  release(holdId: string, params: DecideHold, options?: RequestOptions): Call<HoldAnswer>
  /** Reject a hold. The payment ends as `rejected`. Whoever made the payment cannot decide its hold. Scope: `compliance:write`. */
  reject(holdId: string, params: DecideHold, options?: RequestOptions): Call<HoldAnswer>
  /** Add a screening exception. Payments are no longer held because this value resembles this list entry. Scope: `compliance:write`. */
  addException(params: CreateScreeningException, options?: RequestOptions): Call<ScreeningExceptionAnswer>
}
/** Methods of `approvals`. */
export interface ApprovalsResource {
  /** List approvals. Payments that wait for approval, the newest first. Scope: `approvals:write`. */
  list(params?: ApprovalsListParams, options?: RequestOptions): List<ApprovalPage, Approval>
  /** Approve a payment. The payment goes on once enough people have approved it. Whoever made it cannot approve it, and nobody approves twice. Scope: `approvals:write`. */
  approve(paymentId: string, params?: DecideApproval, options?: RequestOptions): Call<ApprovalAnswer>
  /** Reject a payment. The payment ends as `rejected`, whoever approved it before. Whoever made it cannot reject it. Scope: `approvals:write`. */
  reject(paymentId: string, params?: DecideApproval, options?: RequestOptions): Call<ApprovalAnswer>
}
/** Methods of `clients`. */
export interface ClientsResource {
  /** Create a client. Makes a client with a secret and an API key. Both are shown in this answer and never again. Scope: `admin:write`. */
  create(params: CreateClient, options?: RequestOptions): Call<ClientAnswer>
  /** List clients. All clients, the newest first, deactivated ones too. Scope: `admin:read`. */
  list(params?: ClientsListParams, options?: RequestOptions): List<ClientPage, Client>
  /** Retrieve a client. The client as it is now, without its secrets. Scope: `admin:read`. */
  retrieve(clientId: string, options?: RequestOptions): Call<ClientAnswer>
  /** Update a client. It counts from the next request on. `active: false` refuses its key and revokes its tokens at once. Scope: `admin:write`. */
  update(clientId: string, params?: UpdateClient, options?: RequestOptions): Call<ClientAnswer>
  /** Deactivate a client. Refuses its key and revokes its tokens at once. The client and everything that it made stay readable. Scope: `admin:write`. */
  del(clientId: string, options?: RequestOptions): Call<void>
  /** Replace a client's key and secret. The new ones are shown in this answer and never again; the old ones are refused at once. Scope: `admin:write`. */
  rotateKey(clientId: string, options?: RequestOptions): Call<ClientAnswer>
  /** Revoke a client's tokens. Every access token of the client is refused at once. Its key and its secret stay. Scope: `admin:write`. */
  revokeTokens(clientId: string, options?: RequestOptions): Call<ClientAnswer>
}
/** Methods of `routing`. */
export interface RoutingResource {
  /** Create a routing rule. It counts for payments made from now on. Scope: `admin:write`. */
  create(params: SetRoutingRule, options?: RequestOptions): Call<RoutingRuleAnswer>
  /** List routing rules. All rules in the order in which they are tried. Scope: `admin:read`. */
  list(options?: RequestOptions): Call<RoutingRuleListAnswer>
  /** Replace a routing rule. The whole rule: a condition that is left out is no longer there. Scope: `admin:write`. */
  replace(ruleId: string, params: SetRoutingRule, options?: RequestOptions): Call<RoutingRuleAnswer>
  /** Delete a routing rule. It no longer counts for payments made from now on. Scope: `admin:write`. */
  del(ruleId: string, options?: RequestOptions): Call<void>
  /** Explain a rail. Answers which rail would carry a payment, and every step of the choice. Nothing is paid. Scope: `admin:read`. */
  evaluate(params: EvaluateRouting, options?: RequestOptions): Call<RoutingChoiceAnswer>
}
/** Methods of `approvalRules`. */
export interface ApprovalRulesResource {
  /** Create an approval rule. It counts for payments made from now on. Scope: `admin:write`. */
  create(params: SetApprovalRule, options?: RequestOptions): Call<ApprovalRuleAnswer>
  /** List approval rules. All rules in the order in which they are tried. Where none holds, payments go on by themselves. Scope: `admin:read`. */
  list(options?: RequestOptions): Call<ApprovalRuleListAnswer>
  /** Replace an approval rule. The whole rule: a condition that is left out is no longer there. Scope: `admin:write`. */
  replace(ruleId: string, params: SetApprovalRule, options?: RequestOptions): Call<ApprovalRuleAnswer>
  /** Delete an approval rule. Payments that wait for approval because of it go on waiting. Scope: `admin:write`. */
  del(ruleId: string, options?: RequestOptions): Call<void>
}
/** Methods of `deliveries`. */
export interface DeliveriesResource {
  /** List deliveries. Deliveries to the webhooks of all clients with every attempt, the newest first. Scope: `admin:read`. */
  list(params?: DeliveriesListParams, options?: RequestOptions): List<DeliveryPage, Delivery>
  /** Retrieve a delivery. The delivery as it is now, with every attempt. Scope: `admin:read`. */
  retrieve(deliveryId: string, options?: RequestOptions): Call<DeliveryAnswer>
  /** Retry a delivery. Plans one more attempt at once, whatever became of the others, and answers with the delivery as it was before. Possible for 72 hours after the event. Scope: `admin:write`. */
  retry(deliveryId: string, options?: RequestOptions): Call<DeliveryAnswer>
}
/** Methods of `administration`. */
export interface AdministrationResource {
  /** Resolve a payment. Ends a payment that the network never answered, or whose answers contradict each other, after you asked the network in person. The books follow. Scope: `admin:write`. */
  resolvePayment(paymentId: string, params: ResolvePayment, options?: RequestOptions): Call<PaymentResultAnswer>
  /** List alerts. What an administrator should look at, the newest first. Scope: `admin:read`. */
  listAlerts(params?: AdministrationListAlertsParams, options?: RequestOptions): List<AlertPage, Alert>
  /** Acknowledge an alert. Records who saw the alert and when. An alert that is acknowledged already stays as it is. Scope: `admin:write`. */
  acknowledgeAlert(alertId: string, options?: RequestOptions): Call<AlertAnswer>
  /** List the audit trail. Who changed what, and when, the newest first. Secrets never appear in it. Scope: `admin:read`. */
  listAuditEntries(params?: AdministrationListAuditEntriesParams, options?: RequestOptions): List<AuditEntryPage, AuditEntry>
  /** List the ledger entries of a payment. The movements that a payment caused in the books, the oldest first. Empty for a payment that moved nothing. Scope: `admin:read`. */
  listLedgerEntries(params: AdministrationListLedgerEntriesParams, options?: RequestOptions): Call<LedgerEntryListAnswer>
  /** Retrieve the screening lists. The watch lists in use, and the places under comprehensive sanctions. Scope: `admin:read`. */
  retrieveScreeningLists(options?: RequestOptions): Call<ScreeningListsAnswer>
  /** Replace the sanctioned places. Replaces the list of places under comprehensive sanctions. The watch lists themselves come from the host of the engine. Scope: `admin:write`. */
  replaceScreeningLists(params: ReplaceSanctionedPlaces, options?: RequestOptions): Call<ScreeningListsAnswer>
}
/** Methods of `simulator`. */
export interface SimulatorResource {
  /** Retrieve engine time. What time it is for the engine, and how it goes on. Scope: `simulator:control`. In a sandbox only. */
  retrieveClock(options?: RequestOptions): Call<ClockAnswer>
  /** Move engine time. Forward only, and before the year 3000. Everything that falls due on the way has happened when it answers. Scope: `simulator:control`. In a sandbox only. */
  moveClock(params?: MoveClock, options?: RequestOptions): Call<ClockAnswer>
  /** Answer a payment. Makes the receiving bank answer a payment that was sent, also a second time and against its first answer. Scope: `simulator:control`. In a sandbox only. */
  respondToPayment(paymentId: string, params: SimulatedAnswer, options?: RequestOptions): Call<SimulatedMessagesAnswer>
  /** Return a payment. Makes the receiving bank send the money back; on ACH also a notification of change. Scope: `simulator:control`. In a sandbox only. */
  returnPayment(paymentId: string, params: SimulatedReturn, options?: RequestOptions): Call<SimulatedMessagesAnswer>
  /** Settle a payment. Makes the receiving bank accept a payment that was sent. Scope: `simulator:control`. In a sandbox only. */
  settlePayment(paymentId: string, options?: RequestOptions): Call<SimulatedMessagesAnswer>
  /** Answer a request for payment. Makes the payer act on a request that was sent. Scope: `simulator:control`. In a sandbox only. */
  respondToRequest(rfpId: string, params: SimulatedPayer, options?: RequestOptions): Call<SimulatedMessagesAnswer>
  /** Plan a fault. Something goes wrong with the next messages of a rail. Scope: `simulator:control`. In a sandbox only. */
  planFault(params: SimulatedFault, options?: RequestOptions): Call<PlannedFaultAnswer>
  /** List network messages. What the simulated network received and sent, in order: the proof of what happened there. Scope: `simulator:control`. In a sandbox only. */
  listMessages(params?: SimulatorListMessagesParams, options?: RequestOptions): Call<NetworkLogMessageListAnswer>
  /** Switch screening. Takes screening out of order, or puts it back. Held payments are screened again by themselves. Scope: `simulator:control`. In a sandbox only. */
  setScreening(params: SimulatedScreening, options?: RequestOptions): Call<SimulatedScreeningAnswer>
  /** Receive a payment. Makes another bank send an instant payment to one of your customers. Scope: `simulator:control`. In a sandbox only. */
  receive(params: SimulatedInbound, options?: RequestOptions): Call<SimulatedMessagesAnswer>
  /** Crash the process. Ends the process at a point of the next submission, to see that nothing is lost or done twice. Exists only where the host allows it. Scope: `simulator:control`. In a sandbox only. */
  crash(params: SimulatedCrash, options?: RequestOptions): Call<SimulatedCrashAnswer>
}
/** The methods, by resource. */
export interface Service {
  readonly tokens: TokensResource
  readonly payments: PaymentsResource
  readonly networkMessages: NetworkMessagesResource
  readonly wires: WiresResource
  readonly ach: AchResource
  readonly batches: BatchesResource
  readonly returnRequests: ReturnRequestsResource
  readonly requestsForPayment: RequestsForPaymentResource
  readonly webhooks: WebhooksResource
  readonly participants: ParticipantsResource
  readonly holds: HoldsResource
  readonly approvals: ApprovalsResource
  readonly clients: ClientsResource
  readonly routing: RoutingResource
  readonly approvalRules: ApprovalRulesResource
  readonly deliveries: DeliveriesResource
  readonly administration: AdministrationResource
  readonly simulator: SimulatorResource
}
/** What `payments.list` takes. */
export interface PaymentsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only payments that stand here. */ status?: "held" | "pending_approval" | "queued" | "submitted" | "settled" | "returned" | "failed" | "rejected" | "cancelled" | undefined
  /** Only payments on this rail. */ rail?: "rtp" | "fednow" | "ach" | "fedwire" | "swift" | undefined
  /** Only payments with this reference of yours. */ referenceId?: string | undefined
  /** Only the payment that was made with this idempotency key. */ idempotencyKey?: string | undefined
  /** Only payments made then or later, RFC 3339. */ createdFrom?: string | undefined
  /** Only payments made before then, RFC 3339. */ createdTo?: string | undefined
}
/** What `wires.list` takes. */
export interface WiresListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only payments that stand here. */ status?: "held" | "pending_approval" | "queued" | "submitted" | "settled" | "returned" | "failed" | "rejected" | "cancelled" | undefined
  /** Only payments on this rail. */ rail?: "rtp" | "fednow" | "ach" | "fedwire" | "swift" | undefined
  /** Only payments with this reference of yours. */ referenceId?: string | undefined
  /** Only the payment that was made with this idempotency key. */ idempotencyKey?: string | undefined
  /** Only payments made then or later, RFC 3339. */ createdFrom?: string | undefined
  /** Only payments made before then, RFC 3339. */ createdTo?: string | undefined
}
/** What `ach.list` takes. */
export interface AchListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only payments that stand here. */ status?: "held" | "pending_approval" | "queued" | "submitted" | "settled" | "returned" | "failed" | "rejected" | "cancelled" | undefined
  /** Only payments with this reference of yours. */ referenceId?: string | undefined
  /** Only the payment that was made with this idempotency key. */ idempotencyKey?: string | undefined
  /** Only payments made then or later, RFC 3339. */ createdFrom?: string | undefined
  /** Only payments made before then, RFC 3339. */ createdTo?: string | undefined
}
/** What `batches.listEntries` takes. */
export interface BatchesListEntriesParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `requestsForPayment.list` takes. */
export interface RequestsForPaymentListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only requests that stand here. */ status?: "pending" | "sent" | "fulfilled" | "declined" | "expired" | "cancelled" | undefined
}
/** What `webhooks.list` takes. */
export interface WebhooksListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `participants.list` takes. */
export interface ParticipantsListParams {
  /** Only banks with a higher routing number: the last one of the page before. */ after?: string | undefined
}
/** What `participants.listBics` takes. */
export interface ParticipantsListBicsParams {
  /** Only banks with a later BIC: the last one of the page before. */ after?: string | undefined
}
/** What `holds.list` takes. */
export interface HoldsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only holds with this status. */ status?: "open" | "released" | "rejected" | "cancelled" | undefined
}
/** What `approvals.list` takes. */
export interface ApprovalsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Always `pending`; may be left out. */ status?: "pending" | undefined
}
/** What `clients.list` takes. */
export interface ClientsListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
}
/** What `deliveries.list` takes. */
export interface DeliveriesListParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only deliveries of this event. */ eventId?: string | undefined
  /** Only deliveries to this webhook. */ webhookId?: string | undefined
  /** Only deliveries with this status. */ status?: "pending" | "delivered" | "failed" | "dropped" | undefined
}
/** What `administration.listAlerts` takes. */
export interface AdministrationListAlertsParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only alerts with this status. */ status?: "open" | "acknowledged" | undefined
}
/** What `administration.listAuditEntries` takes. */
export interface AdministrationListAuditEntriesParams {
  /** How many objects, 1 to 100. */ limit?: number | undefined
  /** `nextCursor` of the page before. */ cursor?: string | undefined
  /** Only lines about the object with this id. */ resource?: string | undefined
}
/** What `administration.listLedgerEntries` takes. */
export interface AdministrationListLedgerEntriesParams {
  /** The payment whose movements are wanted. */ paymentId: string
}
/** What `simulator.listMessages` takes. */
export interface SimulatorListMessagesParams {
  /** Only messages about this payment. */ paymentId?: string | undefined
}
/** Why a request was refused: `error`, or `errors` where several things are wrong. */
export interface Error {
  /** What was wrong, where it is one thing. */ error?: ErrorDetail
  /** Everything that was wrong, where it is more than one thing. */ errors?: ReadonlyArray<ErrorOfSeveral>
  /** Of the request. */ meta: Meta
}
/** Many ACH entries at once. */
export interface SubmitBatch {
  /** Your own reference of the batch. */ referenceId?: string | undefined
  /** Fields of an entry that hold for all of them; those of an entry win. Parts of `originator` are taken one by one. */ defaults?: BatchDefaults | undefined
  /** The entries, each as in `POST /v2/payments/ach`. The batch's `errors` say what is wrong with one; it stops no other. */ entries: ReadonlyArray<BatchedAchPayment>
}
/** Something that happened. */
export interface Event {
  /** A repeated delivery has the same id. */ eventId: string
  /** What happened, such as `payment.settled`. */ eventType: string
  /** When it happened. */ timestamp: Time
  /** What the event carries. */ data: unknown
}
/** A payment that passed every check of its request. */
export interface PaymentValidatedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** The amount, in the smallest unit of its currency. */ amount: number
  /** When the payment was made. */ createdAt: string
}
/** A payment that may be sent. */
export interface PaymentApprovedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Who approved it. */ approvedBy: string
  /** When it was approved. */ approvedAt: string
}
/** A payment that was sent to its network. */
export type PaymentSubmittedData = PaymentSubmittedByMessageData | AchSubmittedData
/** A payment whose money moved. */
export type PaymentSettledData = InstantPaymentSettledData | WireSettledData | AchSettledData
/** A payment that came back. */
export type PaymentReturnedData = PaymentReturnedByMessageData | AchReturnedData
/** A payment that will not be sent, or that its network refused. */
export interface PaymentRejectedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Where it was rejected. */ rejectionStage: "validation" | "compliance" | "approval" | "network"
  /** Why, for programs. */ reasonCode: string
  /** The same for people. */ reason: string
  /** When it was rejected. */ rejectedAt: string
}
/** A payment that is held for a review. */
export interface ComplianceHoldData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Why it is held. */ holdReason: string
  /** The field that matched a list; `null` where none did. */ matchedField: string | null
  /** How well it matched, up to 100; `null` where nothing did. */ matchScore: number | null
  /** Since when it is held. */ heldAt: string
}
/** A payment that an officer released. */
export interface ComplianceReleasedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Who released it. */ releasedBy: string
  /** When it was released. */ releasedAt: string
}
/** A payment that an officer rejected. */
export interface ComplianceRejectedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Who rejected it. */ rejectedBy: string
  /** When it was rejected. */ rejectedAt: string
  /** Why, for programs. */ reasonCode: string
}
/** A recall that was answered. */
export interface WireRecallResolvedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** The recall. */ recallId: string
  /** What the receiving bank decided. */ resolution: "accepted" | "rejected"
  /** Why it was refused, or for one that was accepted why it was asked for, as a code of ISO 20022; `null` where none was given. */ reasonCode: string | null
  /** What came back, in the smallest unit of the wire's currency; 0 for a refusal. */ returnedAmount: number
  /** When it was answered. */ resolvedAt: string
}
/** A request for payment that was paid. */
export interface RfpFulfilledData {
  /** The request for payment. */ rfpId: string
  /** The network that carries it. */ rail: "rtp" | "fednow"
  /** Where the request stands after the event. */ status: string
  /** The amount that was asked for, in cents. */ amount: number
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** The payment that came. */ fulfillingPaymentId: string
  /** When it came. */ fulfilledAt: string
}
/** A request for payment that will not be paid. */
export interface RfpDeclinedData {
  /** The request for payment. */ rfpId: string
  /** The network that carries it. */ rail: "rtp" | "fednow"
  /** Where the request stands after the event. */ status: string
  /** The amount that was asked for, in cents. */ amount: number
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Why, for programs. */ reasonCode: string
  /** The same for people. */ reason: string
  /** When it was declined. */ declinedAt: string
}
/** A batch whose payments have all come to their end. */
export interface BatchCompletedData {
  /** The batch. */ batchId: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** How many entries it has. */ totalRecords: number
  /** How many became payments. */ validRecords: number
  /** How many are wrong. */ invalidRecords: number
  /** How many were sent. */ submittedRecords: number
  /** How many came back. */ returnedRecords: number
  /** All debits together, in cents. */ totalDebitAmount: number
  /** All credits together, in cents. */ totalCreditAmount: number
  /** When it was completed. */ completedAt: string
}
/** An ACH entry that came back. */
export interface AchReturnedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "ach"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Why it came back, as a code of the network. */ returnCode: string
  /** What the code says. */ returnReason: string
  /** The day on which the return settled. */ returnSettlementDate: string
  /** Whether it can be presented again. */ representmentEligible: boolean
  /** The last day for that; `null` where it cannot be. */ representmentDeadline: string | null
  /** What to do before it is presented again. */ representmentGuidance?: string
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved: boolean
  /** `true`: it came after its time. Absent otherwise. */ untimely?: true
}
/** An instant payment or a wire that came back. */
export interface PaymentReturnedByMessageData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** Why it came back, as a code of the network. */ returnCode: string
  /** What the code says. */ returnReason: string
  /** The bank's own words, if it sent any. */ returnNarrative?: string
  /** What came back, in the smallest unit of the payment's currency. */ returnedAmount: number
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved: boolean
  /** When it came back. */ returnedAt: string
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
}
/** An ACH entry that settled. */
export interface AchSettledData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "ach"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** The amount, in cents. */ amount: number
  /** The day on which it settles. */ effectiveDate: string
  /** The trace number of the entry, 15 digits. */ traceNumber: string
  /** When the money moved. */ settledAt: string
}
/** A wire that settled. */
export interface WireSettledData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** The amount, in the smallest unit of `currency`. */ amount: number
  /** The currency of the amount, ISO 4217. */ currency: string
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** Fedwire's own reference; `null` for SWIFT. */ imad: string | null
  /** When the money moved. */ settledAt: string
}
/** An instant payment that settled. */
export interface InstantPaymentSettledData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** The amount, in cents. */ amount: number
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** When the money moved. */ settlementTimestamp: string
  /** How long the payment took, in milliseconds. */ processingTimeMs: number
}
/** An ACH entry that was sent in a file. */
export interface AchSubmittedData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "ach"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** When its file was sent. */ submittedAt: string
  /** The trace number of the entry, 15 digits. */ traceNumber: string
  /** The day on which it settles. */ effectiveDate: string
  /** The name of the file that carried it. */ networkMessageId?: string
}
/** A payment that was sent in a message. */
export interface PaymentSubmittedByMessageData {
  /** The payment. */ paymentId: string
  /** The network that carries it. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** Where the payment stands after the event. */ status: string
  /** Your own reference; `null` where you gave none. */ referenceId: string | null
  /** 1 for the first event of the object. Deliveries may come in another order. */ sequence: number
  /** When it was sent. */ submittedAt: string
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** The id of the message that carried it. */ networkMessageId: string
}
/** Engine time in milliseconds, RFC 3339 in UTC. */
export type Time = string
/** An ACH entry of a batch. A field that `CreateAchPayment` requires may stand in `defaults` instead. */
export interface BatchedAchPayment {
  /** Your own reference of the entry. */ entryReferenceId?: string | undefined
  /** `credit` pays the receiver, `debit` takes money from the receiver. */ direction?: "credit" | "debit" | undefined
  /** In cents, whole ones. */ amount?: number | undefined
  /** Always `USD`, the default. */ currency?: "USD" | undefined
  /** The standard entry class. The client must be allowed to use it. */ secCode?: "PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT" | undefined
  /** The day on which it is to settle. Default: the first possible one. */ effectiveDate?: string | undefined
  /** Whether it goes out on the same day, up to 1,000,000 USD. Default: `false`. */ sameDay?: boolean | undefined
  originator?: BatchedAchOriginator | undefined
  /** The other end. `beneficiary` is taken for it. */ receiver?: AchReceiver | undefined
  /** What it is for. Default: `PAYMENT`. */ companyEntryDescription?: string | undefined
  /** Your own data. */ companyDiscretionaryData?: string | undefined
  /** Payment information. How many there may be depends on the class. */ addenda?: ReadonlyArray<Addenda> | undefined
  /** WEB and TEL: single or recurring. */ webTelPaymentType?: "S" | "R" | undefined
  /** IAT needs it, other classes do not take it. */ iat?: Iat | undefined
  /** Your own reference. */ referenceId?: string | undefined
}
/** What an international entry has beside every other. */
export interface Iat {
  /** Why it is sent. */ transactionTypeCode: string
  /** Always `USD`, the default. */ originCurrency?: "USD" | undefined
  /** The currency that the receiver gets. */ destinationCurrency: string
  /** The receiver's country, two letters of ISO 3166. */ destinationCountry: CountryCode
  /** The receiver's bank. */ receivingBank: IatBank
  /** Banks on the way, at most five. */ foreignCorrespondents?: ReadonlyArray<IatBank> | undefined
}
/** A bank of an international entry. */
export interface IatBank {
  /** Its name. */ name: string
  /** Its number. */ id: string
  /** What the number is: national (`01`), BIC (`02`) or IBAN (`03`). */ idQualifier: "01" | "02" | "03"
  /** Two letters of ISO 3166. */ country: CountryCode
}
/** Payment information of an entry. */
export interface Addenda {
  /** The text. */ paymentRelatedInformation: string
}
/** The other end of an entry. */
export interface AchReceiver {
  /** The holder of the account. */ name: string
  /** What kind of account it is. */ accountType: "checking" | "savings" | "loan" | "general_ledger"
  /** The bank: nine digits with a check digit. */ routingNumber: string
  /** Where the holder lives or does business. IAT needs it. */ address?: Address | undefined
  /** The account: 17 characters, 34 for IAT. */ accountNumber: string
  /** Your own number of the receiver. */ identificationNumber?: string | undefined
}
/** A postal address. From 3,000 USD both parties need one in full. */
export interface Address {
  /** House number and street. */ street?: string | undefined
  /** The city. */ city?: string | undefined
  /** The state or region. */ state?: string | undefined
  /** The postal code. */ postalCode?: string | undefined
  /** Two letters of ISO 3166. */ country?: CountryCode | undefined
}
/** Who sends an entry. What is left out is that of the batch's `defaults`. */
export interface BatchedAchOriginator {
  /** The holder of the account. */ name?: string | undefined
  /** What kind of account it is. */ accountType?: "checking" | "savings" | "loan" | "general_ledger" | undefined
  /** The bank: nine digits with a check digit. */ routingNumber?: string | undefined
  /** Where the holder lives or does business. IAT needs it. */ address?: Address | undefined
  /** The account: one of yours. */ accountNumber?: string | undefined
  /** How files identify you. Default: `9` and the routing number. */ companyId?: string | undefined
  /** How files name you. Default: the beginning of `name`. */ companyName?: string | undefined
}
/** Fields that hold for all entries of a batch. */
export interface BatchDefaults {
  /** `credit` pays the receiver, `debit` takes money from the receiver. */ direction?: "credit" | "debit" | undefined
  /** In cents, whole ones. */ amount?: number | undefined
  /** Always `USD`, the default. */ currency?: "USD" | undefined
  /** The standard entry class. The client must be allowed to use it. */ secCode?: "PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT" | undefined
  /** The day on which it is to settle. Default: the first possible one. */ effectiveDate?: string | undefined
  /** Whether it goes out on the same day, up to 1,000,000 USD. Default: `false`. */ sameDay?: boolean | undefined
  originator?: BatchedAchOriginator | undefined
  /** The other end. `beneficiary` is taken for it. */ receiver?: AchReceiver | undefined
  /** What it is for. Default: `PAYMENT`. */ companyEntryDescription?: string | undefined
  /** Your own data. */ companyDiscretionaryData?: string | undefined
  /** Payment information. How many there may be depends on the class. */ addenda?: ReadonlyArray<Addenda> | undefined
  /** WEB and TEL: single or recurring. */ webTelPaymentType?: "S" | "R" | undefined
  /** IAT needs it, other classes do not take it. */ iat?: Iat | undefined
  /** Your own reference. */ referenceId?: string | undefined
}
/** What an answer says of its request. */
export interface Meta {
  /** Quote it when you report a problem. */ requestId: string
  /** When it was answered. */ timestamp: Time
}
/** One of several things that are wrong. */
export interface ErrorOfSeveral {
  /** For programs. */ code: string
  /** The field that is wrong. */ field?: string
  /** The same for people. It may change. */ message: string
}
/** What was wrong, or what a payment waits for. */
export interface ErrorDetail {
  /** For programs. Each operation lists the codes that it can answer. */ code: string
  /** The same for people. It may change. */ message: string
  /** The field, parameter or header that is wrong, such as `beneficiary.name`. */ field?: string
  /** Facts that belong to the code, such as a limit or the id of what was stored. */ details?: Readonly<Record<string, unknown>>
}
/** Where the process ends. */
export interface SimulatedCrashAnswer {
  /** What was asked for. */ data: SimulatedCrash
}
/** Where the process ends. */
export interface SimulatedCrash {
  /** The point of the next submission: `before_send`, `after_send_before_commit` (the network has it, the database does not), `after_commit`. */ at: "before_send" | "after_send_before_commit" | "after_commit"
}
/** What the network sends. */
export interface SimulatedMessagesAnswer {
  /** What was asked for. */ data: SimulatedMessages
}
/** What the network sends. */
export interface SimulatedMessages {
  /** The ids of the messages; on ACH the name of the file, or the trace number of the entry. */ messageIds: ReadonlyArray<string>
}
/** An instant payment from another bank. */
export interface SimulatedInbound {
  /** The rail that carries it. */ rail: "rtp" | "fednow"
  /** In cents. */ amount: number
  /** Who sends it, at another bank. */ originator: StrictParty
  /** Who receives it, at your bank. */ beneficiary: StrictParty
  /** What it is for. */ remittanceInfo?: string | undefined
}
/** One end of a payment: a person or company with its account. */
export interface StrictParty {
  /** The holder of the account. */ name: string
  /** The account. */ accountNumber: string
  /** What kind of account it is. */ accountType: "checking" | "savings" | "loan" | "general_ledger"
  /** The bank: nine digits with a check digit. */ routingNumber: string
  /** Where the holder lives or does business. */ address?: StrictAddress | undefined
}
/** A postal address. From 3,000 USD both parties need one in full. */
export interface StrictAddress {
  /** House number and street. */ street?: string | undefined
  /** The city. */ city?: string | undefined
  /** The state or region. */ state?: string | undefined
  /** The postal code. */ postalCode?: string | undefined
  /** Two letters of ISO 3166. */ country?: CountryCode | undefined
}
/** Whether screening answers. */
export interface SimulatedScreeningAnswer {
  /** What was asked for. */ data: SimulatedScreening
}
/** Whether screening answers. */
export interface SimulatedScreening {
  /** `down`: screening does not answer, so payments are held. */ status: "up" | "down"
}
/** A message that passed between the engine and the simulated network. */
export interface NetworkLogMessageListAnswer {
  /** What was asked for. */ data: ReadonlyArray<NetworkLogMessage>
}
/** A message that passed between the engine and the simulated network. */
export interface NetworkLogMessage {
  /** Its place in the log. */ sequence: number
  /** The rail that carried it. */ rail: string
  /** `out`: from the engine to the network; `in`: from the network to the engine. */ direction: "out" | "in"
  /** Such as `pacs.008` or `nacha.entry`. */ messageType: string
  /** The id of the message; on ACH the name of the file. */ messageId: string
  /** What it is about: a payment, or on ACH the trace number of an entry; `null` where it is about neither. */ endToEndId: string | null
  /** The UUID of the transfer; `null` where it has none. */ uetr: string | null
  /** Whether it moved money. */ credited: boolean
  /** `true`: it never arrived. */ lost?: true
  /** On ACH: what it says, such as the corrected data of a change. */ note?: string
  /** When it passed. */ at: Time
}
/** A fault that is planned. */
export interface PlannedFaultAnswer {
  /** What was asked for. */ data: PlannedFault
}
/** A fault that is planned. */
export interface PlannedFault {
  /** Begins with `flt_`. */ faultId: Id
}
/** The id of an object: a prefix that names its kind, then letters and digits. */
export type Id = string
/** What goes wrong with the next messages of a rail. */
export interface SimulatedFault {
  /** The rail. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** `down` (cannot be reached), `slow` (answers late), `drop_requests` (messages are lost on the way there), `drop_responses` (answers are lost), `duplicate` (answers come twice), `reorder` (answers come in another order). */ fault: "down" | "slow" | "drop_requests" | "drop_responses" | "duplicate" | "reorder"
  /** How many messages it hits, up to 10,000. Default: 1. */ count?: number | undefined
  /** How late `slow` answers, in milliseconds, up to a day. Default: 0. */ delayMs?: number | undefined
}
/** What the payer does with a request for payment. */
export interface SimulatedPayer {
  /** `present` (its bank shows the request), `approve` (accepts and pays), `decline`, `approve_wrong_amount` (pays one cent more), `pay_without_answer` (pays without accepting). */ action: "present" | "approve" | "decline" | "approve_wrong_amount" | "pay_without_answer"
  /** Why it declines, an ISO 20022 code. Default: `NARR`. */ reasonCode?: string | undefined
  /** After how many seconds of engine time, up to a year. Default: 0. */ afterSeconds?: number | undefined
}
/** How the money comes back. */
export interface SimulatedReturn {
  /** Why: an ISO 20022 code such as `AC04` for instant payments and wires, a return code such as `R01` or a code of a change such as `C01` for ACH. */ code: string
  /** The same in words; for a change the corrected data. */ narrative?: string | undefined
  /** How much comes back, in cents. Default: all of it. On ACH it is always all. */ amount?: number | undefined
}
/** What the receiving bank answers. */
export interface SimulatedAnswer {
  /** `ACSC`, `ACCC` (settled), `ACWP` (accepted and not posted yet), `PDNG` (not decided), `RJCT` (rejected). The ACH operator refuses the file of the payment for `RJCT`, and takes it for any other. */ status: "ACSC" | "ACWP" | "ACCC" | "PDNG" | "RJCT"
  /** Why it rejects, an ISO 20022 code such as `AC04`. Default: `NARR`. */ reasonCode?: string | undefined
  /** The same in words. */ narrative?: string | undefined
}
/** Engine time. */
export interface ClockAnswer {
  /** What was asked for. */ data: Clock
}
/** Engine time. */
export interface Clock {
  /** What time it is for the engine. */ now: Time
  /** `system`: as on the machine; `offset`: the same, moved; `frozen`: it stands until somebody moves it. */ mode: "system" | "offset" | "frozen"
}
/** Where to move engine time: one of both. */
export interface MoveClock {
  /** To this time, which is now or later. */ set?: string | undefined
  /** By this ISO 8601 duration of days, hours, minutes and seconds, such as `P1DT12H`. Ignored where `set` is sent. */ advance?: string | undefined
}
/** What payments are screened against. */
export interface ScreeningListsAnswer {
  /** What was asked for. */ data: ScreeningLists
}
/** What payments are screened against. */
export interface ScreeningLists {
  /** The watch lists in use. */ lists: ReadonlyArray<WatchList>
  /** The places under comprehensive sanctions. */ countries: ReadonlyArray<SanctionedPlace>
}
/** A country, or a region of one, under comprehensive sanctions. */
export interface SanctionedPlace {
  /** The ISO 3166-1 code of the country. */ country: CountryCode
  /** Names and codes of the region, as a state field may hold them. Absent: the whole country. */ region?: ReadonlyArray<string> | undefined
  /** For people. */ name: string
  /** `false`: listed, but payments are not refused for it. */ active: boolean
}
/** A watch list against which payments are screened. */
export interface WatchList {
  /** The name of the list, such as `ofac_sdn`. */ list: string
  /** The date of its content, `YYYY-MM-DD`. */ stateDate: string
  /** The publisher's name of this state of the list. */ version: string
  /** How many entries it has. */ entries: number
  /** `true`: it is older than allowed, so payments are held until it is replaced. */ stale: boolean
}
/** The places under comprehensive sanctions. */
export interface ReplaceSanctionedPlaces {
  /** The whole list: a place that is left out is no longer on it. */ countries: ReadonlyArray<SanctionedPlace>
}
/** A movement in the books; its postings balance. */
export interface LedgerEntryListAnswer {
  /** What was asked for. */ data: ReadonlyArray<LedgerEntry>
}
/** A movement in the books; its postings balance. */
export interface LedgerEntry {
  /** Begins with `le_`. */ entryId: Id
  /** The id of the object that moved the money, such as a payment. */ source: string
  /** Which step of the object it books, such as `reserve`, `submit`, `settle`. Each step of an object is booked once. */ step: string
  /** An ISO 4217 code in capital letters. */ currency: string
  /** Debits and credits with the same total. */ postings: ReadonlyArray<Posting>
  /** When it was booked. */ createdAt: Time
}
/** One side of a ledger entry. */
export interface Posting {
  /** The account of the books, such as `settlement:fednow`. Customers' account numbers appear masked. */ account: string
  /** On which side it is booked. */ direction: "debit" | "credit"
  /** In the smallest unit of the entry's currency. Always positive. */ amount: number
}
/** One line of the audit trail. Lines are never changed. */
export interface AuditEntryPage {
  /** The entries of this page. */ data: ReadonlyArray<AuditEntry>
  /** Where the list goes on. */ pagination: Pagination
}
/** Where a list goes on. */
export interface Pagination {
  /** Send it as `cursor` for the next page; `null` on the last. */ nextCursor: string | null
  /** Whether there are more. */ hasMore: boolean
}
/** One line of the audit trail. Lines are never changed. */
export interface AuditEntry {
  /** Begins with `aud_`. */ auditId: Id
  /** Who did it: a client's id, `admin` for the console, `system` for the engine itself. */ actor: string
  /** What was done, such as `client.update`. */ action: string
  /** The id of the object, or the name of the list, that it concerns. */ resource: string
  /** The request that did it; `null` where no request did. */ requestId: string | null
  /** The object before the change; `null` where there was none. */ before: unknown
  /** The object after the change; `null` where none is recorded. */ after: unknown
  /** When it was done. */ createdAt: Time
}
/** Something that an administrator should look at. */
export interface AlertAnswer {
  /** What was asked for. */ data: Alert
}
/** Something that an administrator should look at. */
export interface Alert {
  /** Begins with `alt_`. */ alertId: Id
  /** What it is about: - `webhook.delivery_failed`: All attempts at a webhook delivery failed. - `payment.needs_attention`: A payment has no answer, or contradictory ones. - `hold.aging`: A payment has been held for 24 hours. - `rfp.late_payment`: A request for payment was paid late, differently, or after it was declined. - `rail.down`: A rail cannot be reached. - `noc.received`: A receiving bank sent a correction. - `return.untimely`: An ACH return came after its last date and may be dishonored. - `ach.file`: A file of an ACH operator could not be read whole, or one of ours was refused or not acknowledged. - `ledger.unbalanced`: The books do not add up. - `return_request.unanswered`: A request to return money was not answered in time. - `recall.unanswered`: A recall of a wire was not answered within 10 banking days. */ type: "webhook.delivery_failed" | "payment.needs_attention" | "hold.aging" | "rfp.late_payment" | "rail.down" | "noc.received" | "return.untimely" | "ach.file" | "ledger.unbalanced" | "return_request.unanswered" | "recall.unanswered"
  /** The id of the object that it is about, or the name of a rail. */ resource: string
  /** What happened, for people. */ message: string
  /** `acknowledged` once an administrator confirmed that somebody saw it. */ status: "open" | "acknowledged"
  /** When it was raised. */ createdAt: Time
  /** Who acknowledged it; `null` while it is open. */ acknowledgedBy: Id | null
  /** When; `null` while it is open. */ acknowledgedAt: Time | null
}
/** Something that an administrator should look at. */
export interface AlertPage {
  /** The entries of this page. */ data: ReadonlyArray<Alert>
  /** Where the list goes on. */ pagination: Pagination
}
/** A payment and where it stands. */
export interface PaymentResultAnswer {
  /** What was asked for. */ data: PaymentResult
}
/** A payment and where it stands. */
export interface PaymentResult {
  /** The payment. */ paymentId: Id
  /** The network that carries it. */ rail: Rail
  /** `inbound`: the money came from another bank. */ direction: "outbound" | "inbound"
  /** Where it stands. */ status: PaymentStatus
  /** The amount, for wires in the unit of `currency`. */ amount: Amount
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** When the money moved. Absent before that. */ settlementTimestamp?: Time
  /** How long an instant payment took, in milliseconds. Absent before its end, and for wires. */ processingTimeMs?: number
  /** Whether the receiving bank has credited the account, where it accepted without posting. */ posting?: "pending" | "posted"
  /** Why the receiving bank returned it. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The bank's own words, if it said any. */ returnNarrative?: string
  /** What came back. */ returnedAmount?: Amount
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The network's own code for the failure; `null` where it gave none. */ networkCode?: string | null
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** When it will be sent, where it waits for its rail to open. */ scheduledFor?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** The request for payment that it pays. */ fulfilledRfpId?: Id
  /** Wires: the currency in whose smallest unit the amount is. */ currency?: string
  /** Wires: the business day for which it counts. */ valueDate?: Day
  /** Wires: Fedwire's own reference; `null` until it settles, and for SWIFT. */ imad?: string | null
  /** Wires: who bears the charges: both (`SHAR`), the sender (`DEBT`) or the beneficiary (`CRED`). */ chargeBearer?: "SHAR" | "DEBT" | "CRED"
  /** Wires: whose money it is, a customer's or that of the banks. */ transferType?: "customer" | "bank"
  /** Wires: the bank on the way, by routing number or BIC; `null` where there is none. */ intermediary?: string | null
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
}
/** A day in New York, `YYYY-MM-DD`. */
export type Day = string
/** An amount in the smallest unit of its currency: cents of USD. */
export type Amount = number
/** Where a payment stands. `settled`, `returned`, `failed`, `rejected` and `cancelled` are ends. */
export type PaymentStatus = "held" | "pending_approval" | "queued" | "submitted" | "settled" | "returned" | "failed" | "rejected" | "cancelled"
/** The network that carries a payment. */
export type Rail = "rtp" | "fednow" | "ach" | "fedwire" | "swift"
/** What the network said in person. */
export interface ResolvePayment {
  /** Whether the money moved. */ outcome: "settled" | "failed"
  /** Who said so, and when, for the record. */ note: string
}
/** An address of yours that receives events. */
export interface WebhookAnswer {
  /** What was asked for. */ data: Webhook
}
/** An address of yours that receives events. */
export interface Webhook {
  /** Begins with `wh_`. */ webhookId: Id
  /** Where events are sent. */ url: string
  /** The event types that it receives, or `["*"]` for all. */ events: ReadonlyArray<string>
  /** Your own words; empty if there are none. */ description: string
  /** The secret that signs events. Only in the answer that made it, so keep it. */ signingSecret?: string
  /** `false`: it receives nothing. */ enabled: boolean
  /** The version of the API in which events are written. */ apiVersion: string
  /** When it was registered. */ createdAt: Time
}
/** Whose webhook it is. */
export interface RotateWebhookSecret {
  /** The client that the webhook belongs to. */ clientId: string
}
/** Where to send which events of a client. */
export interface RegisterWebhookForClient {
  /** Whose events they are. */ clientId: string
  /** Where events are sent, up to 2,048 characters: an `https` address on the public internet. This machine may be named too, also by `http`. */ url: string
  /** The event types that it receives, or `["*"]` for all. */ events: ReadonlyArray<"payment.validated" | "payment.approved" | "payment.submitted" | "payment.settled" | "payment.returned" | "payment.rejected" | "compliance.hold" | "compliance.released" | "compliance.rejected" | "wire.recall.resolved" | "rfp.fulfilled" | "rfp.declined" | "batch.completed" | "*">
  /** Your own words. */ description?: string | undefined
  /** `false`: it receives nothing until it is enabled. Default: `true`. */ enabled?: boolean | undefined
}
/** An event on its way to a webhook. */
export interface DeliveryAnswer {
  /** What was asked for. */ data: Delivery
}
/** An event on its way to a webhook. */
export interface Delivery {
  /** Begins with `whd_`. */ deliveryId: Id
  /** The webhook that receives it. */ webhookId: Id
  /** The event; a repetition has the same id. */ eventId: Id
  /** What happened, such as `payment.settled`. */ eventType: string
  /** `pending` (it is tried, or tried again later), `delivered` (your server answered 200), `failed` (all attempts failed), `dropped` (the webhook was disabled or deleted). */ status: "pending" | "delivered" | "failed" | "dropped"
  /** When it is tried next; `null` where no attempt is planned. */ nextAttemptAt: Time | null
  /** When the event happened. */ createdAt: Time
  /** Every attempt so far, the first one first. */ attempts: ReadonlyArray<DeliveryAttempt>
}
/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  /** 1 for the first attempt. */ number: number
  /** When it was to be sent, by the schedule or by whoever asked for it. */ scheduledAt: Time
  /** When it was sent. */ startedAt: Time
  /** When the answer was there, or the attempt was given up. */ endedAt: Time
  /** How long it took, in milliseconds. */ durationMs: number
  /** The status that your server answered; `null` where it did not answer. */ httpStatus: number | null
  /** Why there was no answer; `null` where there was one. */ error: string | null
  /** How the answer's body begins. */ responseExcerpt: string
}
/** An event on its way to a webhook. */
export interface DeliveryPage {
  /** The entries of this page. */ data: ReadonlyArray<Delivery>
  /** Where the list goes on. */ pagination: Pagination
}
/** A rule that says which payments people have to approve. */
export interface ApprovalRuleAnswer {
  /** What was asked for. */ data: ApprovalRule
}
/** A rule that says which payments people have to approve. */
export interface ApprovalRule {
  /** Begins with `rule_`. */ ruleId: Id
  /** Rules are tried from the lowest number on; the first that holds decides. */ priority: number
  /** Which payments it is about. */ when: ApprovalRuleWhen
  /** `auto`: the payment goes on by itself. `human`: people have to approve it first. */ then: "auto" | "human"
  /** How many different people must approve. */ approvers: 1 | 2
}
/** When the rule holds. Whatever is left out does not matter; without any condition it always holds. */
export interface ApprovalRuleWhen {
  /** Payments on one of these rails. */ rails?: ReadonlyArray<"rtp" | "fednow" | "ach" | "fedwire" | "swift"> | undefined
  /** Payments of this amount or more, in cents. */ minAmount?: number | undefined
  /** Payments of this amount or less, in cents. */ maxAmount?: number | undefined
  /** Payments of one of these clients. */ clientIds?: ReadonlyArray<string> | undefined
  /** ACH payments with one of these standard entry class codes. */ secCodes?: ReadonlyArray<"PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"> | undefined
}
/** Which payments people have to approve. */
export interface SetApprovalRule {
  /** Rules are tried from the lowest number on; the first that holds decides. */ priority: number
  /** Which payments it is about. Default: all. */ when?: ApprovalRuleWhen | undefined
  /** `auto`: the payment goes on by itself. `human`: people have to approve it first. */ then: "auto" | "human"
  /** How many different people must approve. Default: 1. */ approvers?: 1 | 2 | undefined
}
/** A rule that says which payments people have to approve. */
export interface ApprovalRuleListAnswer {
  /** What was asked for. */ data: ReadonlyArray<ApprovalRule>
}
/** Which rail would carry a payment, and why. */
export interface RoutingChoiceAnswer {
  /** What was asked for. */ data: RoutingChoice
}
/** Which rail would carry a payment, and why. */
export interface RoutingChoice {
  /** The rail that would carry it; `null` where none would. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift" | null
  /** The rule that decided; `null` where none did. */ ruleId: Id | null
  /** The error code that a real payment would get; `null` where a rail would carry it. */ refusal: "RAIL_ACCESS_DENIED" | "INSTANT_RAIL_NOT_AVAILABLE" | "RAIL_LIMIT_EXCEEDED" | null
  /** Everything that was looked at, in order. */ steps: ReadonlyArray<RoutingStep>
}
/** One step of the choice. */
export interface RoutingStep {
  /** The rail that was looked at, or `rule:` and the id of a rule. */ considered: string
  /** What came of it. */ outcome: "chosen" | "passed_over"
  /** Why, for people. */ reason: string
}
/** A payment that nobody makes. */
export interface EvaluateRouting {
  /** In cents. */ amount: number
  /** What the client would prefer. Default: `auto`. */ railPreference?: "auto" | "rtp" | "fednow" | undefined
  /** Whose rights count. Without one, all rails may be used. */ clientId?: string | undefined
  /** The bank that would send it. */ originatorRoutingNumber: string
  /** The bank that would receive it. */ beneficiaryRoutingNumber: string
  /** The purpose code that it would have. */ purposeCode?: string | undefined
}
/** A rule that says which rail carries which payments. */
export interface RoutingRuleAnswer {
  /** What was asked for. */ data: RoutingRule
}
/** A rule that says which rail carries which payments. */
export interface RoutingRule {
  /** Begins with `rule_`. */ ruleId: Id
  /** Rules are tried from the lowest number on; the first that holds and whose rail can carry the payment decides. */ priority: number
  /** `false`: the rule is kept and not tried. */ enabled: boolean
  /** Which payments it is about. */ when: RoutingRuleWhen
  /** Where it leads. */ then: RoutingTarget
}
/** Where a rule leads. */
export interface RoutingTarget {
  /** A rail; `default`: as if there were no rules; `reject`: no rail carries the payment. */ rail: "rtp" | "fednow" | "fedwire" | "default" | "reject"
}
/** When the rule holds. Whatever is left out does not matter; without any condition it always holds. */
export interface RoutingRuleWhen {
  /** Payments of one of these clients. */ clientIds?: ReadonlyArray<string> | undefined
  /** Payments to one of these banks. */ receivingRoutingNumbers?: ReadonlyArray<string> | undefined
  /** Payments from one of these banks. */ originatorRoutingNumbers?: ReadonlyArray<string> | undefined
  /** Payments of this amount or more, in cents. */ minAmount?: number | undefined
  /** Payments of this amount or less, in cents. */ maxAmount?: number | undefined
  /** Payments made within these hours. */ timeWindow?: TimeWindow | undefined
  /** Payments with one of these purpose codes. */ purposeCodes?: ReadonlyArray<string> | undefined
  /** Payments that this rail could carry. */ railAvailable?: "rtp" | "fednow" | "fedwire" | undefined
}
/** Hours of each day. A window whose end is before its beginning goes over midnight. */
export interface TimeWindow {
  /** A time zone of the IANA database, such as `America/New_York`. */ tz: string
  /** When it begins, `HH:MM`, inclusive. */ from: string
  /** When it ends, `HH:MM`, exclusive. */ to: string
}
/** Which rail carries which payments. */
export interface SetRoutingRule {
  /** Rules are tried from the lowest number on; the first that holds and whose rail can carry the payment decides. */ priority: number
  /** `false`: the rule is kept and not tried. Default: `true`. */ enabled?: boolean | undefined
  /** Which payments it is about. Default: all. */ when?: RoutingRuleWhen | undefined
  /** Where it leads. */ then: RoutingTarget
}
/** A rule that says which rail carries which payments. */
export interface RoutingRuleListAnswer {
  /** What was asked for. */ data: ReadonlyArray<RoutingRule>
}
/** Somebody who may use this service, and what it may do. */
export interface ClientAnswer {
  /** What was asked for. */ data: Client
}
/** Somebody who may use this service, and what it may do. */
export interface Client {
  /** Begins with `cli_`, unless the operator configured another id. */ clientId: Id
  /** For people. */ name: string
  /** The accounts that it may use. Absent: every account in a sandbox, none in production. */ accounts?: ReadonlyArray<ClientAccount>
  /** What it may do. */ scopes: ReadonlyArray<"payments:read" | "payments:write" | "rfp:read" | "rfp:write" | "webhooks:manage" | "participants:read" | "approvals:write" | "compliance:read" | "compliance:write" | "admin:read" | "admin:write" | "simulator:control">
  /** The rails that it may use. */ rails: ReadonlyArray<"rtp" | "fednow" | "ach" | "fedwire" | "swift">
  /** The standard entry class codes that it may use on ACH. */ secCodes: ReadonlyArray<"PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT">
  /** How much it may move. */ limits: ClientLimits
  /** `true`: the higher FedNow limit counts where its bank's entry in the directory names none. */ fednowEligible: boolean
  /** `false`: its key and its tokens are refused. */ active: boolean
  /** When it was made. */ createdAt: Time
  /** The secret with which it asks for access tokens. Only in the answer that made it. */ clientSecret?: string
  /** The key that it may send as `X-API-Key`. Only in the answer that made it. */ apiKey?: string
}
/** How much the client may move. */
export interface ClientLimits {
  /** The most that one payment may move; `null`: no limit. */ perTransaction: Amount | null
  /** The most that all payments of one calendar day in New York may move; `null`: no limit. */ daily: Amount | null
  /** The most that one payment may move, by rail. */ perRail: RailLimits
}
/** The most that one payment may move, in cents, by rail. A rail that is left out has no limit of its own. */
export interface RailLimits {
  /** On RTP. */ rtp?: number | undefined
  /** On FedNow. */ fednow?: number | undefined
  /** On ACH. */ ach?: number | undefined
  /** On Fedwire. */ fedwire?: number | undefined
  /** Over SWIFT, counted in cents of USD. */ swift?: number | undefined
}
/** An account that the client may use. */
export interface ClientAccount {
  /** The routing number of its bank. */ routingNumber: string
  /** Its last four characters, after four asterisks. */ accountNumber: string
}
/** What to change. Fields that are left out stay as they are; lists and limits are replaced as a whole. */
export interface UpdateClient {
  /** For people. */ name?: string | undefined
  /** The accounts that it may use, at most 1000. Without a list it may use every account in a sandbox, and none in production. */ accounts?: ReadonlyArray<SetClientAccount> | undefined
  /** What it may do. Default: everything that clients do for themselves, and nothing of administration, approvals, compliance or the simulator. */ scopes?: ReadonlyArray<"payments:read" | "payments:write" | "rfp:read" | "rfp:write" | "webhooks:manage" | "participants:read" | "approvals:write" | "compliance:read" | "compliance:write" | "admin:read" | "admin:write" | "simulator:control"> | undefined
  /** The rails that it may use. Default: all. */ rails?: ReadonlyArray<"rtp" | "fednow" | "ach" | "fedwire" | "swift"> | undefined
  /** The standard entry class codes that it may use on ACH. Default: `PPD`, `CCD`, `WEB`. */ secCodes?: ReadonlyArray<"PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"> | undefined
  /** How much it may move. Default: no limits. */ limits?: SetClientLimits | undefined
  /** `true`: the higher FedNow limit counts where its bank's entry in the directory names none. Default: `false`. */ fednowEligible?: boolean | undefined
  /** `false`: its key and its tokens are refused. Default: `true`. */ active?: boolean | undefined
}
/** How much the client may move. Whatever is left out is not limited. */
export interface SetClientLimits {
  /** The most that one payment may move, in cents. */ perTransaction?: number | undefined
  /** The most that all payments of one calendar day in New York may move, in cents. */ daily?: number | undefined
  /** The most that one payment may move, by rail. */ perRail?: RailLimits | undefined
}
/** An account that the client may use. */
export interface SetClientAccount {
  /** The routing number of its bank. */ routingNumber: string
  /** Its number. Only its last four characters are shown again. */ accountNumber: string
}
/** Somebody who may use this service, and what it may do. */
export interface ClientPage {
  /** The entries of this page. */ data: ReadonlyArray<Client>
  /** Where the list goes on. */ pagination: Pagination
}
/** A new client, and what it may do. */
export interface CreateClient {
  /** For people. */ name: string
  /** The accounts that it may use, at most 1000. Without a list it may use every account in a sandbox, and none in production. */ accounts?: ReadonlyArray<SetClientAccount> | undefined
  /** What it may do. Default: everything that clients do for themselves, and nothing of administration, approvals, compliance or the simulator. */ scopes?: ReadonlyArray<"payments:read" | "payments:write" | "rfp:read" | "rfp:write" | "webhooks:manage" | "participants:read" | "approvals:write" | "compliance:read" | "compliance:write" | "admin:read" | "admin:write" | "simulator:control"> | undefined
  /** The rails that it may use. Default: all. */ rails?: ReadonlyArray<"rtp" | "fednow" | "ach" | "fedwire" | "swift"> | undefined
  /** The standard entry class codes that it may use on ACH. Default: `PPD`, `CCD`, `WEB`. */ secCodes?: ReadonlyArray<"PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"> | undefined
  /** How much it may move. Default: no limits. */ limits?: SetClientLimits | undefined
  /** `true`: the higher FedNow limit counts where its bank's entry in the directory names none. Default: `false`. */ fednowEligible?: boolean | undefined
  /** `false`: its key and its tokens are refused. Default: `true`. */ active?: boolean | undefined
}
/** A payment as an approver sees it. */
export interface ApprovalAnswer {
  /** What was asked for. */ data: Approval
}
/** A payment as an approver sees it. */
export interface Approval {
  /** The payment. */ paymentId: Id
  /** The network that carries it. */ rail: Rail
  /** `inbound`: the money came from another bank. */ direction: "outbound" | "inbound"
  /** Where it stands. */ status: PaymentStatus
  /** The amount, for wires in the unit of `currency`. */ amount: Amount
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** When the money moved. Absent before that. */ settlementTimestamp?: Time
  /** How long an instant payment took, in milliseconds. Absent before its end, and for wires. */ processingTimeMs?: number
  /** Whether the receiving bank has credited the account, where it accepted without posting. */ posting?: "pending" | "posted"
  /** Why the receiving bank returned it. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The bank's own words, if it said any. */ returnNarrative?: string
  /** What came back. */ returnedAmount?: Amount
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The network's own code for the failure; `null` where it gave none. */ networkCode?: string | null
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** When it will be sent, where it waits for its rail to open. */ scheduledFor?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** The request for payment that it pays. */ fulfilledRfpId?: Id
  /** Wires: the currency in whose smallest unit the amount is. */ currency?: string
  /** Wires: the business day for which it counts. */ valueDate?: Day
  /** Wires: Fedwire's own reference; `null` until it settles, and for SWIFT. */ imad?: string | null
  /** Wires: who bears the charges: both (`SHAR`), the sender (`DEBT`) or the beneficiary (`CRED`). */ chargeBearer?: "SHAR" | "DEBT" | "CRED"
  /** Wires: whose money it is, a customer's or that of the banks. */ transferType?: "customer" | "bank"
  /** Wires: the bank on the way, by routing number or BIC; `null` where there is none. */ intermediary?: string | null
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
  /** Who pays. */ originator: ApprovalParty
  /** Who gets the money. */ beneficiary: ApprovalParty
  /** The client that made it. */ clientId: Id
  /** `null` for a payment that nobody has to approve. */ approval: ApprovalState | null
}
/** Who has to approve, and who did. */
export interface ApprovalState {
  /** The approval rule that asks for it. */ ruleId: Id
  /** How many different people must approve. */ approversNeeded: number
  /** The approvals so far, the first one first. */ approvals: ReadonlyArray<GivenApproval>
}
/** One person's approval. */
export interface GivenApproval {
  /** Who approved: a client's id, or `admin`. */ by: string
  /** When. */ at: Time
  /** The reason; `null` where none was given. */ note: string | null
}
/** One end of a payment, as an approver sees it. */
export interface ApprovalParty {
  /** The holder of the account. */ name: string
  /** The last four characters of the account, after four asterisks. */ accountNumber: string
}
/** Why it is decided so. */
export interface DecideApproval {
  /** The reason, for the record. */ note?: string | undefined
}
/** A payment as an approver sees it. */
export interface ApprovalPage {
  /** The entries of this page. */ data: ReadonlyArray<Approval>
  /** Where the list goes on. */ pagination: Pagination
}
/** A value and a list entry that resemble each other and are not the same: payments are not held for them. */
export interface ScreeningExceptionAnswer {
  /** What was asked for. */ data: ScreeningException
}
/** A value and a list entry that resemble each other and are not the same: payments are not held for them. */
export interface ScreeningException {
  /** Begins with `exc_`. */ exceptionId: Id
  /** The value as payments name it. */ screenedValue: string
  /** The entry of a watch list. */ listEntryId: string
  /** Why they are not the same. */ reason: string
  /** Who added it. */ createdBy: string
  /** When it was added. */ createdAt: Time
  /** Until when it counts; `null`: it never ends. */ expiresAt: Time | null
}
/** A value and a list entry that are not the same. */
export interface CreateScreeningException {
  /** The value as payments name it. */ screenedValue: string
  /** The entry of a watch list that it resembles. */ listEntryId: string
  /** Why they are not the same, for the record. */ reason: string
  /** Until when the exception counts. Default: it never ends. */ expiresAt?: string | undefined
}
/** A payment that compliance stopped until an officer decides. */
export interface HoldAnswer {
  /** What was asked for. */ data: Hold
}
/** A payment that compliance stopped until an officer decides. */
export interface Hold {
  /** Begins with `hold_`. */ holdId: Id
  /** The payment that is held. */ paymentId: Id
  /** The client that made it. */ clientId: Id
  /** The rail that will carry the payment. */ rail: "rtp" | "fednow" | "ach" | "fedwire" | "swift"
  /** The amount of the payment. */ amount: Amount
  /** `OFAC_POSSIBLE_MATCH`: a name resembles an entry of a watch list. `OFAC_SCREENING_UNAVAILABLE`: screening did not answer; it is tried again by itself. */ holdReason: "OFAC_POSSIBLE_MATCH" | "OFAC_SCREENING_UNAVAILABLE"
  /** The field of the payment that matched, such as `beneficiary.name`; `null` where nothing matched. */ matchedField: string | null
  /** How alike both are, up to 100 for the same; `null` where nothing matched. */ matchScore: number | null
  /** The watch list, such as `ofac_sdn`; `null` where nothing matched. */ listName: string | null
  /** The entry of the list; `null` where nothing matched. */ listEntryId: string | null
  /** The name in the list; `null` where nothing matched. */ matchedName: string | null
  /** What the payment says; `null` where nothing matched. */ screenedValue: string | null
  /** Since when it is held. */ heldAt: Time
  /** How often it was screened. */ attempts: number
  /** `open` (waits for a decision), `released` (the payment goes on), `rejected` (the payment ended), `cancelled` (its client cancelled the payment). */ status: "open" | "released" | "rejected" | "cancelled"
  /** Who decided: a client's id, `admin`, or `system` where a later screening was clean; `null` while it is open. */ decidedBy: string | null
  /** When it was decided; `null` while it is open. */ decidedAt: Time | null
  /** The officer's reason; `null` where there is none. */ note: string | null
}
/** Why the hold is decided so. */
export interface DecideHold {
  /** The reason, for the record. */ note: string
  /** With a release: `true` also adds an exception, so that this value and this list entry no longer match. Default: `false`. */ addException?: boolean | undefined
}
/** A payment that compliance stopped until an officer decides. */
export interface HoldPage {
  /** The entries of this page. */ data: ReadonlyArray<Hold>
  /** Where the list goes on. */ pagination: Pagination
}
/** The directory of banks that is in force. */
export interface DirectoryAnswer {
  /** What was asked for. */ data: Directory
}
/** The directory of banks that is in force. */
export interface Directory {
  /** One more with each replacement. */ version: number
  /** What whoever loaded it called it. */ name: string
  /** When it came into force. */ loadedAt: Time
  /** How many banks it has. */ entries: number
}
/** A file of banks. */
export interface ImportDirectory {
  /** Your name of this state of the directory, such as its date. */ name: string
  /** `fedach`, `fedwire`: the text files of the Federal Reserve, which change one rail and leave the others as they are. `json`: a list of whole participants. */ format: "fedach" | "fedwire" | "json"
  /** The text of the file. */ content: string
}
/** A bank abroad in the directory. */
export interface BicEntryListAnswer {
  /** What was asked for. */ data: ReadonlyArray<BicEntry>
}
/** A bank abroad in the directory. */
export interface BicEntry {
  /** Its BIC in 11 characters. */ bic: string
  /** Its name. */ name: string
  /** The ISO 3166-1 code of its country, as in its BIC. */ country: string
  /** Nothing is sent to an inactive bank. */ status: "active" | "inactive"
}
/** Banks abroad to add or to change. */
export interface KeepBics {
  /** Each bank once. Banks that are left out stay as they are. */ bics: ReadonlyArray<SetBic>
}
/** A bank abroad. */
export interface SetBic {
  /** Its BIC in 8 or 11 characters; 8 name its head office. */ bic: string
  /** Its name. */ name: string
  /** Nothing is sent to, or from, an inactive bank. */ status: "active" | "inactive"
}
/** A whole directory of banks. */
export interface ReplaceDirectory {
  /** Your name of this state of the directory, such as its date. */ name: string
  /** Every bank; each routing number once. */ participants: ReadonlyArray<Participant>
}
/** A bank in the directory. */
export interface Participant {
  /** Its routing number, nine digits. */ routingNumber: string
  /** Its name. */ name: string
  /** Nothing is sent to, or from, an inactive bank. */ status: "active" | "inactive"
  /** How it takes part in ACH. */ ach: Participation
  /** How it takes part in Fedwire. */ fedwire: Participation
  /** How it takes part in RTP. */ rtp: InstantParticipation
  /** How it takes part in FedNow. */ fednow: FednowParticipation
}
/** How a bank takes part in FedNow. */
export interface FednowParticipation {
  /** Whether the bank takes part in the rail. */ participates: boolean
  /** `true`: it takes part and cannot be reached now. */ signedOff?: boolean | undefined
  /** `true`: requests for payment can be sent to its customers. */ rfp?: boolean | undefined
  /** The most that it may send in one payment, in cents. Default: the limit of the network. */ sendLimitCents?: number | undefined
  /** The most that it takes in one payment, in cents. Default: all that it can be sent. */ receiveLimitCents?: number | undefined
}
/** How a bank takes part in an instant rail. */
export interface InstantParticipation {
  /** Whether the bank takes part in the rail. */ participates: boolean
  /** `true`: it takes part and cannot be reached now. */ signedOff?: boolean | undefined
  /** `true`: requests for payment can be sent to its customers. */ rfp?: boolean | undefined
}
/** How a bank takes part in a rail. */
export interface Participation {
  /** Whether the bank takes part in the rail. */ participates: boolean
  /** `true`: it takes part and cannot be reached now. */ signedOff?: boolean | undefined
}
/** A part of the directory. */
export interface DirectoryPageAnswer {
  /** What was asked for. */ data: DirectoryPage
}
/** A part of the directory. */
export interface DirectoryPage {
  /** The directory that is in force. */ directory: Directory
  /** Up to 1,000 banks in the order of their routing numbers. */ participants: ReadonlyArray<Participant>
}
/** A bank, and how it can be reached. */
export interface BankAnswer {
  /** What was asked for. */ data: Bank
}
/** A bank, and how it can be reached. */
export interface Bank {
  /** Its routing number, nine digits. */ routingNumber: string
  /** Its name. */ name: string
  /** `false`: no payment can name it. */ active: boolean
  /** Over which rails it can be reached now. */ rails: BankRails
}
/** Over which rails a bank can be reached now. */
export interface BankRails {
  /** Over ACH. */ ach: boolean
  /** Over Fedwire. */ fedwire: boolean
  /** Over RTP. */ rtp: RtpReach
  /** Over FedNow. */ fednow: FednowReach
}
/** How a bank can be reached over FedNow. */
export interface FednowReach {
  /** Whether payments reach it now. */ participates: boolean
  /** Whether requests for payment can be sent to its customers. */ rfp: boolean
  /** The most that it may send in one payment; `null`: the limit of the network. */ limit: Amount | null
}
/** How a bank can be reached over RTP. */
export interface RtpReach {
  /** Whether payments reach it now. */ participates: boolean
  /** Whether requests for payment can be sent to its customers. */ rfp: boolean
}
/** What to change. Fields that are left out stay as they are. */
export interface UpdateWebhook {
  /** Where events are sent. */ url?: string | undefined
  /** The event types that it receives, or `["*"]` for all. */ events?: ReadonlyArray<"payment.validated" | "payment.approved" | "payment.submitted" | "payment.settled" | "payment.returned" | "payment.rejected" | "compliance.hold" | "compliance.released" | "compliance.rejected" | "wire.recall.resolved" | "rfp.fulfilled" | "rfp.declined" | "batch.completed" | "*"> | undefined
  /** Your own words. */ description?: string | undefined
  /** `false`: it receives nothing, and events of the meantime are not kept for it. */ enabled?: boolean | undefined
}
/** An address of yours that receives events. */
export interface WebhookPage {
  /** The entries of this page. */ data: ReadonlyArray<Webhook>
  /** Where the list goes on. */ pagination: Pagination
}
/** Where to send which events. */
export interface RegisterWebhook {
  /** Where events are sent, up to 2,048 characters: an `https` address on the public internet. This machine may be named too, also by `http`. */ url: string
  /** The event types that it receives, or `["*"]` for all. */ events: ReadonlyArray<"payment.validated" | "payment.approved" | "payment.submitted" | "payment.settled" | "payment.returned" | "payment.rejected" | "compliance.hold" | "compliance.released" | "compliance.rejected" | "wire.recall.resolved" | "rfp.fulfilled" | "rfp.declined" | "batch.completed" | "*">
  /** Your own words. */ description?: string | undefined
  /** `false`: it receives nothing until it is enabled. Default: `true`. */ enabled?: boolean | undefined
}
/** A request for payment and where it stands. */
export interface RequestForPaymentAnswer {
  /** What was asked for. */ data: RequestForPayment
}
/** A request for payment and where it stands. */
export interface RequestForPayment {
  /** The request. */ rfpId: Id
  /** The network that carries it. */ rail: "rtp" | "fednow"
  /** Where it stands. `pending`: it has not left, because its rail cannot be reached. */ status: "pending" | "sent" | "fulfilled" | "declined" | "expired" | "cancelled"
  /** What is asked for. */ amount: Amount
  /** By when it is to be paid. */ dueDate: Day | null
  /** Your own reference. */ referenceId: string | null
  /** When it left; `null` before that. */ sentAt: Time | null
  /** When it ends unanswered. */ expiresAt: Time
  /** The payment that paid it. */ fulfillingPaymentId?: Id
  /** A payment that came when nothing was to be paid any more. */ latePaymentId?: Id
  /** Why the payer declined it. */ reasonCode?: string
  /** The same in words. */ reason?: string
  /** What it is for. */ description: string | null
  /** Who is asked. */ payer: RequestedPayer
}
/** Who is asked. */
export interface RequestedPayer {
  /** The holder of the account. */ name: string
  /** The last four characters of the account. */ accountNumber: string
  /** The bank. */ routingNumber: string
}
/** A request for payment and where it stands. */
export interface RequestForPaymentPage {
  /** The entries of this page. */ data: ReadonlyArray<RequestForPayment>
  /** Where the list goes on. */ pagination: Pagination
}
/** A request for payment and where it stands. */
export interface RequestForPaymentAccepted {
  /** What was begun. */ data: RequestForPayment
  /** What it waits for, where it waits for something. */ error?: ErrorDetail
  /** Of the request. There where `error` is. */ meta?: Meta
}
/** A request that another bank's customer pays. */
export interface CreateRequestForPayment {
  /** The network that carries it; both banks must take requests over it. */ rail: "rtp" | "fednow"
  /** In cents. */ amount: number
  /** By when it is to be paid, today in New York or later. */ dueDate?: string | undefined
  /** Who gets the money: one of your accounts. */ payee: Party
  /** Who is asked. */ payer: Party
  /** What it is for; the payer reads it. */ description?: string | undefined
  /** Your own reference. */ referenceId?: string | undefined
}
/** One end of a payment: a person or company with its account. */
export interface Party {
  /** The holder of the account. */ name: string
  /** The account. */ accountNumber: string
  /** What kind of account it is. */ accountType: "checking" | "savings" | "loan" | "general_ledger"
  /** The bank: nine digits with a check digit. */ routingNumber: string
  /** Where the holder lives or does business. */ address?: Address | undefined
}
/** A request to give a payment back. */
export interface ReturnRequestAnswer {
  /** What was asked for. */ data: ReturnRequest
}
/** A request to give a payment back. */
export interface ReturnRequest {
  /** The request. */ returnRequestId: Id
  /** The payment. */ paymentId: Id
  /** Where it stands. */ status: "pending" | "accepted" | "partially_accepted" | "rejected" | "expired"
  /** Why it was asked back. */ reasonCode: "DUPL" | "FRAD" | "TECH" | "CUST" | "AC03" | "AM09" | "NARR"
  /** How much was asked for. */ requestedAmount: Amount
  /** By when the beneficiary's bank has to answer. */ responseDueAt: Time
  /** Why it refused; `null` unless it did. */ responseReason: string | null
  /** When it was made. */ createdAt: Time
}
/** A request to give a payment back. */
export interface ReturnRequestAccepted {
  /** What was begun. */ data: ReturnRequest
  /** What it waits for, where it waits for something. */ error?: ErrorDetail
  /** Of the request. There where `error` is. */ meta?: Meta
}
/** A request to give a settled payment back. */
export interface AskForReturn {
  /** Why, as a code of ISO 20022. */ reasonCode: "DUPL" | "FRAD" | "TECH" | "CUST" | "AC03" | "AM09" | "NARR"
  /** The reason in words; required with `NARR`. */ additionalInfo?: string | undefined
  /** How much, in cents. Default: all of it. */ amount?: number | undefined
}
/** An entry of a batch. */
export interface BatchEntryPage {
  /** The entries of this page. */ data: ReadonlyArray<BatchEntry>
  /** Where the list goes on. */ pagination: Pagination
}
/** An entry of a batch. */
export interface BatchEntry {
  /** Its place in the batch, from 0. */ index: number
  /** Your own reference of it. */ entryReferenceId: string | null
  /** `invalid`, `processing` until its payment is made, then the payment's. */ status: string
  /** Its payment; `null` where there is none. */ paymentId: Id | null
  /** The payment itself; `null` where there is none. */ payment: AchPaymentResult | null
  /** Everything that is wrong with it. */ errors: ReadonlyArray<BatchRecordError>
}
/** What is wrong with an entry of a batch. */
export interface BatchRecordError {
  /** Which entry, from 0. */ index: number
  /** For programs: the codes of `POST /v2/payments/ach`. */ code: string
  /** The field, from the body on; `null` where it is none. */ field: string | null
  /** The same for people. */ message: string
}
/** An ACH payment and where it stands. */
export interface AchPaymentResult {
  /** The payment. */ paymentId: Id
  /** Always `ach`. */ rail: "ach"
  /** `debit` takes money from the receiver. */ direction: "credit" | "debit"
  /** Its standard entry class. */ secCode: "PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"
  /** The amount. */ amount: Amount
  /** Where it stands. */ status: PaymentStatus
  /** The day on which it is to settle. */ effectiveDate: Day
  /** Whether it goes out on the same day. */ sameDay: boolean
  /** When its window closes: until then it can be cancelled. */ submissionWindow: Time
  /** When it settles if nothing comes between. */ expectedSettlementAt: Time
  /** When it settled. Absent before. */ settledAt?: Time
  /** Its number in its file; `null` before that. */ traceNumber: string | null
  /** Its reversal, if one was asked for. */ reversalId: Id | null
  /** The payment that it takes back. */ reversalOf?: Id
  /** The payment that was presented first. */ representmentOf?: Id
  /** The batch that it came in. */ batchId?: Id
  /** Nacha's code. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The day on which the return settled. */ returnSettlementDate?: Day
  /** Whether it can be presented again. */ representmentEligible?: boolean
  /** The last day for that; `null` where it cannot be. */ representmentDeadline?: Day | null
  /** What to do first, such as `CONTACT_RECEIVING_BANK`. */ representmentGuidance?: string
  /** `false`: it came back before it settled. */ fundsMoved?: boolean
  /** `true` where it came after its time. Absent otherwise. */ untimely?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The same in words. */ failureReason?: string
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
}
/** Many ACH entries that were sent at once. */
export interface BatchAnswer {
  /** What was asked for. */ data: Batch
}
/** Many ACH entries that were sent at once. */
export interface Batch {
  /** The batch. */ batchId: Id
  /** `completed`: every payment has come to its end. */ status: "processing" | "completed"
  /** Your own reference. */ referenceId: string | null
  /** How many entries it has. */ totalRecords: number
  /** How many became payments. */ validRecords: number
  /** How many are wrong. */ invalidRecords: number
  /** How many were sent. */ submittedRecords: number
  /** How many came back. */ returnedRecords: number
  /** All debits together. */ totalDebitAmount: Amount
  /** All credits together. */ totalCreditAmount: Amount
  /** The first things that are wrong. */ errors: ReadonlyArray<BatchRecordError>
  /** When it was made. */ createdAt: Time
  /** When it was completed; `null` before that. */ completedAt: Time | null
}
/** Many ACH entries that were sent at once. */
export interface BatchAccepted {
  /** What was begun. */ data: Batch
  /** What it waits for, where it waits for something. */ error?: ErrorDetail
  /** Of the request. There where `error` is. */ meta?: Meta
}
/** What came back of an ACH payment, and why. */
export interface AchReturnAnswer {
  /** What was asked for. */ data: AchReturn
}
/** What came back of an ACH payment, and why. */
export interface AchReturn {
  /** The payment. */ paymentId: Id
  /** Always `ach`. */ rail: "ach"
  /** Where it stands. */ status: PaymentStatus
  /** Nacha's code. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The day on which the return settled. */ returnSettlementDate?: Day
  /** Whether it can be presented again. */ representmentEligible?: boolean
  /** The last day for that; `null` where it cannot be. */ representmentDeadline?: Day | null
  /** What to do first, such as `CONTACT_RECEIVING_BANK`. */ representmentGuidance?: string
  /** `false`: it came back before it settled. */ fundsMoved?: boolean
  /** `true` where it came after its time. Absent otherwise. */ untimely?: boolean
  /** What came back. */ returnedAmount: Amount
  /** When it came back. */ returnedAt: Time
  /** Your own reference. */ referenceId: string | null
}
/** An ACH payment and where it stands. */
export interface AchPaymentResultAnswer {
  /** What was asked for. */ data: AchPaymentResult
}
/** A returned debit to be presented again. */
export interface RepresentAchPayment {
  /** Your own reference. */ referenceId?: string | undefined
}
/** The taking back of a settled credit. */
export interface AchReversalAnswer {
  /** What was asked for. */ data: AchReversal
}
/** The taking back of a settled credit. */
export interface AchReversal {
  /** The reversal. */ reversalId: Id
  /** The credit that is taken back. */ paymentId: Id
  /** The payment that takes it back. */ reversalPaymentId: Id
  /** The amount. */ amount: Amount
  /** Where the payment stands that takes it back. */ status: PaymentStatus
  /** Why. */ reason: "duplicate" | "incorrect_amount" | "incorrect_account" | "wrong_date"
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
}
/** A settled credit to be taken back. */
export interface ReverseAchPayment {
  /** Why. */ reason: "duplicate" | "incorrect_amount" | "incorrect_account" | "wrong_date"
  /** Your own reference. */ referenceId?: string | undefined
}
/** An ACH payment with its parties and its events. */
export interface AchPaymentAnswer {
  /** What was asked for. */ data: AchPayment
}
/** An ACH payment with its parties and its events. */
export interface AchPayment {
  /** The payment. */ paymentId: Id
  /** Always `ach`. */ rail: "ach"
  /** `debit` takes money from the receiver. */ direction: "credit" | "debit"
  /** Its standard entry class. */ secCode: "PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"
  /** The amount. */ amount: Amount
  /** Where it stands. */ status: PaymentStatus
  /** The day on which it is to settle. */ effectiveDate: Day
  /** Whether it goes out on the same day. */ sameDay: boolean
  /** When its window closes: until then it can be cancelled. */ submissionWindow: Time
  /** When it settles if nothing comes between. */ expectedSettlementAt: Time
  /** When it settled. Absent before. */ settledAt?: Time
  /** Its number in its file; `null` before that. */ traceNumber: string | null
  /** Its reversal, if one was asked for. */ reversalId: Id | null
  /** The payment that it takes back. */ reversalOf?: Id
  /** The payment that was presented first. */ representmentOf?: Id
  /** The batch that it came in. */ batchId?: Id
  /** Nacha's code. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The day on which the return settled. */ returnSettlementDate?: Day
  /** Whether it can be presented again. */ representmentEligible?: boolean
  /** The last day for that; `null` where it cannot be. */ representmentDeadline?: Day | null
  /** What to do first, such as `CONTACT_RECEIVING_BANK`. */ representmentGuidance?: string
  /** `false`: it came back before it settled. */ fundsMoved?: boolean
  /** `true` where it came after its time. Absent otherwise. */ untimely?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The same in words. */ failureReason?: string
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
  /** Who sends the entry. */ originator: ShownParty
  /** The other end. */ receiver: ShownParty
  /** How files identify the originator. */ companyId: string
  /** How files name the originator. */ companyName: string
  /** What it is for, in ten characters. */ companyEntryDescription: string
  /** The originator's own data; may be empty. */ companyDiscretionaryData: string
  /** The receiver's number at the originator; may be empty. */ identificationNumber: string
  /** WEB and TEL: single or recurring; `null` where it was not said. */ webTelPaymentType: "S" | "R" | null
  /** Payment information. */ addenda: ReadonlyArray<ShownAddenda>
  /** The payments by which it was presented again. */ representments: ReadonlyArray<Id>
  /** What the receiving bank wants corrected. */ corrections: ReadonlyArray<AchCorrection>
  /** The events of the payment. */ events: ReadonlyArray<PaymentEvent>
}
/** An event of a payment. */
export interface PaymentEvent {
  /** What happened, such as `payment.settled`. */ eventType: string
  /** 1 for the first event of the payment. */ sequence: number
  /** When it happened. */ timestamp: Time
}
/** Data that the receiving bank wants corrected. */
export interface AchCorrection {
  /** Nacha's code, such as `C01`. */ code: string
  /** What the code says. */ meaning: string
  /** The right data, as Nacha lays them out. */ correctedData: string
  /** By when to correct them. */ correctBy: Day
  /** When it came. */ receivedAt: Time
}
/** Payment information of an entry. */
export interface ShownAddenda {
  /** The text. */ paymentRelatedInformation: string
}
/** One end of a payment. */
export interface ShownParty {
  /** The holder of the account. */ name: string
  /** The account, in full. */ accountNumber: string
  /** What kind of account it is. */ accountType: "checking" | "savings" | "loan" | "general_ledger"
  /** The bank. */ routingNumber: string
  /** The address, if one was given. */ address?: ShownAddress
}
/** A postal address, as it was given. */
export interface ShownAddress {
  /** House number and street. */ street?: string
  /** The city. */ city?: string
  /** The state or region. */ state?: string
  /** The postal code. */ postalCode?: string
  /** Two letters of ISO 3166. */ country?: string
}
/** An ACH payment in a list. */
export interface AchPaymentEntryPage {
  /** The entries of this page. */ data: ReadonlyArray<AchPaymentEntry>
  /** Where the list goes on. */ pagination: Pagination
}
/** An ACH payment in a list. */
export interface AchPaymentEntry {
  /** The payment. */ paymentId: Id
  /** Always `ach`. */ rail: "ach"
  /** `debit` takes money from the receiver. */ direction: "credit" | "debit"
  /** Its standard entry class. */ secCode: "PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"
  /** The amount. */ amount: Amount
  /** Where it stands. */ status: PaymentStatus
  /** The day on which it is to settle. */ effectiveDate: Day
  /** Whether it goes out on the same day. */ sameDay: boolean
  /** When its window closes: until then it can be cancelled. */ submissionWindow: Time
  /** When it settles if nothing comes between. */ expectedSettlementAt: Time
  /** When it settled. Absent before. */ settledAt?: Time
  /** Its number in its file; `null` before that. */ traceNumber: string | null
  /** Its reversal, if one was asked for. */ reversalId: Id | null
  /** The payment that it takes back. */ reversalOf?: Id
  /** The payment that was presented first. */ representmentOf?: Id
  /** The batch that it came in. */ batchId?: Id
  /** Nacha's code. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The day on which the return settled. */ returnSettlementDate?: Day
  /** Whether it can be presented again. */ representmentEligible?: boolean
  /** The last day for that; `null` where it cannot be. */ representmentDeadline?: Day | null
  /** What to do first, such as `CONTACT_RECEIVING_BANK`. */ representmentGuidance?: string
  /** `false`: it came back before it settled. */ fundsMoved?: boolean
  /** `true` where it came after its time. Absent otherwise. */ untimely?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The same in words. */ failureReason?: string
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
  /** Who sends the entry. */ originator: MaskedParty
  /** The other end. */ receiver: MaskedParty
}
/** One end of a payment, in lists. */
export interface MaskedParty {
  /** The holder of the account. */ name: string
  /** The last four characters of the account. */ accountNumber: string
}
/** An ACH payment and where it stands. */
export interface AchPaymentResultAccepted {
  /** What was begun. */ data: AchPaymentResult
  /** What it waits for, where it waits for something. */ error?: ErrorDetail
  /** Of the request. There where `error` is. */ meta?: Meta
}
/** An ACH entry to be made. */
export interface CreateAchPayment {
  /** `credit` pays the receiver, `debit` takes money from the receiver. */ direction: "credit" | "debit"
  /** In cents, whole ones. */ amount: number
  /** Always `USD`, the default. */ currency?: "USD" | undefined
  /** The standard entry class. The client must be allowed to use it. */ secCode: "PPD" | "CCD" | "CTX" | "WEB" | "TEL" | "IAT"
  /** The day on which it is to settle. Default: the first possible one. */ effectiveDate?: string | undefined
  /** Whether it goes out on the same day, up to 1,000,000 USD. Default: `false`. */ sameDay?: boolean | undefined
  /** Who sends the entry. */ originator: AchOriginator
  /** The other end. `beneficiary` is taken for it. */ receiver: AchReceiver
  /** What it is for. Default: `PAYMENT`. */ companyEntryDescription?: string | undefined
  /** Your own data. */ companyDiscretionaryData?: string | undefined
  /** Payment information. How many there may be depends on the class. */ addenda?: ReadonlyArray<Addenda> | undefined
  /** WEB and TEL: single or recurring. */ webTelPaymentType?: "S" | "R" | undefined
  /** IAT needs it, other classes do not take it. */ iat?: Iat | undefined
  /** Your own reference. */ referenceId?: string | undefined
}
/** Who sends an entry. */
export interface AchOriginator {
  /** The holder of the account. */ name: string
  /** What kind of account it is. */ accountType: "checking" | "savings" | "loan" | "general_ledger"
  /** The bank: nine digits with a check digit. */ routingNumber: string
  /** Where the holder lives or does business. IAT needs it. */ address?: Address | undefined
  /** The account: one of yours. */ accountNumber: string
  /** How files identify you. Default: `9` and the routing number. */ companyId?: string | undefined
  /** How files name you. Default: the beginning of `name`. */ companyName?: string | undefined
}
/** A wish to have a sent wire back, and what came of it. */
export interface RecallAnswer {
  /** What was asked for. */ data: Recall
}
/** A wish to have a sent wire back, and what came of it. */
export interface Recall {
  /** The recall. */ recallId: Id
  /** The wire. */ paymentId: Id
  /** `pending` until the receiving bank answers, or the money is back. */ status: "pending" | "accepted" | "rejected"
  /** Why it was asked for. */ reason: "DUPL" | "FRAD" | "TECH" | "CUST" | "AM09" | "AC03"
  /** The reason in words. */ additionalInfo: string | null
  /** Why the receiving bank refused; `null` unless it did. */ responseReason: string | null
  /** What comes back, or came; `null` before that is known. */ returnedAmount: Amount | null
  /** When it was decided; `null` before that. */ resolvedAt: Time | null
  /** When it was made. */ createdAt: Time
}
/** A wish to have a sent wire back, and what came of it. */
export interface RecallAccepted {
  /** What was begun. */ data: Recall
  /** What it waits for, where it waits for something. */ error?: ErrorDetail
  /** Of the request. There where `error` is. */ meta?: Meta
}
/** A wish to have a sent wire back. */
export interface RecallWire {
  /** Why, as a code of ISO 20022. */ reason: "DUPL" | "FRAD" | "TECH" | "CUST" | "AM09" | "AC03"
  /** The reason in words. */ additionalInfo?: string | undefined
}
/** What came back of a payment, and why. */
export interface PaymentReturnAnswer {
  /** What was asked for. */ data: PaymentReturn
}
/** What came back of a payment, and why. */
export interface PaymentReturn {
  /** The payment. */ paymentId: Id
  /** The network that carries it. */ rail: Rail
  /** Why the receiving bank returned it. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The bank's own words, if it said any. */ returnNarrative?: string
  /** What came back. */ returnedAmount?: Amount
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The network's own code for the failure; `null` where it gave none. */ networkCode?: string | null
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** When it came back. */ returnedAt: Time | null
  /** Whether it can be presented again: a returned ACH debit may. */ representmentEligible: boolean
  /** The last day for that; `null` where it cannot be. */ representmentDeadline: Day | null
  /** ACH: the day on which the return settled. */ returnSettlementDate?: Day
  /** ACH: what to do first. */ representmentGuidance?: string
  /** ACH: `true` where it came after its time. Absent otherwise. */ untimely?: boolean
}
/** A payment with its parties and its events. */
export interface PaymentAnswer {
  /** What was asked for. */ data: Payment
}
/** A payment with its parties and its events. */
export interface Payment {
  /** The payment. */ paymentId: Id
  /** The network that carries it. */ rail: Rail
  /** `inbound`: the money came from another bank. */ direction: "outbound" | "inbound"
  /** Where it stands. */ status: PaymentStatus
  /** The amount, for wires in the unit of `currency`. */ amount: Amount
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** When the money moved. Absent before that. */ settlementTimestamp?: Time
  /** How long an instant payment took, in milliseconds. Absent before its end, and for wires. */ processingTimeMs?: number
  /** Whether the receiving bank has credited the account, where it accepted without posting. */ posting?: "pending" | "posted"
  /** Why the receiving bank returned it. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The bank's own words, if it said any. */ returnNarrative?: string
  /** What came back. */ returnedAmount?: Amount
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The network's own code for the failure; `null` where it gave none. */ networkCode?: string | null
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** When it will be sent, where it waits for its rail to open. */ scheduledFor?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** The request for payment that it pays. */ fulfilledRfpId?: Id
  /** Wires: the currency in whose smallest unit the amount is. */ currency?: string
  /** Wires: the business day for which it counts. */ valueDate?: Day
  /** Wires: Fedwire's own reference; `null` until it settles, and for SWIFT. */ imad?: string | null
  /** Wires: who bears the charges: both (`SHAR`), the sender (`DEBT`) or the beneficiary (`CRED`). */ chargeBearer?: "SHAR" | "DEBT" | "CRED"
  /** Wires: whose money it is, a customer's or that of the banks. */ transferType?: "customer" | "bank"
  /** Wires: the bank on the way, by routing number or BIC; `null` where there is none. */ intermediary?: string | null
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
  /** Who pays. */ originator: ShownParty
  /** Who gets the money. */ beneficiary: ShownBeneficiary
  /** What it is for. */ remittanceInfo: string | null
  /** An ISO 20022 purpose code. */ purposeCode: string | null
  /** The events of the payment, in their order. */ events: ReadonlyArray<PaymentEvent>
}
/** Who gets the money. */
export type ShownBeneficiary = ShownParty | ShownForeignParty
/** The beneficiary of a SWIFT wire. */
export interface ShownForeignParty {
  /** The holder of the account. */ name: string
  /** The bank, in eleven characters. */ bic: string
  /** The country of the account's bank. */ bankCountry: string
  /** The address, if one was given. */ address?: ShownAddress
  /** The account, where it is named by an IBAN. */ iban?: string
  /** The account, where it is not. */ accountNumber?: string
}
/** A payment in a list. */
export interface PaymentEntryPage {
  /** The entries of this page. */ data: ReadonlyArray<PaymentEntry>
  /** Where the list goes on. */ pagination: Pagination
}
/** A payment in a list. */
export interface PaymentEntry {
  /** The payment. */ paymentId: Id
  /** The network that carries it. */ rail: Rail
  /** `inbound`: the money came from another bank. */ direction: "outbound" | "inbound"
  /** Where it stands. */ status: PaymentStatus
  /** The amount, for wires in the unit of `currency`. */ amount: Amount
  /** The end-to-end reference under which networks know it, a UUID. */ uetr: string
  /** When the money moved. Absent before that. */ settlementTimestamp?: Time
  /** How long an instant payment took, in milliseconds. Absent before its end, and for wires. */ processingTimeMs?: number
  /** Whether the receiving bank has credited the account, where it accepted without posting. */ posting?: "pending" | "posted"
  /** Why the receiving bank returned it. Absent for a payment that was not returned. */ returnCode?: string
  /** What the return code says. */ returnReason?: string
  /** The bank's own words, if it said any. */ returnNarrative?: string
  /** What came back. */ returnedAmount?: Amount
  /** `false`: it was refused before settlement, and no money moved. */ fundsMoved?: boolean
  /** Why it failed. Absent unless it did. */ failureCode?: string
  /** The network's own code for the failure; `null` where it gave none. */ networkCode?: string | null
  /** Where it was rejected: `compliance` or `approval`. Absent unless it was. */ rejectionStage?: string
  /** Why it was rejected. */ rejectionReason?: string
  /** Why it is held for review. Absent unless it is. */ holdReason?: string
  /** Since when it is held. */ heldAt?: Time
  /** When it will be sent, where it waits for its rail to open. */ scheduledFor?: Time
  /** `true`: a person has to find out what became of it. Absent otherwise. */ needsAttention?: boolean
  /** The request for payment that it pays. */ fulfilledRfpId?: Id
  /** Wires: the currency in whose smallest unit the amount is. */ currency?: string
  /** Wires: the business day for which it counts. */ valueDate?: Day
  /** Wires: Fedwire's own reference; `null` until it settles, and for SWIFT. */ imad?: string | null
  /** Wires: who bears the charges: both (`SHAR`), the sender (`DEBT`) or the beneficiary (`CRED`). */ chargeBearer?: "SHAR" | "DEBT" | "CRED"
  /** Wires: whose money it is, a customer's or that of the banks. */ transferType?: "customer" | "bank"
  /** Wires: the bank on the way, by routing number or BIC; `null` where there is none. */ intermediary?: string | null
  /** Your own reference. */ referenceId: string | null
  /** When it was made. */ createdAt: Time
  /** Who pays. */ originator: MaskedParty
  /** Who gets the money. */ beneficiary: MaskedParty
}
/** A payment and where it stands. */
export interface PaymentResultAccepted {
  /** What was begun. */ data: PaymentResult
  /** What it waits for, where it waits for something. */ error?: ErrorDetail
  /** Of the request. There where `error` is. */ meta?: Meta
}
/** A wire to be made. */
export interface CreateWire {
  /** `fedwire` for banks in the United States, `swift` for others. */ network: "fedwire" | "swift"
  /** `bank` sends the banks' own money. Default: `customer`. */ transferType?: "customer" | "bank" | undefined
  /** In the smallest unit of the currency. */ amount: number
  /** Default: `USD`, the only one of Fedwire. */ currency?: string | undefined
  /** The day for which it counts. Fedwire: the present business day. SWIFT: a banking day, at most 30 days ahead. */ valueDate?: string | undefined
  /** Who bears the charges: both (`SHAR`, the default), the sender (`DEBT`) or the beneficiary (`CRED`). */ chargeBearer?: "SHAR" | "DEBT" | "CRED" | undefined
  /** Who sends it. */ originator: WireOriginator
  /** Who gets the money. */ beneficiary: WireBeneficiary
  /** The bank on the way, if one is needed. */ intermediary?: WireIntermediary | undefined
  /** What it is for; the beneficiary reads it. */ remittanceInfo?: string | undefined
  /** An ISO 20022 external purpose code. */ purposeCode?: string | undefined
  /** Your own reference. */ referenceId?: string | undefined
}
/** The bank on the way. */
export interface WireIntermediary {
  /** Fedwire: its routing number. */ routingNumber?: string | undefined
  /** SWIFT: its BIC. */ bic?: string | undefined
}
/** Who gets a wire. */
export interface WireBeneficiary {
  /** The holder of the account. */ name: string
  /** What kind of account it is. Default: `checking`. */ accountType?: "checking" | "savings" | "loan" | "general_ledger" | undefined
  /** The account, where it is not named by an IBAN. */ accountNumber?: string | undefined
  /** SWIFT: the account, in countries that use IBANs. */ iban?: string | undefined
  /** Fedwire: the bank. */ routingNumber?: string | undefined
  /** SWIFT: the bank. */ bic?: string | undefined
  /** SWIFT: the country of the account's bank, where it is not the one that the IBAN names. */ bankCountry?: CountryCode | undefined
  /** Where the holder lives or does business. */ address?: Address | undefined
}
/** Who sends a wire. */
export interface WireOriginator {
  /** The holder of the account. */ name: string
  /** What kind of account it is. Default: `checking`. */ accountType?: "checking" | "savings" | "loan" | "general_ledger" | undefined
  /** The account: one of yours. */ accountNumber: string
  /** The bank: nine digits with a check digit. */ routingNumber: string
  /** Where the holder lives or does business. */ address?: Address | undefined
}
/** A message of a network with its text. */
export interface NetworkMessageAnswer {
  /** What was asked for. */ data: NetworkMessage
}
/** A message of a network with its text. */
export interface NetworkMessage {
  /** The message. */ messageId: Id
  /** The network. */ rail: Rail
  /** `out`: we sent it. */ direction: "out" | "in"
  /** Its ISO 20022 type, such as `pacs.008.001.08`, or `nacha.entry`, `nacha.file`, `nacha.return` or `nacha.correction`. */ messageType: string
  /** Its id on the network. */ networkMessageId: string
  /** When it was sent or received. */ at: Time
  /** The text as it was sent or received. */ content: string
}
/** A message of a network, in a list. */
export interface NetworkMessageEntryListAnswer {
  /** What was asked for. */ data: ReadonlyArray<NetworkMessageEntry>
}
/** A message of a network, in a list. */
export interface NetworkMessageEntry {
  /** The message. */ messageId: Id
  /** The network. */ rail: Rail
  /** `out`: we sent it. */ direction: "out" | "in"
  /** Its ISO 20022 type, such as `pacs.008.001.08`, or `nacha.entry`, `nacha.file`, `nacha.return` or `nacha.correction`. */ messageType: string
  /** Its id on the network. */ networkMessageId: string
  /** When it was sent or received. */ at: Time
}
/** An instant payment to be made. */
export interface CreateInstantPayment {
  /** In cents. */ amount: number
  /** Always `USD`, the default. */ currency?: "USD" | undefined
  /** The rail that must carry it, or `auto`, the default: the best one that reaches both banks. */ railPreference?: "auto" | "rtp" | "fednow" | undefined
  /** Who pays: one of your accounts. Its address is required. */ originator: Party
  /** Who gets the money. */ beneficiary: Party
  /** What it is for; the beneficiary reads it. */ remittanceInfo?: string | undefined
  /** An ISO 20022 external purpose code, such as `SALA`. */ purposeCode?: string | undefined
  /** Your own reference. */ referenceId?: string | undefined
}
/** An access token. */
export interface AccessToken {
  /** Send it as `Authorization: Bearer …`. */ access_token: string
  /** Always `Bearer`. */ token_type: "Bearer"
  /** How long it is valid, in seconds. */ expires_in: number
  /** What it may be used for: scopes, separated by spaces. */ scope: string
}
/** Which client asks, and for what. */
export interface TokenForm {
  /** Always `client_credentials`. */ grant_type: "client_credentials"
  /** The client. Required, unless the request authenticates by HTTP Basic with the client's id and secret. */ client_id?: string | undefined
  /** Its secret. Required as `client_id` is. */ client_secret?: string | undefined
  /** The scopes that are wanted, separated by spaces. Default: all of the client's. */ scope?: string | undefined
}
/** Which client asks, and for what. */
export interface TokenRequest {
  /** Always `client_credentials`. */ grant_type: "client_credentials"
  /** The client. Required, unless the request authenticates by HTTP Basic with the client's id and secret. */ client_id?: string | undefined
  /** Its secret. Required as `client_id` is. */ client_secret?: string | undefined
  /** The scopes that are wanted, separated by spaces. Default: all of the client's. */ scope?: string | undefined
}
/** A country, two letters of ISO 3166. */
export type CountryCode = "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW"
