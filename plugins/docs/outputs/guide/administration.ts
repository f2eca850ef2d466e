/** Which requests of an API administer or watch the service itself. Only names of their author tell: tags, paths, operation ids, summaries. */
import type { ApiModel, Operation } from "../../model/ApiModel.ts"

/** What marks a request wherever it stands in a name: each is a matter of those who run or manage a service. */
const marks =
  /\b(?:admin|administrators?|administration|administrative|api ?(?:keys?|tokens?)|permissions?|acls?|audit|quotas?|rate ?limits?|back ?ups?(?! codes?)|user management)\b/

/** What is of the service itself where a name says nothing else: `/settings` is, and `/users/{id}/settings` is a user's. */
const managed =
  "configs?|configurations?|settings|roles?|tenants?|maintenance|dumps?|restore|reload|restart|shutdown|private|internal|monitoring"

/** The same, of what only shows how the service does: `/status/{id}` is of something in it. */
const watched =
  "status|health|healthz|healthcheck|ping|heartbeat|alive|liveness|livez|ready|readiness|readyz|metrics|diagnostics"

/** The same, of what it says of itself: as the name of a group it may mean anything. */
const told = "info|information|version"

/** What may stand beside these words: what is done with them, and other names of the service. */
const beside =
  "get|gets|set|sets|put|post|head|list|lists|show|shows|read|fetch|query|retrieve|retrieves|return|returns|check|checks|create|add|make|update|updates|replace|change|delete|remove|" +
  "the|a|an|of|about|all|for|to|and|is|its|this|current|runtime|general|basic|online|overall|live|mode|management|probe|" +
  "api|rest|apps?|application|servers?|services?|systems?|instance|backend|platform|endpoints?|v\\d\\w*|\\d+"

const nothingBut = (own: string): RegExp => new RegExp(`^(?:(?:${beside}) )*(?:${own})(?: (?:${beside}|${own}))*$`)

const isManaged = nothingBut(managed)

const isOfGroup = nothingBut(`${managed}|${watched}`)

const isOfService = nothingBut(`${managed}|${watched}|${told}`)

/** The words of a name in small letters: `getServer-Info` → `get server info`. */
const wordsOf = (name: string): string =>
  name
    .replaceAll(/([a-z\d])(?=[A-Z])/g, "$1 ")
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, " ")
    .trim()

/** Whether a heading or another name speaks of administration. */
export const speaksOfAdministration = (name: string): boolean =>
  marks.test(wordsOf(name)) || isOfGroup.test(wordsOf(name))

const isForAdministrators = ({ method, operationId = "", path, summary = "", tags }: Operation): boolean => {
  const own = path.replaceAll(/\{[^{}]*\}/g, "")
  const reads = own === path && /^(?:GET|HEAD)$/.test(method)
  return (
    tags.some(speaksOfAdministration) ||
    [...own.split("/"), operationId, summary].some((name) => marks.test(wordsOf(name))) ||
    (own === path ? [own, operationId, summary] : [own]).some((name) => isManaged.test(wordsOf(name))) ||
    (reads && [path, operationId, summary].some((name) => isOfService.test(wordsOf(name))))
  )
}

/** The requests with which administrators manage or watch the service; of an API whose title says that it is theirs, all. */
export const managing = ({ operations, title }: ApiModel): ReadonlyArray<Operation> =>
  marks.test(wordsOf(title)) ? operations : operations.filter(isForAdministrators)

/** Fewest requests that make a guide: a lone check of health or version tells nobody how to run something. Our choice. */
const fewest = 2

/** What administrators do with an API; `undefined` where that is too little for a guide. */
export const administered = (api: ApiModel): ApiModel | undefined => {
  const operations = managing(api)
  return operations.length < fewest ? undefined : { ...api, operations, webhooks: [] }
}

/** Whether nobody else has to do with a request: a tag or a part of its path says so alone. */
export const isTheirsAlone = ({ path, tags }: Operation): boolean =>
  [...tags, ...path.split("/")].some((name) =>
    /^(?:admin(?:istrat(?:ion|ors?))?|internal)(?: apis?)?$/.test(wordsOf(name))
  )
