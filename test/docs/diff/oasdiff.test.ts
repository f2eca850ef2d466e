/** What oasdiff tells of its own pairs of descriptions, and what is told here (Q22). */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { compareApis } from "../../../plugins/docs/diff/compareApis.ts"
import type { ApiModel } from "../../../plugins/docs/model/ApiModel.ts"
import { readSource } from "../../../plugins/docs/sources/readers.ts"

interface Pair {
  readonly name: string
  readonly ids: ReadonlyArray<string>
  readonly base: string
  readonly revision: string
}

const { pairs } = JSON.parse(readFileSync(join(import.meta.dirname, "../samples/api-changes.json"), "utf8")) as {
  readonly pairs: ReadonlyArray<Pair>
}

const modelOf = (content: string) => readSource({ name: "api", content }).model as ApiModel

const idsOf = ({ base, revision }: Pair): ReadonlyArray<string> =>
  Array.from(new Set(compareApis(modelOf(base), modelOf(revision)).map(({ id }) => id))).sort()

describe("a pair of oasdiff", () => {
  it.each(pairs)("D16, D52 and Q22: $name has the same ids", (pair) => expect(idsOf(pair)).toEqual(pair.ids))

  it("D52 and Q22: at least 0.95 of all ids are the same", () => {
    let same = 0
    let all = 0
    for (const pair of pairs) {
      const ours = new Set(idsOf(pair))
      const union = new Set([...ours, ...pair.ids])
      all += union.size
      same += pair.ids.filter((id) => ours.has(id)).length
    }
    expect(pairs).toHaveLength(40)
    expect(same / all).toBeGreaterThanOrEqual(0.95)
  })

  it("Q22 a description compared with itself has no change", () => {
    expect(pairs.flatMap(({ base }) => compareApis(modelOf(base), modelOf(base)))).toEqual([])
  })
})
