/**
 * One clone of a repository in memory: opened at a branch without a working tree, read object by object, and pushed as
 * one commit, never by force. Nothing of it is run, no hook, filter, submodule or link is followed.
 */
import * as git from "isomorphic-git"
import { Errors, type GitHttpRequest, type GitHttpResponse, type ServerRef, type TreeEntry } from "isomorphic-git"
import type { RepositorySnapshot } from "./GitClient.ts"
import { makeMemoryFiles } from "./MemoryFiles.ts"
import { utf8In } from "../model/decoded.ts"
import { exchange } from "../network/NodeFetch.ts"
import { tokenUserOf } from "./credentials.ts"
import { failureOf, SessionFailed } from "./failures.ts"
import { measurePack, type PackLimits } from "./NodePackLimits.ts"
import { logOf } from "./history.ts"
import type { NewCommit, Opened, Opening, SessionCalls } from "./Session.ts"
import { readFiles, type TreeFile } from "./snapshotFiles.ts"

/** Decisions docs 4.12. */
const packLimits: PackLimits = { packBytes: 64 * 1024 * 1024, unpackedBytes: 200 * 1024 * 1024, ratio: 200 }
const maxFiles = 20_000
const maxFolderDepth = 64

const gitdir = "/repository.git"
const linkMode = "120000"
const fileMode = "100644"

const isFolder = ({ type }: TreeEntry): boolean => type === "tree"

/** Collects what git sends, since the guarded client sends and receives whole texts. */
const collected = async (body: AsyncIterable<Uint8Array> | undefined): Promise<Uint8Array | undefined> => {
  if (body === undefined) return undefined
  const chunks: Array<Uint8Array> = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

const makeHttp = ({ allowed }: Opening) => ({
  request: async ({ body, headers = {}, method = "GET", url }: GitHttpRequest): Promise<GitHttpResponse> => {
    const sent = await collected(body as AsyncIterable<Uint8Array> | undefined)
    const answer = await exchange(
      { method: method === "POST" ? "POST" : "GET", url, headers, body: sent },
      { allowed, maxBytes: packLimits.packBytes }
    )
    return {
      url: answer.url,
      method,
      statusCode: answer.status,
      statusMessage: answer.statusText,
      headers: { ...answer.headers },
      body: once(answer.body) as unknown as AsyncIterableIterator<Uint8Array>
    }
  }
})

const withoutToken = "There is no public repository at this address: the host asks for an access token"

const rightsOf = ({ token, url }: Opening) => {
  const { hostname } = new URL(url)
  return {
    onAuth: () => {
      if (token === undefined) throw new SessionFailed("source_unreachable", withoutToken)
      return { username: tokenUserOf(hostname), password: token }
    },
    // A token that was refused once is not sent again.
    onAuthFailure: () => ({ cancel: true })
  }
}

const makeRemote = (opening: Opening) => {
  const fs = makeMemoryFiles((path, bytes) => {
    if (path.endsWith(".pack")) measurePack(bytes, packLimits)
  })
  return { fs, gitdir, cache: {}, http: makeHttp(opening), url: opening.url, ...rightsOf(opening) }
}

type Remote = ReturnType<typeof makeRemote>

/** What a session knows once it is open. */
interface State {
  readonly opening: Opening
  readonly remote: Remote
  readonly opened: Opened
  /** What the host said it has. */
  readonly refs: ReadonlyArray<ServerRef>
  /** Commits with tags, for the history. */
  readonly tagged: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Which branch to work on, and what it begins from: as asked, else what the host calls its default. */
const chooseBranch = (opening: Opening, refs: ReadonlyArray<ServerRef>): Opened => {
  const oidOf = (branch: string) => refs.find(({ ref }) => ref === `refs/heads/${branch}`)?.oid
  const head = refs.find(({ ref }) => ref === "HEAD")
  const usual = head?.target?.replace(/^refs\/heads\//, "")
  const branch = opening.branch ?? usual ?? "main"
  const present = oidOf(branch)
  if (present !== undefined) return { branch, commit: present }
  if (refs.length === 0) return { branch, commit: null }
  if (opening.createBranch !== true) {
    throw new SessionFailed("source_unreachable", `The repository has no branch ${branch}`)
  }
  const base = opening.baseBranch ?? usual
  const from = base === undefined ? undefined : oidOf(base)
  if (from === undefined) throw new SessionFailed("source_unreachable", "The repository has no such base branch")
  return { branch, commit: from }
}

const fetchAt = async ({ opened, refs, remote }: Pick<State, "opened" | "refs" | "remote">, depth: number) => {
  const at = refs.find(({ oid, ref }) => oid === opened.commit && ref.startsWith("refs/heads/"))
  await git.fetch({ ...remote, remote: "origin", ref: at?.ref ?? "HEAD", singleBranch: true, tags: false, depth })
}

const open = async (opening: Opening): Promise<State> => {
  const remote = makeRemote(opening)
  const listed = await git.listServerRefs({ ...remote, protocolVersion: 1, symrefs: true, peelTags: true })
  const refs = listed.filter(({ ref }) => !ref.endsWith("^{}"))
  const opened = chooseBranch(opening, refs)
  const tags = listed.filter(({ ref }) => ref.startsWith("refs/tags/"))
  const named = Map.groupBy(tags, ({ oid, peeled }) => peeled ?? oid)
  const tagged = new Map([...named].map(([oid, own]) => [oid, own.map(({ ref }) => ref.slice("refs/tags/".length))]))
  await git.init({ ...remote, bare: true, defaultBranch: "main" })
  await git.addRemote({ ...remote, remote: "origin" })
  if (opened.commit !== null) await fetchAt({ opened, refs, remote }, 1)
  return { opening, remote, opened, tagged, refs }
}

const listFiles = async ({ remote }: State, commit: string): Promise<ReadonlyArray<TreeFile>> => {
  const files: Array<TreeFile> = []
  const walk = async (oid: string, folder: string, depth: number): Promise<void> => {
    if (depth > maxFolderDepth)
      throw new SessionFailed("limit_exceeded", `The repository nests its folders deeper than ${maxFolderDepth} levels`)
    const { tree } = await git.readTree({ ...remote, oid })
    for (const entry of tree) {
      const path = `${folder}${entry.path}`
      if (isFolder(entry)) await walk(entry.oid, `${path}/`, depth + 1)
      else if (entry.type === "blob" && entry.mode !== linkMode) files.push({ path, oid: entry.oid })
      if (files.length > maxFiles)
        throw new SessionFailed("limit_exceeded", `The repository has over ${maxFiles} files`)
    }
  }
  await walk(commit, "", 0)
  return files
}

const blobOf = async (remote: Remote, oid: string): Promise<Uint8Array> => (await git.readBlob({ ...remote, oid })).blob

/** The entries of the folders on the way to a path, from the root. Fails where the way leads over a link. */
const foldersTo = async ({ opened, remote }: State, path: string): Promise<ReadonlyArray<ReadonlyArray<TreeEntry>>> => {
  const parts = path.split("/")
  const levels: Array<ReadonlyArray<TreeEntry>> = []
  let oid: string | undefined = opened.commit ?? undefined
  for (const [level, part] of parts.entries()) {
    const tree: ReadonlyArray<TreeEntry> = oid === undefined ? [] : (await git.readTree({ ...remote, oid })).tree
    levels.push(tree)
    const entry = tree.find((one) => one.path === part)
    const last = level === parts.length - 1
    if (entry !== undefined && (last ? entry.type !== "blob" || entry.mode === linkMode : !isFolder(entry))) {
      throw new SessionFailed("unsafe_path", `${path} leads over something that is no plain folder or file`)
    }
    oid = entry?.oid
  }
  return levels
}

const readText = async (state: State, path: string): Promise<string | undefined> => {
  const levels = await foldersTo(state, path)
  const entry = levels.at(-1)!.find((one) => one.path === path.split("/").at(-1))
  if (entry === undefined) return undefined
  const text = utf8In(await blobOf(state.remote, entry.oid))
  if (text === undefined)
    throw new SessionFailed("publish_conflict", `${path} in the repository is not a text in UTF-8`)
  return text
}

/** A folder with an entry changed, or without it. */
const withEntry = (
  tree: ReadonlyArray<TreeEntry>,
  path: string,
  entry: Omit<TreeEntry, "path"> | undefined
): Array<TreeEntry> => [
  ...tree.filter((one) => one.path !== path),
  ...(entry === undefined ? [] : [{ ...entry, path }])
]

/** The root folder with one file changed or gone; a folder goes with its last file. */
const treeWith = async (state: State, root: State["opened"]["commit"], file: NewCommit["files"][number]) => {
  const { remote } = state
  const parts = file.path.split("/")
  const levels = await foldersTo({ ...state, opened: { ...state.opened, commit: root } }, file.path)
  const mode = levels.at(-1)!.find(({ path }) => path === parts.at(-1))?.mode ?? fileMode
  let entry: Omit<TreeEntry, "path"> | undefined
  if (file.text !== null) {
    const oid = await git.writeBlob({ ...remote, blob: new TextEncoder().encode(file.text) })
    entry = { oid, mode, type: "blob" }
  }
  for (let level = parts.length - 1; level > 0; level--) {
    const tree = withEntry(levels[level]!, parts[level]!, entry)
    const oid = tree.length === 0 ? undefined : await git.writeTree({ ...remote, tree })
    entry = oid === undefined ? undefined : { oid, mode: "040000", type: "tree" }
  }
  return git.writeTree({ ...remote, tree: withEntry(levels[0]!, parts[0]!, entry) })
}

/** Where a branch of the host is now. */
const tipOf = async ({ remote }: State, ref: string): Promise<string> => {
  const refs = await git.listServerRefs({ ...remote, protocolVersion: 1 })
  return refs.find((one) => one.ref === ref)?.oid ?? noCommit
}

const noCommit = "0".repeat(40)

const commitOf = async (state: State, { at, author, files, message }: NewCommit): Promise<string> => {
  const { opened, remote } = state
  let tree = opened.commit
  for (const file of files) tree = await treeWith(state, tree, file)
  if (tree === null) throw new SessionFailed("publish_conflict", "There is nothing to commit")
  const signature = { ...author, timestamp: Math.floor(at / 1_000), timezoneOffset: 0 }
  return git.writeCommit({
    ...remote,
    commit: {
      message,
      tree,
      parent: opened.commit === null ? [] : [opened.commit],
      author: signature,
      committer: signature
    }
  })
}

const push = async (state: State, change: NewCommit): Promise<string | undefined> => {
  const { opened, remote } = state
  const isUnchanged = change.files.length === 0 && opened.commit !== null
  const commit = isUnchanged ? opened.commit : await commitOf(state, change)
  const ref = `refs/heads/${opened.branch}`
  const known = state.refs.find((one) => one.ref === ref)?.oid ?? noCommit
  if (known === commit) return commit
  await git.writeRef({ ...remote, ref, value: commit, force: true })
  let moved = false
  try {
    await git.push({
      ...remote,
      remote: "origin",
      ref,
      remoteRef: ref,
      force: false,
      onPrePush: ({ remoteRef }) => {
        moved = remoteRef.oid !== known
        return !moved
      }
    })
  } catch (error) {
    if (moved || error instanceof Errors.PushRejectedError) return undefined
    // A commit that landed after the host told its refs: the push is refused as one that is not allowed would be.
    if (error instanceof Errors.GitPushError && (await tipOf(state, ref)) !== known) return undefined
    throw error
  }
  return commit
}

const snapshot = async (state: State, depth: number): Promise<RepositorySnapshot> => {
  const { opened, opening, remote, tagged } = state
  const { branch, commit } = opened
  if (commit === null) throw new SessionFailed("source_unreachable", "The repository is empty")
  const head = await git.readCommit({ ...remote, oid: commit })
  const files = await readFiles(await listFiles(state, commit), (oid) => blobOf(remote, oid))
  const deepen = (to: number) => fetchAt(state, to)
  const log = depth === 0 ? "" : await logOf({ remote, commit, tagged, depth, deepen })
  return { url: opening.url, branch, commit, message: head.commit.message, files, log }
}

/** Makes a session: its calls, each of which fails with `SessionFailed` only. */
export const makeSession = (): SessionCalls => {
  let state: Awaited<ReturnType<typeof open>> | undefined
  const told = async <A>(work: () => Promise<A>): Promise<A> => {
    try {
      return await work()
    } catch (error) {
      throw failureOf(error)
    }
  }
  const opened = () => {
    if (state === undefined) throw new SessionFailed("source_unreachable", "The repository was not opened")
    return state
  }
  return {
    open: (opening) =>
      told(async () => {
        state = await open(opening)
        return state.opened
      }),
    snapshot: (depth) => told(() => snapshot(opened(), depth)),
    read: (path) => told(() => readText(opened(), path)),
    push: (commit) => told(() => push(opened(), commit))
  }
}
