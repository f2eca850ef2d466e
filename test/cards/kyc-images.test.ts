import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { decodeBase64, imageFromText } from "../../plugins/cards/kyc/decoding.ts"
import { readImage, textsIn } from "../../plugins/cards/kyc/ImageFormat.ts"
import { base64, jpeg, png, pngSignature } from "./kycImages.ts"

const textOf = (text: string) => new TextEncoder().encode(text)

const decoded = (text: string) => Effect.runPromise(decodeBase64(textOf(text)))

/** `ok`, or the code and param of the refusal. */
const taken = async (text: string): Promise<string> => {
  const image = await Effect.runPromise(Effect.result(imageFromText("selfie", textOf(text))))
  return Result.isSuccess(image) ? "ok" : `${image.failure.code} ${image.failure.param}`
}

const invalid = "invalid_image selfie"
const tooLarge = "image_too_large selfie"

describe("base64", () => {
  it("gives what was encoded, of every length and over slices", async () => {
    for (const length of [1, 2, 3, 4, 5, 255, 256, 196_607, 196_608, 196_609, 400_001]) {
      const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 0xff)
      const read = await decoded(base64(bytes))
      expect([length, Buffer.compare(read!, bytes)]).toEqual([length, 0])
    }
  })

  it.each([
    ["nothing", ""],
    ["a character that is none of it", "AA-A"],
    ["the letters of URLs", "_w=="],
    ["no padding", "/9j/2Q"],
    ["too little padding", "/w="],
    ["too much padding", "A==="],
    ["padding in the middle", "/w==/w=="],
    ["padding before the end", "/w=A"],
    ["a line break", "/9j/\n2Q="],
    ["a line break at the end", "/9j/2Q==\n"],
    ["a space before it", " /9j/2Q="],
    ["spaces instead of plus signs", "AA A"],
    ["bits that stand for nothing", "/9j/2R=="],
    ["such bits in one byte of padding", "//9="],
    ["letters beyond ASCII", "ÄÄÄÄ"],
    ["a wrong character after the first slice", `${"A".repeat(262_144)}A*AA${"A".repeat(8)}`]
  ])("S56 refuses %s", async (_, text) => {
    expect(await decoded(text)).toBeUndefined()
    expect(await taken(text)).toBe(invalid)
  })
})

describe("sizes", () => {
  const limit = 5_242_880

  it.each([
    ["jpeg", jpeg],
    ["png", png]
  ])("S54 takes a %s of exactly 5,242,880 bytes, and none of a byte more", async (_, make) => {
    expect(make({ bytes: limit }).length).toBe(limit)
    expect(await taken(base64(make({ bytes: limit })))).toBe("ok")
    expect(await taken(base64(make({ bytes: limit + 1 })))).toBe(tooLarge)
  })

  it("S54 refuses it by its length, whatever it is made of, and also behind a prefix", async () => {
    expect(await taken("*".repeat(6_990_504))).toBe(invalid)
    expect(await taken("*".repeat(6_990_508))).toBe(tooLarge)
    expect(await taken(`data:image/jpeg;base64,${base64(jpeg({ bytes: limit + 1 }))}`)).toBe(tooLarge)
    expect(await taken(`data:image/jpeg;base64,${base64(jpeg({ bytes: limit }))}`)).toBe("ok")
  })
})

describe("types", () => {
  const pdf = Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.alloc(500)])
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>`)
  const cut = (image: Buffer, bytes: number) => image.subarray(0, image.length - bytes)
  const scan = Buffer.from([0xff, 0xda, 0, 2])

  it.each<readonly [what: string, image: Uint8Array, outcome: string]>([
    ["a JPEG", jpeg(), "ok"],
    ["a PNG", png(), "ok"],
    ["a GIF", Buffer.concat([Buffer.from("GIF89a"), Buffer.alloc(500)]), invalid],
    ["a PDF", pdf, invalid],
    ["an SVG", svg, invalid],
    ["a WebP", Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPVP8 "), Buffer.alloc(500)]), invalid],
    ["a PNG without its end", cut(png(), 12), invalid],
    ["a PNG cut in the middle", cut(png(), 30), invalid],
    ["a PNG cut in its header", png().subarray(0, 20), invalid],
    ["a PNG that is only its signature", pngSignature, invalid],
    ["a PNG without a picture", Buffer.concat([png().subarray(0, 33), png().subarray(-12)]), invalid],
    ["a PNG with another file behind it", Buffer.concat([png(), Buffer.from("PK\u0003\u0004")]), invalid],
    ["a JPEG without its beginning", jpeg().subarray(2), invalid],
    ["a JPEG without its end", cut(jpeg(), 2), invalid],
    ["a JPEG with what a camera appends to it", Buffer.concat([jpeg(), Buffer.from("SEFH\u0001SEFT")]), "ok"],
    ["a JPEG that ends in a remark only", cut(jpeg({ text: "\u00ff\u00d9" }), 2), invalid],
    ["a JPEG that is only beginning and end", Buffer.from([0xff, 0xd8, 0xff, 0xd9]), invalid],
    ["a JPEG without a size", Buffer.concat([Buffer.from([0xff, 0xd8]), scan, Buffer.from([0xff, 0xd9])]), invalid],
    ["a PDF with the end of a JPEG", Buffer.concat([pdf, Buffer.from([0xff, 0xd9])]), invalid]
  ])("S55 %s: %s", async (_, image, outcome) =>
    expect(await taken(base64(image))).toBe(outcome === "ok" ? "ok" : invalid)
  )

  it.each([
    ["data:image/jpeg;base64,", jpeg(), "ok"],
    ["data:image/png;base64,", png(), "ok"],
    ["data:image/png;base64,", jpeg(), invalid],
    ["data:image/jpeg;base64,", png(), invalid],
    ["data:image/gif;base64,", jpeg(), invalid],
    ["data:application/pdf;base64,", jpeg(), invalid],
    ["data:;base64,", jpeg(), invalid],
    ["data:image/jpeg,", jpeg(), invalid],
    ["DATA:IMAGE/JPEG;BASE64,", jpeg(), invalid]
  ])("S55 the prefix %s must tell what the bytes are", async (prefix, image, outcome) => {
    expect(await taken(prefix + base64(image))).toBe(outcome)
  })

  it.each([
    [63, 64, invalid],
    [64, 63, invalid],
    [64, 64, "ok"],
    [12_000, 12_000, "ok"],
    [12_001, 100, invalid],
    [100, 12_001, invalid],
    [0, 100, invalid]
  ])("S55 %i times %i pixels: %s", async (width, height, outcome) => {
    expect(await taken(base64(jpeg({ width, height })))).toBe(outcome)
    // No pixels are in it: the header alone is read.
    const large = png()
    large.writeUInt32BE(width, 16)
    large.writeUInt32BE(height, 20)
    expect(await taken(base64(large))).toBe(outcome)
  })

  it("reads the header of a JPEG behind padding and other segments", () => {
    const image = jpeg({ text: "a comment", width: 300, height: 200 })
    const padded = Buffer.concat([image.subarray(0, 2), Buffer.from([0xff, 0xff]), image.subarray(2)])
    expect(readImage(padded)).toEqual(Result.succeed({ type: "image/jpeg", width: 300, height: 200 }))
  })

  it("ends soon with a file that is made of a million parts", async () => {
    const empty = Buffer.concat(
      Array.from({ length: 50_000 }, () => Buffer.from([0, 0, 0, 0, 97, 97, 97, 97, 0, 0, 0, 0]))
    )
    const many = Buffer.concat([png().subarray(0, 33), empty, png().subarray(33)])
    expect(await taken(base64(many))).toBe(invalid)
  })

  it("S58 finds remarks, where a machine-readable zone may stand", () => {
    expect(textsIn(png({ text: "one" }))).toEqual(["one"])
    expect(textsIn(jpeg({ text: "two" }))).toEqual(["two"])
    expect(textsIn(png())).toEqual([])
    expect(textsIn(Buffer.from("no image"))).toEqual([])
  })
})
