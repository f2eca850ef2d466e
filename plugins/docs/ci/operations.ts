/** What becomes of a push (spec docs §4, decisions docs 4.9): validate, deduplicate, filter, enqueue. */
import * as Effect from "effect/Effect"
import { Clock, storedAs, UniqueViolation, type CallerShape } from "../../../src/plugin.ts"
import { RepoTokens } from "../git/RepoTokens.ts"
import * as generations from "../generations/operations.ts"
import { keep } from "../keep.ts"
import type { DocType } from "../model/GeneratedDocument.ts"
import { checkBranchField, checkUrlField, docTypeOf, refusedField } from "../network/checkFields.ts"
import { repositoryKeyOf, type Project } from "../projects/Project.ts"
import * as projects from "../projects/operations.ts"
import { isOwnMessage } from "../publish/Publication.ts"
import { sha256Of } from "../sha256.ts"
import { maxBranches, usableFiles, type Provider, type Push, type SkipReason } from "./Push.ts"
import { isRelevant } from "./relevance.ts"
import * as repository from "./repository.ts"
import type { Wishes } from "./wishes.ts"

/** A push, and what its sender wants besides. */
export interface ReadPush {
  readonly push: Push
  readonly wishes: Wishes
}

/** What was begun. */
export interface Accepted {
  readonly kind: "accepted"
  readonly provider: Provider
  readonly repositoryUrl: string
  readonly docType: DocType
  readonly changedFiles: number | undefined
  readonly publish: boolean
  /** At least one. */
  readonly generations: ReadonlyArray<{ readonly id: string; readonly branch: string | null }>
}

const storedAnswer = storedAs<Accepted>({
  table: "docs_deliveries",
  form: {
    kind: "text",
    provider: "text",
    repositoryUrl: "text",
    docType: "text",
    publish: "boolean",
    generations: ["list of", { id: "text", branch: "text or null" }]
  }
})

/** What was not, and why. */
export interface Skipped {
  readonly kind: "skipped"
  readonly provider: Provider
  readonly reason: SkipReason
}

/** How long a delivery is known (decisions docs, D40). */
const deliveryLifetimeMs = 86_400_000

/** Everything that is known before it is decided what to do. */
interface Facts extends ReadPush {
  readonly docType: DocType
  readonly project: Project | undefined
}

const validate = Effect.fnUntraced(function* (caller: CallerShape, push: Push, wishes: Wishes) {
  yield* checkUrlField(push.repositoryUrl, "repositoryUrl")
  for (const { branch } of push.branches) yield* checkBranchField(branch, "branch")
  const project = yield* projects.ofRepository(caller, repositoryKeyOf(push.repositoryUrl))
  const docType = yield* Effect.fromResult(docTypeOf(wishes.docType ?? project?.defaultDocType ?? "readme"))
  if (wishes.publishToRepo === true && wishes.repoToken === undefined) {
    return yield* refusedField("repo_token_required", "repoToken", "is needed with publishToRepo")
  }
  return { push: { ...push, changedFiles: usableFiles(push.changedFiles) }, wishes, docType, project } satisfies Facts
})

/** The branches that are worth a generation, or why none is. */
const filter = ({ docType, project, push }: Facts): Push["branches"] | SkipReason => {
  const { branches, changedFiles, provider } = push
  const wanted = project?.branch
  const ofProject =
    provider === "generic" || wanted === undefined ? branches : branches.filter(({ branch }) => branch === wanted)
  if (ofProject.length === 0) return "branch_filtered"
  const foreign = ofProject.filter(({ message }) => message === undefined || !isOwnMessage(message))
  if (foreign.length === 0) return "own_commit"
  const outputs = Object.values(project?.outputPaths ?? {})
  return isRelevant(docType, changedFiles, outputs) ? foreign.slice(0, maxBranches) : "no_relevant_changes"
}

const commandFor = (
  { docType, project, push, wishes }: Facts,
  branch: string | undefined
): generations.StartGeneration => {
  const { audience, customRules, publishToRepo, repoToken, tone } = wishes
  const at = branch === undefined ? {} : { branch }
  const { repositoryUrl } = push
  const name = new URL(repositoryUrl).pathname.replace(/^\/+|\/+$|\.git\/*$/g, "") || "repository"
  return {
    projectId: project?.id,
    source: { kind: "repository", name, url: repositoryUrl, ...at },
    docType,
    settings: {
      ...(audience === undefined ? {} : { audience }),
      ...(tone === undefined ? {} : { tone }),
      ...(customRules === undefined ? {} : { customRules })
    },
    ...(publishToRepo === true ? { publish: { target: { repositoryUrl, ...at }, token: repoToken } } : {})
  }
}

const enqueue = Effect.fnUntraced(function* (caller: CallerShape, facts: Facts, branches: Push["branches"]) {
  const { deliveryId, provider, repositoryUrl } = facts.push
  const now = (yield* Clock).now()
  const units = yield* Effect.forEach(branches, ({ branch }) => generations.prepare(caller, commandFor(facts, branch)))
  const accepted: Accepted = {
    kind: "accepted",
    provider,
    repositoryUrl,
    docType: facts.docType,
    changedFiles: facts.push.changedFiles?.length,
    publish: facts.wishes.publishToRepo === true,
    generations: units.map(({ outcome }, at) => ({ id: outcome.id, branch: branches[at]!.branch ?? null }))
  }
  const answers =
    deliveryId === undefined
      ? []
      : repository.keepAnswer({ ...deliveryOf(caller, facts, now), now }, storedAnswer.write(accepted))
  const kept = keep(caller, {
    writes: [...units.flatMap(({ writes }) => writes), ...answers],
    jobs: units.flatMap(({ jobs }) => jobs)
  })
  const ids = units.map(({ outcome }) => outcome.id)
  const token = accepted.publish ? facts.wishes.repoToken : undefined
  yield* (yield* RepoTokens).holdFor({ scope: caller.scope, ids }, token, kept)
  return accepted
})

/** A repetition asks for the same: one pipeline may ask for several documents, and of several branches, under its one id. */
const deliveryOf = (caller: CallerShape, { docType, push, wishes }: Facts, now: number) => {
  const { branches, deliveryId = "", provider, repositoryUrl } = push
  // The kind of document of a project may be another one by now.
  const kind = wishes.docType === undefined ? null : docType
  const asked = JSON.stringify([deliveryId, repositoryUrl, branches.map(({ branch }) => branch ?? null), kind])
  // The host chooses the id: kept as a digest, it has one length and tells nothing.
  return { scope: caller.scope, delivery: sha256Of(`${provider} ${asked}`), since: now - deliveryLifetimeMs }
}

/** What a delivery that was taken before was answered. */
const takenBefore = Effect.fnUntraced(function* (caller: CallerShape, facts: Facts) {
  if (facts.push.deliveryId === undefined) return undefined
  const answer = yield* repository.answerTo(caller.store, deliveryOf(caller, facts, (yield* Clock).now()))
  return answer === undefined ? undefined : { ...storedAnswer.read(answer), duplicate: true as const }
})

/**
 * Takes a push: starts generations, or says why there is nothing to do. Fails with `DocsRefused`, before anything is
 * stored.
 */
export const receive = Effect.fnUntraced(function* (caller: CallerShape, { push, wishes }: ReadPush) {
  const facts = yield* validate(caller, push, wishes)
  const before = yield* takenBefore(caller, facts)
  if (before !== undefined) return before
  const branches = filter(facts)
  if (typeof branches === "string") {
    return { kind: "skipped", provider: facts.push.provider, reason: branches } satisfies Skipped
  }
  return yield* enqueue(caller, facts, branches).pipe(
    // The same delivery was taken by somebody else at this moment: theirs is the answer.
    Effect.catchIf(
      (failure) => failure instanceof UniqueViolation,
      (failure) =>
        Effect.flatMap(takenBefore(caller, facts), (taken) => (taken ? Effect.succeed(taken) : Effect.fail(failure)))
    )
  )
})
