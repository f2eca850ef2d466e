/** The engine in programs of others: the real frameworks, below a path, over loopback. */
import express from "express"
import fastify from "fastify"
import { Hono } from "hono"
import { Agent, createServer, get, request, type IncomingMessage, type RequestListener } from "node:http"
import { once } from "node:events"
import { connect, type AddressInfo } from "node:net"
import { describe, expect, it, onTestFinished } from "vitest"
import { cards } from "../../plugins/cards/index.ts"
import { nodeListener } from "../../src/engine/NodeListener.ts"
import { createEngine, type EngineHandle } from "../../src/index.ts"
import { sqlite } from "../../src/store/dialects/Sqlite.ts"

const startEngine = async () => {
  const engine = await createEngine({
    plugins: [cards()],
    store: sqlite(":memory:"),
    mounts: { cards: "/pay/cards" },
    log: false
  })
  onTestFinished(() => engine.close())
  return engine
}

const listen = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** How each framework takes the engine in. Answers where it listens. */
const frameworks: Readonly<Record<string, (engine: EngineHandle) => Promise<string>>> = {
  "node:http": (engine) => listen(nodeListener(engine)),
  Express: (engine) => listen(express().use("/pay", nodeListener(engine))),
  "Express behind a body parser": (engine) => listen(express().use(express.json()).use("/pay", nodeListener(engine))),
  Fastify: async (engine) => {
    const app = fastify()
    onTestFinished(() => app.close())
    const listener = nodeListener(engine)
    app.register(async (pay) => {
      // Bodies are the engine's to read.
      pay.removeAllContentTypeParsers()
      pay.addContentTypeParser("*", (_request, _payload, done) => done(null))
      pay.all("/pay/*", (request, reply) => {
        reply.hijack()
        listener(request.raw, reply.raw)
      })
    })
    return app.listen({ port: 0, host: "127.0.0.1" })
  },
  Hono: async (engine) => {
    const app = new Hono().all("/pay/*", (context) => engine.fetch(context.req.raw))
    // What a server of Hono's does, with the adapter that is tested here.
    return listen(nodeListener({ fetch: async (request) => app.fetch(request) }))
  }
}

const headers = { authorization: "Bearer sk_test_framework", "content-type": "application/json" }
const payment = (method: string) => JSON.stringify({ amount: 2000, currency: "usd", payment_method: method })

describe.each(Object.entries(frameworks))("an engine in %s", (_, start) => {
  it("takes payments once per key, declines, and gives out links to where it is", async () => {
    const base = await start(await startEngine())
    const pay = async (method: string, key: string) => {
      const answer = await fetch(`${base}/pay/cards/v2/payments`, {
        method: "POST",
        headers: { ...headers, "idempotency-key": key },
        body: payment(method)
      })
      return { answer, body: (await answer.json()) as any }
    }
    const first = await pay("pm_card_visa", "a")
    expect([first.answer.status, first.body.status]).toEqual([200, "succeeded"])
    const again = await pay("pm_card_visa", "a")
    expect([again.body.id, again.answer.headers.get("idempotent-replayed")]).toEqual([first.body.id, "true"])
    expect((await pay("pm_card_declined", "b")).answer.status).toBe(402)
    const challenged = await pay("pm_card_3ds_required", "c")
    const link: string = challenged.body.next_action.redirect_url
    expect(link.startsWith(`${base}/pay/cards/v2/3ds/`)).toBe(true)
    expect((await fetch(link)).status).toBe(200)
    const list = await fetch(`${base}/pay/cards/v2/payments?limit=2`, { headers })
    expect(((await list.json()) as any).data).toHaveLength(2)
  })
})

/** Answers with what reached it. */
const echo: Pick<EngineHandle, "fetch"> = {
  fetch: async (asked) => new Response(`${asked.method} ${asked.url} ${await asked.text()}`)
}

describe("a listener", () => {
  it("takes the configured origin for links", async () => {
    const base = await listen(nodeListener(await startEngine(), { origin: "https://pay.example" }))
    const answer = await fetch(`${base}/pay/cards/v2/payments`, {
      method: "POST",
      headers,
      body: payment("pm_card_3ds_required")
    })
    const { next_action: next } = (await answer.json()) as any
    expect(next.redirect_url.startsWith("https://pay.example/pay/cards/v2/3ds/")).toBe(true)
  })

  it("streams: what is written is there before the end", async () => {
    let end = () => {}
    const stream = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("first"))
          end = () => controller.close()
        }
      })
    const base = await listen(nodeListener({ fetch: async () => new Response(stream()) }))
    const reader = (await fetch(base)).body!.getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe("first")
    end()
    expect((await reader.read()).done).toBe(true)
  })

  it("tells the engine that its caller has left", async () => {
    let arrived: (request: Request) => void = () => {}
    const asked = new Promise<Request>((resolve) => (arrived = resolve))
    const base = await listen(
      nodeListener({
        fetch: (request) => {
          arrived(request)
          return new Promise(() => {})
        }
      })
    )
    const leaving = get(base).on("error", () => {})
    const { signal } = await asked
    const left = once(signal, "abort")
    leaving.destroy()
    await left
    expect(signal.aborted).toBe(true)
  })

  it("answers 400 to a request whose host is none, and takes the path of a whole address alone", async () => {
    const listener = nodeListener(echo)
    const base = await listen((request, response) => {
      if (request.url === "/no-host") request.headers.host = "no host"
      if (request.url === "/whole") request.url = "http://elsewhere.example/path?a=1"
      listener(request, response)
    })
    expect((await fetch(`${base}/no-host`)).status).toBe(400)
    expect(await (await fetch(`${base}/whole`)).text()).toBe(`GET ${base}/path?a=1 `)
  })

  it("hands on what a parser of forms read, and refuses a body that somebody read and kept", async () => {
    const app = express()
      .use("/form", express.urlencoded(), nodeListener(echo))
      .use("/kept", (request, _response, next) => void request.resume().once("end", next), nodeListener(echo))
    const base = await listen(app)
    const body = new URLSearchParams({ grant_type: "client_credentials", scope: "a b" })
    const form = await fetch(`${base}/form`, { method: "POST", body })
    expect(await form.text()).toBe(`POST ${base}/form grant_type=client_credentials&scope=a+b`)
    expect((await fetch(`${base}/kept`, { method: "POST", body })).status).toBe(500)
  })

  it("hands on a body to the byte where its parser kept it: notices of acquirers are signed", async () => {
    const verify = (request: IncomingMessage, _response: unknown, bytes: Buffer) =>
      void Object.assign(request, { rawBody: bytes })
    const base = await listen(express().use(express.json({ verify }), nodeListener(echo)))
    const body = '{ "amount": 1.0 }'
    const sent = await fetch(base, { method: "POST", headers: { "content-type": "application/json" }, body })
    expect(await sent.text()).toBe(`POST ${base}/ ${body}`)
  })

  it("goes on with a connection after a long body that the engine did not read", async () => {
    const base = await listen(nodeListener({ fetch: async () => new Response("refused", { status: 401 }) }))
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const send = (bytes: number) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(base, { method: "POST", agent }, (response) => {
          response.resume().once("end", () => resolve(response.statusCode))
        })
        asked.once("error", reject).end(Buffer.alloc(bytes))
      })
    expect([await send(2_000_000), await send(10)]).toEqual([401, 401])
  })

  it("answers 400 to a request with two idempotency keys, which would be taken as one", async () => {
    const asked = get(await listen(nodeListener(echo)), { headers: { "idempotency-key": ["a", "b"] } })
    const [answer] = (await once(asked, "response")) as [IncomingMessage]
    expect(answer.statusCode).toBe(400)
    answer.resume()
  })

  it("begins with a request of a connection when the one before it was answered, and ends one on which many wait", async () => {
    let begun = 0
    const base = await listen(nodeListener({ fetch: () => (begun++, new Promise(() => {})) }))
    const socket = connect(Number(new URL(base).port), "127.0.0.1")
    socket.on("error", () => {})
    const closed = once(socket, "close")
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".repeat(300))
    await closed
    expect(begun).toBe(1)
  })

  it("answers 501 to TRACE, which no request of the Web can ask for", async () => {
    const asked = request(await listen(nodeListener(echo)), { method: "TRACE" }).end()
    const [answer] = (await once(asked, "response")) as [IncomingMessage]
    expect(answer.resume().statusCode).toBe(501)
  })

  it("answers 500 when the engine cannot", async () => {
    const base = await listen(nodeListener({ fetch: () => Promise.reject(new Error("closed")) }))
    expect((await fetch(base)).status).toBe(500)
  })
})
