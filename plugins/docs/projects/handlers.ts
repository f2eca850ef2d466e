/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf, json } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, noContent, respond } from "../respond.ts"
import { listAnswer, pageOf } from "../wire.ts"
import { encodeProject, encodeSource, newSourceOf } from "./api.ts"
import * as projects from "./operations.ts"
import type { Project } from "./Project.ts"
import type { Source } from "./Source.ts"

const projectAnswer = (status: number) => (project: Project) => json(status, encodeProject(project))

const sourceAnswer = (source: Source) => json(201, encodeSource(source))

/** The handlers of this slice. */
export const projectHandlers = handlersOf(DocsApi, "projects", (handlers) =>
  handlers.handleAll({
    addSource: ({ params, payload }) =>
      answer(
        (caller) =>
          Effect.flatMap(newSourceOf(payload), (source) =>
            projects.addSource(caller, { projectId: params.id, source })
          ),
        sourceAnswer
      ),
    create: ({ payload }) => answer((caller) => projects.create(caller, payload), projectAnswer(201)),
    list: ({ query }) =>
      respond((caller) =>
        Effect.map(projects.list(caller, pageOf(query)), (page) => json(200, listAnswer(page, encodeProject)))
      ),
    retrieve: ({ params }) => respond((caller) => Effect.map(projects.retrieve(caller, params.id), projectAnswer(200))),
    update: ({ params, payload }) =>
      answer((caller) => projects.update(caller, { id: params.id, change: payload }), projectAnswer(200)),
    remove: ({ params }) => answer((caller) => projects.remove(caller, params.id), noContent),
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
    removeSource: ({ params }) => answer((caller) => projects.removeSource(caller, params.id), noContent)
  })
)
