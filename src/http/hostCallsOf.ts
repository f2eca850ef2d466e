/**
 * Calls in process of the operations that a plugin serves over HTTP. The endpoint's own definition (its body, its rules, who
 * may call it) checks these calls, too, so that no way in is laxer than the other.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Schema from "effect/Schema"
import { isRecord } from "../services/guards.ts"
import { Store, type StoreOpenFailed, type StoreUnavailable } from "../services/Store.ts"
import type { Step } from "../store/Plan.ts"
import { CallerOfAnother, callerOfAnother, type CallerShape, type KeyFailure } from "./Caller.ts"
import { payloadOf, queryBySchema, type PayloadReader, type ReadPayload } from "./Handlers.ts"
import { call, type Refusals } from "./HostCalls.ts"
import {
  bodyOf,
  brokenAt,
  checkGivenOnce,
  noObject,
  paged,
  queryOf,
  refusedAt,
  refusedFor,
  type AskedPage,
  type FieldNames,
  type HostPage,
  type Renames
} from "./HostInput.ts"
import type { InvalidParameters } from "./Refusal.ts"
import type { Unanswerable } from "./Responding.ts"

/** The caller in the home region: for plugins whose data are all there. */
export const atHome = (caller: CallerShape): Effect.Effect<CallerShape, StoreOpenFailed | StoreUnavailable, Store> =>
  Effect.flatMap(Store, (stores) =>
    caller.store.name === stores.home
      ? Effect.succeed(caller)
      : Effect.map(stores.region(stores.home), (store) => ({ ...caller, store }))
  )

/**
 * Dies where a caller is of another plugin, or of another engine of this process: the acquirer of one would be asked for what stands in
 * the books of the other. A copy of a store, such as one that watches, wakes the same jobs. The type does not ask for the store, since
 * whoever runs an engine has it.
 */
const checkCaller = (plugin: string, caller: CallerShape): Effect.Effect<void> =>
  Effect.withFiber(({ context }) => {
    const another = callerOfAnother(plugin, caller)
    if (another !== undefined) return Effect.die(another)
    const stores = Context.getOrUndefined(context, Store)
    if (stores === undefined) return Effect.void
    return Effect.matchEffect(stores.region(caller.store.name), {
      onSuccess: ({ wake }) =>
        wake === caller.store.wake ? Effect.void : Effect.die(new CallerOfAnother({ plugin, given: "another engine" })),
      onFailure: () => Effect.void
    })
  })

/** How calls of a plugin are judged. */
export interface HostCallsOptions<R, F, R2> {
  /** Reads bodies, as the plugin's handlers do. */
  readonly reader: PayloadReader<R>
  readonly names: (renames?: Renames) => FieldNames
  /** Refuses callers who may not call an endpoint with these annotations. Gives the caller, in the region that the call is for. */
  readonly admit: (caller: CallerShape, endpoint: Context.Context<never>) => Effect.Effect<CallerShape, F, R2>
}

/** The input of an operation: the object that its path names, and the content of its body. */
export interface Asking {
  readonly id?: string
  readonly command?: object
}

/** How an operation is called. */
export interface ChangeOptions<E> {
  /** Fields that the command calls otherwise than the body. */
  readonly renames?: Renames
  /** Refusals that are kept under a key, by tag. */
  readonly refusals?: Refusals<E>
  /** The operation reads the body itself, as it is given beside it. */
  readonly isRaw?: true
}

type Endpoints<Groups, Id extends string> = HttpApiGroup.Endpoints<HttpApiGroup.WithIdentifier<Groups, Id>>

type Named<Groups, Id extends string, Name extends string> = HttpApiEndpoint.WithIdentifier<Endpoints<Groups, Id>, Name>

type QueryOf<Endpoint> = HttpApiEndpoint.Query<Endpoint> extends { readonly Type: infer Query } ? Query : undefined

type BodyOf<Endpoint> = HttpApiEndpoint.Payload<Endpoint> extends { readonly Type: infer Body } ? Body : undefined

type ListCall<Query, F, R2, Own> = <A, E, R3>(
  caller: CallerShape,
  asked: { readonly filter: object; readonly page: HostPage | undefined },
  operation: (caller: CallerShape, query: Query, page: AskedPage) => Effect.Effect<A, E, R3>
) => Effect.Effect<A, E | F | InvalidParameters, Exclude<R2 | R3, Own>>

/** For hosts in JavaScript: what narrows a list is read as a query, and its page is given beside it, so this one would be passed over. */
const checkNoPage = (filter: object) =>
  Effect.fromResult(
    !isRecord({})(filter)
      ? Result.fail(noObject("query"))
      : "limit" in filter || "cursor" in filter
        ? Result.fail(
            refusedAt("query", ["limit" in filter ? "limit" : "cursor"], "in the page, the argument after the filter")
          )
        : Result.void
  )

/**
 * For the same: a field that is given by both of its names, a text that no request could have, and a key among the fields, as bodies of
 * requests have it, which would keep nothing from being done twice. The caller's own counts.
 */
const checkCommand = (command: object, body: unknown, fields: FieldNames, { claim }: CallerShape) => {
  if (!isRecord<Readonly<Record<string, unknown>>>({})(body)) return Effect.fail(noObject("body"))
  const field = fields.inBody("idempotencyKey")
  const key = body[field]
  const broken = brokenAt(body)
  if (broken !== undefined) return Effect.fail(refusedAt("body", broken, "a text without half of a surrogate pair"))
  if (key === undefined || key === claim?.key) return checkGivenOnce("body", command, fields)
  const expected = "the key that the caller was made with, or left out: engine.caller({ principal, idempotencyKey })"
  return Effect.fail(refusedAt("body", [field], expected))
}

const listCall =
  <F, R2>(
    admit: (caller: CallerShape) => Effect.Effect<CallerShape, F, R2>,
    read: ReadPayload<never>,
    fields: FieldNames
  ): ListCall<unknown, F, R2, never> =>
  (caller, { filter, page }, operation) => {
    const listed = Effect.flatMap(admit(caller), (asking) =>
      Effect.flatMap(
        Effect.andThen(checkNoPage(filter), checkGivenOnce("query", filter, fields)).pipe(
          Effect.andThen(() => read(queryOf(filter, fields)))
        ),
        (query) => paged(page, (of) => operation(asking, query, of))
      )
    )
    return Effect.mapError(listed, (failure) => refusedFor(filter, failure, fields))
  }

/**
 * Makes `callsOf` of a plugin: `callsOf(CardsApi, "customers")`. The API is called as the plugin is. `Own` are services of the plugin's layer: every engine that
 * made the caller has them.
 */
export const makeHostCalls =
  <Own = never>() =>
  <R, F, R2>({ admit, names, reader }: HostCallsOptions<R, F, R2>) =>
  <ApiId extends string, Groups extends HttpApiGroup.Constraint, const Id extends HttpApiGroup.Identifier<Groups>>(
    api: HttpApi.HttpApi<ApiId, Groups>,
    id: Id
  ) => {
    const group = api.groups[id] as unknown as HttpApiGroup.Top
    const shared = Context.merge(api.annotations, group.annotations)
    const admitted: typeof admit = (caller, annotations) =>
      Effect.flatMap(checkCaller(api.identifier, caller), () => admit(caller, annotations))
    const of = (name: string) => {
      const endpoint = (group.endpoints as Readonly<Record<string, HttpApiEndpoint.Top>>)[name]!
      return { endpoint, annotations: Context.merge(shared, endpoint.annotations) }
    }
    return {
      /** Calls of an operation that changes something; it is given the body as its schema read it. */
      change: <const Name extends HttpApiEndpoint.Identifier<Endpoints<Groups, Id>>, F2 = never>(
        name: Name,
        { isRaw, refusals, renames }: ChangeOptions<F2> = {}
      ) => {
        const { annotations, endpoint } = of(name)
        const payload = payloadOf(endpoint)
        const read = payload && isRaw !== true ? reader(payload, annotations) : undefined
        const fields = names(renames)
        return <A, E, R3, E2, R4>(
          caller: CallerShape,
          { command = {}, id: about }: Asking,
          operation: (
            caller: CallerShape,
            body: BodyOf<Named<Groups, Id, Name>>,
            given: unknown
          ) => Step<A, E, R3, E2, R4>
        ): Effect.Effect<
          A,
          Exclude<E | E2, Unanswerable> | KeyFailure | InvalidParameters | F,
          Exclude<R | R2 | R3 | R4, Own>
        > => {
          const body = bodyOf(command, fields)
          const step = (asking: CallerShape) =>
            Effect.flatMap(
              Effect.andThen(checkCommand(command, body, fields, asking), () => read?.(body) ?? Effect.undefined),
              (decoded) => operation(asking, decoded as never, body)
            )
          const kept = (refusals ?? {}) as unknown as Refusals<E>
          const made = Effect.flatMap(admitted(caller, annotations), (asking) =>
            call(asking, `${api.identifier}.${id}.${name}`, { id: about, body }, step, kept)
          )
          return Effect.mapError(made, (failure) => refusedFor(command, failure, fields)) as never
        }
      },
      /** Calls of a list: what narrows it is judged as the query of a request, and given as that is read. */
      list: <const Name extends HttpApiEndpoint.Identifier<Endpoints<Groups, Id>>>(
        name: Name,
        renames?: Renames
      ): ListCall<QueryOf<Named<Groups, Id, Name>>, F, R2, Own> => {
        const { annotations, endpoint } = of(name)
        const read = queryBySchema(endpoint.query as unknown as Schema.ConstraintDecoder<unknown>, annotations)
        return listCall((caller) => admitted(caller, annotations), read, names(renames)) as never
      },
      /** What an operation reads, for those who may; `filter` is what narrows it, where something does. */
      read: (name: HttpApiEndpoint.Identifier<Endpoints<Groups, Id>>) => {
        const { annotations } = of(name)
        return <A, E, R3>(
          caller: CallerShape,
          operation: (caller: CallerShape) => Effect.Effect<A, E, R3>,
          filter: object = {}
        ): Effect.Effect<A, E | F | InvalidParameters, Exclude<R2 | R3, Own>> =>
          Effect.flatMap(Effect.andThen(checkNoPage(filter), admitted(caller, annotations)), operation) as never
      }
    }
  }
