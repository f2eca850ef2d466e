/**
 * Answers every request with the same bytes over `node:net`, without reading it. It costs less than any HTTP server, so
 * a load against it shows the most that the load generator can do.
 */
import { createServer } from "node:net"

const body = `{"status":"ready"}`
const answer = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`

createServer((socket) => {
  socket.setNoDelay(true)
  socket.on("data", () => socket.write(answer, "latin1"))
  socket.on("error", () => socket.destroy())
}).listen(Number(process.env["PORT"]), process.env["HOST"])

process.once("SIGTERM", () => process.exit(0))
