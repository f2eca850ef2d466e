/** Forms with files: read as the platform reads them, strictly, and in turns. */
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { readForm, type FormPart } from "../../src/http/Multipart.ts"

const partsIn = async (bytes: Uint8Array, contentType: string) => {
  let found: ReadonlyArray<FormPart> = []
  const keep = (parts: ReadonlyArray<FormPart>) => {
    found = parts
    return {}
  }
  await Effect.runPromise(readForm(bytes, { contentType, reader: keep }))
  return found
}

const sent = async (form: FormData) => {
  const request = new Request("http://host.test/", { method: "POST", body: form })
  return [new Uint8Array(await request.arrayBuffer()), request.headers.get("content-type")!] as const
}

const type = "multipart/form-data; boundary=b"

const written = (text: string) => partsIn(new TextEncoder().encode(text), type)

describe("a form", () => {
  it("is read without its long texts, where they are taken out", async () => {
    const long = `\ufeff${"Grüße 😀 ".repeat(5_000)}`
    const form = new FormData()
    form.append("name", "short")
    form.append("file", new File([long], "long.md"))
    const [bytes, contentType] = await sent(form)
    const longTexts = new Map<string, Uint8Array>()
    const reader = (parts: ReadonlyArray<FormPart>) =>
      Object.fromEntries(parts.map(({ name, text }): [string, unknown] => [name, text]))
    const body = await Effect.runPromise(readForm(bytes, { contentType, reader, longTexts }))
    const digest = createHash("sha256").update(long.slice(1)).digest("hex")
    expect(body).toEqual({ name: "short", file: `sha256:${digest}` })
    expect(new TextDecoder().decode(longTexts.get(`sha256:${digest}`))).toBe(long.slice(1))
  })

  it("with a long text that is not UTF-8 is refused", async () => {
    const bytes = new Uint8Array([
      ...new TextEncoder().encode(`--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n${"x".repeat(20_000)}`),
      0xff,
      ...new TextEncoder().encode("\r\n--b--")
    ])
    const read = readForm(bytes, { contentType: type, reader: () => ({}), longTexts: new Map() })
    expect(await Effect.runPromise(Effect.flip(read))).toMatchObject({ detail: "it is not UTF-8" })
  })

  it("is read as it was written, whatever its names and texts hold", async () => {
    const form = new FormData()
    const texts = ["", "Grüße 😀", "--b\r\n--", "\r\n\r\r\n--", '"; name="x"', "x".repeat(700_000)]
    for (const [at, text] of texts.entries()) form.append(`n${at} "\r\n`, text)
    form.append("file", new File(["a\nb\r\n"], 'say "a".md', { type: "text/markdown" }))
    const parts = await partsIn(...(await sent(form)))
    expect(parts).toEqual([
      ...texts.map((text, at) => ({
        name: `n${at} "\r\n`,
        fileName: undefined,
        text: text.replace(/\r(?!\n)/g, "\r\n")
      })),
      { name: "file", fileName: 'say "a".md', text: "a\nb\r\n" }
    ])
  })

  it("tells a file without a name from a text", async () => {
    const part = 'content-disposition: form-data; name="x"'
    expect(await written(`--b\r\n${part}; filename=""\r\n\r\n\r\n--b\r\n${part}\r\n\r\n\r\n--b--\r\n`)).toEqual([
      { name: "x", fileName: "", text: "" },
      { name: "x", fileName: undefined, text: "" }
    ])
  })

  it("takes a name without quotes, and a boundary in quotes", async () => {
    const text = "--a b\r\nContent-Disposition: form-data; name=x\r\n\r\n1\r\n--a b--"
    const parts = await partsIn(new TextEncoder().encode(text), 'multipart/form-data; charset=utf-8; boundary="a b"')
    expect(parts).toEqual([{ name: "x", fileName: undefined, text: "1" }])
  })

  const part = 'content-disposition: form-data; name="x"\r\n\r\n1\r\n'
  it.each([
    ["nothing", ""],
    ["another boundary", `--c\r\n${part}--c--`],
    ["no end", `--b\r\n${part}`],
    ["a part without a name", "--b\r\ncontent-type: text/plain\r\n\r\n1\r\n--b--"],
    ["a part whose headers do not end", `--b\r\n${"a: b\r\n".repeat(9_000)}\r\n1\r\n--b--`],
    ["more parts than any request has", `${`--b\r\n${part}`.repeat(101)}--b--`],
    ["something behind a boundary", `--b \r\n${part}--b--`]
  ])("is refused with %s", async (_, text) => {
    await expect(written(text)).rejects.toMatchObject({ _tag: "InvalidJson", detail: "its parts cannot be read" })
  })

  it("is refused with bytes that are no UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from(`--b\r\n${part.slice(0, -3)}`),
      Buffer.from([0xff]),
      Buffer.from("\r\n--b--")
    ])
    await expect(partsIn(bytes, type)).rejects.toMatchObject({ _tag: "InvalidJson", detail: "it is not UTF-8" })
  })

  it("gives others their turn while a long one is read", async () => {
    const bytes = Buffer.from(`--b\r\n${part.slice(0, -3)}${"\r\n-".repeat(1_000_000)}\r\n--b--`)
    let [turns, running] = [0, true]
    const beat = () => {
      turns += 1
      if (running) setImmediate(beat)
    }
    setImmediate(beat)
    await partsIn(bytes, type)
    running = false
    expect(turns).toBeGreaterThan(10)
  })
})
