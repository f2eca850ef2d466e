/** For whom chapters are: words, headings and paths that name what only administrators, or only developers, do. */
import type { TextBlock } from "../../model/TextModel.ts"

/** A chapter, as far as its readers are asked for. */
interface Words {
  readonly title?: string | undefined
  readonly blocks: ReadonlyArray<TextBlock>
}

/** What administrators' matters speak of; two kinds of it name them in 96 of 100 sections, three in 98. */
const administrators: ReadonlyArray<RegExp> = [
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/,
  /\.env\b|\benvironment variables?\b/i,
  /\b(?:nginx|apache(?:2| (?:httpd|http|web|server))|caddy|postgres\w*|mysql|mariadb|redis|docker|kubernetes|systemd|cron)\b/i,
  /\b(?:administrators?|sysadmins?|operators?)\b/i,
  /\b(?:servers?|databases?|back(?:s|ed)? ?up|backups?|upgrad\w+|health ?checks?)\b/i,
  /^(?:```|~~~)(?:sh|bash|shell|console|ya?ml|toml|ini|nginx)\b/m,
  /\b(?:config(?:uration)? files?|permissions?|deploy\w*)\b/i
]

export const buttons = /\b(?:click|tap|press|buttons?|menus?|screen|page)\b/i

const administratorsHeading =
  /\b(?:administrat\w+|deploy\w*|back(?:ing)? ?up|backups?|restor(?:e|ing)|upgrad\w+|requirements?|configur\w+|environment|monitoring|operations?|server|starting|maintenance)\b/i

/** What only is where something runs for others, by kinds: a program that somebody starts has configuration, too. */
const forOthers: ReadonlyArray<RegExp> = [
  /\b(?:administrators?|sysadmins?|(?:server|site|system) operators?)\b/i,
  /\b(?:databases?|postgres\w*|mysql|mariadb|redis)\b/i,
  /\b(?:back(?:s|ed)? ?up|backups?)\b/i,
  /\b(?:nginx|apache(?:2| (?:httpd|http|web|server))|caddy|traefik|reverse prox\w+)\b/i,
  /\b(?:docker\w*|podman|kubernetes|helm)\b/i,
  /\b(?:systemd|cron|daemon)\b/i,
  /\b(?:deploy\w*|self-?host\w*)\b/i,
  /\b(?<!(?:language|\bX|MCP) )servers?\b/i
]

/** Headings below which stands what only those do who run something for others. */
const othersHeading =
  /\b(?:administrat\w+|deploy\w*|back(?:ing)? ?up|backups?|restor(?:e|ing)|upgrad\w+|self-?host\w*|monitoring|reverse prox\w+|docker|kubernetes|systemd|production)\b/i

/** People install some things themselves. */
const installHeading = /\b(?:prerequisites|install\w*)\b/i

/** Headings of what is for those who develop a thing. */
export const developersHeading =
  /^(?:our |special )?(?:contribut\w+|development|developing|building from source|hacking|licen[cs]e|copyright|credits|acknowledg\w+|thanks|authors?|maintainers?|sponsors?|backers|roadmap|changelog|release process|code of conduct|running (?:the )?tests|stargazers|star history|contributors)\b/i

export const wordsOf = ({ blocks }: Pick<Words, "blocks">): string => blocks.map(({ source }) => source).join("\n\n")

export const kindsIn = (words: string, kinds = administrators): number =>
  kinds.filter((kind) => kind.test(words)).length

/** Whether somebody who runs a thing for others is spoken to: a heading says so, or its words do twice, beside code. */
export const isForOthers = ({ blocks, title = "" }: Words): boolean => {
  const words = wordsOf({ blocks: blocks.filter(({ kind }) => kind !== "code") })
  const kinds = kindsIn(`${title} ${words}`, forOthers)
  return kinds >= 2 || (kinds === 1 && othersHeading.test(title))
}

/** Whether a chapter is for administrators: its heading names their matter and nothing in it contradicts, or nearly all of it speaks of them. */
export const isForAdministrators = (title: string | undefined, words: string): boolean => {
  const kinds = kindsIn(words)
  if (kindsIn(`${title ?? ""} ${words}`, forOthers) === 0) return false
  if (title !== undefined && administratorsHeading.test(title) && kinds >= 1) return true
  if (title !== undefined && installHeading.test(title) && kinds >= 2) return true
  return kinds >= (buttons.test(words) ? 5 : 4)
}

/** Files whose path says for whom they are; folders of a site that say so. */
export const administratorsPath =
  /(?:^|\/)(?:admin|deploy|backup|upgrad|operat|docker|monitoring|self[-_]?host|reverse[-_]?proxy)\w*(?:[-_/.]|$)/i
export const administratorsFolder = /\/(?:admin|administrat(?:ion|ors?)|sys-?admin|server-?admin)\//i

/** Different variables from which on a page of a repository is about the settings of what runs. Our choice. */
const manyVariables = 8

export const namesSettings = ({ blocks, from }: Words & { readonly from: string }): boolean =>
  /[-_/](?:options|settings|config\w*|environment[-_\w]*)\.\w+$/i.test(from) &&
  new Set(wordsOf({ blocks }).match(/\b[A-Z][A-Z\d]*_[A-Z\d_]+\b/g)).size >= manyVariables

/** What administrators read beside their own matters: what it is, how it is installed and configured. */
export const isBeside = ({ blocks, title = "" }: Words): boolean =>
  /^(?:introduction|overview|about|what is)\b/i.test(title) ||
  ((administratorsHeading.test(title) || installHeading.test(title)) && kindsIn(wordsOf({ blocks })) > 0)
