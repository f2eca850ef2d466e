import * as http from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Scope from "effect/Scope"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
const mode = process.env.MODE ?? "effect"
const server = http.createServer(mode.includes("limits") ? { keepAliveTimeout: 75000, headersTimeout: 15000, requestTimeout: 120000, connectionsCheckingInterval: 5000 } : {})
const text = "x".repeat(900)
if (mode.startsWith("raw")) server.on("request", (q, s) => { if (mode.includes("prepend")) s.prependListener("finish", () => { if (!q.complete) throw 1 }); s.writeHead(200, { "content-type": "text/plain", "content-length": "900" }); s.end(text) })
else Effect.runSync(Effect.gen(function* () { const scope = yield* Scope.make(); server.on("request", yield* NodeHttpServer.makeHandler(Effect.succeed(HttpServerResponse.text(text)), { scope })) }))
server.listen(Number(process.env.PORT))
