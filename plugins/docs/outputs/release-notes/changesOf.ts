/** Sources of release notes as changes: change lists and commits are; texts hold them; two API versions differ by them. */
import { compareModels } from "../../diff/compareApis.ts"
import type { ChangesModel } from "../../model/ChangesModel.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import { changesOfApis } from "../../sources/changes/changesOfApis.ts"
import { changesOfText } from "../../sources/changes/readChangelog.ts"
import type { PlanOptions } from "../Output.ts"

/** Whether a change list says nothing of any version, or only which file stands there. */
export const isHollow = ({ origin, releases }: ChangesModel): boolean =>
  origin === "changelog" &&
  releases.every(
    ({ changes, lead }) => lead === undefined && changes.every(({ text }) => /^(?:\.\. |`?\{\{)/.test(text))
  )

/** What such a change list lacks. */
export const hollow = "The change list holds no change. Where it includes another file, give that one: it is not read."

/** The changes of the sources; `undefined` when they hold none that notes could be made of. */
export const changesOf = (
  sources: ReadonlyArray<SourceModel>,
  { baseline, settings, warn }: Pick<PlanOptions, "baseline" | "settings" | "warn">
): ChangesModel | undefined => {
  const lists = sources.flatMap((source): ReadonlyArray<ChangesModel> => {
    if (source.kind === "changes") return [source]
    if (source.kind !== "text") return []
    const { model, warnings } = changesOfText(source.text)
    warnings.forEach(warn)
    return [model]
  })
  const apis = sources.filter((source) => source.kind === "api")
  if (apis.length > 0) {
    if (baseline === undefined) return undefined
    lists.push(
      changesOfApis(compareModels(baseline, JSON.stringify(apis)), settings.releaseVersion ?? apis[0]?.version)
    )
  }
  const [first] = lists
  if (first === undefined) return undefined
  return lists.length === 1
    ? first
    : {
        kind: "changes",
        // What one list was written for users is not read as a log because another is one.
        origin: lists.every(({ origin }) => origin === "commits") ? "commits" : "changelog",
        releases: lists.flatMap(({ releases }) => releases),
        dropped: lists.flatMap(({ dropped = [] }) => dropped)
      }
}
