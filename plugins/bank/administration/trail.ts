/** What every slice writes for administrators: alerts, and lines of the audit trail. */
import type { CallerShape, Write } from "../../../src/plugin.ts"
import type { AlertDraft } from "./Alert.ts"
import { actorOf } from "./Actor.ts"
import { addAudit, alerts } from "./repository.ts"

/** The writes that raise alerts. */
export const alertWrites = (
  drafts: ReadonlyArray<AlertDraft>,
  facts: { readonly nextId: (prefix: string) => string; readonly now: number }
): ReadonlyArray<Write> =>
  drafts.map((draft) =>
    alerts.insert({
      ...draft,
      id: facts.nextId("alt"),
      createdAt: facts.now,
      acknowledgedBy: null,
      acknowledgedAt: null
    })
  )

/** What an administrator did. */
export interface Audited {
  readonly action: string
  readonly resource: string
  readonly before?: unknown
  readonly after?: unknown
}

/** Whoever acts: a request, or the engine itself. */
export interface Acting {
  readonly actor: string
  readonly requestId: string | null
}

export const actingOf = ({ principal, requestId }: Pick<CallerShape, "principal" | "requestId">): Acting => ({
  actor: actorOf(principal),
  requestId
})

/** The write that adds a line to the audit trail. */
export const auditWrite = (
  acting: Acting,
  audited: Audited,
  facts: { readonly nextId: (prefix: string) => string; readonly now: number }
): Write =>
  addAudit({
    id: facts.nextId("aud"),
    actor: acting.actor,
    requestId: acting.requestId,
    action: audited.action,
    resource: audited.resource,
    before: audited.before ?? null,
    after: audited.after ?? null,
    createdAt: facts.now
  })
