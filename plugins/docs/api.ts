/** The HTTP API of the plugin (spec docs §4, decisions docs 4): one group per slice. `bursar/docs/api`. */
import * as HttpApi from "effect/http-api/HttpApi"
import * as OpenApi from "effect/http-api/OpenApi"
import { Gate } from "../../src/plugin.ts"
import { ChecksApi } from "./checks/api.ts"
import { CiApi } from "./ci/api.ts"
import { ContextApi } from "./context/api.ts"
import { DiffApi } from "./diff/api.ts"
import { DocumentsApi } from "./documents/api.ts"
import { GenerationsApi } from "./generations/api.ts"
import { ProjectsApi } from "./projects/api.ts"
import { PublicationsApi } from "./publish/api.ts"
import { RulesApi } from "./rules/api.ts"
import { TransformationsApi } from "./transformations/api.ts"

/** Documentation generation. */
export const DocsApi = HttpApi.make("docs")
  .add(ProjectsApi, GenerationsApi, PublicationsApi, CiApi, DocumentsApi, DiffApi, ContextApi)
  .add(RulesApi, ChecksApi, TransformationsApi)
  // A parameter that the endpoint does not know is refused, never ignored.
  .annotate(HttpApi.QueryParseOptions, { onExcessProperty: "error" })
  .annotate(HttpApi.PayloadParseOptions, { errors: "all", onExcessProperty: "error" })
  .annotate(HttpApi.ParseOptions, { errors: "all" })
  .annotateMerge(
    OpenApi.annotations({
      title: "Bursar documentation",
      description: "Turns API descriptions, repositories, texts and change lists into documentation.",
      version: "1"
    })
  )
  .middleware(Gate)
