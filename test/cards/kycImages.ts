/** Images for tests of verifications: whole files with headers that can be chosen, and no picture in them. */
import { crc32, deflateSync } from "node:zlib"

const u16 = (value: number) => [value >> 8, value & 0xff]

const chunk = (kind: string, content: Uint8Array): Buffer => {
  const named = Buffer.concat([Buffer.from(kind, "latin1"), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

export const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

interface Wanted {
  readonly width?: number
  readonly height?: number
  /** A remark in the image. */
  readonly text?: string
  /** How many bytes the file has; at least some hundred. */
  readonly bytes?: number
}

/** A PNG. */
export const png = ({ bytes, height = 64, text, width = 64 }: Wanted = {}): Buffer => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const parts = [
    pngSignature,
    chunk("IHDR", header),
    ...(text === undefined ? [] : [chunk("tEXt", Buffer.from(`MRZ\0${text}`, "latin1"))]),
    chunk("IDAT", deflateSync(Buffer.alloc(height * (width + 1))))
  ]
  const end = chunk("IEND", Buffer.alloc(0))
  const length = Buffer.concat([...parts, end]).length
  // A private chunk fills it up: twelve bytes are its frame.
  const filler = bytes === undefined ? [] : [chunk("fiLl", Buffer.alloc(bytes - length - 12, 1))]
  return Buffer.concat([...parts, ...filler, end])
}

const segment = (marker: number, content: ReadonlyArray<number>) => [
  0xff,
  marker,
  ...u16(content.length + 2),
  ...content
]

/** A JPEG. */
export const jpeg = ({ bytes, height = 480, text, width = 640 }: Wanted = {}): Buffer => {
  const head = Buffer.from([
    0xff,
    0xd8,
    ...segment(0xe0, [...Buffer.from("JFIF\0", "latin1"), 1, 1, 0, ...u16(1), ...u16(1), 0, 0]),
    ...(text === undefined ? [] : segment(0xfe, [...Buffer.from(text, "latin1")])),
    ...segment(0xc0, [8, ...u16(height), ...u16(width), 1, 1, 0x11, 0]),
    ...segment(0xda, [1, 1, 0, 0, 63, 0])
  ])
  const scan = Buffer.alloc(bytes === undefined ? 16 : bytes - head.length - 2, 0x55)
  return Buffer.concat([head, scan, Buffer.from([0xff, 0xd9])])
}

/** As it is sent. */
export const base64 = (image: Uint8Array): string => Buffer.from(image).toString("base64")

/** The smallest images that are taken, as they are sent. */
export const front = base64(jpeg())
export const back = base64(png())
