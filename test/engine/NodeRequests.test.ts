/** Requests that come together on one connection. */
import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { expect, it, onTestFinished, vi } from "vitest"
import { guarded } from "../../src/engine/NodeRequests.ts"

const begin = async () => {
  const begun: Array<string> = []
  const answers: Array<ServerResponse> = []
  const server = createServer(
    guarded((request, response) => {
      begun.push(request.url!)
      answers.push(response)
    })
  ).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  onTestFinished(() => server.closeAllConnections())
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
    let said = ""
    socket.on("data", (chunk: Buffer) => void (said += chunk.toString()))
    onTestFinished(() => void socket.destroy())
    return { socket, said: () => said }
  }
  return { answers, begun, open }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`

it("begins with a request when the one before it was answered, and answers in their order", async () => {
  const { answers, begun, open } = await begin()
  const { said, socket } = open()
  socket.write(["/1", "/2", "/3"].map(get).join(""))
  const other = open()
  await vi.waitFor(() => expect(begun).toEqual(["/1"]))
  other.socket.write(get("/other"))
  await vi.waitFor(() => expect(begun).toEqual(["/1", "/other"]))
  answers[0]!.end("first")
  await vi.waitFor(() => expect(begun).toEqual(["/1", "/other", "/2"]))
  answers[2]!.end("second")
  await vi.waitFor(() => expect(begun.at(-1)).toBe("/3"))
  answers[3]!.end("third")
  await vi.waitFor(() => expect(said()).toMatch(/first[^]*second[^]*third/))
  socket.write(get("/4"))
  await vi.waitFor(() => expect(begun.at(-1)).toBe("/4"))
})

it("ends a connection on which more requests wait than it keeps, and no other", async () => {
  const { answers, begun, open } = await begin()
  const many = open()
  many.socket.on("error", () => {})
  const other = open()
  other.socket.write(Array.from({ length: 257 }, (_, at) => get(`/${at}`)).join(""))
  await vi.waitFor(() => expect(begun).toEqual(["/0"]))
  const closed = once(many.socket, "close")
  many.socket.write(get("/many").repeat(2_000))
  await closed
  expect(begun).toEqual(["/0", "/many"])
  answers[0]!.end("first")
  await vi.waitFor(() => expect(begun.at(-1)).toBe("/1"))
})

it("begins with no request of a connection that is gone", async () => {
  const { answers, begun, open } = await begin()
  const { socket } = open()
  socket.write(["/1", "/2"].map(get).join(""))
  await vi.waitFor(() => expect(begun).toEqual(["/1"]))
  const closed = once(answers[0]!, "close")
  socket.destroy()
  await closed
  const after = open()
  after.socket.write(get("/after"))
  await vi.waitFor(() => expect(begun).toEqual(["/1", "/after"]))
})
