/** The operations by the names of their methods. `npm run client` writes this file from the published document of cards. */
import type { Operations } from "../Operation.ts"

/** The table. */
export const operations: Operations = {
  payments: {
    create: {"method":"POST","path":"/v2/payments","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payments","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payments/{id}"},
    confirm: {"method":"POST","path":"/v2/payments/{id}/confirm","body":true,"key":true},
    capture: {"method":"POST","path":"/v2/payments/{id}/capture","body":true,"params":true,"key":true},
    cancel: {"method":"POST","path":"/v2/payments/{id}/cancel","body":true,"key":true}
  },
  paymentMethods: {
    create: {"method":"POST","path":"/v2/payment_methods","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payment_methods","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payment_methods/{id}"},
    attach: {"method":"POST","path":"/v2/payment_methods/{id}/attach","body":true,"params":true,"key":true},
    detach: {"method":"POST","path":"/v2/payment_methods/{id}/detach","body":true,"key":true}
  },
  customers: {
    create: {"method":"POST","path":"/v2/customers","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/customers","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/customers/{id}"},
    update: {"method":"POST","path":"/v2/customers/{id}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/v2/customers/{id}"}
  },
  kyc: {
    start: {"method":"POST","path":"/v2/customers/{id}/kyc","body":true,"params":true,"key":true},
    retrieveLatest: {"method":"GET","path":"/v2/customers/{id}/kyc"},
    retrieve: {"method":"GET","path":"/v2/customers/{id}/kyc/{verification_id}"}
  },
  bankAccounts: {
    create: {"method":"POST","path":"/v2/bank_accounts","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/bank_accounts","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/bank_accounts/{id}"},
    del: {"method":"DELETE","path":"/v2/bank_accounts/{id}"},
    verify: {"method":"POST","path":"/v2/bank_accounts/{id}/verify","body":true,"params":true,"key":true}
  },
  events: {
    list: {"method":"GET","path":"/v2/events","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/events/{id}"}
  },
  webhookEndpoints: {
    create: {"method":"POST","path":"/v2/webhook_endpoints","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/webhook_endpoints","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/webhook_endpoints/{id}"},
    update: {"method":"POST","path":"/v2/webhook_endpoints/{id}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/v2/webhook_endpoints/{id}"},
    rotateSecret: {"method":"POST","path":"/v2/webhook_endpoints/{id}/rotate_secret","body":true,"key":true},
    replay: {"method":"POST","path":"/v2/webhook_endpoints/{id}/replay","body":true,"params":true,"key":true},
    listDeliveries: {"method":"GET","path":"/v2/webhook_endpoints/{id}/deliveries","params":true,"list":true},
    retryDelivery: {"method":"POST","path":"/v2/webhook_deliveries/{id}/retry","body":true,"key":true}
  },
  testHelpers: {
    clock: {
      retrieve: {"method":"GET","path":"/v2/test_helpers/clock"},
      advance: {"method":"POST","path":"/v2/test_helpers/clock/advance","body":true,"params":true,"key":true},
      freeze: {"method":"POST","path":"/v2/test_helpers/clock/freeze","body":true,"key":true},
      run: {"method":"POST","path":"/v2/test_helpers/clock/run","body":true,"key":true}
    },
    faults: {
      create: {"method":"POST","path":"/v2/test_helpers/faults","body":true,"params":true,"key":true}
    },
    reset: {"method":"POST","path":"/v2/test_helpers/reset","body":true,"key":true},
    invariants: {
      retrieve: {"method":"GET","path":"/v2/test_helpers/invariants"}
    },
    customers: {
      flag: {"method":"POST","path":"/v2/test_helpers/customers/{id}/flags","body":true,"params":true,"key":true}
    },
    paymentMethods: {
      trust: {"method":"POST","path":"/v2/test_helpers/payment_methods/{id}/trust","body":true,"key":true}
    },
    bankAccounts: {
      verify: {"method":"POST","path":"/v2/test_helpers/bank_accounts/{id}/verify","body":true,"params":true,"key":true}
    },
    subscriptions: {
      create: {"method":"POST","path":"/v2/test_helpers/subscriptions","body":true,"params":true,"key":true},
      cancel: {"method":"POST","path":"/v2/test_helpers/subscriptions/{id}/cancel","body":true,"key":true}
    },
    screeningEntries: {
      create: {"method":"POST","path":"/v2/test_helpers/screening_entries","body":true,"params":true,"key":true}
    },
    screenings: {
      resolve: {"method":"POST","path":"/v2/test_helpers/screenings/{id}/resolve","body":true,"params":true,"key":true}
    },
    payments: {
      authenticate: {"method":"POST","path":"/v2/test_helpers/payments/{id}/authenticate","body":true,"params":true,"key":true},
      settle: {"method":"POST","path":"/v2/test_helpers/payments/{id}/settle","body":true,"params":true,"key":true}
    },
    kyc: {
      resolve: {"method":"POST","path":"/v2/test_helpers/kyc/{id}/resolve","body":true,"params":true,"key":true}
    },
    disputes: {
      create: {"method":"POST","path":"/v2/test_helpers/disputes","body":true,"params":true,"key":true},
      resolve: {"method":"POST","path":"/v2/test_helpers/disputes/{id}/resolve","body":true,"params":true,"key":true}
    },
    refunds: {
      resolve: {"method":"POST","path":"/v2/test_helpers/refunds/{id}/resolve","body":true,"params":true,"key":true}
    },
    payouts: {
      pay: {"method":"POST","path":"/v2/test_helpers/payouts/{id}/pay","body":true,"key":true},
      fail: {"method":"POST","path":"/v2/test_helpers/payouts/{id}/fail","body":true,"params":true,"key":true},
      return: {"method":"POST","path":"/v2/test_helpers/payouts/{id}/return","body":true,"params":true,"key":true}
    },
    balance: {
      fund: {"method":"POST","path":"/v2/test_helpers/balance/fund","body":true,"params":true,"key":true}
    },
    aml: {
      rebuild: {"method":"POST","path":"/v2/test_helpers/aml/rebuild","body":true,"key":true}
    }
  },
  refunds: {
    create: {"method":"POST","path":"/v2/refunds","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/refunds","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/refunds/{id}"}
  },
  disputes: {
    list: {"method":"GET","path":"/v2/disputes","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/disputes/{id}"},
    respond: {"method":"POST","path":"/v2/disputes/{id}/evidence","body":true,"params":true,"key":true},
    accept: {"method":"POST","path":"/v2/disputes/{id}/accept","body":true,"key":true}
  },
  payouts: {
    create: {"method":"POST","path":"/v2/payouts","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/v2/payouts","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/payouts/{id}"},
    cancel: {"method":"POST","path":"/v2/payouts/{id}/cancel","body":true,"key":true}
  },
  balance: {
    retrieve: {"method":"GET","path":"/v2/balance"},
    listEntries: {"method":"GET","path":"/v2/ledger/entries","params":true,"list":true}
  },
  risk: {
    retrieveAssessment: {"method":"GET","path":"/v2/risk/assess/{payment_id}"},
    clearAssessment: {"method":"POST","path":"/v2/risk/assess/{payment_id}/clear","body":true,"key":true},
    retrieveSettings: {"method":"GET","path":"/v2/risk/settings"},
    updateSettings: {"method":"POST","path":"/v2/risk/settings","body":true,"params":true,"key":true},
    listRules: {"method":"GET","path":"/v2/risk/rules","params":true,"list":true},
    createRule: {"method":"POST","path":"/v2/risk/rules","body":true,"params":true,"key":true},
    retrieveRule: {"method":"GET","path":"/v2/risk/rules/{id}"},
    updateRule: {"method":"POST","path":"/v2/risk/rules/{id}","body":true,"params":true,"key":true},
    deleteRule: {"method":"DELETE","path":"/v2/risk/rules/{id}"}
  },
  aml: {
    list: {"method":"GET","path":"/v2/aml/alerts","params":true,"list":true},
    retrieve: {"method":"GET","path":"/v2/aml/alerts/{id}"},
    update: {"method":"POST","path":"/v2/aml/alerts/{id}","body":true,"params":true,"key":true},
    listHistory: {"method":"GET","path":"/v2/aml/alerts/{id}/history","params":true,"list":true}
  },
  compliance: {
    screen: {"method":"POST","path":"/v2/compliance/sanctions","body":true,"params":true,"key":true},
    retrieve: {"method":"GET","path":"/v2/compliance/sanctions/{id}"}
  }
}
