/** From requests to operations and back. */
import * as Effect from "effect/Effect"
import { handlersOf } from "../../../src/plugin.ts"
import { DocsApi } from "../api.ts"
import { answer, list, noContent, read, shown } from "../respond.ts"
import { newSourceOf, ProjectBody, SourceBody } from "./api.ts"
import * as projects from "./operations.ts"

export const projectHandlers = handlersOf(DocsApi, "projects", (handlers) =>
  handlers.handleAll({
    create: ({ payload }) => answer((caller) => projects.create(caller, payload), shown(ProjectBody.write, 201)),
    list: ({ query }) => list(query, projects.list, ProjectBody.write),
    retrieve: ({ params }) => read((caller) => projects.retrieve(caller, params.id), shown(ProjectBody.write)),
    update: ({ params, payload }) =>
      answer((caller) => projects.update(caller, { id: params.id, change: payload }), shown(ProjectBody.write)),
    remove: ({ params }) => answer((caller) => projects.remove(caller, params.id), noContent),
    addSource: ({ params, payload }) =>
      answer(
        (caller) =>
          Effect.flatMap(newSourceOf(payload), (source) =>
            projects.addSource(caller, { projectId: params.id, source })
          ),
        shown(SourceBody.write, 201)
      ),
    listSources: ({ params, query }) =>
      list(query, (caller, page) => projects.listSources(caller, params.id, page), SourceBody.write),
    retrieveSource: ({ params }) =>
      read((caller) => projects.retrieveSource(caller, params.id), shown(SourceBody.write)),
    removeSource: ({ params }) => answer((caller) => projects.removeSource(caller, params.id), noContent)
  })
)
