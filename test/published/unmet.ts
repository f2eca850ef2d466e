/**
 * What a whole run of the tests did not meet of the published documents: declared statuses and error codes that nobody saw. Each
 * is explained in `explained.json`, or the run fails. `node --conditions=bursar-source test/published/unmet.ts` prints the last run.
 */
import { readFileSync } from "node:fs"
import { declaredBy } from "./Document.ts"
import { documentOf, published } from "./services.ts"

/** How often each answer was checked, by service, operation, status and code. */
export type Met = Readonly<Record<string, number>>

/** A pattern of what no test meets, and the reason. */
export interface Explained {
  readonly pattern: string
  readonly why: string
}

const read = <A>(path: string | URL): A => JSON.parse(readFileSync(path, "utf8")) as A

/** What no test meets, and why. */
export const explained = read<ReadonlyArray<Explained>>(new URL("explained.json", import.meta.url))

/** What is wrong: what nobody met and nobody explains, and explanations of what is met or is declared no more. */
export const faultsOf = (
  declared: ReadonlyArray<string>,
  met: Met,
  explained: ReadonlyArray<Explained>
): ReadonlyArray<string> => {
  const unmet = declared.filter((one) => !(one in met))
  const patterns = explained.map(({ pattern }) => new RegExp(`^(?:${pattern})$`))
  const unexplained = unmet.filter((one) => !patterns.some((pattern) => pattern.test(one)))
  const needless = explained.filter((_, at) => !unmet.some((one) => patterns[at]!.test(one)))
  return [
    ...unexplained.map((one) => `not met by any test: ${one}`),
    ...needless.map(({ pattern }) => `explained, and yet met or not declared: ${pattern}`)
  ]
}

/** Judges a whole run: counts for people, and what is wrong. */
export const judge = (met: Met) => {
  const all: Array<string> = []
  const counts: Array<string> = []
  for (const plugin of published) {
    const declared = declaredBy(documentOf(plugin)).map((one) => `${plugin.id} ${one}`)
    const answers = Object.entries(met).filter(([key]) => key.startsWith(`${plugin.id} `))
    const checked = answers.reduce((sum, [, count]) => sum + count, 0)
    const unmet = declared.filter((one) => !(one in met)).length
    counts.push(
      `${plugin.id}: ${checked} answers checked, ${declared.length} statuses and codes declared, ${unmet} not met`
    )
    all.push(...declared)
  }
  return { counts, faults: faultsOf(all, met, explained) }
}

if (import.meta.main) {
  const { counts, faults } = judge(read("coverage/published.json"))
  process.stdout.write(`${[...counts, ...faults].join("\n")}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}
