/** Sources of release notes as changes: change lists and commits are; texts hold them as items; two API versions differ by them. */
import { compareModels } from "../../diff/compareApis.ts"
import type { Change, ChangesModel } from "../../model/ChangesModel.ts"
import type { SourceModel } from "../../model/SourceModel.ts"
import type { TextModel } from "../../model/TextModel.ts"
import { changesOfApis } from "../../sources/changes/changesOfApis.ts"
import { readSubject } from "../../sources/changes/conventional.ts"
import type { PlanOptions } from "../Output.ts"

const changeOf = (text: string, line: number, heading: string | undefined): Change => {
  const subject = readSubject(text.replaceAll(/\s+/g, " "))
  return {
    ...subject,
    breaking: subject.breaking || /breaking/i.test(heading ?? ""),
    trailers: [],
    ...(heading === undefined ? {} : { heading }),
    line
  }
}

/** Items of lists are changes; in a text without lists, paragraphs are. */
const ofText = (model: TextModel): ChangesModel => {
  const hasLists = model.blocks.some(({ kind }) => kind === "list")
  let heading: string | undefined
  const changes = model.blocks.flatMap((block): ReadonlyArray<Change> => {
    if (block.kind === "heading") heading = block.level === 1 ? undefined : block.text
    if (block.kind === "list") return block.items.map((item) => changeOf(item, block.line, heading))
    if (block.kind === "paragraph" && !hasLists) return [changeOf(block.text, block.line, heading)]
    return []
  })
  return { kind: "changes", origin: "changelog", releases: [{ changes }] }
}

/** The changes of the sources; `undefined` when they hold none that notes could be made of. */
export const changesOf = (
  sources: ReadonlyArray<SourceModel>,
  { baseline, settings }: Pick<PlanOptions, "baseline" | "settings">
): ChangesModel | undefined => {
  const lists = sources.flatMap((source) =>
    source.kind === "changes" ? [source] : source.kind === "text" ? [ofText(source)] : []
  )
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
    : { kind: "changes", origin: first.origin, releases: lists.flatMap(({ releases }) => releases) }
}
