/** Guides for users and administrators (D8, D9, D51): every fact of the source, steps as orders, nothing made up. */
import { describe, expect, it } from "vitest"
import { documentGates } from "../../../bench/docs/gates.ts"
import { guideFaults, hardReading } from "../../../bench/docs/outputGates.ts"
import { below, make, sample, tree } from "./made.ts"

const texts = [
  "text/own-orders-product.txt",
  "text/tigerbeetle-systemd-admin.md",
  "text/tigerbeetle-oltp.md",
  "text/watchman-intro.md"
]
const types = ["user-guide", "admin-guide"] as const
const pairs = texts.flatMap((name) => types.map((docType) => [docType, name] as const))
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
})

describe("the user guide", () => {
  const { markdown } = make("user-guide", parcels)

  it("D8 tells a task in numbered orders", () => {
    expect(below(markdown, "### Print a label")).toContain(
      "1. Open the order.\n2. Check the address.\n3. Choose a carrier.\n4. Press **Print**."
    )
  })

  it("D8 has tasks, then reference, then troubleshooting", () => {
    const headings = [...markdown.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading)
    expect(headings).toEqual(["Overview", "Tasks", "Reference", "Troubleshooting", "Information for administrators"])
  })

  it("D51 tells error codes with what the text says of their cause", () => {
    expect(below(markdown, "## Troubleshooting")).toContain(
      "| `E103` | Label limit reached | 500 labels per hour per shop. |"
    )
  })

  it("D8 of an API has a task per operation", () => {
    const guide = make("user-guide", sample("train-travel.yaml")).markdown
    const task = below(guide, "### Get a booking")
    expect(task).toContain("1. Send `GET /bookings/{bookingId}` to the API")
    expect(task).toContain("2. Give `bookingId` in the path")
    expect(task).toContain("| `404` |")
    expect(below(guide, "## Before you begin")).toContain("`https://api.example.com`")
  })

  it("D8 of a repository tells how to install and use it", () => {
    const files = JSON.parse(sample("p-limit.tree.json")) as ReadonlyArray<{
      readonly path: string
      readonly text: string
    }>
    const guide = make("user-guide", tree(files)).markdown
    expect(below(guide, "## Before you begin")).toContain("npm install p-limit")
    expect(below(guide, "## Tasks")).toContain("import pLimit from 'p-limit'")
  })

  it("D51 keeps words that a list of variables does not tell", () => {
    const guide = make("user-guide", sample("text/watchman-intro.md")).markdown
    expect(guide.match(/EXACT_MATCH_FAVORITISM/g)).toHaveLength(1)
    expect(guide).toContain("recommended values: 0.1, 0.25, or 0.5")
  })
})

describe("the administration guide", () => {
  const { markdown } = make("admin-guide", parcels)

  it("D9 has requirements, settings, operation and backups", () => {
    expect(below(markdown, "## Requirements")).toContain("- One PostgreSQL 15 database")
    expect(below(markdown, "## Configure")).toContain("| `LABEL_DIR` | `/var/labels` |")
    expect(below(markdown, "## Operate")).toContain("`GET /healthz` returns 200")
    expect(below(markdown, "## Back up and restore")).toContain("Back up the database and `LABEL_DIR` every day.")
  })

  it("D9 leads through what is there, in the order in which it is needed", () => {
    expect(below(markdown, "## Install")).toContain("1. Provide what [Requirements](#requirements) lists.")
  })

  it("D9 keeps steps, code within steps and settings of a unit file", () => {
    const guide = make("admin-guide", sample("text/tigerbeetle-systemd-admin.md")).markdown
    expect(guide).toContain("# TigerBeetle administration guide")
    expect(below(guide, "## Configure")).toContain("| `TIGERBEETLE_ADDRESSES` | `3001` |")
    expect(guide).toContain("3. Add your overrides.\n   Example:\n   ```toml\n   [Service]")
  })

  it("D75 leaves out chapters without facts and lists them", () => {
    const { report } = make("admin-guide", parcels)
    expect(report.dropped.map(({ item }) => item)).toEqual(["Upgrade and roll back", "Security"])
  })

  it("D9 of an API tells credentials, scopes and failures", () => {
    const guide = make("admin-guide", sample("train-travel.yaml")).markdown
    expect(below(guide, "## Security")).toContain("| `OAuth2` | An OAuth 2.0 token |")
    expect(below(guide, "## Troubleshooting")).toContain("| `429` |")
  })
})
