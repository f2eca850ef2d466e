/** A readme that stands in a folder, as a readme of the root: what it links to beside it is named from there. */
import { readMarkdown } from "../../markdown/readMarkdown.ts"
import type { RepositoryModel } from "../../model/RepositoryModel.ts"
import type { Tree } from "./claims.ts"

/** A path of a folder from the root, without steps up and down. */
export const fromRoot = (folder: string, path: string): string =>
  `${folder}/${path}`
    .split("/")
    .reduce<Array<string>>((parts, part) => {
      if (part === "..") parts.pop()
      else if (part !== "." && part !== "") parts.push(part)
      return parts
    }, [])
    .join("/")

/** The readme of a tree with its links as they are at the root. */
export const atRoot = ({ path, text: { text } }: NonNullable<RepositoryModel["readme"]>, tree: Tree): string => {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")))
  if (folder === "") return text
  const { codes, links } = readMarkdown(text)
  const led = (url: string): string =>
    /^(?:[a-z][a-z\d+.-]*:|[/#]|$)/i.test(url) || !tree.has(fromRoot(folder, url)) ? url : fromRoot(folder, url)
  const addresses = [
    ...links.map(({ end, start, url }) => ({ at: text.lastIndexOf(url, end), least: start, url })),
    ...Array.from(
      text.matchAll(/(?<=^\[[^\]\n]{1,200}\]:[ \t]*|<[^<>]{0,300}\b(?:src|href)=["'])[^\s"'<>]+/gm),
      ({ 0: url, index }) => ({ at: index, least: index, url })
    )
  ]
  const all = new Map(
    addresses
      .filter(({ at, least }) => at >= least && !codes.some(({ end, start }) => at >= start && at < end))
      .map(({ at, url }) => [at, url])
  )
  return [...all]
    .toSorted(([one], [other]) => other - one)
    .reduce((rest, [at, url]) => rest.slice(0, at) + led(url) + rest.slice(at + url.length), text)
}
