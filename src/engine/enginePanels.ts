/** The panels of the core itself: jobs that wait or were given up, and the events of all plugins. */
import * as Effect from "effect/Effect"
import { accountOfScope } from "./documentPanel.ts"
import { listPanel } from "./listPanel.ts"
import type { PanelCell, PluginPanels } from "./Panel.ts"
import { bodyOfEvent, listedEvents, listedJobs, type ListedJob } from "../store/operatorRepository.ts"
import type { RegionName, StoreUnavailable } from "../services/Store.ts"

/** What the panels ask of the engine. */
interface Working {
  readonly titleOf: (job: string) => string
  readonly reviveJob: (job: {
    readonly region: RegionName
    readonly sequence: number
  }) => Effect.Effect<boolean, StoreUnavailable>
}

const statusOf = ({ state }: ListedJob): PanelCell =>
  state === "dead" ? { value: "given up", tone: "bad" } : { value: "waiting", tone: "wait" }

const jobsPanel = ({ reviveJob, titleOf }: Working) =>
  listPanel({
    id: "jobs",
    title: "Jobs",
    noun: ["job", "jobs"],
    empty: "Nothing waits for its time, and nothing was given up.",
    group: "Engine",
    icon: "list-checks",
    columns: {
      title: ["What it does", "text", ({ name }) => titleOf(name)],
      status: ["Status", "status", statusOf],
      key: ["On", "id", (job) => job.job_key],
      at: ["Due", "time", (job) => Number(job.due_at)],
      attempts: ["Tried", "number", ({ attempts }) => attempts],
      error: ["Last failure", "text", (job) => job.last_error],
      name: ["Name", "id", ({ name }) => name]
    },
    filters: [
      { key: "state", title: "Status", of: ["waiting", "dead"] },
      { key: "name", title: "Name" },
      { key: "key", title: "On" }
    ],
    list: listedJobs,
    waits: { state: "dead" },
    rowOf: ({ sequence }) => ({ id: String(sequence) }),
    actions: [
      {
        id: "revive",
        title: "Try again",
        confirm: "The job runs again now, with all its tries.",
        tone: "good",
        on: "row",
        input: [],
        applies: ({ status }) => (status as { readonly tone: string }).tone === "bad",
        run: ({ store }, id) =>
          Effect.map(reviveJob({ region: store.name, sequence: Number(id) }), (revived) => ({
            message: revived ? "The job runs again" : "There is no such job any more"
          }))
      }
    ]
  })

const eventsPanel = listPanel({
  id: "events",
  title: "Events",
  noun: ["event", "events"],
  empty: "Whatever happens to a payment, a transfer or a document is an event, which webhooks report.",
  group: "Engine",
  icon: "activity",
  idPrefix: "evt_",
  columns: {
    type: ["What happened", "text", ({ type }) => type],
    resource: ["On", "id", ({ resource }) => resource],
    plugin: ["Service", "code", ({ plugin }) => plugin],
    account: ["Account", "id", ({ scope }) => accountOfScope(scope)],
    at: ["When", "time", (event) => Number(event.created_at)]
  },
  filters: [
    { key: "plugin", title: "Service" },
    { key: "type", title: "What happened" },
    { key: "resource", title: "On" },
    { key: "account", title: "Account" },
    { key: "from", title: "From" },
    { key: "to", title: "Before" }
  ],
  list: listedEvents,
  rowOf: ({ id, scope }) => ({ id, account: accountOfScope(scope) }),
  item: {
    find: (store, id) => listedEvents.find(store, "id", id),
    show: ({ id, resource, type }, store) =>
      Effect.map(bodyOfEvent(store, id), (found) => ({
        title: type,
        sections: [{ title: "Event", fields: [{ label: "On", kind: "id" as const, value: resource }] }],
        json: JSON.parse(found!.body) as unknown
      }))
  }
})

/** The panels of the core. */
export const enginePanels = (working: Working): PluginPanels<never> => ({ panels: [jobsPanel(working), eventsPanel] })
