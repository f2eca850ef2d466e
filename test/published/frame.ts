/**
 * What every operation of a service answers alike, whatever it does: met once for each operation of the published document, so
 * that none stands outside the frame.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { Store } from "../../src/index.ts"
import { StoreUnavailable } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

/** One way to ask wrongly. */
export interface Probe {
  /** A sentence about what is sent. */
  readonly title: string
  readonly status: number
  readonly code: string
  /** Operations that may be asked so; default: all. */
  readonly only?: (operation: FramedOperation) => boolean
  /** Asks; the engine is the probe's own. */
  readonly ask: (operation: FramedOperation) => Promise<{ readonly status: number; readonly code: string }>
}

/** An operation of the document. */
export interface FramedOperation {
  readonly id: string
  /** Upper case. */
  readonly method: string
  /** With a value for each parameter. */
  readonly path: string
  readonly hasBody: boolean
  readonly isOpen: boolean
}

/** The operations of a document, by their order. */
export const operationsOf = (document: any, valueOf: (name: string) => string): ReadonlyArray<FramedOperation> =>
  Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name)),
      hasBody: operation.requestBody !== undefined,
      isOpen: operation.security?.length === 0
    }))
  )

/** A probe. */
export const one = (
  status: number,
  code: string,
  title: string,
  ask: Probe["ask"],
  only: NonNullable<Probe["only"]> = () => true
): Probe => ({ title, status, code, ask, only })

/** Asks as long as there is an answer, at most `most` times: until the limit of the caller is reached. */
export const untilLimited =
  (ask: Probe["ask"], most: number): Probe["ask"] =>
  async (operation) => {
    for (let asked = 0; asked < most; asked++) {
      const answer = await ask(operation)
      if (answer.status === 429) return answer
    }
    return ask(operation)
  }

/** A store that stops working once it is told to. */
export const failing = () => {
  const state = { isBroken: false, dies: false }
  const unavailable = () => new StoreUnavailable({ region: "us-east-1", reason: "io_error", detail: "planned" })
  const guard = <A extends (...args: ReadonlyArray<any>) => any>(inner: A): A =>
    ((...args: ReadonlyArray<any>) =>
      Effect.suspend(() =>
        state.dies ? Effect.die("planned") : state.isBroken ? Effect.fail(unavailable()) : inner(...args)
      )) as unknown as A
  const layer = Layer.effect(
    Store,
    Effect.map(Store, (store) => ({
      ...store,
      region: (name: Parameters<typeof store.region>[0]) =>
        Effect.map(store.region(name), (open) => ({
          ...open,
          read: guard(open.read),
          write: guard(open.write),
          transact: guard(open.transact)
        }))
    }))
  ).pipe(Layer.provide(sqlite(":memory:")))
  return { layer, state }
}

/** Runs every probe on every operation that it is for. */
export const frameSuite = (
  title: string,
  operations: ReadonlyArray<FramedOperation>,
  probes: () => Promise<ReadonlyArray<Probe>>
) =>
  describe(title, () => {
    it.each(operations.map((operation) => [operation.id, operation] as const))("%s", async (_, operation) => {
      for (const probe of await probes()) {
        if (probe.only?.(operation) === false) continue
        const answer = await probe.ask(operation)
        expect(answer, probe.title).toEqual({ status: probe.status, code: probe.code })
      }
    })
  })
