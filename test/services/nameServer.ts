/** A name server on loopback (RFC 1035 §4). */
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { onTestFinished } from "vitest"

const headerBytes = 12
const typeA = 1

/** The name that a message asks for, and where its question ends. */
const questionIn = (message: Buffer) => {
  const labels: Array<string> = []
  let at = headerBytes
  for (let length = message[at]!; length > 0; length = message[at]!) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join("."), type: message.readUInt16BE(at + 1), end: at + 5 }
}

const headerOf = (message: Buffer, { answers, code }: { readonly answers: number; readonly code: number }): Buffer => {
  const header = Buffer.alloc(headerBytes)
  message.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 + code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(answers, 6)
  return header
}

const recordOf = (address: string): Buffer =>
  Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 60, 0, 4, ...address.split(".").map(Number)])

/** Knows these names by their IPv4 address, does not answer for names that begin with `silent`, and says that there are no others. */
export const nameServer = async (known: Readonly<Record<string, string>>): Promise<string> => {
  const socket = createSocket("udp4", (message, { address: asker, port }) => {
    const { end, name, type } = questionIn(message)
    if (name.startsWith("silent")) return
    const address = type === typeA ? known[name] : undefined
    const header = headerOf(message, { answers: address === undefined ? 0 : 1, code: name in known ? 0 : 3 })
    const records = address === undefined ? [] : [recordOf(address)]
    socket.send(Buffer.concat([header, message.subarray(headerBytes, end), ...records]), port, asker)
  })
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}
