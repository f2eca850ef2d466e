/** The operations by the names of their methods. `npm run client` writes this file from the published document of docs. */
import type { Operations } from "../Operation.ts"

/** The table. */
export const operations: Operations = {
  projects: {
    create: {"method":"POST","path":"/api/docs/v1/projects","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/api/docs/v1/projects","params":true,"list":true},
    retrieve: {"method":"GET","path":"/api/docs/v1/projects/{id}"},
    update: {"method":"PATCH","path":"/api/docs/v1/projects/{id}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/api/docs/v1/projects/{id}"},
    addSource: {"method":"POST","path":"/api/docs/v1/projects/{id}/sources","body":true,"params":true,"key":true},
    listSources: {"method":"GET","path":"/api/docs/v1/projects/{id}/sources","params":true,"list":true},
    retrieveSource: {"method":"GET","path":"/api/docs/v1/sources/{id}"},
    deleteSource: {"method":"DELETE","path":"/api/docs/v1/sources/{id}"}
  },
  generations: {
    create: {"method":"POST","path":"/api/docs/v1/generations","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/api/docs/v1/generations","params":true,"list":true},
    retrieve: {"method":"GET","path":"/api/docs/v1/generations/{id}"},
    cancel: {"method":"POST","path":"/api/docs/v1/generations/{id}/cancel","key":true},
    retrieveReport: {"method":"GET","path":"/api/docs/v1/generations/{id}/report"},
    stream: {"method":"GET","path":"/api/docs/v1/generations/{id}/stream","params":true,"headers":{"lastEventId":"last-event-id"},"stream":true}
  },
  publications: {
    publish: {"method":"POST","path":"/api/docs/v1/documents/{id}/publish","body":true,"params":true,"key":true},
    retrieve: {"method":"GET","path":"/api/docs/v1/publications/{id}"}
  },
  documents: {
    list: {"method":"GET","path":"/api/docs/v1/documents","params":true,"list":true},
    retrieve: {"method":"GET","path":"/api/docs/v1/documents/{id}","params":true,"text":true},
    del: {"method":"DELETE","path":"/api/docs/v1/documents/{id}"},
    save: {"method":"PUT","path":"/api/docs/v1/documents/{id}/content","body":true,"params":true,"key":true,"headers":{"ifMatch":"if-match"}},
    listVersions: {"method":"GET","path":"/api/docs/v1/documents/{id}/versions","params":true,"list":true},
    snapshot: {"method":"POST","path":"/api/docs/v1/documents/{id}/versions","body":true,"params":true,"key":true},
    setBaseline: {"method":"POST","path":"/api/docs/v1/documents/{id}/baseline","body":true,"params":true,"key":true},
    retrieveVersion: {"method":"GET","path":"/api/docs/v1/versions/{id}","params":true,"text":true}
  },
  diff: {
    compare: {"method":"GET","path":"/api/docs/v1/documents/{id}/diff","params":true,"text":true}
  },
  contextDocuments: {
    create: {"method":"POST","path":"/api/docs/v1/context-documents","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/api/docs/v1/context-documents","params":true,"list":true},
    retrieve: {"method":"GET","path":"/api/docs/v1/context-documents/{id}"},
    del: {"method":"DELETE","path":"/api/docs/v1/context-documents/{id}"}
  },
  rules: {
    listBuiltin: {"method":"GET","path":"/api/docs/v1/rules/builtin"},
    create: {"method":"POST","path":"/api/docs/v1/rules","body":true,"params":true,"key":true},
    list: {"method":"GET","path":"/api/docs/v1/rules","params":true,"list":true},
    retrieve: {"method":"GET","path":"/api/docs/v1/rules/{id}"},
    update: {"method":"PATCH","path":"/api/docs/v1/rules/{id}","body":true,"params":true,"key":true},
    del: {"method":"DELETE","path":"/api/docs/v1/rules/{id}"},
    createSet: {"method":"POST","path":"/api/docs/v1/rule-sets","body":true,"params":true,"key":true},
    listSets: {"method":"GET","path":"/api/docs/v1/rule-sets","params":true,"list":true},
    retrieveSet: {"method":"GET","path":"/api/docs/v1/rule-sets/{id}"},
    updateSet: {"method":"PATCH","path":"/api/docs/v1/rule-sets/{id}","body":true,"params":true,"key":true},
    deleteSet: {"method":"DELETE","path":"/api/docs/v1/rule-sets/{id}"}
  },
  checks: {
    check: {"method":"POST","path":"/api/docs/v1/checks","body":true,"params":true,"key":true},
    fix: {"method":"POST","path":"/api/docs/v1/checks/fix","body":true,"params":true,"key":true}
  },
  transformations: {
    transform: {"method":"POST","path":"/api/docs/v1/transformations","body":true,"params":true,"key":true,"query":["apply","documentId"]},
    stream: {"method":"POST","path":"/api/docs/v1/transformations","body":true,"params":true,"key":true,"query":["apply","documentId"],"stream":true}
  }
}
