/**
 * What every operation of a service answers alike, whatever it does: met once for each operation of the published document, so
 * that none stands outside the frame.
 */
import { describe, expect, it } from "vitest"

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

/** Asks until the limit of the caller is reached, which is at most `most`. A window may end meanwhile, so more than twice as often. */
export const untilLimited =
  (ask: Probe["ask"], most: number): Probe["ask"] =>
  async (operation) => {
    for (let asked = 0; asked <= 2 * most; asked++) {
      const answer = await ask(operation)
      if (answer.status === 429) return answer
    }
    return ask(operation)
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
