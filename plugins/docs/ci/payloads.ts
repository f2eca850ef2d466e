/** Push payloads of code hosts, one row per host (decisions docs 4.9): where each says what a generation needs. */
import { isObject, listOf, textOf, type JsonObject } from "../model/Json.ts"
import type { Headers } from "./headers.ts"
import type { Provider, Push, PushedBranch, Reading, SkipReason } from "./Push.ts"

const at = (value: unknown, ...names: ReadonlyArray<string>): unknown =>
  names.reduce<unknown>(
    (inner, name) => (isObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value
  )

const textAt = (value: unknown, ...names: ReadonlyArray<string>): string | undefined => textOf(at(value, ...names))

const isZero = (hash: string | undefined): boolean => hash !== undefined && /^0{40,64}$/.test(hash)

const skip = (provider: Provider, reason: SkipReason): Reading => ({ kind: "skip", provider, reason })
const invalid = (path: string, message = "is required"): Reading => ({ kind: "invalid", path, message })

interface Told {
  readonly provider: Provider
  readonly url: string | undefined
  readonly urlPath: string
  readonly branches: ReadonlyArray<PushedBranch>
  readonly changedFiles?: ReadonlyArray<string> | undefined
  readonly deliveryId: string | undefined
}

const pushOf = ({ branches, changedFiles, deliveryId, provider, url, urlPath }: Told): Reading =>
  url === undefined || url === ""
    ? invalid(urlPath)
    : { kind: "push", push: { provider, repositoryUrl: url, branches, changedFiles, deliveryId } }

const stringsIn = (value: unknown): ReadonlyArray<string> =>
  listOf(value).filter((item): item is string => typeof item === "string")

/** Union of what the commits say they added, modified and removed; unknown where a commit does not say. */
const filesOf = (body: JsonObject): ReadonlyArray<string> | undefined => {
  const commits = listOf(at(body, "commits"))
  const total = at(body, "total_commits_count")
  if (typeof total === "number" && total > commits.length) return undefined
  if (commits.length === 0) return undefined
  const fields = ["added", "modified", "removed"]
  if (commits.some((commit) => fields.every((field) => !Array.isArray(at(commit, field))))) return undefined
  return [...new Set(commits.flatMap((commit) => fields.flatMap((field) => stringsIn(at(commit, field)))))]
}

const headMessage = (body: JsonObject): string | undefined => {
  const given = textAt(body, "head_commit", "message")
  if (given !== undefined) return given
  const commits = listOf(at(body, "commits"))
  const after = textAt(body, "after") ?? textAt(body, "checkout_sha")
  return textAt(commits.find((commit) => textAt(commit, "id") === after) ?? commits.at(-1), "message")
}

/** Hosts that tell of one ref, with the commits. */
const oneRef = (
  provider: Provider,
  body: JsonObject,
  of: { readonly url: ReadonlyArray<string>; readonly deliveryId: string | undefined }
): Reading => {
  const ref = textAt(body, "ref")
  if (ref === undefined) return invalid("ref")
  if (ref.startsWith("refs/tags/")) return skip(provider, "tag")
  if (at(body, "deleted") === true || isZero(textAt(body, "after"))) return skip(provider, "branch_deleted")
  const message = headMessage(body)
  const branch = { branch: ref.replace(/^refs\/heads\//, ""), message }
  return pushOf({
    provider,
    url: textAt(body, ...of.url),
    urlPath: of.url.join("."),
    branches: [branch],
    changedFiles: filesOf(body),
    deliveryId: of.deliveryId
  })
}

const event = (name: string | undefined, provider: Provider, read: () => Reading): Reading => {
  if (name === "push") return read()
  return skip(provider, name === "ping" ? "ping" : "unsupported_event")
}

/** A host whose payloads are GitHub's, and whose headers have its own name. */
const likeGitHub = (provider: "forgejo" | "gitea" | "gogs" | "github"): HostRow => ({
  provider,
  told: (_, headers) => headers[`x-${provider}-event`] !== undefined,
  read: (body, headers) =>
    event(headers[`x-${provider}-event`] ?? "push", provider, () =>
      oneRef(provider, body, { url: ["repository", "clone_url"], deliveryId: headers[`x-${provider}-delivery`] })
    )
})

const gitHub = likeGitHub("github")

const readGitLab = (body: JsonObject, headers: Headers): Reading => {
  const kind = textAt(body, "object_kind") ?? textAt(body, "event_name")
  if (kind === "tag_push") return skip("gitlab", "tag")
  if (kind !== "push") return skip("gitlab", "unsupported_event")
  const deliveryId = headers["idempotency-key"] ?? headers["webhook-id"] ?? headers["x-gitlab-event-uuid"]
  return oneRef("gitlab", body, { url: ["project", "git_http_url"], deliveryId })
}

/** The message of a commit among those that are told, by the names that a host has for its id and its message. */
const messageOf = (
  told: unknown,
  { id, names }: { readonly id: string | undefined; readonly names: readonly [id: string, message: string] }
): string | undefined =>
  textAt(
    listOf(at(told, "commits")).find((commit) => id !== undefined && textAt(commit, names[0]) === id),
    names[1]
  )

/** Several changes in one payload: the branches that are there afterwards. */
const several = (
  told: Omit<Told, "branches">,
  changes: ReadonlyArray<{ readonly type: "branch" | "tag" | "deleted"; readonly branch: PushedBranch }>
): Reading => {
  const branches = changes.filter(({ type }) => type === "branch").map(({ branch }) => branch)
  if (branches.length > 0) return pushOf({ ...told, branches })
  if (changes.length === 0) return skip(told.provider, "unsupported_event")
  return skip(told.provider, changes.some(({ type }) => type === "tag") ? "tag" : "branch_deleted")
}

const readBitbucket = (body: JsonObject, headers: Headers): Reading => {
  const key = headers["x-event-key"] ?? "repo:push"
  if (key !== "repo:push") return skip("bitbucket", key === "diagnostics:ping" ? "ping" : "unsupported_event")
  const href = textAt(body, "repository", "links", "html", "href")
  const changes = listOf(at(body, "push", "changes")).map((change) => {
    const made = at(change, "new")
    const message = textAt(made, "target", "message")
    const branch = { branch: textAt(made, "name"), message }
    const type = !isObject(made) ? "deleted" : textAt(made, "type") === "branch" ? "branch" : "tag"
    return { type, branch } as const
  })
  const url = href === undefined ? undefined : `${href.replace(/\/+$/, "")}.git`
  const urlPath = "repository.links.html.href"
  return several({ provider: "bitbucket", url, urlPath, deliveryId: headers["x-request-uuid"] }, changes)
}

const readDataCenter = (body: JsonObject, headers: Headers): Reading => {
  const provider = "bitbucket-data-center"
  const key = headers["x-event-key"] ?? "repo:refs_changed"
  if (key !== "repo:refs_changed") return skip(provider, key === "diagnostics:ping" ? "ping" : "unsupported_event")
  const links = listOf(at(body, "repository", "links", "clone"))
  const url = textAt(
    links.find((link) => /^https?$/.test(textAt(link, "name") ?? "")),
    "href"
  )
  const changes = listOf(at(body, "changes")).map((change) => {
    const tag = textAt(change, "ref", "type") === "TAG"
    const type = tag ? "tag" : textAt(change, "type") === "DELETE" ? "deleted" : "branch"
    const message = messageOf(body, { id: textAt(change, "toHash"), names: ["id", "message"] })
    return { type, branch: { branch: textAt(change, "ref", "displayId"), message } } as const
  })
  return several({ provider, url, urlPath: "repository.links.clone", deliveryId: headers["x-request-id"] }, changes)
}

const readAzure = (body: JsonObject): Reading => {
  const provider = "azure-devops"
  if (textAt(body, "eventType") !== "git.push") return skip(provider, "unsupported_event")
  const changes = listOf(at(body, "resource", "refUpdates")).map((update) => {
    const name = textAt(update, "name") ?? ""
    const head = textAt(update, "newObjectId")
    const message = messageOf(at(body, "resource"), { id: head, names: ["commitId", "comment"] })
    const type = name.startsWith("refs/tags/") ? "tag" : isZero(head) ? "deleted" : "branch"
    return { type, branch: { branch: name.replace(/^refs\/heads\//, ""), message } } as const
  })
  const url = textAt(body, "resource", "repository", "remoteUrl")
  const told = { provider, url, urlPath: "resource.repository.remoteUrl", deliveryId: textAt(body, "id") } as const
  return several(told, changes)
}

const readGeneric = (body: JsonObject, headers: Headers): Reading => {
  const url = at(body, "repositoryUrl")
  if (url === undefined) return invalid("repositoryUrl")
  if (typeof url !== "string" || url.trim() === "") return invalid("repositoryUrl", "must be a text that is not empty")
  const branch = at(body, "branch")
  if (branch !== undefined && (typeof branch !== "string" || branch.trim() === "")) {
    return invalid("branch", "must be a text that is not empty")
  }
  const files = at(body, "changedFiles")
  if (files !== undefined && !(Array.isArray(files) && files.every((file) => typeof file === "string"))) {
    return invalid("changedFiles", "must be a list of texts")
  }
  const push: Push = {
    provider: "generic",
    repositoryUrl: url,
    branches: [{ branch: branch?.replace(/^refs\/heads\//, "") }],
    changedFiles: files === undefined ? undefined : stringsIn(files),
    deliveryId: headers["idempotency-key"] ?? headers["x-docs-delivery"]
  }
  return { kind: "push", push }
}

interface HostRow {
  readonly provider: Provider
  readonly told: (body: JsonObject, headers: Headers) => boolean
  readonly read: (body: JsonObject, headers: Headers) => Reading
}

const startsWith = (text: string | undefined, start: string): boolean => text?.startsWith(start) ?? false

/** Hosts by what they send, in order. */
const byHeader: ReadonlyArray<HostRow> = [
  // Forgejo sends Gitea's headers too, and both send those of Gogs and GitHub.
  ...(["forgejo", "gitea", "gogs"] as const).map(likeGitHub),
  gitHub,
  { provider: "gitlab", told: (_, headers) => headers["x-gitlab-event"] !== undefined, read: readGitLab },
  {
    provider: "bitbucket-data-center",
    told: (body, headers) =>
      headers["x-event-key"] !== undefined &&
      !isObject(at(body, "push")) &&
      (startsWith(headers["x-event-key"], "repo:refs") || headers["x-request-uuid"] === undefined),
    read: readDataCenter
  },
  { provider: "bitbucket", told: (_, headers) => headers["x-event-key"] !== undefined, read: readBitbucket },
  { provider: "azure-devops", told: (body) => textAt(body, "publisherId") === "tfs", read: readAzure }
]

/** Payloads that were passed on without their headers, by their shape. */
const byShape: ReadonlyArray<HostRow> = [
  { provider: "gitlab", told: (body) => textAt(body, "project", "git_http_url") !== undefined, read: readGitLab },
  {
    provider: "github",
    told: (body) => textAt(body, "repository", "clone_url") !== undefined && textAt(body, "ref") !== undefined,
    read: gitHub.read
  },
  { provider: "bitbucket", told: (body) => Array.isArray(at(body, "push", "changes")), read: readBitbucket },
  {
    provider: "bitbucket-data-center",
    told: (body) => Array.isArray(at(body, "changes")) && isObject(at(body, "repository")),
    read: readDataCenter
  }
]

/** What a request says. */
export const readPayload = (body: JsonObject, headers: Headers): Reading => {
  const host = byHeader.find(({ told }) => told(body, headers))
  if (host !== undefined) return host.read(body, headers)
  if (Object.hasOwn(body, "repositoryUrl")) return readGeneric(body, headers)
  return (byShape.find(({ told }) => told(body, headers))?.read ?? readGeneric)(body, headers)
}
