/** Jobs that wait for the process that holds their token. */
import * as Effect from "effect/Effect"
import { expect, it } from "vitest"
import { handBack } from "../../../plugins/docs/git/handBack.ts"
import { Clock, Ids, type ClaimedJob } from "../../../src/plugin.ts"

const job: ClaimedJob = {
  sequence: 7,
  name: "docs.publication.run",
  key: "pub_1",
  payload: {},
  dueAt: 0,
  attempts: 1,
  unended: 1,
  leaseUntil: 1
}

/** A process without the token takes the job at a time; answers with the job that it gives back, if it does. */
const takenAt = async (at: number, taken: ClaimedJob): Promise<ClaimedJob | undefined> => {
  let again: ClaimedJob | undefined
  const write = (writes: ReadonlyArray<{ readonly values: ReadonlyArray<unknown> }>) => {
    const key = writes
      .flatMap(({ values }) => values)
      .find((value) => String(value).startsWith("pub_1~") && value !== taken.key)
    again = { ...taken, sequence: taken.sequence + 1, key: String(key) }
    return Effect.void
  }
  const keeper = { scope: "acct_1/live", store: { name: "home", dialect: { remote: true }, write } }
  const isGivenBack = await handBack(keeper as never, taken).pipe(
    Effect.provide(Ids.layer),
    Effect.provide(Clock.layerFrozen(at)),
    Effect.runPromise
  )
  expect(again !== undefined).toBe(isGivenBack)
  return again
}

it("a job whose token another process holds is given back for a minute, counted from the first time it was taken", async () => {
  // It waited an hour for a place.
  const first = 3_600_000
  const second = await takenAt(first, job)
  const third = await takenAt(first + 59_999, second!)
  expect(new Set([job.key, second!.key, third!.key]).size).toBe(3)
  expect(await takenAt(first + 60_000, third!)).toBeUndefined()
})
