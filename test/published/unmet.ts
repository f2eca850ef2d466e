/**
 * Run after a whole run of the tests: prints how many answers were checked, and every declared status and error code that
 * no test met. Fails when one of these is not explained in `explained.json`.
 */
import { readFileSync } from "node:fs"
import { bank } from "../../plugins/bank/index.ts"
import { cards } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import { declaredBy } from "./Document.ts"

const read = <A>(path: string | URL): A => JSON.parse(readFileSync(path, "utf8")) as A

const met = read<Record<string, number>>("coverage/published.json")
/** Patterns of what no test meets, each with the reason. */
const explained = read<ReadonlyArray<{ readonly pattern: string; readonly why: string }>>(
  new URL("explained.json", import.meta.url)
).map(({ pattern }) => new RegExp(pattern))

let unexplained = 0
for (const plugin of [cards(), bank(), docs()]) {
  if (plugin.http?.publication === undefined) continue
  const declared = declaredBy(plugin.http.openApi(`/${plugin.id}`)).map((one) => `${plugin.id} ${one}`)
  const unmet = declared.filter((one) => !(one in met))
  const answers = Object.entries(met).filter(([key]) => key.startsWith(`${plugin.id} `))
  const checked = answers.reduce((sum, [, count]) => sum + count, 0)
  const open = unmet.filter((one) => !explained.some((pattern) => pattern.test(one)))
  console.log(
    `${plugin.id}: ${checked} answers checked, ${declared.length} statuses and codes declared, ${unmet.length} not met, ${open.length} of them unexplained`
  )
  for (const one of open) console.log(`  not met: ${one}`)
  unexplained += open.length
}
process.exitCode = unexplained === 0 ? 0 : 1
