/**
 * Measures a pack before it is unpacked: what its objects say of their size, and what they really unpack to, within the
 * limits of decisions docs 4.12. A small pack that would fill the memory is refused here.
 */
import { inflateSync } from "node:zlib"

/** What an unpacked pack may come to. */
export interface PackLimits {
  readonly packBytes: number
  readonly unpackedBytes: number
  /** Unpacked bytes per byte of the pack. */
  readonly ratio: number
}

/** A pack that breaks a limit. */
export class PackTooLarge extends Error {}

const ofsDelta = 6
const refDelta = 7

interface Position {
  at: number
}

/** A number of seven bits per byte, lowest first; the first byte may give fewer. */
const readSize = (bytes: Uint8Array, position: Position, firstBits: number): { type: number; size: number } => {
  let byte = bytes[position.at++] ?? 0
  const type = (byte >> 4) & 7
  let size = byte & ((1 << firstBits) - 1)
  let scale = 2 ** firstBits
  while ((byte & 0x80) !== 0) {
    byte = bytes[position.at++] ?? 0
    size += (byte & 0x7f) * scale
    scale *= 128
  }
  return { type, size }
}

const inflate = (bytes: Uint8Array, size: number): { readonly output: Uint8Array; readonly used: number } => {
  const options = { info: true, maxOutputLength: Math.max(size, 1) } as const
  const { buffer, engine } = inflateSync(bytes, options) as unknown as {
    readonly buffer: Uint8Array
    readonly engine: { readonly bytesWritten: number }
  }
  return { output: buffer, used: engine.bytesWritten }
}

/** What a delta says it makes. */
const madeBy = (delta: Uint8Array): number => {
  const position = { at: 0 }
  readSize(delta, position, 7)
  return readSize(delta, position, 7).size
}

/** Throws `PackTooLarge` if a pack breaks a limit, or is none. */
export const measurePack = (pack: Uint8Array, limits: PackLimits): void => {
  if (pack.byteLength > limits.packBytes)
    throw new PackTooLarge(`The repository has more than ${limits.packBytes} bytes`)
  const most = Math.min(limits.unpackedBytes, Math.max(1, pack.byteLength) * limits.ratio)
  const tooMuch = () => new PackTooLarge(`The repository unpacks to more than ${most} bytes`)
  const count = new DataView(pack.buffer, pack.byteOffset, pack.byteLength).getUint32(8)
  const position = { at: 12 }
  let unpacked = 0
  for (let object = 0; object < count; object++) {
    const { size, type } = readSize(pack, position, 4)
    if (type === ofsDelta) while (((pack[position.at++] ?? 0) & 0x80) !== 0);
    if (type === refDelta) position.at += 20
    unpacked += size
    if (unpacked > most) throw tooMuch()
    const { output, used } = inflate(pack.subarray(position.at), size)
    if (type === ofsDelta || type === refDelta) unpacked += madeBy(output)
    if (unpacked > most) throw tooMuch()
    position.at += used
  }
}
