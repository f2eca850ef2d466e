/** The operations by the names of their methods. `npm run client` writes this file from the published document of bank. */
import type { Operations } from "../Operation.ts"

/** The table. */
export const operations: Operations = {
  tokens: {
    create: {"method":"POST","path":"/v2/auth/token","body":true,"params":true,"open":true}
  },
  payments: {
    create: {"method":"POST","path":"/v2/payments/instant","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payments/instant","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payments/instant/{paymentId}"},
    cancel: {"method":"POST","path":"/v2/payments/instant/{paymentId}/cancel","key":true},
    retrieveReturn: {"method":"GET","path":"/v2/payments/{paymentId}/return"}
  },
  networkMessages: {
    list: {"method":"GET","path":"/v2/payments/{paymentId}/messages"},
    retrieve: {"method":"GET","path":"/v2/payments/{paymentId}/messages/{messageId}"},
    listForAdmin: {"method":"GET","path":"/v2/admin/payments/{paymentId}/messages"},
    retrieveForAdmin: {"method":"GET","path":"/v2/admin/payments/{paymentId}/messages/{messageId}"},
    listOfRfp: {"method":"GET","path":"/v2/payments/rfp/{rfpId}/messages"},
    retrieveOfRfp: {"method":"GET","path":"/v2/payments/rfp/{rfpId}/messages/{messageId}"},
    listOfRfpForAdmin: {"method":"GET","path":"/v2/admin/payments/rfp/{rfpId}/messages"},
    retrieveOfRfpForAdmin: {"method":"GET","path":"/v2/admin/payments/rfp/{rfpId}/messages/{messageId}"},
    listOfBatch: {"method":"GET","path":"/v2/payments/ach/batches/{batchId}/messages"},
    retrieveOfBatch: {"method":"GET","path":"/v2/payments/ach/batches/{batchId}/messages/{messageId}"},
    listOfBatchForAdmin: {"method":"GET","path":"/v2/admin/payments/ach/batches/{batchId}/messages"},
    retrieveOfBatchForAdmin: {"method":"GET","path":"/v2/admin/payments/ach/batches/{batchId}/messages/{messageId}"}
  },
  wires: {
    create: {"method":"POST","path":"/v2/payments/wire","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payments/wire","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payments/wire/{paymentId}"},
    retrieveReturn: {"method":"GET","path":"/v2/payments/wire/{paymentId}/return"},
    cancel: {"method":"POST","path":"/v2/payments/wire/{paymentId}/cancel","key":true},
    recall: {"method":"POST","path":"/v2/payments/wire/{paymentId}/recall","body":true,"params":true,"key":true},
    retrieveRecall: {"method":"GET","path":"/v2/payments/wire/{paymentId}/recalls/{recallId}"}
  },
  ach: {
    create: {"method":"POST","path":"/v2/payments/ach","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payments/ach","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payments/ach/{paymentId}"},
    cancel: {"method":"POST","path":"/v2/payments/ach/{paymentId}/cancel","key":true},
    reverse: {"method":"POST","path":"/v2/payments/ach/{paymentId}/reversal","body":true,"params":true,"key":true},
    represent: {"method":"POST","path":"/v2/payments/ach/{paymentId}/represent","body":true,"params":true,"key":true},
    retrieveReturn: {"method":"GET","path":"/v2/payments/ach/{paymentId}/return"}
  },
  batches: {
    create: {"method":"POST","path":"/v2/payments/ach/batches","body":true,"params":true,"key":true},
    retrieve: {"method":"GET","path":"/v2/payments/ach/batches/{batchId}"},
    listEntries: {"method":"GET","path":"/v2/payments/ach/batches/{batchId}/entries","params":true,"list":true}
  },
  returnRequests: {
    create: {"method":"POST","path":"/v2/payments/instant/{paymentId}/return-request","body":true,"params":true,"key":true},
    retrieve: {"method":"GET","path":"/v2/payments/instant/{paymentId}/return-requests/{requestId}"}
  },
  requestsForPayment: {
    create: {"method":"POST","path":"/v2/payments/rfp","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payments/rfp","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payments/rfp/{rfpId}"},
    cancel: {"method":"POST","path":"/v2/payments/rfp/{rfpId}/cancel","key":true}
  },
  webhooks: {
    create: {"method":"POST","path":"/v2/webhooks","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/webhooks","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/webhooks/{webhookId}"},
    update: {"method":"PATCH","path":"/v2/webhooks/{webhookId}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/v2/webhooks/{webhookId}"},
    createForClient: {"method":"POST","path":"/v2/admin/webhooks","body":true,"params":true,"key":true},
    rotateSecret: {"method":"POST","path":"/v2/admin/webhooks/{webhookId}/rotate-secret","body":true,"params":true,"key":true}
  },
  participants: {
    retrieve: {"method":"GET","path":"/v2/participants/{routingNumber}"},
    list: {"method":"GET","path":"/v2/admin/participants","params":true},
    replace: {"method":"PUT","path":"/v2/admin/participants","body":true,"params":true,"key":true},
    listBics: {"method":"GET","path":"/v2/admin/bics","params":true},
    keepBics: {"method":"PUT","path":"/v2/admin/bics","body":true,"params":true,"key":true},
    importFile: {"method":"POST","path":"/v2/admin/participants/import","body":true,"params":true,"key":true}
  },
  holds: {
    list: {"method":"GET","path":"/v2/compliance/holds","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/compliance/holds/{holdId}"},
    release: {"method":"POST","path":"/v2/compliance/holds/{holdId}/release","body":true,"params":true,"key":true},
    reject: {"method":"POST","path":"/v2/compliance/holds/{holdId}/reject","body":true,"params":true,"key":true},
    addException: {"method":"POST","path":"/v2/compliance/exceptions","body":true,"params":true,"key":true}
  },
  approvals: {
    list: {"method":"GET","path":"/v2/approvals","params":true,"list":true},
    approve: {"method":"POST","path":"/v2/approvals/{paymentId}/approve","body":true,"params":true,"key":true},
    reject: {"method":"POST","path":"/v2/approvals/{paymentId}/reject","body":true,"params":true,"key":true}
  },
  clients: {
    create: {"method":"POST","path":"/v2/admin/clients","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/admin/clients","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/admin/clients/{clientId}"},
    update: {"method":"PATCH","path":"/v2/admin/clients/{clientId}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/v2/admin/clients/{clientId}"},
    rotateKey: {"method":"POST","path":"/v2/admin/clients/{clientId}/rotate-key","key":true},
    revokeTokens: {"method":"POST","path":"/v2/admin/clients/{clientId}/revoke-tokens","key":true}
  },
  routing: {
    create: {"method":"POST","path":"/v2/admin/routing-rules","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/admin/routing-rules"},
    replace: {"method":"PUT","path":"/v2/admin/routing-rules/{ruleId}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/v2/admin/routing-rules/{ruleId}"},
    evaluate: {"method":"POST","path":"/v2/admin/routing-rules/evaluate","body":true,"params":true,"key":true}
  },
  approvalRules: {
    create: {"method":"POST","path":"/v2/admin/approval-rules","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/admin/approval-rules"},
    replace: {"method":"PUT","path":"/v2/admin/approval-rules/{ruleId}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/v2/admin/approval-rules/{ruleId}"}
  },
  deliveries: {
    list: {"method":"GET","path":"/v2/admin/webhooks/deliveries","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/admin/webhooks/deliveries/{deliveryId}"},
    retry: {"method":"POST","path":"/v2/admin/webhooks/deliveries/{deliveryId}/retry","key":true}
  },
  administration: {
    resolvePayment: {"method":"POST","path":"/v2/admin/payments/{paymentId}/resolve","body":true,"params":true,"key":true},
    listAlerts: {"method":"GET","path":"/v2/admin/alerts","params":true,"list":true},
    acknowledgeAlert: {"method":"POST","path":"/v2/admin/alerts/{alertId}/acknowledge","key":true},
    listAuditEntries: {"method":"GET","path":"/v2/admin/audit","params":true,"list":true},
    listLedgerEntries: {"method":"GET","path":"/v2/admin/ledger/entries","params":true},
    retrieveScreeningLists: {"method":"GET","path":"/v2/admin/screening-lists"},
    replaceScreeningLists: {"method":"PUT","path":"/v2/admin/screening-lists","body":true,"params":true,"key":true}
  },
  simulator: {
    retrieveClock: {"method":"GET","path":"/v2/simulator/clock"},
    moveClock: {"method":"POST","path":"/v2/simulator/clock","body":true,"params":true,"key":true},
    respondToPayment: {"method":"POST","path":"/v2/simulator/payments/{paymentId}/respond","body":true,"params":true,"key":true},
    returnPayment: {"method":"POST","path":"/v2/simulator/payments/{paymentId}/return","body":true,"params":true,"key":true},
    settlePayment: {"method":"POST","path":"/v2/simulator/payments/{paymentId}/settle","key":true},
    respondToRequest: {"method":"POST","path":"/v2/simulator/rfp/{rfpId}/respond","body":true,"params":true,"key":true},
    planFault: {"method":"POST","path":"/v2/simulator/faults","body":true,"params":true,"key":true},
    listMessages: {"method":"GET","path":"/v2/simulator/network/messages","params":true},
    setScreening: {"method":"POST","path":"/v2/simulator/screening","body":true,"params":true,"key":true},
    receive: {"method":"POST","path":"/v2/simulator/inbound","body":true,"params":true,"key":true},
    crash: {"method":"POST","path":"/v2/simulator/crash","body":true,"params":true,"key":true}
  }
}
