/**
 * Run after a whole run of the tests: prints how many answers were checked, and every declared status and error code that
 * no test met. Fails when one of these is not explained in `explained.json` and the service is finished.
 */
import { readFileSync } from "node:fs"
import { declaredBy } from "./Document.ts"
import { documentOf, published } from "./services.ts"

/** Services of which every operation is published: what no test meets there fails the run. */
const finished: ReadonlySet<string> = new Set([])

const read = <A>(path: string | URL): A => JSON.parse(readFileSync(path, "utf8")) as A

const met = read<Record<string, number>>("coverage/published.json")
/** Patterns of what no test meets, each with the reason. */
const explained = read<ReadonlyArray<{ readonly pattern: string; readonly why: string }>>(
  new URL("explained.json", import.meta.url)
).map(({ pattern }) => new RegExp(pattern))

let unexplained = 0
for (const plugin of published) {
  const declared = declaredBy(documentOf(plugin)).map((one) => `${plugin.id} ${one}`)
  const unmet = declared.filter((one) => !(one in met))
  const answers = Object.entries(met).filter(([key]) => key.startsWith(`${plugin.id} `))
  const checked = answers.reduce((sum, [, count]) => sum + count, 0)
  const open = unmet.filter((one) => !explained.some((pattern) => pattern.test(one)))
  process.stdout.write(
    `${plugin.id}: ${checked} answers checked, ${declared.length} statuses and codes declared, ${unmet.length} not met, ${open.length} of them unexplained\n`
  )
  for (const one of open) process.stdout.write(`  not met: ${one}\n`)
  if (finished.has(plugin.id)) unexplained += open.length
}
process.exitCode = unexplained === 0 ? 0 : 1
