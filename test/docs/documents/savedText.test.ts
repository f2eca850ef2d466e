/** Texts that people save, in the form that is stored. */
import * as Effect from "effect/Effect"
import { describe, expect, it, vi } from "vitest"
import { readSavedText } from "../../../plugins/docs/documents/savedText.ts"

const utf8 = { encoder: new TextEncoder(), decoder: new TextDecoder("utf-8", { ignoreBOM: true }) }

/** As it was sent over HTTP and in process: it comes to the same. */
const read = async (text: string) => {
  const [bytes, string] = await Promise.all(
    [utf8.encoder.encode(text), text].map((sent) => Effect.runPromise(readSavedText(sent)))
  )
  expect(bytes).toEqual(string)
  return { title: string!.title, content: utf8.decoder.decode(string!.content) }
}

describe("a text that is saved", () => {
  it.each([
    ["", "\n"],
    ["a", "a\n"],
    ["a\r\nb\r\n\r\n\n", "a\nb\n"],
    ["\ufeff# A\r\n", "# A\n"],
    ["\n\n\n", "\n"],
    ["a\rb", "a\rb\n"]
  ])("has line feeds only, and one at its end: %j", async (sent, content) => {
    expect((await read(sent)).content).toBe(content)
  })

  it.each([
    ["# Pets\n", "Pets"],
    ["text\n#   Pets  and more ##  \n", "Pets and more".replace(" ", "  ")],
    ["# C#\n", "C#"],
    ["## Part\nC # no\n#no\n#  \n# Pets\n", "Pets"],
    ["Pets\n", undefined],
    ["```sh\n# Feed them\n```\n# Pets\n", "Pets"],
    ["~~~\n# no\n```\n# no\n~~~\n", undefined]
  ])("has the first heading of the first level as its title: %j", async (sent, title) => {
    expect((await read(sent)).title).toBe(title)
  })

  it("is the same however long it is: no line is cut, and no heading is made, where a slice ends", async () => {
    const line = `${"x".repeat(99)}\r\n`
    const long = `${"y".repeat(400_000)}# no\r\n`
    const { content, title } = await read(`${line.repeat(9_000)}${long}# Pets\r\n${"\r\n".repeat(400_000)}end`)
    expect(title).toBe("Pets")
    expect(content).toBe(`${line.repeat(9_000)}${long}# Pets\n${"\n".repeat(400_000)}end\n`.replaceAll("\r\n", "\n"))
  })

  it("is looked at a slice at a time, also where it is one line", async () => {
    const looked: Array<number> = []
    const original = String.prototype.lastIndexOf
    const spy = vi.spyOn(String.prototype, "lastIndexOf").mockImplementation(function (this: string, ...of) {
      looked.push(this.length)
      return original.apply(this, of)
    })
    await read("x".repeat(2_000_000))
    spy.mockRestore()
    expect(looked.length).toBeGreaterThan(5)
    expect(Math.max(...looked)).toBeLessThanOrEqual(65_536)
  })

  it.each([
    ["empty lines", "\n", "x"],
    ["spaces in a heading", "# a ", "x"],
    ["a heading of spaces", " ", "x"],
    ["headings that close again and again", " #", "x"]
  ])("is read in a time that grows with its length alone: %s", async (_, unit, end) => {
    // Work that grows with the square of these 2 MB would not end within the limit of a test.
    const sent = `# a${unit.repeat(2_000_000 / unit.length)}${end}`
    expect((await read(sent)).content).toHaveLength(sent.length + 1)
  })
})
