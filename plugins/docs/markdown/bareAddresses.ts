/** Addresses and marks of footnotes that stand in running text as they are. */
import type { Range } from "../checks/ProseText.ts"
import { placeOfToken, type Inline } from "./parser.ts"

/** A stretch of running text; a footnote's mark has no address. */
export type Bare = Range & { readonly url?: string }

const bareAddress = /(?<![^\W_]|[./@-])(?:https?:\/\/|www\.)[^\s<]+/gi

/** Mail addresses: no part is longer than the standards have them, so that a search of one ends. */
const mailAddress = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g

const footnoteMark = /\[\^[^\]\s[]{1,80}\]:?/g

/** An address without what ends the sentence around it. */
const trimmedAddress = (found: string): string => {
  let address = found.replace(/[?!.,:*_~'"]+$/, "")
  while (address.endsWith(")") && address.split(")").length > address.split("(").length) {
    address = address.slice(0, -1).replace(/[?!.,:*_~'"]+$/, "")
  }
  return address.replace(/&[a-z\d]+;$/i, "")
}

/** Addresses and marks of footnotes that stand in a text as they are; what is a link, code or HTML holds none. */
export const bareIn = ({ token }: Inline): ReadonlyArray<Bare> => {
  const { children, content } = token
  const taken = (children ?? [])
    .filter(({ type }) => /^(?:link_open|image|code_inline|html_inline)$/.test(type))
    .flatMap((one) => placeOfToken(one) ?? [])
  const found = [
    ...Array.from(content.matchAll(bareAddress), ({ 0: written, index }) => {
      const url = trimmedAddress(written)
      return { start: index, end: index + url.length, url: /^www/i.test(url) ? `http://${url}` : url }
    }),
    ...(content.includes("@")
      ? Array.from(content.matchAll(mailAddress), ({ 0: written, index }) => ({
          start: index,
          end: index + trimmedAddress(written).length,
          url: `mailto:${trimmedAddress(written)}`
        }))
      : []),
    ...Array.from(content.matchAll(footnoteMark), ({ 0: written, index }) => ({
      start: index,
      end: index + written.length
    }))
  ].sort((a, b) => a.start - b.start || b.end - a.end)
  let next = 0
  let end = 0
  return found.filter((range) => {
    while (next < taken.length && taken[next]!.end <= range.start) next += 1
    const isFree = range.start >= end && (taken[next] === undefined || taken[next]!.start >= range.end)
    if (isFree) end = range.end
    return isFree && range.end > range.start
  })
}
