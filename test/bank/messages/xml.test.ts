import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { makeSeededRandom } from "../../../src/domain/Id.ts"
import { writeDocument, xmlDeclaration } from "../../../plugins/bank/messages/xml/write.ts"
import { readXml, type XmlLimits } from "../../../src/domain/xml/readXml.ts"
import { attributeOf, type XmlElement } from "../../../src/domain/xml/XmlElement.ts"
import { readMessage } from "../../../plugins/bank/messages/xml/read.ts"
import { defaultLimits, parentElement } from "../../../plugins/bank/messages/xml/elements.ts"

const textElement = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): XmlElement => ({
  ...parentElement(name, []),
  attributes: Object.entries(attributes).map(([key, value]) => ({ name: key, namespace: "", value })),
  text
})

const read = (xml: string): XmlElement => {
  const result = readXml(xml, defaultLimits)
  if (Result.isFailure(result)) throw new Error(`${result.failure.problem} at ${result.failure.path}`)
  return result.success
}

/** As of a file of bytes, which says in which encoding it is. */
const strict = { ...defaultLimits, skipsInstructions: false, isDecoded: false }

const refusal = (xml: string, limits: XmlLimits = strict) => {
  const result = readXml(xml, limits)
  return Result.isFailure(result) ? result.failure : undefined
}

describe("the XML reader", () => {
  it("reads elements, attributes, namespaces, references, comments and CDATA", () => {
    const root = read(
      `\uFEFF<?xml version="1.0" encoding="utf-8" standalone='yes'?>\n<!-- a note -->\n` +
        `<d:Doc xmlns:d="urn:d" xmlns="urn:x" a='1 &lt; 2&#10;' d:b="2">\r\n <Nm>A &amp; B&#x41;&#66;<![CDATA[ <c> & ]]></Nm><e/></d:Doc> <!-- end -->`
    )
    expect(root).toMatchObject({ name: "Doc", namespace: "urn:d", text: "" })
    expect(attributeOf(root, "a")).toBe("1 < 2\n")
    expect(root.attributes[1]).toEqual({ name: "b", namespace: "urn:d", value: "2" })
    expect(root.children.map(({ name, namespace, text }) => [name, namespace, text])).toEqual([
      ["Nm", "urn:x", "A & BAB <c> & "],
      ["e", "urn:x", ""]
    ])
    expect(root.children[0]?.at).toEqual({ line: 4, column: 2 })
  })

  it("takes line ends as one line feed and undeclared default namespaces as none", () => {
    expect(read("<a>1\r\n2\r3\n4</a>").text).toBe("1\n2\n3\n4")
    expect(read('<a xmlns="urn:a"><b xmlns=""/></a>').children[0]?.namespace).toBe("")
  })

  it.each([
    ["a document type", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', /document type/],
    ["an external document type", '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>', /document type/],
    ["an entity that is not predefined", "<a>&nbsp;</a>", /&nbsp; is not resolved/],
    ["an entity named like an object's own property", "<a>&constructor;</a>", /& begins no|not resolved/],
    ["a bare ampersand", "<a>AT&T</a>", /& begins no/],
    ["a reference to a forbidden character", "<a>&#0;</a>", /&#0; is not resolved/],
    ["a reference to half a pair", "<a>&#xD800;</a>", /not resolved/],
    ["a processing instruction", '<?xml-stylesheet href="x"?><a/>', /processing instructions/],
    ["a processing instruction inside", "<a><?php ?></a>", /processing instructions/],
    ["another version", '<?xml version="1.1"?><a/>', /version/],
    ["another encoding", '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', /encoding/],
    ["a late declaration", ' <?xml version="1.0"?><a/>', /processing instructions/],
    ["a malformed declaration", '<?xml encoding="UTF-8"?><a/>', /malformed/],
    ["nothing", "", /no element/],
    ["only space", " \n ", /no element/],
    ["text before the root", "x<a/>", /outside/],
    ["text after the root", "<a/>x", /outside/],
    ["a reference outside", "<a/>&#32;x", /outside/],
    ["two roots", "<a/><b/>", /second root/],
    ["an open element", "<a><b></b>", /<a> is not closed/],
    ["crossed tags", "<a><b></a></b>", /<\/a> closes <b>/],
    ["an end without a start", "</a>", /closes nothing/],
    ["another prefix in the end tag", '<x:a xmlns:x="u" xmlns:y="u"></y:a>', /closes/],
    ["mixed content", "<a>text<b/></a>", /both elements and text/],
    ["a prefix that is not bound", "<p:a/>", /prefix p/],
    ["an attribute prefix that is not bound", '<a p:b="1"/>', /prefix p/],
    ["a prefix bound to nothing", '<a xmlns:p=""/>', /bound to nothing/],
    ["a reserved prefix", '<a xmlns:xml="urn:x"/>', /reserved/],
    ["an attribute twice", '<a b="1" b="2"/>', /given twice/],
    ["an attribute twice by namespace", '<a xmlns:p="u" xmlns:q="u" p:b="1" q:b="2"/>', /given twice/],
    ["attributes without space", '<a b="1"c="2"/>', /separated/],
    ["an attribute without value", "<a b/>", /no value/],
    ["an unquoted value", "<a b=1/>", /not quoted/],
    ["an open value", '<a b="1/>', /not closed/],
    ["a tag in a value", '<a b="<c>"/>', /< in an attribute/],
    ["an open tag", "<a ", /malformed/],
    ["a lonely bracket", "<a>1 < 2</a>", /begins no tag/],
    ["a control character", "<a>\u0001</a>", /does not allow/],
    ["half a pair", "<a>\uD800</a>", /does not allow/],
    ["]]> in text", "<a>]]></a>", /]]>/],
    ["an open comment", "<a><!-- </a>", /comment/],
    ["-- in a comment", "<a><!-- -- --></a>", /-- inside/],
    ["an open CDATA", "<a><![CDATA[ </a>", /CDATA/],
    ["an unknown declaration", "<a><!ELEMENT b></a>", /not read/]
  ])("refuses %s", (_, xml, problem) => {
    expect(refusal(xml)?.problem).toMatch(problem)
  })

  it("passes processing instructions over where that is wanted, but for a second declaration", () => {
    const skipping = { ...strict, skipsInstructions: true }
    const text = '<?xml version="1.0"?><?xml-stylesheet href="x"?><a><?php 1 > 2 ?><b/></a><?end?>'
    expect(refusal(text, skipping)).toBeUndefined()
    expect(refusal("<a><?php </a>", skipping)?.problem).toMatch(/instruction is not closed/)
    expect(refusal('<a/><?xml version="1.0"?>', skipping)?.problem).toMatch(/processing instructions/)
  })

  it("says line, column and path", () => {
    expect(refusal("<Document>\r\n  <GrpHdr>\n    <MsgId>a&b;</MsgId>")).toMatchObject({
      _tag: "XmlRefused",
      line: 3,
      column: 13,
      path: "/Document/GrpHdr/MsgId"
    })
    expect(refusal("")).toMatchObject({ line: 1, column: 1, path: "/" })
  })

  it("stops at its bounds, each by itself", () => {
    const limits = { characters: 200, depth: 3, elements: 5, attributesPerElement: 2 }
    expect(refusal("<a><b><c/></b></a>", limits)).toBeUndefined()
    expect(refusal("<a><b><c><d/></c></b></a>", limits)?.problem).toMatch(/3 elements deep/)
    expect(refusal("<a><b/><b/><b/><b/></a>", limits)).toBeUndefined()
    expect(refusal("<a><b/><b/><b/><b/><b/></a>", limits)?.problem).toMatch(/more than 5 elements/)
    expect(refusal('<a x="1" y="2" z="3"/>', limits)?.problem).toMatch(/more than 2 attributes/)
    expect(refusal(`<a>${"x".repeat(193)}</a>`, limits)).toBeUndefined()
    expect(refusal(`<a>${"x".repeat(194)}</a>`, limits)?.problem).toMatch(/longer than 200/)
  })

  it("reads a text at its bounds in one pass", () => {
    const leaf = '<Nm a="&amp;">x &amp; y</Nm>\n'
    const many = `<a>${leaf.repeat(4_000)}</a>`
    const started = performance.now()
    expect(read(many).children).toHaveLength(4_000)
    // A reader that went back to the start for every element would take minutes; the bound is generous.
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe("readMessage", () => {
  it("reads a text once, however many look at it, and another text anew", () => {
    const [one, other] = ["<a><b>1</b></a>", "<a><b>2</b></a>"]
    expect(readMessage(one)).toBe(readMessage(`${one.slice(0, 3)}${one.slice(3)}`))
    expect(readMessage(one)).toEqual(readXml(one, defaultLimits))
    expect(readMessage(other)).toEqual(readXml(other, defaultLimits))
  })

  it("keeps only what was read last", () => {
    const [one, other] = ["<a><b>1</b></a>", "<a><b>2</b></a>"]
    const first = readMessage(one)
    readMessage(other)
    expect(readMessage(one)).not.toBe(first)
  })
})

describe("the XML writer", () => {
  it("writes declarations and namespaces once, and escapes what must be", () => {
    const root = parentElement("Document", [textElement("Nm", `<A & "B">\r`, { Ccy: `"\t<&` })], "urn:x")
    expect(writeDocument(root)).toEqual(
      Result.succeed(
        `${xmlDeclaration}<Document xmlns="urn:x"><Nm Ccy="&quot;&#9;&lt;&amp;">&lt;A &amp; "B"&gt;&#13;</Nm></Document>`
      )
    )
  })

  it.each([
    ["a name with a space", parentElement("a", [textElement("b c", "")]), "/a/b c"],
    ["a control character", parentElement("a", [textElement("b", "\u0000")]), "/a/b"],
    ["an attribute called xmlns", textElement("a", "", { xmlns: "urn:x" }), "/a"],
    ["half a pair in an attribute", textElement("a", "", { b: "\uDC00" }), "/a"],
    ["text beside elements", { ...parentElement("a", [textElement("b", "")]), text: "x" }, "/a"]
  ])("refuses %s", (_, element, path) => {
    const result = writeDocument(element)
    expect(Result.isFailure(result) && result.failure).toMatchObject({ _tag: "XmlUnwritable", path })
  })

  it("writes what the reader gives back, for random trees of any characters", () => {
    const random = makeSeededRandom(7)
    const below = (bound: number) => random() % bound
    const characters = Array.from("ab <>&\"'\r\n\t]é漢😀-!?;#x")
    const text = () => Array.from({ length: below(12) }, () => characters[below(characters.length)]).join("")
    const tree = (depth: number): XmlElement =>
      depth === 0 || below(3) === 0
        ? textElement(`E${below(9)}`, text(), below(2) === 0 ? {} : { a: text() })
        : parentElement(
            `P${below(9)}`,
            Array.from({ length: 1 + below(4) }, () => tree(depth - 1))
          )
    const plain = (element: XmlElement): unknown => [
      element.name,
      element.text,
      element.attributes,
      element.children.map(plain)
    ]
    for (let round = 0; round < 300; round++) {
      const root = { ...tree(4), namespace: "urn:x" }
      const written = Result.getOrThrow(writeDocument(root))
      expect(plain(read(written))).toEqual(plain(root))
      expect(writeDocument(read(written))).toEqual(Result.succeed(written))
    }
  })
})
