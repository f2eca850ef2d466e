/** The thread that reads Scalar's script: the package gives it away in a page only. */
import { constants, setPriority } from "node:os"
import { parentPort } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import { layer } from "effect/http-api/HttpApiScalar"
import * as HttpRouter from "effect/http/HttpRouter"
import { fromWeb, HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { scriptOf } from "./reference.ts"

// On Linux a thread has a priority of its own: where cores are few, requests go before pages.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

const page = await Effect.gen(function* () {
  const render = yield* HttpRouter.toHttpEffect(layer(HttpApi.make("reference"), { path: "/" }))
  const response = yield* Effect.provideService(render, HttpServerRequest, fromWeb(new Request("http://reference/")))
  return yield* Effect.promise(() => HttpServerResponse.toWeb(response).text())
}).pipe(Effect.scoped, Effect.runPromise)

const began = page.indexOf("<script>") + "<script>".length
const script = await scriptOf(page.slice(began, page.indexOf("</script>", began)))
parentPort!.postMessage(script, [script.bytes.buffer])
