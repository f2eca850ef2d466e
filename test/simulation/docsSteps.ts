/** Steps of the documentation service: what its writers draw, and how the model learns what came of it. */
import * as docs from "./docsOperations.ts"
import { latestOf, type GitTrouble, type ModelDocument, type ModelProject, type ModelPublishing } from "./DocsModel.ts"
import { oneOf, type Operation } from "./Operation.ts"
import { digestOf } from "./repository.ts"
import { allAtOnce } from "./together.ts"
import { Unexpected, type World } from "./World.ts"

type Draw = (world: World) => Operation | undefined
type Moves = ReadonlyArray<readonly [weight: number, draw: Draw]>

/** One of the newest. */
const recent = <A>(world: World, all: ReadonlyArray<A>): A | undefined => oneOf(world, all.slice(-4))

/** A trouble of the repository, now and then. The repository and the model hear of the same one. */
const trouble = ({ isCalm, pick, repository }: World, isAsked: boolean): GitTrouble => {
  const drawn = isAsked && !isCalm ? (["none", "none", "none", "lost", "refused"] as const)[pick(5)]! : "none"
  repository.next(drawn)
  return drawn
}

const onProject =
  (make: (world: World, project: ModelProject) => Operation | undefined): Draw =>
  (world) => {
    const found = recent(world, world.model.docs.projects)
    return found === undefined ? undefined : make(world, found)
  }

const onDocument =
  (make: (world: World, document: ModelDocument) => Operation | undefined): Draw =>
  (world) => {
    const found = recent(world, world.model.docs.documents)
    return found === undefined ? undefined : make(world, found)
  }

const paths = ["docs/guide.md", "docs/other.md"]

/** Sends for one commit at most. */
const generate = onProject((world, project) => {
  const path = world.pick(2) === 0 ? oneOf(world, paths) : undefined
  const isAsked = path !== undefined && docs.isGenerated(project)
  return docs.generate(project.id, path, trouble(world, isAsked))
})

const publish = onDocument((world, document) =>
  docs.publish(document.id, oneOf(world, paths), trouble(world, !document.isGone))
)

const push: Draw = (world) => {
  const { model, pick, repository } = world
  if (pick(3) === 0) repository.push()
  const known = [...model.docs.deliveries.keys()]
  const isRepeated = known.length > 0 && pick(3) === 0
  const delivery = isRepeated ? oneOf(world, known) : `delivery ${known.length}`
  return docs.push(delivery, repository.revision(), pick(2) === 0 ? "README.md" : undefined)
}

const saved = ["# Guide\n\nWritten by hand.\n", "# Guide\n\nWritten again.\n"]

const save = onDocument((world, document) => {
  const seen = world.pick(4) === 0 ? document.versions[0]! : latestOf(document)
  return docs.save(document.id, oneOf(world, saved), seen.id)
})

const content = ({ pick }: World) =>
  `# Notes\n\n## Step ${pick(1e9)}\n\nSend a request with your key. Wait for the answer.\n`

/** What changes texts, without anything that happens afterwards. */
const edits: Moves = [
  [2, (world) => docs.createProject(recent(world, world.model.docs.contexts)?.id)],
  [3, onProject((world, { id }) => docs.addSource(id, content(world)))],
  [1, ({ pick }) => docs.createContext(`term${pick(1e9)}`)],
  [4, save],
  [1, onDocument(({ pick }, { id }) => docs.snapshot(id, `Snapshot ${pick(100)}`))],
  [1, onDocument((world, { id, versions }) => docs.setBaseline(id, oneOf(world, versions).id))]
]

const moves: Moves = [
  ...edits,
  [6, generate],
  [4, publish],
  [3, push],
  [1, onProject((_, { id }) => docs.removeProject(id))],
  [1, onDocument((_, { id }) => docs.removeDocument(id))],
  [
    1,
    (world) => {
      const found = recent(world, world.model.docs.contexts)
      return found && docs.removeContext(found.id)
    }
  ],
  [
    1,
    onProject((world, { id, sources }) => {
      const found = recent(world, sources)
      return found && docs.removeSource(id, found.id)
    })
  ],
  [
    1,
    (world) => {
      const found = recent(world, world.model.docs.generations)
      return found && docs.cancel(found)
    }
  ]
]

/** Any operation on documents; with `together`, one that says at once what came of it. */
export const docsMoves = (together: boolean): Moves => (together ? edits : moves)

/** Where a process ended meanwhile, the text in the repository is what lay there before, or the new one. */
const align = ({ model, repository }: World, { before, path }: ModelPublishing, text: string, about: string) => {
  const { digests, repository: believed } = model.docs
  const lies = repository.texts.get(path)
  const found = [text, before].find((one) =>
    one === undefined ? lies === undefined : lies !== undefined && digests.get(one) === digestOf(lies)
  )
  if (found === undefined && lies !== undefined)
    throw new Unexpected(`${path} holds a text that nobody published`, about)
  if (found === undefined) believed.delete(path)
  else believed.set(path, found)
}

/** Reads what came of generations and publications that nobody has looked at. */
export const lookAtDocs = async (world: World) => {
  const read = async (operation: Operation, isHalfway = false) =>
    world.audit(operation, await world.read(operation), { isHalfway })
  const { documents, generations, publications } = world.model.docs
  for (const one of generations.filter(({ isRead }) => !isRead)) {
    await read(docs.readGeneration(one), one.isUncertain)
    if (one.document !== undefined) await read(docs.readVersion(one.document, one.version!.id))
    if (one.isUncertain && one.publishing !== undefined) align(world, one.publishing, one.text, one.id)
  }
  for (const document of documents) {
    const latest = latestOf(document)
    if (latest.id === "" && !document.isGone) await read(docs.readDocument(document.id))
    if (!document.isGone && !world.model.docs.digests.has(latest.text))
      await read(docs.readVersion(document, latest.id))
  }
  for (const one of publications.filter(({ isRead }) => !isRead)) {
    await read(docs.readPublication(one), one.isUncertain)
    if (one.isUncertain) align(world, one.publishing, one.version.text, one.id)
  }
}

/** The process ended, or had no store: what is under way may go on without its token. */
export const doubtDocs = ({
  model: {
    docs: { generations, publications }
  }
}: World) => {
  for (const one of [...generations, ...publications]) if (!one.isRead) one.isUncertain = true
}

/** Editors who saw the same version save at once, one of them beside a snapshot. */
export const editTogether = async (world: World) => {
  const document = recent(world, world.model.docs.documents)
  if (document === undefined || document.isGone) return
  const { id } = document
  const seen = latestOf(document).id
  await allAtOnce(world, [
    ...saved.map((text) => docs.save(id, text, seen)),
    docs.save(id, content(world), seen),
    docs.snapshot(id, "Meanwhile")
  ])
  await lookAtDocs(world)
}

/** A generation breaks off when it has made its version, and before it begins again an editor saves another text. */
export const editMeanwhile = async (world: World) => {
  const { documents, generations, projects } = world.model.docs
  const drafted = projects.filter(
    (project) => docs.isGenerated(project) && documents.some((one) => one.project === project.id && !one.isGone)
  )
  if (drafted.length === 0) return
  // Another text than the latest.
  const { id } = recent(world, drafted)!
  await world.perform(docs.addSource(id, content(world)))
  world.faults().refuseWrites({ table: "docs_publications" })
  await world.perform(docs.generate(id, oneOf(world, paths), trouble(world, false)))
  await world.settle()
  const { document, version } = generations.at(-1)!
  const { json } = await world.ask(docs.readDocument(document!.id), world.freshKey())
  version!.id = json.latestVersionId
  await world.perform(docs.save(document!.id, oneOf(world, saved), version!.id))
  await world.advance("10 minutes")
  await lookAtDocs(world)
}

/** Several writers ask for the same publication, each for itself or all under one key: the repository gets one commit at most. */
export const publishTogether = async (world: World) => {
  const document = recent(world, world.model.docs.documents)
  if (document === undefined || document.isGone) return
  const path = oneOf(world, paths)
  const operation = docs.publish(document.id, path, trouble(world, false))
  const isOneKey = world.pick(2) === 0
  const key = world.freshKey()
  const commits = world.repository.commits.length
  const before = world.model.docs.repository.get(path)
  const answers = await Promise.all(
    Array.from({ length: 2 + world.pick(2) }, () => world.ask(operation, isOneKey ? key : world.freshKey()))
  )
  const [first] = answers
  for (const answer of isOneKey ? [first!] : answers) world.audit(operation, answer)
  if (isOneKey && answers.some(({ json }) => json.id !== first!.json.id))
    throw new Unexpected(`one key has ${answers.length} publications`, document.id)
  await world.settle()
  const made = world.repository.commits.length - commits
  const wanted = before === latestOf(document).text ? 0 : 1
  if (made !== wanted) throw new Unexpected(`${made} commits of one text, predicted ${wanted}`, document.id)
  // Which of them made the commit nobody knows.
  doubtDocs(world)
  await lookAtDocs(world)
}

/** A writer stops a generation while it runs: it is stopped for good, or had ended. */
export const cancelGeneration = async (world: World) => {
  const { docs: model } = world.model
  const project = recent(world, model.projects)
  if (project === undefined || !docs.isGenerated(project)) return
  const began = await world.ask(docs.generate(project.id, undefined, trouble(world, false)), world.freshKey())
  const id: string = began.json.id
  const one = { id } as (typeof model.generations)[number]
  const [, answer] = await world.askBeside(world.pick(3), docs.readGeneration(one), docs.cancel(one))
  await world.engine().drain()
  const read = await world.ask(docs.readGeneration(one), world.freshKey())
  const { status } = read.json
  const isTaken = answer.status === 202
  if (!isTaken && answer.json?.error?.code !== "not_cancellable") throw new Unexpected(`cancel: ${answer.text}`, id)
  if (
    !(isTaken ? ["cancelled", "succeeded"] : ["succeeded"]).includes(status) ||
    (answer.json.status === "cancelled" && status !== "cancelled")
  )
    throw new Unexpected(`cancelled with ${answer.text}, and is ${status}`, id)
  // The model hears of it as of one that was asked for, or that never was.
  const text = JSON.stringify(project.sources.filter(({ isGone }) => !isGone).map((source) => source.content))
  const isDone = status === "succeeded"
  model.generations.push({
    id,
    project: project.id,
    text,
    status: isDone ? "queued" : "cancelled",
    publishing: undefined,
    isRead: !isDone,
    isUncertain: false
  })
  world.pass()
  await lookAtDocs(world)
}
