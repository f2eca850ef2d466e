/** Transformations by rules, as properties over many texts and as examples. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { readMarkdown } from "../../../plugins/docs/markdown/readMarkdown.ts"
import { changed, lost, survivorsOf } from "../../../plugins/docs/checks/Survivors.ts"
import type { SourceModel } from "../../../plugins/docs/model/SourceModel.ts"
import { readSource } from "../../../plugins/docs/sources/readers.ts"
import { diagramProblem, drawn, labelOf } from "../../../plugins/docs/transformations/Diagram.ts"
import {
  applyEdits,
  composeEdits,
  transformationKinds,
  type TransformationKind
} from "../../../plugins/docs/transformations/Transformation.ts"
import { figuresOf, transformText, type RuleInput } from "../../../plugins/docs/transformations/transformText.ts"
import type { GlossaryTerm } from "../../../plugins/docs/writer/Section.ts"
import { awkwardTexts, ownTexts } from "../texts.ts"

const samples = join(import.meta.dirname, "../samples")
const read = (name: string): SourceModel =>
  readSource({ name, content: readFileSync(join(samples, name), "utf8") }).model
const travel = read("train-travel.yaml")
const orders = readFileSync(join(samples, "texts/own-orders-product.txt"), "utf8")

const around = { before: "", after: "", audience: "developer", tone: "neutral", glossary: [] } as const

const transform = (
  kind: TransformationKind,
  text: string,
  options: Partial<RuleInput> & { readonly models?: ReadonlyArray<SourceModel> } = {}
) => transformText({ ...around, ...options, kind, text }, options.models ?? []).draft

const texts = [...ownTexts, ...awkwardTexts(60)]

describe("every transformation", () => {
  it.each(transformationKinds)("D20 %s keeps code, links, numbers and negations; its edits make its result", (kind) => {
    for (const [name, text] of texts) {
      const made = transform(kind, text, { models: [travel] })
      const [before, after] = [survivorsOf(readMarkdown(text)), survivorsOf(readMarkdown(made.text))]
      expect(lost(before, after), name).toBeUndefined()
      if (kind === "simplify") expect(changed(before, after), name).toBeUndefined()
      expect(applyEdits(text, made.edits ?? []), name).toBe(made.text)
      if (made.text === text) expect(made.warnings.length, name).toBe(1)
    }
  })

  it.each(transformationKinds)("D20 %s does the same the second time, and nothing to its own result", (kind) => {
    for (const [name, text] of texts) {
      const made = transform(kind, text, { models: [travel] })
      expect(transform(kind, text, { models: [travel] }), name).toEqual(made)
      expect(transform(kind, made.text, { models: [travel] }).text, name).toBe(made.text)
    }
  })
})

describe("simplify", () => {
  it("D20 has no edit that stands in the way of all others", () => {
    const kept = "It goes without saying that it ends, unless and until it fails, with the exception of one."
    const made = transform("simplify", `${"Press it in order to go. ".repeat(700)}${kept}`).text
    expect(made).toBe(`${"Press it to go. ".repeat(700)}${kept}`)
  })

  it("D20 never makes a text harder to read", () => {
    for (const [name, text] of texts) {
      const made = transform("simplify", text, { tone: "concise" })
      expect(figuresOf(made.text).fleschReadingEase, name).toBeGreaterThanOrEqual(figuresOf(text).fleschReadingEase)
    }
  })

  it.each([
    ["In order to win, utilize `utilize`.", "To win, use `utilize`."],
    ["However, it is possible to pass additional files.", "But you can pass extra files."],
    ["Please check the log, and it will be very clear.", "Check the log, and it will be clear."],
    [
      "The service reads every order that came in during the last night from the queue, and it sends a short message to the shop that placed it.",
      "The service reads every order that came in during the last night from the queue. It sends a short message to the shop that placed it."
    ]
  ])("D20 turns: %s", (text, expected) => {
    expect(transform("simplify", text).text).toBe(expected)
  })

  it.each([
    "The file is created by the server.",
    "If the service reads every order that came in during the last night from the queue, and it sends a short message to the shop, all is well.",
    "See [in order to](https://example.com/utilize).",
    "UTILIZE THIS.",
    // Names, what is quoted, and what the law says.
    "Choose Modify in the menu.",
    'Press the key "modify the entire list" twice.',
    "Permission is hereby granted to any person obtaining a copy, to modify it.",
    "It terminates TLS.",
    "The modification time is not the modified copy.",
    "We use RSS (Really Simple Syndication) for the Very Large Telescope.",
    // A degree carries the meaning of what is denied, and of a condition.
    "You cannot simply delete the file.",
    "Do not use an extremely long key.",
    "If the file is very large, split it.",
    "This will almost certainly fail.",
    "The token is read at the moment of the call.",
    // The article would not fit any more.
    "It is a frequently used option.",
    "Make sure the server is running on the port that you chose before, and the client is configured to use the same address as the server and nothing else.",
    // What follows belongs to the clause that begins with "when".
    "Set the option to false when your application has a repository for releases or for issues, but the source code is not available to anyone else.",
    // Other words would say something else, or nothing.
    "Once the file is located, open it.",
    "The job is nevertheless running, and is consequently not free.",
    "Configure the log additionally to the handler.",
    "This fee is in addition to the first one.",
    "Modify is gone. The modify button sets the retrieve flag.",
    "Refer to all symbols by their names.",
    "Read the frequently asked questions, at the very least.",
    // A list, and no clause.
    "The archive of a release holds the program for every system that it runs on, the manual for the people, and the licence is in it."
  ])("D20 leaves alone: %s", (text) => {
    expect(transform("simplify", text)).toMatchObject({ text, warnings: [{ code: "already_simple" }] })
  })
})

describe("condense", () => {
  const wordy =
    "It is important to note that you really must utilize the `key` in order to obtain 5 items. This is actually a very simple thing. " +
    "You must use the `key` to get 5 items. It should be noted that the server does not commence the process."

  it("D20 takes out what only ties a participle to its noun, and keeps what makes a clause whole", () => {
    const text =
      "The file which is used by the server stays, and make sure that is kept in a safe place: it is literally `x`."
    expect(transform("condense", text).text).toBe(
      "The file used by the server stays, and make sure that is kept in a safe place: it is literally `x`."
    )
  })

  it("D20 makes a text a fifth shorter, or as short as it can be and says so", () => {
    const made = transform("condense", wordy)
    expect(made.text.length).toBeLessThanOrEqual(wordy.length * 0.8)
    expect(made.text).toContain("`key`")
    expect(made.text).toContain("does not start")
    for (const [name, text] of texts) {
      const condensed = transform("condense", text)
      const isFifth = condensed.text.trim().length <= text.trim().length * 0.8
      expect(
        condensed.warnings.map(({ code }) => code),
        name
      ).toEqual(isFifth ? [] : ["cannot_condense"])
      expect(condensed.text.length, name).toBeLessThanOrEqual(text.length)
    }
  })

  it.each([
    [
      "another option",
      "The option `a` is needed for each call. The option `b` is needed for each call. Now `b` is read."
    ],
    ["signs", "The library is written in C++ for speed. The library is written in C# for speed."],
    ["signs of money", "The plan costs $5 per month here. The plan costs €5 per month here."],
    [
      "another section",
      "## A\n\nThe option is required by every call.\n\n## B\n\nThe option is required by every call.\n"
    ],
    ["another item", "- One: ends. Calls are cached by the server.\n- Two: goes on. Calls are cached by the server.\n"],
    [
      "what leads to code",
      "Use `a`. For the previous route, we would do:\n\n    a\n\nUse `b`. For the previous route, we would do:\n\n    b\n"
    ],
    ["a clause that goes on", "Things that are kept by name and are read by it stay."],
    ["steps", "Open the file. Save the file to the disk. Edit the line. Save the file to the disk."],
    [
      "what points",
      "The first call ends. It returns a list of all users. The second ends. It returns a list of all users."
    ]
  ])("D20 does not take %s for what was said before", (_, text) => {
    expect(transform("condense", text).text).toBe(text)
  })

  it("D20 says once what a section says twice", () => {
    const text = "Calls are cached by the server. The list is long. Calls are just cached by the server!"
    expect(transform("condense", text).text).toBe("Calls are cached by the server. The list is long.")
  })

  it("D20 keeps articles and capitals right", () => {
    const text =
      "Actually, really it is an extremely large box. It is a really old box. It is not very large. Very simply put it."
    expect(transform("condense", `${text} ${"Really very ".repeat(30)}good.`).text).toMatch(
      /it is a large box\. It is an old box\. It is not very large\./
    )
  })
})

describe("expand, add example, add troubleshooting", () => {
  const glossary: ReadonlyArray<GlossaryTerm> = [
    { term: "label", definition: "A PDF that goes on a parcel", avoid: [] }
  ]

  it("D20 and D12 expand says what sources and glossaries say of what the text names", () => {
    const text = "Call `GET /stations` to print a Label."
    const made = transform("expand", text, { models: [travel], glossary })
    expect(made.text).toBe(
      `${text}\n\n- **label**: A PDF that goes on a parcel.\n- \`GET /stations\`: Get a list of train stations.`
    )
  })

  it("D20 expand says of a name what the named operation says, and what others say only where they all say the same", () => {
    const of = (description: string) => ({ type: "string", description })
    const sent = (schema: string) => ({
      requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } },
      responses: {}
    })
    const id = { name: "id", in: "path", required: true, schema: of("Which box") }
    const api = {
      openapi: "3.0.0",
      info: { title: "A", version: "1" },
      paths: { "/lids": { post: sent("Lid") }, "/boxes/{id}": { put: { ...sent("Box"), parameters: [id] } } },
      components: {
        schemas: {
          Box: { type: "object", properties: { name: of("What a box is called"), width: of("In metres") } },
          Lid: { type: "object", properties: { id: of("Which lid"), name: of("What a lid is called") } }
        }
      }
    }
    const models = [readSource({ name: "api", content: JSON.stringify(api) }).model]
    const added = (text: string) => transform("expand", text, { models }).text.slice(text.length).trim().split("\n")
    expect(added("`POST /lids` takes `id` and `name`.")).toEqual([
      "- `id` (property of Lid, string): Which lid.",
      "- `name` (property of Lid, string): What a lid is called."
    ])
    expect(added("Set `name` and `width`.")).toEqual(["- `width` (property of Box, string): In metres."])
  })

  it("D20 add_example shows the operation or schema that is named, and nothing invented", () => {
    const made = transform("add_example", "Use `POST /bookings` to book.", { models: [travel] }).text
    expect(made).toContain("curl --globoff --request 'POST' 'https://api.example.com/bookings'")
    expect(made).toContain("```json\n{")
    expect(transform("add_example", "Print it.\n\nUp to 500 labels per hour.")).toMatchObject({
      warnings: [{ code: "no_supporting_facts" }]
    })
  })

  it("D20 add_troubleshooting makes a table of error answers, and of codes in the text", () => {
    const made = transform("add_troubleshooting", orders).text
    expect(made).toContain("| Symptom | Cause |")
    expect(made).toContain("| `E103` | label limit reached |\n")
    expect(made).not.toContain("| `500` |")
    const code = 'Load it:\n\n```go\nfail("error loading X509: certificate is old")\n```\n'
    expect(transform("add_troubleshooting", code)).toMatchObject({ warnings: [{ code: "no_supporting_facts" }] })
    const api = transform("add_troubleshooting", "Use `POST /bookings`.", { models: [travel] }).text
    expect(api).toContain("| `409` from `POST /bookings` |")
  })

  it.each(["expand", "add_example", "add_troubleshooting"] as const)(
    "D20 %s refuses where nothing supports it",
    (kind) => {
      const text = "The sky is blue."
      expect(transform(kind, text, { models: [travel], glossary })).toMatchObject({
        text,
        warnings: [{ code: "no_supporting_facts" }]
      })
    }
  )
})

describe("create_diagram", () => {
  const cases: ReadonlyArray<readonly [string, string, string]> = [
    ["numbered steps", '1. Open "it"; now\n2. Run `a [x] {y}`\n', 's1["Open #34;it#34;#59; now"]'],
    ["instructions", "Install the package. Then run the server.", 's2["run the server"]'],
    ["messages", "The client sends an order to the server. The server returns a label.", "p2->>p1: returns a label"],
    ["types", "An order has many items.", 'order ||--o{ item : "has"'],
    ["what refers to one of several", "Each item belongs to one order.", 'item }o--|| order : "belongs to"'],
    ["what has one", "An order has one invoice.", 'order ||--|| invoice : "has"']
  ]

  it.each(cases)("D20 and D77 draws %s", (_, text, line) => {
    const made = transform("create_diagram", text).text
    const diagram = /```mermaid\n([\s\S]*?)\n```/.exec(made)?.[1]
    expect(diagram).toBeDefined()
    expect(diagram).toContain(line)
    expect(diagramProblem(diagram!)).toBeUndefined()
  })

  it("D20 names the sentences about things that a diagram leaves out", () => {
    const made = transform("create_diagram", "An order has many items. An item has labels. The sky is blue.")
    expect(made.warnings.map(({ code, message }) => [code, message.includes('"An item has labels."')])).toEqual([
      ["not_drawn", true]
    ])
  })

  it.each([
    "The client doesn't send the token to the server.",
    "The app cannot send the token to the server.",
    "The client no longer sends the token to the server.",
    "Neither the client nor the gateway sends the token to the server."
  ])("D20 draws nothing that is denied: %s", (denied) => {
    const text = `${denied} The server sends a code to the bank. The bank returns a decision.`
    const made = transform("create_diagram", text)
    expect(made.text).not.toContain("token\n")
    expect(made.text.match(/->>/g)).toHaveLength(2)
    expect(made.warnings).toMatchObject([{ code: "not_drawn", message: expect.stringContaining(denied) }])
  })

  it("D20 draws each message of a sentence, and names the sentences that it leaves out", () => {
    const text =
      "The client sends an order to the server, which sends a request to the bank. The bank returns a decision. Nobody calls twice, as they say."
    const made = transform("create_diagram", text)
    expect(made.text.match(/-{1,2}>>/g)).toHaveLength(3)
    expect(made.warnings).toMatchObject([{ code: "not_drawn", message: expect.stringContaining("Nobody calls twice") }])
  })

  it("D20 names what of numbered steps it leaves out: further sentences, items within, and what stands between", () => {
    const text =
      "Do this:\n\n1. Open it. Mind the lid.\n   - Press `a`.\n\n   Then wait.\n2. Close it.\n   - Turn it.\n\nThat is all.\n"
    const made = transform("create_diagram", text)
    expect(made.text.match(/^ {2}s\d\[.*/gm)).toEqual(['  s1["Open it"]', '  s2["Close it"]'])
    expect(made.warnings.map(({ code, message }) => [code, message.replace(/.*: /, "")])).toEqual(
      ["Mind the lid.", "Press a.", "Then wait.", "Turn it."].map((words) => ["not_drawn", `"${words}"`])
    )
  })

  it("D20 takes steps whose place comes before their verb", () => {
    const made = transform(
      "create_diagram",
      "Run the installer. On the first window, check the box. Wait a minute."
    ).text
    expect(made).toContain('s2["On the first window, check the box"]')
  })

  it("D20 refuses where there are fewer than two things that belong together", () => {
    const other =
      "They also give you access to the group. Do not ask any questions, and it gives no answers to anybody."
    for (const text of ["The sky is blue.", "1. One step\n", "It sends it to them.", other]) {
      expect(transform("create_diagram", text)).toMatchObject({ text, warnings: [{ code: "nothing_to_draw" }] })
    }
  })

  it.each([
    ["a noun for a verb", "The router uses standard http request handlers. It reads from the request context."],
    [
      "what nobody is",
      "The storage engine gives you full control on storing files to disk. This license gives everyone permission to work."
    ],
    [
      "a condition",
      "The client sends an order to the server if the user agrees. The server sends nothing to the client."
    ],
    [
      "an adjective",
      "Each file contains the following information. The specification contains a few fields. Every command has a help option."
    ],
    ["ways", "There are two ways to fill it:\n\n1. Enter the data by hand.\n2. Pull the data from an item.\n"],
    [
      "parts",
      "The answer has three elements:\n\n1. The response code (`200` above).\n2. A hash containing any headers.\n3. An object that yields strings.\n"
    ],
    ["items", "Permissions:\n\n- Quizzes\n  - View quizzes\n  - Create quizzes\n  - Edit quizzes\n  - Add access\n"],
    ["code", "Install the package. `make test` runs it."],
    ["names", "Log entries give you insight. Push consumers require a subject. Pull requests are reviewed."]
  ])("D20 draws no order and no message from %s", (_, text) => {
    expect(transform("create_diagram", text)).toMatchObject({ text, warnings: [{ code: "nothing_to_draw" }] })
  })

  it("D20 keeps how a message is put, and draws steps that are told as sentences", () => {
    const asked = transform("create_diagram", "The app asks the bank to decide. The bank answers with a code.").text
    expect(asked).toContain("p1->>p2: asks to decide")
    const told = transform("create_diagram", "1. A build is pushed to `dev`.\n2. The `a.json` file is read.\n").text
    expect(told.match(/^ {2}s\d\[/gm)).toHaveLength(2)
  })

  it("D77 escapes labels: none can end its label or begin a statement", () => {
    const hostile = 'a"]; click s1 "javascript:alert(1)" %% \n end\\ `x` | <b> {y} # ;'
    const shapes = [
      { shape: "flowchart", steps: [hostile, hostile] },
      { shape: "sequenceDiagram", messages: [{ from: hostile, to: "b", text: hostile }] },
      { shape: "erDiagram", relations: [{ from: hostile, to: "b", many: true, label: hostile }] }
    ] as const
    for (const diagram of shapes) expect(diagramProblem(drawn(diagram))).toBeUndefined()
    expect(labelOf(hostile)).not.toMatch(/["\n[\]{}|\\<>`%]/)
    expect(diagramProblem("flowchart TD\n  click a b")).toBeDefined()
    expect(diagramProblem('flowchart TD\n  s1["a"]\n  s1 --> s9')).toBeDefined()
  })
})

describe("edits", () => {
  it("lead in one step where others led in two", () => {
    const text = "abcdefghij"
    for (let a = 0; a <= text.length; a++) {
      for (let b = a; b <= text.length; b++) {
        const first = [{ start: a, end: b, replacement: "XYZ", reason: "1" }]
        const between = applyEdits(text, first)
        for (const [start, end] of [
          [0, 2],
          [3, 6],
          [5, 5],
          [between.length - 1, between.length]
        ] as const) {
          const second = [{ start, end, replacement: "-", reason: "2" }]
          expect(applyEdits(text, composeEdits(text, first, second))).toBe(applyEdits(between, second))
        }
      }
    }
  })
})
