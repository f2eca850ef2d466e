/** Guides for users and administrators (D8, D9, D51): the author's blocks in the author's order, nothing lost, nothing made up. */
import { describe, expect, it } from "vitest"
import { documentGates } from "../../../bench/docs/gates.ts"
import { guideFaults, hardReading } from "../../../bench/docs/outputGates.ts"
import { textModelOf } from "../../../plugins/docs/sources/prose/readProse.ts"
import { generateDocument } from "../../../plugins/docs/index.ts"
import { below, make, sample, tree } from "./made.ts"

const texts = [
  "text/own-orders-product.txt",
  "text/tigerbeetle-systemd-admin.md",
  "text/tigerbeetle-oltp.md",
  "text/watchman-intro.md"
]
const types = ["user-guide", "admin-guide"] as const
const pairs = texts
  .flatMap((name) => types.map((docType) => [docType, name] as const))
  .filter(([docType, name]) => docType === "admin-guide" || !name.includes("admin"))
const ease = { "user-guide": 55, "admin-guide": 40 }
const parcels = sample("text/own-orders-product.txt")

describe.each(pairs)("the %s of %s", (docType, name) => {
  const source = sample(name)
  const made = make(docType, source)

  it.each(Object.entries(documentGates))("D47 holds the gate %s", (_, gate) => {
    expect(gate(made.markdown)).toEqual([])
  })

  it("D51 holds Q21: facts, steps, support", () => {
    expect(guideFaults({ source, ...made })).toEqual([])
  })

  it("Q15 reads as easily as it should", () => {
    expect(hardReading(ease[docType])({ source, ...made })).toEqual([])
  })

  it("D51 holds every block word for word, or names it in the report", () => {
    // Links to what stands beside the source lose their address, which the document may name in brackets.
    const words = (text: string) =>
      text
        .replaceAll(/\]\([^()]*(?:\([^()]*\)[^()]*)*\)| \(`[^`]*`\)/g, " ")
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim()
    const whole = words(made.markdown)
    const left = made.report.dropped.map(({ item }) => item)
    const [title, ...blocks] = textModelOf(source).blocks
    expect(blocks.length).toBeGreaterThan(4)
    let isLeft = false
    const lost = (title!.kind === "heading" ? blocks : [title!, ...blocks]).filter((block) => {
      if (block.kind === "heading") isLeft = left.some((item) => item.endsWith(`: ${block.text}`))
      const isNamed = isLeft || left.some((item) => item.endsWith(`line ${block.line}`))
      return !isNamed && !whole.includes(words(block.source))
    })
    expect(lost).toEqual([])
  })
})

describe("the user guide", () => {
  it("D8 keeps the author's chapters, order and steps", () => {
    const text =
      "# Boxer\n\nBoxer packs boxes.\n\n## Pack a box\n\n1. Open it.\n2. Close it.\n\n| Size | Holds |\n| --- | --- |\n| S | 1 |\n\n## Send it\n\nCall us.\n"
    const { markdown } = make("user-guide", text)
    expect(markdown).toContain(
      "\n## Pack a box\n\n1. Open it.\n2. Close it.\n\n| Size | Holds |\n| --- | --- |\n| S | 1 |\n\n## Send it\n\nCall us.\n"
    )
    expect(markdown).not.toContain("one task at a time")
  })

  it.each(["Sponsors", "Our sponsors", "Special thanks"])("D8 leaves out %s, and says so", (title) => {
    const readme = `# Tool\n\n[![Built](https://example.com/badge.svg)](https://example.com)\n\n**Tool** is a box that turns.\n\n## Use\n\nTurn the lid.\n\n## ${title}\n\n- Ann\n`
    const { markdown, report } = make("user-guide", tree({ "README.md": readme }))
    expect(markdown).not.toContain("Ann")
    expect(report.dropped.map(({ item }) => item)).toContainEqual(expect.stringContaining(title))
  })

  it("D8 leaves administrators' chapters to their guide, and says so", () => {
    const text =
      "# Boxer\n\nBoxer packs boxes.\n\n## Pack a box\n\nPress **Pack**.\n\n## Backup\n\nDump the database every day to `BOXER_DUMP`.\n"
    const { markdown, report } = make("user-guide", text)
    expect(markdown).not.toContain("BOXER_DUMP")
    expect(report.dropped.map(({ item }) => item)).toContain("the text: Backup")
    const admin = make("admin-guide", text)
    expect(below(admin.markdown, "## Backup")).toContain("Dump the database every day to `BOXER_DUMP`.")
    expect(admin.markdown).not.toContain("Pack a box")
    expect(admin.report.dropped.map(({ item }) => item)).toContain("the text: Pack a box")
  })

  it("D8 leaves a paragraph for administrators to their guide where no heading says so", () => {
    const { markdown, report } = make("user-guide", parcels)
    expect(markdown).not.toContain("DATABASE_URL")
    expect(report.dropped.map(({ item }) => item)).toContain("line 9")
    expect(make("admin-guide", parcels).markdown).toContain("Back up the database and LABEL_DIR every day.")
  })

  it("D8 and D9 tell all of a page about one thing: its chapters are steps", () => {
    const page =
      "# Installation on Debian\n\n## Part 1: The database\n\nInstall mysql on the server, set `DB_HOST` in the config file.\n\n## Part 2: The rest\n\nOpen the page and choose a name.\n"
    for (const docType of types) expect(make(docType, page).markdown).toBe(page)
  })

  it("D8 calls a page as its author did, and takes no topic for a product", () => {
    const page =
      "# Jekyll on Windows\n\nJekyll runs on Windows, and Jekyll is fast.\n\n## Tables\n\nTables can be long.\n"
    expect(make("user-guide", page).markdown).toBe(page)
    const topic = "# Tables\n\nTables can be written by hand.\n\n## Cells\n\nA cell is one.\n"
    expect(make("user-guide", topic).markdown).toBe(topic)
    const plugin = "# Docker\n\nThe Docker plugin builds images. With Docker, it is quick.\n"
    expect(make("user-guide", plugin).markdown).toBe(plugin)
    expect(make("user-guide", "# Boxer\n\nBoxer packs boxes.\n").markdown).toMatch(
      /^# Boxer user guide\n\nThis guide is for you/
    )
  })

  it("D8 keeps equal headings equal, and leaves no level out", () => {
    const page = "# How to pack\n\n## For boxes\n\n#### One\n\nA.\n\n#### Two\n\nB.\n\n##### Deeper\n\nC.\n"
    expect(make("user-guide", page).markdown.match(/^#+ .*$/gm)).toEqual([
      "# How to pack",
      "## For boxes",
      "### One",
      "### Two",
      "#### Deeper"
    ])
  })

  it("D8 keeps pictures with the paths of their author and badges inside the text, and names the paths", () => {
    const page =
      "# How to pack\n\n## Look\n\nThe box looks like this:\n\n![The open box](box.png)\n\n| Icon | Use |\n| --- | --- |\n| ![](/ios.svg) | Pack. |\n\nIts version is:\n\n![version](https://img.shields.io/v.svg)\n\nNo ![x](data:image/png;base64,AA)\n"
    const { markdown, report } = make("user-guide", page)
    expect(markdown).toBe(page.replace("![x](data:image/png;base64,AA)", "x"))
    const unknown = "The picture has the path that its author wrote; whether it is there, the text does not tell"
    expect(report.dropped.filter(({ reason }) => reason === unknown).map(({ item }) => item)).toEqual([
      "the text, line 7: box.png",
      "the text, line 9: /ios.svg"
    ])
  })

  it("D8 leaves a long chapter to all readers: its words say nothing of one of them", () => {
    const options = Array.from(
      { length: 20 },
      (_, at) => `### --option-${at}\n\nSet \`BOXER_${at}\` in the config file of the server.\n`
    )
    const text = `# Boxer\n\nBoxer packs boxes.\n\n## Pack\n\nPress it.\n\n## Configuration\n\n${options.join("\n")}`
    expect(make("user-guide", text).markdown).toContain("### --option-19")
  })

  it("D8 publishes no drafts and no notes of the editors", () => {
    const text = [
      "# Boxer",
      "TODO: ask Ann.",
      "Boxer packs boxes. TODO lists are its other half.",
      "<!-- old -->",
      "## Pack",
      "Open the box.",
      "> Editor's note: check this.",
      "## Send (DRAFT)",
      "Perhaps by horse.",
      "### Horses",
      "Feed them.",
      "## TODO",
      "- ask Bob",
      "## Receive",
      "Sign here."
    ].join("\n\n")
    const { markdown, report } = make("user-guide", text)
    expect(markdown).not.toMatch(/ask Ann|ask Bob|DRAFT|Editor|old|orse/)
    expect(markdown).toContain("TODO lists are its other half.")
    expect(markdown).toContain("\n## Pack\n\nOpen the box.\n\n## Receive\n\nSign here.\n")
    const dropped = (reason: RegExp) => report.dropped.filter((one) => reason.test(one.reason))
    expect(dropped(/notes? of the editors/)).toHaveLength(2)
    expect(dropped(/comment/)).toHaveLength(1)
    expect(report.dropped.filter(({ reason }) => /draft/.test(reason))).toHaveLength(6)
  })

  it("D8 has one title, also where an author gives several headings its level", () => {
    const page =
      "# Packing boxes\n\nFirst.\n\n## By hand\n\nTurn it.\n\n## By foot\n\nKick it.\n\n# Unpacking\n\n## Lids\n\nLift it.\n"
    expect(make("user-guide", page).markdown).toBe(page.replace("## Lids", "### Lids").replace("# Unp", "## Unp"))
    const topics = "# Overview\n\nFirst.\n\n# Usage\n\nTurn it.\n"
    expect(make("user-guide", topics).markdown).toContain("## Overview\n\nFirst.\n\n## Usage\n\nTurn it.\n")
  })

  it("D8 leaves sentences, breaks and code of a block as the author wrote them", () => {
    const long = `The box is ${"very ".repeat(40)}large; the lid is not, and it opens.`
    const block = `${long}\nCall \`[the office](office.md)\`.\\\nOr write.`
    const { markdown } = make("user-guide", `# Boxer\n\n## Pack\n\n${block}\n`)
    expect(markdown).toContain(`## Pack\n\n${block}\n`)
  })

  it("D8 keeps the words of links that lead nowhere from the guide, and says so", () => {
    const text =
      "# Boxer\n\nBoxer packs: see [packing](#Pack-it), [backups](#backup), [the list](list.md), more [here](more.md) and [Ann](javascript:alert).\n\n![logo](logo.png)\n\n## Pack it\n\nPress **Pack**.\n\n## Backup\n\nDump the database to `BOXER_DUMP`.\n"
    const { markdown, report } = make("user-guide", text)
    expect(markdown).toContain(
      "Boxer packs: see [packing](#pack-it), backups, the list, more here and Ann.\n\n![logo](logo.png)\n\n## Pack it\n"
    )
    expect(report.dropped.map(({ item }) => item)).toEqual(
      expect.arrayContaining([
        "the text, line 3: #backup",
        "the text, line 3: list.md",
        "the text, line 3: javascript:alert",
        "the text, line 5: logo.png"
      ])
    )
  })

  it("D8 leads links without a scheme to the web, and not to a file of the source", () => {
    const text = '# Boxer\n\nAsk [Ann](www.example.com/ann), or see <a href="www.example.com">the list</a>.\n'
    const address = "https://raw.githubusercontent.com/a/b/main/docs/box.md"
    for (const url of [undefined, address]) {
      const { markdown, report } = make("user-guide", { name: "boxer", content: text, url })
      expect(markdown).toContain('[Ann](http://www.example.com/ann), or see <a href="http://www.example.com">')
      expect(report.dropped).toEqual([])
    }
  })

  it("D8 shows no markup that runs something", () => {
    const text =
      '# Boxer\n\n## Pack\n\nA <img/onerror=run() src=x onload="go()"> <a href="javascript:go()">b</a> `<script>` <script>go()</script>\n'
    const { markdown } = make("user-guide", text)
    expect(markdown).not.toMatch(/onerror|onload|javascript/)
    expect(markdown).toContain("`<script>` &lt;script>go()&lt;/script>")
  })

  it("D8 makes one chapter of each further document, under its own title", () => {
    const { markdown: guide, report } = make(
      "user-guide",
      tree({
        "README.md": "# Boxer\n\nBoxer packs boxes.\n\n## Pack\n\nPress **Pack**.\n",
        "docs/usage.md": "# Everyday work\n\nIt is easy.\n\n## Small boxes\n\nFold.\n\n#### Tiny ones\n\nGlue.\n",
        "docs/faq.md": "Ask us.\n",
        "docs/administration.md": "# Keep it running\n\nOil it.\n",
        "docs/history.md": "# Then\n\nIt began.\n"
      })
    )
    expect(guide).toContain("# tool user guide\n")
    expect(below(guide, "## Everyday work")).toContain(
      "It is easy.\n\n### Small boxes\n\nFold.\n\n#### Tiny ones\n\nGlue.\n"
    )
    expect(below(guide, "## Faq")).toContain("Ask us.")
    expect(guide).not.toMatch(/Oil it|It began/)
    expect(report.dropped.map(({ item }) => item)).toEqual(
      expect.arrayContaining(["docs/history.md", "docs/administration.md: Keep it running"])
    )
  })

  it("D8 leaves chapters about settings to users where nothing runs for others", () => {
    const text =
      "# Grepper\n\nGrepper finds.\n\n## Find\n\nRun it.\n\n## Configuration file\n\nSet the environment variable `GREPPER_CONFIG_PATH` to a config file.\n\n```sh\nexport GREPPER_CONFIG_PATH=a\n```\n"
    expect(make("user-guide", text).markdown).toContain("## Configuration file\n\nSet the environment")
  })

  it("D8 takes the title that settings of a site generator name, and no first chapter for one", () => {
    const named = "---\ntitle: 'Adding apps'\n---\n\nList yours.\n\n## Rules\n\nBe kind.\n"
    expect(make("user-guide", named).markdown).toBe("# Adding apps\n\nList yours.\n\n## Rules\n\nBe kind.\n")
    const chapters = "## Keys\n\nPress one.\n\n## Mouse\n\nMove it.\n"
    expect(make("user-guide", chapters).markdown).toBe(`# User guide\n\n${chapters}`)
  })

  it("D8 leaves out what only frames a readme, and keeps its words and pictures", () => {
    const readme =
      '<p align="center">\n<img src="https://example.com/logo.png">\n</p>\n\n<h1 align="center">Boxer</h1>\n\n<p><i>It packs boxes.</i></p>\n\n[![build](https://img.shields.io/a.svg)](https://example.com/b)\n\n---\n\n## Pack\n\n![The button](https://example.com/button.png)\n\nPress **Pack**.\n'
    const { markdown, report } = make("user-guide", tree({ "README.md": readme }))
    expect(markdown).toContain("It packs boxes.\n\n## Pack\n\n![The button](https://example.com/button.png)\n")
    expect(markdown).not.toMatch(/logo|shields|---|<h1/)
    expect(report.dropped.filter(({ reason }) => reason.startsWith("It is a badge"))).toHaveLength(3)
  })

  it("D8 leaves out badges in HTML within a line, and keeps other pictures and anchors so", () => {
    const badges =
      '<a href="https://example.com"><img src="https://img.shields.io/a.svg" /></a> <img src="https://example.com/badge.svg">'
    const kept = ['<a name="here"></a> <br>', '<img src="https://example.com/seen.png" width="700"> <br>']
    const logo = '<div align="center">\n<img src="https://example.com/logo.svg">\n</div>'
    const readme = `${logo}\n\n# Boxer\n\nIt packs boxes.\n\n${[badges, ...kept].join("\n\n")}\n\n## Pack\n\nPress **Pack**.\n`
    const { markdown } = make("user-guide", tree({ "README.md": readme }))
    expect(markdown).not.toContain("shields")
    for (const one of kept) expect(markdown).toContain(one.slice(0, -5))
  })

  it("D8 leaves out badges whose addresses stand below them, and keeps other pictures so", () => {
    const readme =
      "# Boxer\n\nIt packs boxes.\n\n[![build][Built]][run] [![go][Built]][run]\n\n[built]: https://img.shields.io/a.svg\n[run]: https://example.com/b\n[seen]: https://example.com/c.png\n\n![Seen][seen]\n\n## Pack\n\nPress **Pack**.\n"
    const { markdown, report } = make("user-guide", tree({ "README.md": readme }))
    expect(markdown).not.toContain("![build]")
    expect(markdown).toContain("![Seen][seen]")
    expect(report.dropped.map(({ item }) => item)).toContain("README.md, line 5")
  })

  it("D8 guesses no name from words that name something else", () => {
    const part =
      "Set how Ansible-lint runs. With Ansible-lint you lint Ansible, Ansible can do more, and Ansible runs. Ansible-lint ends.\n"
    expect(make("user-guide", part).markdown).not.toContain("use Ansible.")
    const text = "Use it on Android. Chrome on Android does not run it. Save a page on Android with the button.\n"
    expect(make("user-guide", text).markdown).toMatch(/^# User guide\n/)
    for (const title of ["Configuration", "Hook examples"]) {
      const { markdown } = make("user-guide", `# ${title}\n\n## Colours\n\nChoose one.\n`)
      expect(markdown).toBe(`# ${title}\n\n## Colours\n\nChoose one.\n`)
    }
  })

  it("D8 of an API tells each request of a group below its own heading, with the examples of its author", () => {
    const guide = make("user-guide", sample("train-travel.yaml")).markdown
    const bookings = below(guide, "### Bookings")
    expect(bookings.match(/^#### .*$/gm)).toEqual([
      "#### List existing bookings",
      "#### Create a booking",
      "#### Get a booking",
      "#### Delete a booking"
    ])
    expect(below(bookings, "#### Create a booking")).toContain("\n`POST /bookings`\n")
    expect(bookings.match(/^curl /gm)).toHaveLength(3)
    expect(below(guide, "## Before you begin")).toContain("`https://api.example.com`")
    expect(below(guide, "## Headers of answers")).toContain("| `RateLimit` |")
  })

  it.each([
    ["a page", sample("text/tigerbeetle-systemd-admin.md")],
    [
      "a text",
      "# Boxer\n\nBoxer is a service.\n\n## Configuration\n\nSet `BOXER_HOME` on the server.\n\n## Backup\n\nBack up the database with docker.\n"
    ],
    [
      "a page with a chapter that names no task",
      "# Behind a proxy\n\n## Configuration\n\nSet `BOXER_URL` on the server.\n\n```nginx\nlisten 80;\n```\n\n## Limits\n\nThe server knows no other paths.\n"
    ]
  ])("D8 is not made of %s that is all for administrators", (_, content) => {
    expect(generateDocument({ docType: "user-guide", sources: [{ name: "a", content }] })).toMatchObject({
      kind: "failed",
      failure: { code: "material_required", message: expect.stringContaining("Ask for an administration guide") }
    })
  })

  it("D8 is made of a page on whose way administrators only come by, but not below their folder", () => {
    const steps =
      "# Send a box\n\n1. Open it.\n2. Ask one who has administrator rights.\n\n## Paths\n\nThe server knows it.\n"
    const url = "https://raw.githubusercontent.com/ann/box/0/docs/"
    const made = (folder: string) =>
      generateDocument({ docType: "user-guide", sources: [{ name: "a", content: steps, url: `${url}${folder}/x.md` }] })
    expect(made("use")).toMatchObject({ kind: "made" })
    expect(made("administration")).toMatchObject({ kind: "failed", failure: { code: "material_required" } })
  })

  it.each(["user-guide", "admin-guide"] as const)("D8 makes no %s of a page that holds nothing", (docType) => {
    const sources = [{ name: "a", content: "---\nmenu: Servers\n---\n" }]
    expect(generateDocument({ docType, sources })).toMatchObject({
      kind: "failed",
      failure: { code: "material_required" }
    })
  })

  it("D8 takes a text with numbered headings for no list of versions", () => {
    const text =
      "# 1. What we keep\n\n## 1.1 From you\n\n- Names\n- Notes\n\n## 1.2 From others\n\n- Nothing\n- Never\n"
    expect(make("user-guide", text).markdown).toContain("1.2 From others\n\n- Nothing")
  })

  it("D8 of a repository tells how to install and use it", () => {
    const files = JSON.parse(sample("p-limit.tree.json")) as ReadonlyArray<{
      readonly path: string
      readonly text: string
    }>
    const guide = make("user-guide", tree(files)).markdown
    expect(guide).toContain("npm install p-limit")
    expect(guide).toContain("import pLimit from 'p-limit'")
  })
})

describe("the administration guide", () => {
  it("D9 keeps steps, and code within steps, as the author wrote them", () => {
    const guide = make("admin-guide", sample("text/tigerbeetle-systemd-admin.md")).markdown
    expect(guide).toContain("# Deploying with systemd")
    expect(guide).toContain("Environment=TIGERBEETLE_ADDRESSES=3001")
  })

  it("D75 leaves out chapters without facts and lists them", () => {
    const { report } = make("admin-guide", tree({ "README.md": "# Parcels\n\n## Deploy\n\nRun the server.\n" }))
    expect(report.dropped.map(({ item }) => item)).toEqual(
      expect.arrayContaining(["Upgrade and roll back", "Keys and security"])
    )
    // Of a text there are none to fill.
    expect(make("admin-guide", parcels).report.dropped.map(({ item }) => item)).not.toContain("Keys and security")
  })

  it("D9 of an API takes no operation for one of administrators that only has such a word in its path", () => {
    const get = { get: { summary: "Look", responses: { "200": { description: "Done" } } } }
    const names = ["/v2/catalog/info", "/imports/status", "/v1/health", "/runs/hooks", "/pianos/keys", "/metrics"]
    const paths = Object.fromEntries(names.map((name) => [name, get]))
    const guide = make(
      "admin-guide",
      JSON.stringify({ openapi: "3.0.0", info: { title: "T", version: " " }, paths })
    ).markdown
    expect(below(guide, "## Requests for administrators").match(/`GET .*`/gm)).toEqual([
      "`GET /v1/health`",
      "`GET /metrics`"
    ])
    expect(guide).not.toMatch(/catalog|imports|install|## Versions|hooks|pianos/)
  })
})
