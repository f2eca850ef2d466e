/** Which kinds of markup prose may have: what would give the document another structure is refused. Pure. */
import type { ReadText } from "./readText.ts"

/** `allowed`; a word: where the rules' text has such a thing too; a refusal. */
type Verdict = "allowed" | { readonly where: string } | { readonly refused: string }

const refusedAs = (what: string): Verdict => ({ refused: `the text holds ${what}` })
const list: Verdict = { where: "list" }

/** Kind of the parser → what it means for the document; one that is not here is refused. */
const verdicts: Readonly<Record<string, Verdict>> = {
  paragraph_open: "allowed",
  inline: "allowed",
  bullet_list_open: list,
  ordered_list_open: list,
  list_item_open: list,
  blockquote_open: { where: "quote" },
  fence: { where: "code block" },
  heading_open: refusedAs("a heading"),
  hr: refusedAs("a line across the page"),
  html_block: refusedAs("HTML"),
  code_block: refusedAs("code that is not the engine's"),
  table_open: refusedAs("a table"),
  text: "allowed",
  text_special: "allowed",
  softbreak: "allowed",
  hardbreak: "allowed",
  code_inline: "allowed",
  em_open: "allowed",
  strong_open: "allowed",
  s_open: "allowed",
  link_open: "allowed",
  html_inline: refusedAs("HTML"),
  image: refusedAs("an image")
}

/** Why a text's markup has no place in prose, or `undefined`. `model` is the rules' text. */
export const refusedKind = (prose: ReadText, model: ReadText): string | undefined => {
  if (prose.defines) return "the text defines a link for the whole document"
  for (const kind of prose.kinds) {
    const verdict = verdicts[kind] ?? { refused: "the text holds markup of a kind that has no place in prose" }
    if (verdict === "allowed") continue
    if ("refused" in verdict) return verdict.refused
    if (!model.kinds.has(kind)) return `the text holds a ${verdict.where} where there is none`
  }
  return prose.seemsToHead && !model.seemsToHead ? "the text holds a heading" : undefined
}
