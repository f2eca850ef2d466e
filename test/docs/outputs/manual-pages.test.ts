/** Guides made of manual pages as a terminal prints them. */
import { expect, it } from "vitest"
import { make } from "./made.ts"

const page = [
  "BOX-PACK(1)\t\t\t\t\t\t   BOX-PACK(1)",
  "",
  "NAME",
  "       box-pack - Pack a box",
  "",
  "SYNOPSIS",
  "       box pack [--lid] <name>",
  "",
  "DESCRIPTION",
  "       This  command  packs a box with a con-",
  "       figuration of <name>.",
  "",
  "       1.  Open it",
  "",
  "       2.  Close it",
  "",
  "OPTIONS",
  "       --lid  With a",
  "              lid.",
  "",
  "EXAMPLES",
  "   Two boxes",
  "       Pack both:",
  "",
  "           box pack a b",
  "",
  "\t\t\t\t  March 2026\t\t\t   BOX-PACK(1)"
]

it("makes headings of the sections of a manual page, and leaves out its header and footer", () => {
  const { markdown } = make("user-guide", { name: "box", kind: "text", content: page.join("\n") })
  expect(markdown.match(/^#+ .*$/gm)).toEqual([
    "# box-pack - Pack a box",
    "## SYNOPSIS",
    "## DESCRIPTION",
    "## OPTIONS",
    "## EXAMPLES",
    "### Two boxes"
  ])
  expect(markdown).toContain("```\nbox pack [--lid] <name>\n```")
  expect(markdown).toContain(
    "This command packs a box with a configuration of \\<name>.\n\n1. Open it\n\n2. Close it\n"
  )
  expect(markdown).toContain("Pack both:\n\n```\nbox pack a b\n```")
  expect(markdown).toContain("- --lid: With a lid.\n")
  expect(markdown).not.toMatch(/BOX-PACK|March/)
})
