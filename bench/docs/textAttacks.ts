/** Texts that parsers of Markdown and rules on prose take long for: part of what `docs-hostile` sends. */

const numbers = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at)

/** Markdown that parsers take long for. */
export const markdown: ReadonlyArray<readonly [string, () => string]> = [
  ["1 MB of [", () => "[".repeat(1_000_000)],
  ["1 MB of links that never end", () => "[a](<b".repeat(160_000)],
  ["1 MB of ![[]()", () => "![[]()".repeat(160_000)],
  ["1 MB of nested links", () => "[a](b".repeat(200_000)],
  ["1 MB of emphasis that never ends", () => "*a **b ".repeat(140_000)],
  ["1 MB of _ and *", () => "a**b_c* ".repeat(125_000)],
  ["1 MB of quotes in quotes", () => `${"> ".repeat(500_000)}a`],
  ["1 MB of quotes of 200 levels", () => `${">".repeat(200)}a\n`.repeat(5_000)],
  [
    "1 MB of lists in lists",
    () =>
      numbers(1_000)
        .map((at) => `${"  ".repeat(at)}- a\n`)
        .join("")
  ],
  ["1 MB of list marks in a line", () => `${"- ".repeat(500_000)}a`],
  [
    "1 MB of backticks of growing length",
    () =>
      numbers(1_400)
        .map((at) => `${"`".repeat(at)} `)
        .join("")
  ],
  ["1 MB of <", () => "<a ".repeat(330_000)],
  ["1 MB of <!--", () => "<!-- a ".repeat(140_000)],
  ["1 MB of <?", () => "<? a ".repeat(200_000)],
  ["1 MB of &", () => "&a".repeat(500_000)],
  ["1 MB of backslashes", () => "\\".repeat(1_000_000)],
  ["1 MB of pipes", () => `${"|a".repeat(500)}\n${"|-".repeat(500)}\n${`${"|a".repeat(500)}\n`.repeat(900)}`],
  [
    "a table of 10,000 columns and 10,000 short rows",
    () => `${"|a".repeat(10_000)}|\n${"|-".repeat(10_000)}|\n${"|a|\n".repeat(10_000)}`
  ],
  [
    "1 MB of definitions",
    () =>
      numbers(40_000)
        .map((at) => `[a${at}]: http://a.example/${at}\n`)
        .join("")
  ],
  ["1 MB of uses of a definition", () => `[a]: http://a.example/${"x".repeat(10_000)}\n\n${"[a] ".repeat(200_000)}`],
  [
    "1 MB of footnotes",
    () =>
      `${numbers(20_000)
        .map((at) => `[^${at}]: a\n`)
        .join("")}\n${numbers(20_000)
        .map((at) => `[^${at}] `)
        .join("")}`
  ],
  ["1 MB of addresses", () => "http://a.example/".repeat(60_000)],
  ["1 MB of www.", () => "www.".repeat(250_000)],
  ["1 MB of @", () => "a@".repeat(500_000)],
  ["1 MB of mail addresses", () => `${"a.".repeat(250_000)}@${"b.".repeat(250_000)}`],
  ["1 MB of one word", () => "a".repeat(1_000_000)],
  ["1 MB of one sentence", () => "the word is seen by ".repeat(50_000)],
  ["1 MB of blanks", () => `a${" ".repeat(1_000_000)}b`],
  ["1 MB of line ends", () => "\n".repeat(1_000_000)],
  ["1 MB of headings", () => "# Same\n".repeat(140_000)],
  [
    "1 MB of different headings",
    () =>
      numbers(100_000)
        .map((at) => `## H${at}\n`)
        .join("")
  ],
  ["1 MB of short sentences", () => "It is. ".repeat(140_000)],
  ["1 MB of numbered steps", () => "1. Open the page.\n".repeat(55_000)],
  ["1 MB of dots", () => ".".repeat(1_000_000)],
  ["1 MB of commas and words", () => "one, and two or ".repeat(62_000)],
  ["1 MB of capitals", () => "ABC DEF ".repeat(125_000)],
  [
    "1 MB of different acronyms",
    () =>
      numbers(160_000)
        .map((at) => `A${at.toString(36).toUpperCase()} `)
        .join("")
  ],
  ["1 MB of quotes", () => `"'`.repeat(500_000)],
  ["1 MB of brackets (", () => "(".repeat(1_000_000)],
  ["1 MB of fences", () => "```a\n".repeat(200_000)],
  [
    "1 MB of terms",
    () =>
      numbers(50_000)
        .map((at) => `- **Term ${at}**: text\n`)
        .join("")
  ],
  ["1 MB of code spans", () => "`a` ".repeat(250_000)],
  [
    "1 MB of variables",
    () =>
      numbers(60_000)
        .map((at) => `VAR_${at}=1\n`)
        .join("")
  ],
  [
    "1 MB of ordinary prose",
    () => "Open the settings page. Choose a plan and save it with the button.\n\n".repeat(15_000)
  ]
]

/** Logs and change lists. */
export const changes: ReadonlyArray<readonly [string, string, () => string]> = [
  ["commits", "a log of 2 million lines", () => "abcdef1 a\n".repeat(2_000_000)],
  ["commits", "a log of one line of 19 MB", () => `abcdef1 ${"a".repeat(19_000_000)}`],
  [
    "commits",
    "a commit with 1 MB of trailers",
    () => `\u001eabcdef1\u001f2026-01-01\u001fa\u001f${"\n\nA-B: c".repeat(120_000)}`
  ],
  ["commits", "1 million records", () => "\u001eabcdef1\u001f2026-01-01\u001fa\u001f".repeat(800_000)],
  [
    "commits",
    "different subjects, 20,000",
    () =>
      numbers(20_000)
        .map((at) => `abcdef1 fix(s${at}): a ${at} #${at}\n`)
        .join("")
  ],
  ["commits", "a subject of 1 MB of #", () => `abcdef1 ${"#1 &#".repeat(200_000)}`],
  ["commits", "20,000 subjects that are nearly the same", () => "abcdef1 Add the new page for users\n".repeat(20_000)],
  ["changelog", "a list of 2 million items", () => `# Changelog\n\n## 1.0.0\n\n${"- a\n".repeat(2_000_000)}`],
  ["changelog", "1 million blanks in lines", () => `## 1.0.0\n\n- a\n${`${" ".repeat(99)}\n`.repeat(10_000)}`],
  ["changelog", "an item of 1 million lines", () => `## 1.0.0\n\n- a\n${"  b\n".repeat(1_000_000)}`],
  ["changelog", "an item of 19 MB", () => `## 1.0.0\n\n- ${"a ".repeat(9_500_000)}`],
  [
    "changelog",
    "500,000 versions",
    () =>
      numbers(500_000)
        .map((at) => `## 1.0.${at}\n\n- a\n`)
        .join("")
  ],
  ["changelog", "version of 1 MB", () => `## 1.0.0${"-a.".repeat(300_000)}\n\n- a\n`],
  ["changelog", "1 MB of asterisks", () => `## 1.0.0\n\n- ${"**a ".repeat(250_000)}\n`]
]
