/** Settings and context documents reach the text of every kind of document (D11, D12), and the text depends on nothing else (D48). */
import { describe, expect, it } from "vitest"
import type { GenerationSettings } from "../../../plugins/docs/index.ts"
import { make, sample, tree } from "./made.ts"

type DocType = Parameters<typeof make>[0]

const repository = tree(JSON.parse(sample("p-limit.tree.json")) as ReadonlyArray<{ path: string; text: string }>)
const parcels = sample("text/own-orders-product.txt")

/** A text with chapters of its own. */
const manual = [
  "# Parcelbook",
  "Parcelbook keeps parcels. A shop sends us an order and we return a label.",
  "## Tasks",
  "### Print a label",
  "1. Open the order.\n2. Press **Print**.",
  "## Troubleshooting",
  "Look at the printer first.",
  "### It is silent",
  "Turn it on."
].join("\n\n")

/** A source per kind of document, with what it is usually made of. */
const kinds: ReadonlyArray<readonly [DocType, Parameters<typeof make>[1]]> = [
  ["api-reference", sample("train-travel.yaml")],
  ["readme", repository],
  ["user-guide", manual],
  ["admin-guide", manual],
  ["release-notes", sample("fastify.oneline.txt")]
]

const distinct = (texts: ReadonlyArray<string>) => new Set(texts).size

describe.each(kinds)("settings of a document of the kind %s", (docType, source) => {
  const text = (settings: GenerationSettings) => make(docType, source, settings).markdown

  it("D11 the audience changes the text", () => {
    const audiences = ["developer", "end-user", "administrator", "executive"]
    expect(distinct(audiences.map((audience) => text({ audience })))).toBe(4)
  })

  it("D11 the tone changes the text", () => {
    expect(distinct(["neutral", "friendly", "concise"].map((tone) => text({ tone })))).toBe(3)
    expect(distinct(["formal", "friendly", "concise"].map((tone) => text({ tone })))).toBe(3)
  })

  it("D11 the depth changes the text", () => {
    const [brief, standard] = [text({ depth: "brief" }), text({ depth: "standard" })]
    if (docType !== "release-notes") expect(brief.length).toBeLessThan(standard.length)
    expect(text({ depth: "full" }).length).toBeGreaterThanOrEqual(standard.length)
  })

  it("D11 free words mean the nearest audience and tone", () => {
    expect(text({ audience: "our software engineers" })).toBe(text({ audience: "developer" }))
    expect(text({ tone: "warm and welcoming" })).toBe(text({ tone: "friendly" }))
  })

  it("D11 instructions set audience and tone where the settings do not", () => {
    expect(text({ instructions: "Write for executives." })).toBe(text({ audience: "executive" }))
    expect(text({ instructions: "Use a friendly tone." })).toBe(text({ tone: "friendly" }))
    expect(text({ tone: "concise", instructions: "Use a friendly tone." })).toBe(text({ tone: "concise" }))
  })

  it("D11 says which instructions nobody could follow", () => {
    const { report } = make(docType, source, {
      instructions: "Rhyme every second line. Make it sparkle.",
      audience: "zebras"
    })
    const said = report.warnings.filter(({ code }) => code === "instruction_not_applied").map(({ message }) => message)
    for (const words of ["zebras", "Rhyme every second line", "Make it sparkle"]) {
      expect(said.filter((message) => message.includes(words))).toHaveLength(1)
    }
    expect(said).toHaveLength(3)
  })

  it("D11 says which settings have no effect", () => {
    // A folder by tags is for references, a range of versions for release notes.
    const ignored = docType === "api-reference" ? { from: "1.0.0" } : { splitBy: "tag" as const }
    const used = docType === "api-reference" ? { splitBy: "tag" as const } : {}
    const codesOf = (settings: object) => make(docType, source, settings).report.warnings.map(({ code }) => code)
    expect(codesOf(ignored)).toContain("setting_ignored")
    expect(codesOf(used)).not.toContain("setting_ignored")
  })

  it("D12 words that a glossary avoids do not stand in prose", () => {
    const content = "| Term | Definition | Avoid |\n| --- | --- | --- |\n| parcel label | Goes on a parcel | label |\n"
    const context = [{ kind: "glossary" as const, name: "words", content }]
    if (docType === "user-guide" || docType === "admin-guide") {
      expect(make(docType, source, {}, context).markdown).toContain("we return a [parcel label](#glossary)")
    }
    const { report } = make(docType, source, {}, [{ kind: "glossary", name: "words", content: "Just a line\nA: b" }])
    expect(report.warnings).toContainEqual(expect.objectContaining({ code: "context_not_used" }))
  })

  it("D48 is the same on every run, in another time zone and locale", () => {
    const first = text({})
    const before = { TZ: process.env["TZ"], LC_ALL: process.env["LC_ALL"] }
    try {
      process.env["TZ"] = "Asia/Kolkata"
      process.env["LC_ALL"] = "tr_TR.UTF-8"
      expect(text({})).toBe(first)
    } finally {
      for (const [name, value] of Object.entries(before)) {
        if (value === undefined) delete process.env[name]
        else process.env[name] = value
      }
    }
  })
})

describe("tone", () => {
  const guide = (settings: GenerationSettings) =>
    make("user-guide", "Boxer is a tool. It does not send mail. You can't stop it in order to save time.\n", settings)
      .markdown

  it("D11 friendly text has contractions, formal text has none", () => {
    expect(guide({ tone: "friendly" })).toContain("It doesn't send mail.")
    expect(guide({ tone: "formal" })).toContain("You cannot stop it")
    expect(guide({ tone: "neutral" })).toContain("It does not send mail. You can't stop it")
  })

  it("D11 concise text says less in fewer words, and has no lead", () => {
    expect(guide({ tone: "concise" })).toContain("You can't stop it to save time.")
    expect(guide({ tone: "concise" })).not.toContain("This guide")
  })

  it("D11 concise text is whole sentences: none begins small, within another or with what was joined to the one before", () => {
    const text =
      "Please note that this is a tool. It is important to note that no tool is added. You cannot simply stop it.\n\n```sh\na\n```\n\n" +
      "or with `b`.\n\nThe rules of it are read once at its very beginning, when nobody knows them yet, so that each of the others can do it again.\n"
    const made = make("user-guide", text, { tone: "concise" }).markdown
    expect(made).toContain("This is a tool. No tool is added. You cannot simply stop it.")
    expect(made).toContain("\nor with `b`.")
    expect(made).toContain("yet, so that each")
  })

  it('D11 what a clause ends with, a question and "not only" keep their words', () => {
    const text =
      "See what it is, and where you are. It is not only fast. Isn't it? It's been there, and it doesn't move.\n"
    expect(make("user-guide", text, { tone: "friendly" }).markdown).toContain(
      "See what it is, and where you are. It's not only fast. Isn't it? It's been there, and it doesn't move."
    )
    expect(make("user-guide", text, { tone: "formal" }).markdown).toContain(
      "It is not only fast. Isn't it? It's been there, and it does not move."
    )
  })

  it("D11 never changes code", () => {
    const text = "Boxer is a tool. Run `do not touch` and see https://example.com/do not.\n"
    expect(make("user-guide", text, { tone: "friendly" }).markdown).toContain("`do not touch`")
  })
})

describe("instructions", () => {
  const text = (instructions: string, of = parcels) => make("user-guide", of, { instructions })

  it("D11 replaces words", () => {
    expect(text('Use "sticker" instead of "label".').markdown).toContain("we return a sticker.")
    expect(text('Do not use "shop"; use "store".').markdown).toContain("A store sends us an order")
    expect(text('Spell "PARCELBOOK" as written.').markdown).toContain("PARCELBOOK is a small service")
  })

  it("D11 sets the case of headings", () => {
    expect(text("Headings must use title case.", manual).markdown).toContain("### Print a Label")
  })

  it("D11 leaves a section out and says so", () => {
    const { markdown, report } = text('Leave out the section "Troubleshooting".', manual)
    expect(markdown).not.toContain("## Troubleshooting")
    expect(report.dropped).toContainEqual({ item: "Troubleshooting", reason: "An instruction leaves it out" })
  })

  it("D11 names the product", () => {
    expect(text('Call the product "Labelmaker".').markdown).toContain("# Labelmaker user guide")
  })

  it("D11 cuts sentences over a length where that is safe", () => {
    const long =
      "Boxer is a tool that packs boxes of any size for you; it also prints the labels for all of them at once.\n"
    const made = make("user-guide", long, { instructions: "Sentences must have at most 12 words." })
    expect(made.markdown).toContain("for you. It also prints")
  })

  const unmet: ReadonlyArray<readonly [string, RegExp]> = [
    ['Must mention "zebra".', /does not mention "zebra"/],
    ['Must include a section "Zebras".', /no section "Zebras"/],
    ['Do not use the word "carrier".', /holds "carrier"/],
    ['Leave out the section "Zebras".', /no section "Zebras"/],
    ["Include a table of contents.", /no table of contents/]
  ]

  it.each(unmet)("D11 warns when %s is not met", (instruction, message) => {
    const said = text(instruction).report.warnings.filter(({ code }) => code === "instruction_not_applied")
    expect(said.map((warning) => warning.message).join()).toMatch(message)
  })

  it("D11 says nothing of instructions that are met", () => {
    expect(
      text('Must mention "parcels". Must include a section "Tasks". Keep it short.', manual).report.warnings
    ).toEqual([])
  })
})

describe("context documents", () => {
  it("D12 the terms of a glossary that are used are explained, and lead there from their first use", () => {
    const content = "label: What goes on a parcel.\nzebra: An animal.\n"
    const { markdown } = make("user-guide", parcels, {}, [{ kind: "glossary", name: "words", content }])
    expect(markdown).toContain("## Glossary\n\n| Term | Meaning |\n| --- | --- |\n| label | What goes on a parcel. |")
    expect(markdown).not.toContain("zebra")
    expect(markdown.match(/\]\(#glossary\)/g)).toHaveLength(1)
  })

  it.each([
    ["a table", "| Term | Meaning | Avoid |\n|---|---|---|\n| shop | Who sells | store |"],
    ["lines", "- **shop**: Who sells (avoid: store)"],
    ["a definition list", "shop\n: Who sells (not: store)"],
    ["CSV", 'term,definition,avoid\nshop,"Who sells",store']
  ])("D12 a glossary may be %s", (_, content) => {
    const { markdown } = make("user-guide", "Boxer is a tool. A store uses it.\n", {}, [
      { kind: "glossary", name: "words", content }
    ])
    expect(markdown).toContain("A [shop](#glossary) uses it.")
    expect(markdown).toContain("| shop | Who sells |")
  })

  it("D12 a reference has its glossary at the end", () => {
    const context = [{ kind: "glossary" as const, name: "words", content: "booking: A seat on a train." }]
    const headings = [
      ...make("api-reference", sample("train-travel.yaml"), {}, context).markdown.matchAll(/^## (.*)$/gm)
    ].map(([, heading]) => heading)
    expect(headings.at(-1)).toBe("Glossary")
  })

  it("D12 the rules of a style guide are followed, and those that nobody can follow are named", () => {
    const content = '# Style\n\n- Use "sticker" instead of "label".\n- Be kind to the reader.\n'
    const { markdown, report } = make("user-guide", parcels, {}, [{ kind: "style-guide", name: "House", content }])
    expect(markdown).toContain("we return a sticker.")
    expect(report.warnings.map(({ message }) => message)).toEqual([
      'The style guide House says something that is not one that the rules can follow: "Be kind to the reader."'
    ])
  })

  it("D12 a reference completes what the sources name, and adds nothing else", () => {
    const content = "- `CARRIER_KEY`: The key of the carrier account.\n- `OTHER_KEY`: Not there.\n"
    const files = tree({
      "README.md": "# Parcelbook\n\nIt prints.\n",
      ".env.example": "CARRIER_KEY=\nLABEL_DIR=/var/labels\n"
    })
    const { markdown, report } = make("admin-guide", files, {}, [{ kind: "reference", name: "settings", content }])
    expect(markdown).toContain("The key of the carrier account.")
    expect(markdown).not.toContain("OTHER_KEY")
    expect(report.warnings).toEqual([])
    const useless = make("admin-guide", files, {}, [{ kind: "reference", name: "zoo", content: "Zebras.\n" }])
    expect(useless.report.warnings).toMatchObject([{ code: "context_not_used" }])
  })
})
