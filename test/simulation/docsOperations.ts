/** What the writers of documents and a code host do, and what the rules say to it (decisions docs 4). */
import {
  latestOf,
  record,
  type DocsModel,
  type GitTrouble,
  type ModelDocument,
  type ModelGeneration,
  type ModelPublication,
  type ModelPublishing
} from "./DocsModel.ts"
import { refused, type Operation, type Predicted } from "./Operation.ts"
import { repositoryUrl } from "./repository.ts"

/** What a code host shows of itself. */
export const webhookSecret = "secret-of-the-code-host"

const repoToken = "token-of-the-repository"
const missing = refused(404, "not_found")

const dayMs = 86_400_000

type Predict = (docs: DocsModel, now: number) => Predicted

const ask = (
  method: Operation["method"],
  name: string,
  path: string,
  predict: Predict,
  of: Pick<Operation, "about" | "body" | "headers"> = {}
): Operation => ({
  name: `docs.${name}`,
  as: "writer",
  method,
  path: `/docs/api/docs/v1/${path}`,
  predict: ({ docs }, now) => predict(docs, now),
  ...of
})

const projectOf = ({ projects }: DocsModel, id: string) => projects.find((one) => one.id === id)!

export const createProject = (context: string | undefined): Operation =>
  ask(
    "POST",
    "project",
    "projects",
    (docs) => {
      if (docs.contexts.some(({ id, isGone }) => id === context && isGone)) return refused(400, "invalid_payload")
      const one = { id: `new project ${docs.projects.length}`, sources: [], isGone: false }
      docs.projects.push(one)
      return { status: 201, shows: { defaultDocType: "user-guide" }, learn: ({ id }) => void (one.id = id) }
    },
    {
      body: {
        name: "Shop",
        defaultDocType: "user-guide",
        ...(context !== undefined && { contextDocumentIds: [context] })
      }
    }
  )

/** Whoever takes away something asks again after a crash, and finds nothing. */
const gone: Predicted = { status: 204, halfway: [missing] }

export const removeProject = (id: string): Operation =>
  ask("DELETE", "project.remove", `projects/${id}`, (docs) => {
    const project = projectOf(docs, id)
    if (project.isGone) return missing
    project.isGone = true
    for (const source of project.sources) source.isGone = true
    return gone
  })

export const addSource = (projectId: string, content: string): Operation =>
  ask(
    "POST",
    "source",
    `projects/${projectId}/sources`,
    (docs) => {
      const project = projectOf(docs, projectId)
      if (project.isGone) return missing
      const source = { id: "", content, isGone: false }
      project.sources.push(source)
      return { status: 201, shows: { size: content.length, projectId }, learn: ({ id }) => void (source.id = id) }
    },
    { body: { name: "notes.md", content } }
  )

export const removeSource = (projectId: string, id: string): Operation =>
  ask("DELETE", "source.remove", `sources/${id}`, (docs) => {
    const source = projectOf(docs, projectId).sources.find((one) => one.id === id)!
    if (source.isGone) return missing
    source.isGone = true
    return gone
  })

export const createContext = (term: string): Operation =>
  ask(
    "POST",
    "context",
    "context-documents",
    ({ contexts }) => {
      const one = { id: "", isGone: false }
      contexts.push(one)
      return { status: 201, shows: { understood: 1 }, learn: ({ id }) => void (one.id = id) }
    },
    { body: { kind: "glossary", name: "Words", content: `| Term | Meaning |\n| --- | --- |\n| ${term} | A word |\n` } }
  )

export const removeContext = (id: string): Operation =>
  ask("DELETE", "context.remove", `context-documents/${id}`, ({ contexts }) => {
    const one = contexts.find((each) => each.id === id)!
    if (one.isGone) return missing
    one.isGone = true
    return gone
  })

const publishingTo = (path: string, trouble: GitTrouble): ModelPublishing => ({
  path,
  trouble,
  status: "pending",
  changed: undefined,
  code: undefined
})

const begin = (docs: DocsModel, of: Pick<ModelGeneration, "project" | "publishing" | "text">): ModelGeneration => {
  const one = { ...of, id: "", status: "queued" as const, isRead: false, isUncertain: false }
  docs.generations.push(one)
  return one
}

/** Whether a generation of a project is taken. A context document that is gone is left out. */
export const isGenerated = ({ isGone, sources }: DocsModel["projects"][number]): boolean =>
  !isGone && sources.some((source) => !source.isGone)

/** A document of all sources of a project, which may go into the repository at once. */
export const generate = (id: string, path: string | undefined, trouble: GitTrouble): Operation =>
  ask(
    "POST",
    "generate",
    "generations",
    (docs) => {
      const project = projectOf(docs, id)
      if (project.isGone) return missing
      if (!isGenerated(project)) return refused(400, "invalid_payload")
      const contents = project.sources.filter(({ isGone }) => !isGone).map(({ content }) => content)
      const publishing = path === undefined ? undefined : publishingTo(path, trouble)
      const one = begin(docs, { project: id, text: JSON.stringify(contents), publishing })
      return { status: 202, shows: { status: "queued", projectId: id }, learn: (json) => void (one.id = json.id) }
    },
    {
      body: {
        projectId: id,
        ...(path !== undefined && { settings: { publish: { repositoryUrl, repoToken, path } } })
      }
    }
  )

/** The code host reports a push, and may do so again. */
export const push = (delivery: string, revision: number, path: "README.md" | undefined): Operation => ({
  ...ask("POST", "push", "", (docs, now) => {
    const known = docs.deliveries.get(delivery)
    // A delivery is known for a day.
    if (known !== undefined && now - known.at < dayMs)
      return { status: 202, shows: { generationId: known.one.id, duplicate: true } }
    const publishing = path === undefined ? undefined : publishingTo(path, "none")
    const one = begin(docs, { project: undefined, text: `repository at ${revision}`, publishing })
    docs.deliveries.set(delivery, { one, at: now })
    return { status: 202, shows: { publish: path !== undefined }, learn: (json) => void (one.id = json.generationId) }
  }),
  as: "host",
  path: "/docs/api/webhooks/ci",
  headers: { "x-docs-secret": webhookSecret, "x-github-event": "push", "x-github-delivery": delivery },
  body: {
    ref: "refs/heads/main",
    after: String(revision).padStart(40, "0"),
    repository: { clone_url: repositoryUrl },
    head_commit: { message: "Work" },
    docType: "readme",
    ...(path !== undefined && { publishToRepo: true, repoToken })
  }
})

/** It has ended long ago. */
export const cancel = (one: ModelGeneration): Operation =>
  ask("POST", "cancel", `generations/${one.id}/cancel`, () => refused(409, "not_cancellable"), {
    about: one.id,
    body: {}
  })

const documentOf = ({ documents }: DocsModel, id: string) => documents.find((one) => one.id === id)!

const onDocument = (
  method: Operation["method"],
  name: string,
  of: Pick<Operation, "body" | "headers"> & { readonly id: string; readonly path: string },
  predict: (document: ModelDocument, docs: DocsModel) => Predicted
): Operation =>
  ask(
    method,
    name,
    `documents/${of.id}${of.path}`,
    (docs) => {
      const document = documentOf(docs, of.id)
      return document.isGone ? missing : predict(document, docs)
    },
    { about: of.id, body: of.body, ...(of.headers && { headers: of.headers }) }
  )

/** An editor saves a text, and says which version it saw. */
export const save = (id: string, content: string, seen: string): Operation =>
  onDocument(
    "PUT",
    "save",
    { id, path: "/content", body: { content }, headers: { "if-match": `"${seen}"` } },
    (document) => {
      if (latestOf(document).id !== seen) return refused(412, "precondition_failed")
      const version = record(document, `saved: ${content}`)
      return {
        status: 200,
        shows: { number: version.number },
        learn: (json) => void (version.id = json.id),
        // The key of a save counts, too.
        halfway: [refused(412, "precondition_failed")]
      }
    }
  )

export const snapshot = (id: string, name: string): Operation =>
  onDocument("POST", "snapshot", { id, path: "/versions", body: { name } }, (document) => {
    const version = record(document, latestOf(document).text, true)
    return { status: 201, shows: { name, number: version.number }, learn: (json) => void (version.id = json.id) }
  })

export const setBaseline = (id: string, versionId: string): Operation =>
  onDocument("POST", "baseline", { id, path: "/baseline", body: { versionId } }, (document) => {
    document.baseline = versionId
    return { status: 200, shows: { baselineVersionId: versionId } }
  })

export const removeDocument = (id: string): Operation =>
  onDocument("DELETE", "document.remove", { id, path: "" }, (document) => {
    document.isGone = true
    return gone
  })

/** The latest version goes into the repository. */
export const publish = (id: string, path: string, trouble: GitTrouble): Operation =>
  onDocument(
    "POST",
    "publish",
    { id, path: "/publish", body: { repositoryUrl, repoToken, path } },
    (document, docs) => {
      const version = latestOf(document)
      const publishing = publishingTo(path, trouble)
      const one: ModelPublication = { id: "", version, publishing, isRead: false, isUncertain: false }
      docs.publications.push(one)
      return {
        status: 202,
        shows: { status: "pending", versionId: version.id },
        learn: (json) => void (one.id = json.id)
      }
    }
  )

const shownPublishing = ({ changed, code, status }: ModelPublishing, at: string) => ({
  [`${at}status`]: status,
  [`${at}changed`]: changed,
  [`${at}error.code`]: code
})

/** What may have become of it all the same, where the process ended meanwhile: the token was forgotten, or the commit was there. */
const uncertain = (at: string): ReadonlyArray<Predicted> =>
  [
    { status: "failed", changed: undefined, code: "repo_token_required" },
    { status: "succeeded", changed: false, code: undefined },
    { status: "succeeded", changed: true, code: undefined }
  ].map((one) => ({ status: 200, shows: shownPublishing(one as ModelPublishing, at) }))

/** Takes over what became of it. */
const follow = (publishing: ModelPublishing, json: any): void =>
  void Object.assign(publishing, { status: json.status, changed: json.changed, code: json.error?.code })

export const readGeneration = (one: ModelGeneration): Operation =>
  ask(
    "GET",
    "generation.read",
    `generations/${one.id}`,
    (docs) => {
      const found = docs.generations.find(({ id }) => id === one.id)!
      const { document, isUncertain, publishing, status, version } = found
      const shows = {
        status,
        ...(document?.id !== "" && { documentId: document?.id }),
        ...(version?.id !== "" && { versionId: version?.id }),
        ...(publishing && shownPublishing(publishing, "publish."))
      }
      const learn = (json: any) => {
        found.isRead = true
        if (document !== undefined) document.id = json.documentId
        if (version !== undefined) version.id = json.versionId
        if (publishing !== undefined) follow(publishing, json.publish)
      }
      return { status: 200, shows, learn, ...(isUncertain && publishing && { halfway: uncertain("publish.") }) }
    },
    { about: one.id }
  )

export const readPublication = (one: ModelPublication): Operation =>
  ask(
    "GET",
    "publication.read",
    `publications/${one.id}`,
    (docs) => {
      const found = docs.publications.find(({ id }) => id === one.id)!
      const learn = (json: any) => {
        found.isRead = true
        follow(found.publishing, json)
      }
      const shows = { versionId: found.version.id, ...shownPublishing(found.publishing, "") }
      return { status: 200, shows, learn, ...(found.isUncertain && { halfway: uncertain("") }) }
    },
    { about: one.id }
  )

/** Whoever saved while the process ended learns here what it came to. */
export const readDocument = (id: string): Operation =>
  onDocument("GET", "document.read", { id, path: "" }, (document) => {
    const latest = latestOf(document)
    return {
      status: 200,
      shows: {
        latestNumber: latest.number,
        baselineVersionId: document.baseline,
        ...(latest.id !== "" && { latestVersionId: latest.id })
      },
      learn: (json) => void (latest.id = json.latestVersionId)
    }
  })

/** The text of a version: what is made of the same is always the same bytes. */
export const readVersion = (document: ModelDocument, id: string): Operation =>
  ask(
    "GET",
    "version.read",
    `versions/${id}`,
    (docs) => {
      const { isGone, versions } = documentOf(docs, document.id)
      if (isGone) return missing
      const { number, text } = versions.find((one) => one.id === id)!
      return {
        status: 200,
        shows: { number, ...(docs.digests.has(text) && { sha256: docs.digests.get(text) }) },
        learn: ({ sha256 }) => void docs.digests.set(text, sha256)
      }
    },
    { about: document.id }
  )
