/** Panels of a plugin's webhooks: endpoints of all accounts, and every delivery with its attempts. */
import * as Effect from "effect/Effect"
import type { PluginDeclaration } from "../domain/PluginDeclaration.ts"
import type { Mode, Principal } from "../domain/Principal.ts"
import { call } from "../http/HostCalls.ts"
import type { CallerShape } from "../http/Caller.ts"
import { webhooksOf, type ChangedEndpoint } from "../http/webhooksOf.ts"
import type { Read, RegionStore } from "../services/Store.ts"
import type { Listing } from "../store/listing.ts"
import { eventById } from "../store/outboxRepository.ts"
import { attemptsOf } from "../webhooks/deliveryRepository.ts"
import type { WebhookAttempt } from "../webhooks/deliveryRepository.ts"
import type { WebhookEndpoint } from "../webhooks/Endpoint.ts"
import { forDelivery } from "../webhooks/endpointRepository.ts"
import {
  deliveriesOfAll,
  endpointsOfAll,
  type ListedDelivery,
  type ListedEndpoint
} from "../webhooks/panelRepository.ts"
import type { WebhookProfile } from "../webhooks/WebhookProfile.ts"
import { accountOfScope, ownerFields, PanelItemMissing } from "./documentPanel.ts"
import { listPanel } from "./listPanel.ts"
import type { Panel, PanelAction, PanelAsking, PanelItem, PanelItemField } from "./Panel.ts"
import { isIn, statusBy } from "./panelCells.ts"
import type { CoreServices } from "./Plugin.ts"

/** How the webhooks of a plugin are shown. */
export interface WebhookPanelsOptions {
  readonly declaration: PluginDeclaration
  readonly profile: WebhookProfile
  readonly group: string
  /** In whose name endpoints are changed. */
  readonly principalOf: (scope: string, actor: string) => Effect.Effect<Principal, unknown, CoreServices>
  /** Registers an endpoint, as a request of its owner would. */
  readonly register: (
    caller: CallerShape,
    command: { readonly url: string; readonly eventTypes: ReadonlyArray<string> }
  ) => Effect.Effect<ChangedEndpoint, unknown, CoreServices>
  /** The mode of all endpoints; without it a registration asks for it. */
  readonly mode?: Mode
}

const deliveryStatus = statusBy({ pending: "wait", delivered: "good", exhausted: "bad", dropped: "none" })

const endpointStatus = statusBy({ enabled: "good", disabled: "none" })

const field = (label: string, kind: PanelItemField["kind"], value: PanelItemField["value"]): PanelItemField => ({
  label,
  kind,
  value
})

const attemptSection = (attempt: WebhookAttempt): PanelItem["sections"][number] => ({
  title: `Attempt ${attempt.number}`,
  fields: [
    field("When", "time", attempt.startedAt),
    field("Answer", "text", attempt.httpStatus === undefined ? (attempt.error ?? "none") : String(attempt.httpStatus)),
    field("Took (ms)", "number", attempt.durationMs),
    field("Beginning of the answer", "code", attempt.responseExcerpt)
  ]
})

/** An action on what a scope owns. */
const owned =
  (
    options: WebhookPanelsOptions,
    scopeOf: (store: RegionStore, id: string) => Effect.Effect<string | null | undefined, unknown>
  ) =>
  (
    action: Omit<PanelAction<CoreServices>, "run" | "on">,
    run: (caller: ReturnType<PanelAsking["callerOf"]>, id: string) => ReturnType<PanelAction<CoreServices>["run"]>
  ): PanelAction<CoreServices> => ({
    ...action,
    on: "row",
    run: Effect.fnUntraced(function* (asking, id) {
      const scope = yield* scopeOf(asking.store, id)
      if (scope === undefined || scope === null) return yield* new PanelItemMissing({ id })
      return yield* run(asking.callerOf(yield* options.principalOf(scope, asking.actor)), id)
    })
  })

/** An endpoint with what the list does not hold; one that was deleted meanwhile has nothing. */
interface WholeEndpoint extends ListedEndpoint {
  readonly endpoint: WebhookEndpoint | undefined
}

const whole = (store: RegionStore, row: ListedEndpoint): Read<WholeEndpoint> =>
  Effect.map(forDelivery(store, row.id), (found) => ({ ...row, endpoint: found?.endpoint }))

/** An endpoint in full. */
const endpointItem = (plugin: string, endpoint: WebhookEndpoint): PanelItem => ({
  title: endpoint.url,
  sections: [
    {
      title: "Endpoint",
      fields: [
        field("Events", "json", endpoint.enabledEvents),
        field("Version of the API", "code", endpoint.apiVersion),
        field("Signature", "code", endpoint.signatureFormat),
        field("Note", "text", endpoint.description)
      ]
    }
  ],
  json: endpoint,
  links: [{ text: "Deliveries", href: `/${plugin}.deliveries?endpoint=${endpoint.id}` }]
})

/** The types in a list with commas. */
const typesIn = (text: string): ReadonlyArray<string> => text.split(/[\s,]+/).filter((type) => type !== "")

const registerAction = ({ mode, principalOf, profile, register }: WebhookPanelsOptions): PanelAction<CoreServices> => ({
  id: "register",
  title: "Register an endpoint",
  confirm: "Events of the account are sent there from now on, signed with a secret that is shown once.",
  tone: "good",
  on: "list",
  input: [
    ...ownerFields(mode),
    { key: "url", title: "Address", kind: "text", required: true, hint: "A public https address" },
    {
      key: "events",
      title: "Events",
      kind: "text",
      required: true,
      value: "*",
      hint: `* for all, or types with commas, such as ${profile.eventTypes.slice(0, 2).join(", ")}`
    }
  ],
  run: Effect.fnUntraced(function* (asking, _, { account, events, mode: chosen = mode, url }) {
    const principal = yield* principalOf(`${String(account)}/${String(chosen)}`, asking.actor)
    const { endpoint, secret } = yield* register(asking.callerOf(principal), {
      url: String(url),
      eventTypes: typesIn(String(events))
    })
    return { message: "The endpoint is registered", id: endpoint.id, ...(secret === undefined ? {} : { secret }) }
  })
})

const endpointActions = (
  options: WebhookPanelsOptions,
  list: Listing<ListedEndpoint>
): ReadonlyArray<PanelAction<CoreServices>> => {
  const { declaration, profile } = options
  const webhooks = webhooksOf(declaration, profile)
  const name = (verb: string) => `${declaration.id}.webhooks.${verb}`
  const action = owned(options, (store, id) => Effect.map(list.find(store, "id", id), (row) => row?.scope))
  const switched = (status: "enabled" | "disabled", title: string, confirm: string) =>
    action(
      {
        id: status === "enabled" ? "enable" : "disable",
        title,
        confirm,
        tone: status === "enabled" ? "good" : "bad",
        input: [],
        applies: (row) => !isIn(status)(row)
      },
      (caller, id) =>
        Effect.as(
          call(caller, name("update"), { id, status }, (asking) => webhooks.update(asking, id, { status })),
          { message: `The endpoint is ${status}`, id }
        )
    )
  return [
    registerAction(options),
    switched("enabled", "Switch on", "The endpoint receives events from now on."),
    switched("disabled", "Switch off", "The endpoint receives nothing; what happens meanwhile is not kept for it."),
    action(
      {
        id: "rotate",
        title: "New secret",
        confirm: "Requests are signed with another secret. It is shown once.",
        tone: "bad",
        input: []
      },
      (caller, id) =>
        Effect.map(
          call(caller, name("rotateSecret"), { id }, (asking) => webhooks.rotateSecret(asking, id)),
          ({ secret }) => ({ message: "There is a new secret", id, ...(secret === undefined ? {} : { secret }) })
        )
    ),
    action(
      {
        id: "delete",
        title: "Delete",
        confirm: "The endpoint is deleted for good, and what is pending for it is dropped.",
        tone: "bad",
        input: []
      },
      (caller, id) =>
        Effect.as(
          call(caller, name("remove"), { id }, (asking) => webhooks.remove(asking, id)),
          { message: "The endpoint was deleted", id }
        )
    )
  ]
}

const endpointsPanel = (options: WebhookPanelsOptions): Panel<CoreServices> => {
  const { declaration, group, profile } = options
  const list = endpointsOfAll(declaration.id)
  return listPanel<WholeEndpoint, CoreServices>({
    id: "endpoints",
    title: "Webhook endpoints",
    noun: ["endpoint", "endpoints"],
    empty:
      "An endpoint is an address of your program that gets events as they happen. Begin with “Register an endpoint”.",
    group,
    icon: "webhook",
    idPrefix: `${profile.endpointPrefix}_`,
    columns: {
      url: ["Address", "text", ({ endpoint }) => endpoint?.url ?? ""],
      status: ["Status", "status", ({ status }) => endpointStatus(status)],
      account: ["Account", "id", ({ scope }) => accountOfScope(scope)],
      at: ["Registered", "time", (row) => row.created_at]
    },
    filters: [
      { key: "status", title: "Status", of: ["enabled", "disabled"] },
      { key: "account", title: "Account" }
    ],
    list: {
      ...list,
      rows: (store, filters, anchor) =>
        Effect.flatMap(
          list.rows(store, filters, anchor),
          Effect.forEach((row) => whole(store, row))
        )
    },
    rowOf: ({ id, scope }) => ({ id, account: accountOfScope(scope) }),
    item: {
      find: (store, id) =>
        Effect.flatMap(list.find(store, "id", id), (row) => (row === undefined ? Effect.undefined : whole(store, row))),
      show: ({ endpoint }) => endpointItem(declaration.id, endpoint!)
    },
    actions: endpointActions(options, list)
  })
}

/** A delivery in full: its attempts, and what was sent. */
const deliveryItem = (plugin: string) => (found: ListedDelivery, store: RegionStore) =>
  Effect.map(
    Effect.all([attemptsOf(store, found.id), eventById(store, found.event_id), forDelivery(store, found.endpoint_id)]),
    ([attempts, event, stored]): PanelItem => ({
      title: `${found.type ?? "deleted"} to ${stored?.endpoint.url ?? found.endpoint_id}`,
      status: deliveryStatus(found.status),
      sections: attempts.map(attemptSection),
      json: event === undefined ? null : (JSON.parse(event.body) as unknown),
      links: [{ text: "The endpoint", href: `/${plugin}.endpoints/${found.endpoint_id}` }]
    })
  )

const deliveriesPanel = (options: WebhookPanelsOptions): Panel<CoreServices> => {
  const { declaration, group, profile } = options
  const list = deliveriesOfAll(profile.endpointPrefix)
  const webhooks = webhooksOf(declaration, profile)
  const action = owned(options, (store, id) => Effect.map(list.find(store, "id", id), (row) => row?.scope))
  return listPanel<ListedDelivery, CoreServices>({
    id: "deliveries",
    title: "Deliveries",
    noun: ["delivery", "deliveries"],
    empty: "Each event that goes to an endpoint is a delivery, with its attempts and what the endpoint answered.",
    group,
    icon: "send",
    idPrefix: "whd_",
    columns: {
      type: ["Event", "code", ({ type }) => type ?? "deleted"],
      status: ["Status", "status", ({ status }) => deliveryStatus(status)],
      endpoint: ["Endpoint", "id", (row) => row.endpoint_id],
      attempts: ["Attempts", "number", ({ attempts }) => attempts],
      next: [
        "Next attempt",
        "time",
        ({ next_attempt_at: at, status }) => (at === null || status !== "pending" ? null : Number(at))
      ],
      at: ["Created", "time", (row) => row.created_at]
    },
    filters: [
      { key: "status", title: "Status", of: ["pending", "delivered", "exhausted", "dropped"] },
      { key: "endpoint", title: "Endpoint" },
      { key: "event", title: "Event" },
      { key: "from", title: "From" },
      { key: "to", title: "Before" }
    ],
    list,
    waits: { status: "exhausted" },
    rowOf: ({ id, scope }) => ({ id, account: scope === null ? "" : accountOfScope(scope) }),
    item: { find: (store, id) => list.find(store, "id", id), show: deliveryItem(declaration.id) },
    actions: [
      action(
        {
          id: "resend",
          title: "Send again",
          confirm: "One more attempt is made now, beside the schedule.",
          tone: "good",
          input: [],
          applies: ({ account }) => account !== ""
        },
        (caller, id) =>
          Effect.as(
            call(caller, `${declaration.id}.webhooks.retryDelivery`, { id }, (asking) =>
              webhooks.retryDelivery(asking, id)
            ),
            { message: "It is sent once more", id }
          )
      )
    ]
  })
}

/** The panels of a plugin's webhooks. */
export const webhookPanels = (options: WebhookPanelsOptions): ReadonlyArray<Panel<CoreServices>> => [
  endpointsPanel(options),
  deliveriesPanel(options)
]
