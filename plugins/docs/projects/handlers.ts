/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json, type Answer } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import type { Present, Presented } from "../keep.ts"
import { respond } from "../respond.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { encodeProject, encodeSource, newSourceOf } from "./api.ts"
import * as projects from "./operations.ts"
import type { Project } from "./Project.ts"
import type { Source } from "./Source.ts"

const projectAnswer =
  (status: number): Present<Project> =>
  (project) =>
    json(status, encodeProject(project))

const sourceAnswer: Present<Source> = (source) => json(201, encodeSource(source))

const nothing: Present<unknown> = () => ({ status: 204, body: "" })

const given = <A, E, R>(operation: Effect.Effect<Presented<A>, E, R>): Effect.Effect<Answer, E, R> =>
  Effect.map(operation, ({ answer }) => answer!)

/** The handlers of this slice. */
export const projectHandlers = handlersOf(DocsApi, "projects", (handlers) =>
  handlers.handleAll({
    addSource: ({ params, payload }) =>
      respond((caller) =>
        given(projects.addSource(caller, { projectId: params.id, source: newSourceOf(payload) }, sourceAnswer))
      ),
    create: ({ payload }) => respond((caller) => given(projects.create(caller, payload, projectAnswer(201)))),
    list: ({ query }) =>
      respond((caller) =>
        Effect.map(projects.list(caller, pageOf(query)), (page) => json(200, listAnswer(page, encodeProject)))
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(projects.retrieve(caller, params.id), projectAnswer(200))),
    update: ({ params, payload }) =>
      respond((caller) => given(projects.update(caller, { id: params.id, change: payload }, projectAnswer(200)))),
    remove: ({ params }) => respond((caller) => given(projects.remove(caller, params.id, nothing))),
    listSources: ({ params, query }) =>
      respond((caller) =>
        Effect.map(projects.listSources(caller, params.id, pageOf(query)), (page) =>
          json(200, listAnswer(page, encodeSource))
        )
      ),
    retrieveSource: ({ params }) =>
      respond((caller) =>
        Effect.map(projects.retrieveSource(caller, params.id), (source) => json(200, encodeSource(source)))
      ),
    removeSource: ({ params }) => respond((caller) => given(projects.removeSource(caller, params.id, nothing)))
  })
)
