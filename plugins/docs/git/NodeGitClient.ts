/**
 * The git client for Node: each request on a thread of its own with bounds on memory and time, so that a hostile
 * repository takes only its thread with it. The token is in the memory of that thread and nowhere else.
 */
import { Worker } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { checkRepositoryUrl, type AllowedOrigins } from "../network/remoteUrl.ts"
import { isBranchName } from "./branchName.ts"
import { withoutToken } from "./credentials.ts"
import { GitClient, GitFailed, type ReadRepository, type WriteRepository, type Written } from "./GitClient.ts"
import { gitThreadMark, type Opening, type SessionCall, type SessionCalls, type SessionReply } from "./Session.ts"

/** Decisions docs 4.12: all of one request, in milliseconds of real time. */
const totalMs = 60_000

/** Memory of one thread in MiB: twice what a checkout may hold (decisions docs 4.12). */
const memoryMb = 512

/** Requests at a time. Our choice: each may take a core and the memory above. */
const concurrent = 2

/** Tries after the first one when others push meanwhile (decisions docs 4.8). */
const retries = 3

const failedAs = (code: GitFailed["code"], message: string) => new GitFailed({ code, message })

type Session = {
  readonly [Name in keyof SessionCalls]: (
    input: Parameters<SessionCalls[Name]>[0]
  ) => Effect.Effect<Awaited<ReturnType<SessionCalls[Name]>>, GitFailed>
}

/** Why a thread ended that had not answered: what it threw, or its exit code. */
export const brokenBy = (reason: unknown): GitFailed =>
  reason instanceof Error && "code" in reason && reason.code === "ERR_MODULE_NOT_FOUND"
    ? failedAs("source_unreachable", "Git repositories need a package that is not installed: npm i isomorphic-git")
    : failedAs("limit_exceeded", `The repository needs more than ${memoryMb} MiB of memory`)

const ask = (thread: Worker, call: SessionCall) =>
  Effect.callback<unknown, GitFailed>((resume) => {
    const finish = (outcome: Effect.Effect<unknown, GitFailed>) => {
      thread.off("message", onMessage)
      thread.off("error", onBroken)
      thread.off("exit", onBroken)
      resume(outcome)
    }
    const onMessage = (reply: SessionReply) =>
      finish(reply.ok ? Effect.succeed(reply.value) : Effect.fail(failedAs(reply.failure.code, reply.failure.message)))
    const onBroken = (reason: unknown) => finish(Effect.fail(brokenBy(reason)))
    thread.on("message", onMessage)
    thread.on("error", onBroken)
    thread.on("exit", onBroken)
    thread.postMessage(call)
  })

const sessionOn = (thread: Worker): Session => {
  const call =
    <Name extends keyof SessionCalls>(name: Name) =>
    (input: Parameters<SessionCalls[Name]>[0]) =>
      ask(thread, { name, input } as SessionCall) as ReturnType<Session[Name]>
  return { open: call("open"), snapshot: call("snapshot"), read: call("read"), push: call("push") }
}

const startThread = Effect.sync(() => {
  // It alone loads the git library, which is half a MB.
  const thread = new Worker(new URL("./NodeGitThread.ts", import.meta.url), {
    name: "docs-git",
    workerData: gitThreadMark,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb }
  })
  // What a dying thread still says is nobody's concern once its session is over.
  thread.on("error", () => {})
  return thread
})

const withSession = <A>(use: (session: Session) => Effect.Effect<A, GitFailed>): Effect.Effect<A, GitFailed> =>
  Effect.acquireUseRelease(
    startThread,
    (thread) => use(sessionOn(thread)),
    (thread) => Effect.promise(() => thread.terminate())
  )

const openingOf = (
  request: Pick<ReadRepository, "url" | "branch"> & Partial<Pick<WriteRepository, "baseBranch" | "createBranch">>,
  token: Redacted.Redacted | undefined,
  allowed: AllowedOrigins
): Effect.Effect<Opening, GitFailed> => {
  const url = checkRepositoryUrl(request.url, allowed)
  if (Result.isFailure(url)) return Effect.fail(failedAs("unsafe_repository_url", `The address ${url.failure}`))
  const { baseBranch, branch, createBranch } = request
  if ([branch, baseBranch].some((name) => name !== undefined && !isBranchName(name))) {
    return Effect.fail(failedAs("unsafe_path", "The name of the branch is not one that git allows"))
  }
  const secret = token === undefined ? undefined : Redacted.value(token)
  // A browser's address may end in a slash. Git leaves it out before it says what it wants, and so do we.
  const address = url.success.href.replace(/\/+$/, "")
  return Effect.succeed({ url: address, branch, createBranch, baseBranch, token: secret, allowed })
}

/** What a new text would replace. One that cannot be read is another text. */
const comparable = (session: Session, path: string) =>
  session.read(path).pipe(
    Effect.catchIf(
      ({ code }) => code === "publish_conflict",
      () => Effect.succeed(undefined)
    )
  )

const pushOnce = Effect.fnUntraced(function* (session: Session, opening: Opening, request: WriteRepository) {
  const { branch } = yield* session.open(opening)
  const present = new Map<string, string | undefined>()
  const read = (path: string) =>
    Effect.tap(session.read(path), (text) => Effect.sync(() => void present.set(path, text)))
  const wanted = yield* request.change(read)
  const files: Array<(typeof wanted)[number]> = []
  for (const file of wanted) {
    const now = present.has(file.path) ? present.get(file.path) : yield* comparable(session, file.path)
    if (now !== (file.text ?? undefined)) files.push(file)
  }
  const { at, author, message } = request
  const pushed = yield* session.push({ files, message, author, at })
  return pushed === undefined ? undefined : ({ commit: pushed, branch, changed: files.length > 0 } satisfies Written)
})

const write = Effect.fnUntraced(function* (request: WriteRepository, allowed: AllowedOrigins) {
  const opening = yield* openingOf(request, request.token, allowed)
  for (let attempt = 0; attempt <= retries; attempt++) {
    const written = yield* withSession((session) => pushOnce(session, opening, request))
    if (written !== undefined) return written
  }
  return yield* failedAs("publish_conflict", `Others pushed to the branch meanwhile, ${retries + 1} times`)
})

const read = Effect.fnUntraced(function* (request: ReadRepository, allowed: AllowedOrigins) {
  const opening = yield* openingOf(request, request.token, allowed)
  return yield* withSession((session) => Effect.andThen(session.open(opening), session.snapshot(request.depth ?? 0)))
})

/** Bounds the time, and keeps the token out of whatever is said. */
const guarded = <A>(
  work: Effect.Effect<A, GitFailed>,
  { token, url }: { readonly url: string; readonly token?: Redacted.Redacted | undefined }
): Effect.Effect<A, GitFailed> =>
  work.pipe(
    Effect.timeoutOrElse({
      duration: totalMs,
      orElse: () => Effect.fail(failedAs("timeout", `The host took longer than ${totalMs / 1_000} s`))
    }),
    Effect.mapError(({ code, message }) => {
      const secret = token === undefined ? undefined : Redacted.value(token)
      return failedAs(code, withoutToken(message, URL.parse(url)?.hostname ?? "", secret))
    })
  )

/** Reads and commits over https at public hosts, and at the origins that the operator names. */
export const layer = (allowed: AllowedOrigins): Layer.Layer<GitClient> =>
  Layer.sync(GitClient, () => {
    const turn = Semaphore.makeUnsafe(concurrent).withPermits(1)
    return {
      read: (request) => turn(guarded(read(request, allowed), request)),
      write: (request) => turn(guarded(write(request, allowed), request))
    }
  })
