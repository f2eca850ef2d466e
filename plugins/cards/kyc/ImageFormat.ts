/**
 * What an image is, by its bytes: JPEG or PNG, whole, and of a size that a camera or scanner makes. Its name, and the
 * type that somebody claims for it, say nothing. No pixel is decoded.
 */
import * as Data from "effect/Data"
import * as Result from "effect/Result"

/** The types that are taken (spec cards §4). */
export type ImageType = "image/jpeg" | "image/png"

/** Spec cards §8: 5 MB each, of the image itself. */
export const maxImageBytes = 5_242_880

/** Pixels along an edge, from and to: less shows no document, more is no photograph (compliance §6). */
export const edgePixels = { min: 64, max: 12_000 } as const

/** What the header of an image says. */
export interface ImageHeader {
  readonly type: ImageType
  readonly width: number
  readonly height: number
}

/** The bytes are no image that is taken. `expected` says what would be. */
export class ImageInvalid extends Data.TaggedError("ImageInvalid")<{ readonly expected: string }> {}

/** A part of an image: what it is called, and its content. */
interface Part {
  readonly kind: string
  readonly content: Uint8Array
}

/** Parts that are looked at (our choice): a photograph has some hundred, and a hostile file has a million. */
const maxParts = 20_000

const startsWith = (bytes: Uint8Array, head: ReadonlyArray<number>): boolean =>
  head.every((byte, at) => bytes[at] === byte)

const u16 = (bytes: Uint8Array, at: number): number => (bytes[at]! << 8) | bytes[at + 1]!
const u32 = (bytes: Uint8Array, at: number): number => u16(bytes, at) * 65_536 + u16(bytes, at + 2)

const latin1 = (bytes: Uint8Array): string => String.fromCharCode(...bytes)

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The chunks of a PNG up to its end; `undefined` when it is cut off, or something follows the end. */
const pngParts = (bytes: Uint8Array): ReadonlyArray<Part> | undefined => {
  const parts: Array<Part> = []
  for (let at = pngSignature.length; parts.length < maxParts;) {
    // Length, kind, content, checksum.
    if (at + 12 > bytes.length) return undefined
    const until = at + 8 + u32(bytes, at)
    if (until + 4 > bytes.length) return undefined
    const kind = latin1(bytes.subarray(at + 4, at + 8))
    parts.push({ kind, content: bytes.subarray(at + 8, until) })
    at = until + 4
    if (kind === "IEND") return at === bytes.length ? parts : undefined
  }
  return undefined
}

const pngHeader = (parts: ReadonlyArray<Part>): ImageHeader | undefined => {
  const [first] = parts
  if (first?.kind !== "IHDR" || first.content.length !== 13) return undefined
  if (!parts.some(({ kind }) => kind === "IDAT")) return undefined
  return { type: "image/png", width: u32(first.content, 0), height: u32(first.content, 4) }
}

/** Markers of JPEG (ITU-T T.81) that are looked at. */
const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe } as const

/** Start of frame: it holds the size. Three markers of the row mean something else. */
const isFrame = (code: number): boolean =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc

/** The last end of an image in a JPEG. Cameras append to their photographs: a film, a second image, notes of their own. */
const lastEnd = (bytes: Uint8Array): number => {
  let at = bytes.length - 2
  while (at >= 0 && !(bytes[at] === 0xff && bytes[at + 1] === marker.end)) at--
  return at
}

/** The segments of a JPEG before its scan; `undefined` when it has none, or is cut off before the end of its scan. */
const jpegParts = (bytes: Uint8Array): ReadonlyArray<Part> | undefined => {
  const parts: Array<Part> = []
  for (let at = 2; parts.length < maxParts;) {
    if (bytes[at] !== 0xff) return undefined
    const code = bytes[at + 1]
    if (code === undefined) return undefined
    if (code === marker.scan) return lastEnd(bytes) > at ? parts : undefined
    // Any number of these fills the space between segments.
    if (code === 0xff) {
      at += 1
      continue
    }
    const length = at + 4 <= bytes.length ? u16(bytes, at + 2) : 0
    const until = at + 2 + length
    if (length < 2 || until > bytes.length) return undefined
    parts.push({ kind: String(code), content: bytes.subarray(at + 4, until) })
    at = until
  }
  return undefined
}

const jpegHeader = (parts: ReadonlyArray<Part>): ImageHeader | undefined => {
  const frame = parts.find(({ kind }) => isFrame(Number(kind)))
  // Precision, height, width, components.
  if (frame === undefined || frame.content.length < 6) return undefined
  return { type: "image/jpeg", height: u16(frame.content, 1), width: u16(frame.content, 3) }
}

/** How each type is read. */
const formats = [
  { head: [0xff, marker.start, 0xff], parts: jpegParts, header: jpegHeader },
  { head: pngSignature, parts: pngParts, header: pngHeader }
] as const

const whole = "a whole image, JPEG or PNG"

const isSane = (pixels: number): boolean => pixels >= edgePixels.min && pixels <= edgePixels.max

/** Reads the header of an image. Fails with `ImageInvalid` for anything but a whole JPEG or PNG of a sane size. */
export const readImage = (bytes: Uint8Array): Result.Result<ImageHeader, ImageInvalid> => {
  const format = formats.find(({ head }) => startsWith(bytes, head))
  const parts = format?.parts(bytes)
  const header = format === undefined || parts === undefined ? undefined : format.header(parts)
  if (header === undefined) return Result.fail(new ImageInvalid({ expected: whole }))
  return isSane(header.width) && isSane(header.height)
    ? Result.succeed(header)
    : Result.fail(
        new ImageInvalid({ expected: `an image of ${edgePixels.min} to ${edgePixels.max} pixels along each edge` })
      )
}

/** Longer texts are no remarks. */
const maxTextBytes = 1_000

/** Remarks in an image: the comments of a JPEG, the `tEXt` chunks of a PNG without their keywords. */
export const textsIn = (bytes: Uint8Array): ReadonlyArray<string> => {
  const format = formats.find(({ head }) => startsWith(bytes, head))
  return (format?.parts(bytes) ?? [])
    .filter(({ content, kind }) => content.length <= maxTextBytes && ["tEXt", String(marker.comment)].includes(kind))
    .map(({ content, kind }) => latin1(kind === "tEXt" ? content.subarray(content.indexOf(0) + 1) : content))
}
