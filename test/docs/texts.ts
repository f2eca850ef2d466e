/** Texts to hold properties against: everything that this repository says about itself, and texts made of awkward pieces. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")

/** Markdown and plain texts of the repository, by path. */
export const ownTexts: ReadonlyArray<readonly [path: string, text: string]> = globSync(
  ["*.md", "src/**/*.md", "plugins/**/*.md", "docs/*.md", "test/docs/samples/texts/*"],
  { cwd: root }
)
  .sort()
  .map((path) => [path, readFileSync(join(root, path), "utf8")] as const)

/** Pieces that go wrong together: markup, entities, escapes, line ends, characters of two units, numbers, negations. */
const pieces = [
  "# Utilize the Thing\n\n",
  "## 2 things that do not work:\n\n",
  "In order to utilize the `api --key=5`, do not obtain 10MB. ",
  "It is important to note that this is a very long sentence with many words in it, and it will subsequently terminate the process that nobody knows. ",
  "The file is created by the server. ",
  "**very** *really* ~~simply~~ &amp; &nbsp; \\* \\_ \\` ",
  "[in order to](https://example.com/in-order-to?a=1&b=2) ![very](a.png) <https://example.com> https://example.com/x_y ",
  "😀 naïve “quotes” e.g. this, i.e. that, etc. the the ",
  "- utilize it\r\n- do not\r\n\t- really 3.5 times\r\n\r\n",
  "1. Please open it\n2. Then close it, unless it's 5 o'clock\n   more lines here\n\n",
  "> quoted in order to\n> go on without 7\n\n",
  "| a | b |\n| - | - |\n| in order to `x|y` | 1,000 |\n| never | \\| |\n\n",
  "```sh\nutilize --the the\n```\n\n",
  "    utilize code\n\n",
  "<div>very 5</div>\n\n",
  "text<br>very <b>really</b> \n",
  "Trailing  \nbreak \nno break\n\n",
  "It can't be 12 % of [no][ref]. [ref]: https://example.com/2\n\n[ref]: https://example.com/2 'not'\n\n",
  "`unclosed **bold [link](x\n\n",
  "footnote[^1]\n\n[^1]: In order to see 3 things.\n\n",
  "\n\n",
  "\r"
]

/** Numbers from 0 to 1 that are the same for the same seed. */
const randomOf = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Texts made of pieces: the same for the same count. */
export const awkwardTexts = (count: number): ReadonlyArray<readonly [name: string, text: string]> =>
  Array.from({ length: count }, (_, seed) => {
    const random = randomOf(seed + 1)
    const length = 1 + Math.floor(random() * 9)
    const start = ["", "\ufeff", "---\ntitle: very\n---\n\n"][Math.floor(random() * 3)]!
    const text = Array.from({ length }, () => pieces[Math.floor(random() * pieces.length)]!).join("")
    return [`seed ${seed}`, start + text] as const
  })
