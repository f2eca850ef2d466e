/** The panels of the core itself: jobs that wait or were given up, and the events of all plugins. */
import * as Effect from "effect/Effect"
import { accountOfScope } from "./documentPanel.ts"
import { listPanel } from "./listPanel.ts"
import type { PanelRow, PluginPanels } from "./Panel.ts"
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

const jobRow = (job: ListedJob, titleOf: (name: string) => string): PanelRow => ({
  id: String(job.sequence),
  title: titleOf(job.name),
  name: job.name,
  key: job.job_key,
  status: job.state === "dead" ? { value: "given up", tone: "bad" } : { value: "waiting", tone: "wait" },
  at: Number(job.due_at),
  attempts: Number(job.attempts),
  error: job.last_error
})

const jobsPanel = ({ reviveJob, titleOf }: Working) =>
  listPanel({
    id: "jobs",
    title: "Jobs",
    noun: ["job", "jobs"],
    empty: "Nothing waits for its time, and nothing was given up.",
    group: "Engine",
    icon: "list-checks",
    columns: [
      { key: "title", title: "What it does", kind: "text" },
      { key: "status", title: "Status", kind: "status" },
      { key: "key", title: "On", kind: "id" },
      { key: "at", title: "Due", kind: "time" },
      { key: "attempts", title: "Tried", kind: "number" },
      { key: "error", title: "Last failure", kind: "text" },
      { key: "name", title: "Name", kind: "id" }
    ],
    filters: [
      { key: "state", title: "Status", of: ["waiting", "dead"] },
      { key: "name", title: "Name" },
      { key: "key", title: "On" }
    ],
    list: listedJobs,
    waits: { state: "dead" },
    rowOf: (row) => jobRow(row, titleOf),
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
  columns: [
    { key: "type", title: "What happened", kind: "text" },
    { key: "resource", title: "On", kind: "id" },
    { key: "plugin", title: "Service", kind: "code" },
    { key: "account", title: "Account", kind: "id" },
    { key: "at", title: "When", kind: "time" }
  ],
  filters: [
    { key: "plugin", title: "Service" },
    { key: "type", title: "What happened" },
    { key: "resource", title: "On" },
    { key: "account", title: "Account" },
    { key: "from", title: "From" },
    { key: "to", title: "Before" }
  ],
  list: listedEvents,
  rowOf: ({ created_at, id, plugin, resource, scope, type }) => ({
    id,
    type,
    resource,
    plugin,
    account: accountOfScope(scope),
    at: Number(created_at)
  }),
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
