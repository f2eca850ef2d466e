/** Databases in memory that begin as copies: of the right schema, and with nothing of each other in them. */
import { spawnSync } from "node:child_process"
import { Effect, Layer } from "effect"
import { expect, it } from "vitest"
import { Migrations, Store, type Migration, type RegionName } from "../../src/services/Store.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

const step = (name: string): Migration => ({ id: 1, name: "one", up: () => [`CREATE TABLE ${name} (word TEXT)`] })

/** What `inside` comes to in a store of its own whose schema is these steps. */
const within = <A>(steps: ReadonlyArray<Migration>, inside: (store: Store["Service"]) => Effect.Effect<A, unknown>) =>
  Effect.runPromise(
    Effect.flatMap(Store, inside).pipe(
      Effect.provide(
        sqlite(":memory:").pipe(Layer.provide(Layer.succeed(Migrations, [{ owner: "words", migrations: steps }])))
      )
    )
  )

const tablesIn = (store: Store["Service"], region: RegionName = "us-east-1") =>
  Effect.flatMap(store.region(region), (open) =>
    Effect.map(
      open.read<{ readonly name: string }>(`SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`, []),
      (rows) => rows.map(({ name }) => name)
    )
  )

it("gives each engine a database of its own, and each region", async () => {
  const steps = [step("words")]
  const counts: Array<number> = []
  for (let time = 0; time < 3; time++) {
    const found = await within(steps, (store) =>
      Effect.forEach(["us-east-1", "eu-west-1"] as const, (region) =>
        Effect.gen(function* () {
          const open = yield* store.region(region)
          const [before] = yield* open.read<{ readonly n: number }>("SELECT count(*) AS n FROM words", [])
          yield* open.transact(open.sql`INSERT INTO words (word) VALUES (${region})`)
          return Number(before!.n)
        })
      )
    )
    counts.push(...found)
  }
  expect(counts).toEqual([0, 0, 0, 0, 0, 0])
})

it("makes a schema once, and copies it for engines and regions that follow", async () => {
  let made = 0
  const steps: ReadonlyArray<Migration> = [
    { id: 1, name: "one", up: () => [`CREATE TABLE words_${(made += 1)} (word TEXT)`] }
  ]
  for (let time = 0; time < 3; time++) expect(await within(steps, tablesIn)).toContain("words_1")
  expect(made).toBe(1)
})

it("knows steps apart that have the same owner, number and name", async () => {
  expect(await within([step("first_words")], tablesIn)).toContain("first_words")
  const second = [step("second_words")]
  for (let time = 0; time < 2; time++) {
    const tables = await within(second, tablesIn)
    expect(tables).toContain("second_words")
    expect(tables).not.toContain("first_words")
  }
})

it("keeps few schemas, and makes those anew that it forgot", async () => {
  const all = Array.from({ length: 12 }, (_, index) => [step(`words_${index}`)])
  for (const steps of [...all, ...all]) expect(await within(steps, tablesIn)).toHaveLength(2)
})

it("copies where Node copies to files only, as Node 22 does, and names no file", () => {
  const program = new URL("./copyToFiles.ts", import.meta.url).pathname
  const { stderr, stdout } = spawnSync(process.execPath, ["--conditions=bursar-source", program], { encoding: "utf8" })
  expect(stdout, stderr).toBe("captured\ncaptured\ncaptured\n[]\n")
})
