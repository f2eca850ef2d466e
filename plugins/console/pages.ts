/** The page of the console and its files. Every path without a dot is the page's: the browser knows what it shows there. */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { WebRequest } from "../../src/plugin.ts"
import { securityHeaders } from "./answers.ts"
import { basisOf, unknownPath } from "./guard.ts"
import { fileAt, pageOf, type BuiltFiles } from "./NodeFiles.ts"

const plain = (status: number, text: string) =>
  HttpServerResponse.text(text, {
    status,
    contentType: "text/plain; charset=utf-8",
    headers: { ...securityHeaders, "cache-control": "no-store" }
  })

const notBuilt = plain(
  503,
  "The console has not been built.\n\nIn a checkout, run: npm ci\n\nThen load this page again; the server need not be restarted.\n"
)

/** Answers with the files of a build. */
export const showPages =
  (files: Effect.Effect<BuiltFiles | undefined>) =>
  ({ params, request }: WebRequest) =>
    Effect.gen(function* () {
      const path = params["*"] ?? ""
      if (path === "api" || path.startsWith("api/")) return unknownPath
      const built = yield* files
      if (built === undefined) return notBuilt
      const file = fileAt(built, path, request.headers)
      if (file !== undefined) return file
      if (path.startsWith("assets/")) return plain(404, "There is no such file\n")
      const { path: base } = yield* basisOf(request)
      return pageOf(built, base, request.headers)
    })
