/**
 * Faults that a test plans for requests of its own account (decisions B13): a request is refused before anything
 * happens, or its answer is lost after everything did. They are kept in memory and never in production.
 */
import * as Context from "effect/Context"

/** What happens to a request. */
export type FaultKind = "unavailable" | "internal_error" | "lost_answer"

/** Every kind. `lost_answer` does the work and answers 503: the same idempotency key then gets the answer. */
export const faultKinds = ["unavailable", "internal_error", "lost_answer"] as const satisfies ReadonlyArray<FaultKind>

/** A plan: the next so many requests of an operation. */
export interface FaultPlan {
  /** Method and path, such as `POST /v2/payments/{id}/capture`. */
  readonly operation: string
  readonly times: number
  readonly kind: FaultKind
}

/** The faults that are planned. */
export interface FaultsShape {
  readonly plan: (scope: string, plan: FaultPlan) => void
  /** The fault of a request that is about to run, and counts it as happened. */
  readonly take: (scope: string, method: string, url: string) => FaultKind | undefined
  /** Forgets what is planned for a scope. */
  readonly clear: (scope: string) => void
  /** Whether nothing is planned for anybody: what every request asks first. */
  readonly isEmpty: () => boolean
}

interface Planned extends FaultPlan {
  left: number
  readonly matches: (method: string, path: string) => boolean
}

/** Accounts whose plans are remembered (our choice). */
const maxScopes = 1_000

const literally = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")

/** Whether a text has the form of an operation. */
export const isOperation = (text: string): boolean =>
  /^(?:GET|POST|PATCH|DELETE) \/v2(?:\/(?:[\w.-]+|\{\w+\}))+$/.test(text)

const matcherOf = (operation: string): Planned["matches"] => {
  const [wanted, template = ""] = operation.split(" ")
  const segments = template.split("/").map((part) => (part.startsWith("{") ? "[^/]+" : literally(part)))
  // What comes before is the mount.
  const pattern = new RegExp(`${segments.join("/")}/?$`)
  return (method, path) => method === wanted && pattern.test(path)
}

/** Makes an empty plan. */
export const makeFaults = (): FaultsShape => {
  const planned = new Map<string, Array<Planned>>()
  return {
    plan: (scope, plan) => {
      if (planned.size >= maxScopes) planned.clear()
      const plans = planned.get(scope) ?? []
      planned.set(scope, [...plans, { ...plan, left: plan.times, matches: matcherOf(plan.operation) }])
    },
    take: (scope, method, url) => {
      const path = url.split(/[?#]/, 1)[0]!
      const plans = planned.get(scope)
      const hit = plans?.find(({ matches }) => matches(method, path))
      if (plans === undefined || hit === undefined) return undefined
      hit.left -= 1
      const left = plans.filter((plan) => plan.left > 0)
      if (left.length === 0) planned.delete(scope)
      else planned.set(scope, left)
      return hit.kind
    },
    clear: (scope) => void planned.delete(scope),
    isEmpty: () => planned.size === 0
  }
}

/** The faults of an engine. Without the plugin's layer nothing can be planned. */
export const Faults = Context.Reference<FaultsShape>("bursar/cards/Faults", { defaultValue: makeFaults })
