/** Markdown of an author on its way into a document: word for word, but for what runs something. */
import { besideCode, codeSpansIn, isSafeUrl, replaceLinks } from "./inline.ts"

/** Attributes that run something. */
const runs =
  /\s(?:on\w+\s*=|(?:href|src|action)\s*=\s*["']?\s*(?:javascript|data|vbscript):)(?:\s*"[^"<>]*"|\s*'[^'<>]*'|[^\s<>]*)/gi

/** Markup that runs or loads something is shown as it stands; code stays. */
export const shown = (text: string): string =>
  besideCode(text, (words) =>
    words
      .replaceAll(/<(?=\/?(?:script|style|iframe|object|embed|form|svg|link|meta|base)\b)/gi, "&lt;")
      .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/(?<!\/)\/(?=on\w+\s*=)/gi, " ").replaceAll(runs, ""))
  )

/** What an author wrote, without what runs something or leads nowhere; of such a link, the words stay. */
export const authorsMarkdown = (source: string): string => {
  const text = shown(source)
  const spans = codeSpansIn(text)
  const isCode = (at: number) => spans.some(([start, end]) => start <= at && at < end)
  return replaceLinks(text, (image, label, url, { start, whole }) =>
    isCode(start) || isSafeUrl(url.replace(/\s["'(][^]*$/, "").replace(/^<|>$/g, ""))
      ? whole
      : image === ""
        ? label
        : ""
  )
}
