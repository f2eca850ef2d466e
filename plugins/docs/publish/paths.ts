/** Where in a repository a document may be written (decisions docs 4.8): Markdown files outside of git's and CI's folders. */
import type { DocType } from "../model/GeneratedDocument.ts"

/** Decisions docs 4.8. */
export const defaultPaths: Readonly<Record<DocType, string>> = {
  "api-reference": "docs/api-reference.md",
  readme: "README.md",
  "user-guide": "docs/user-guide.md",
  "admin-guide": "docs/admin-guide.md",
  "release-notes": "RELEASE_NOTES.md"
}

/** Longest path, in characters. Our choice: what every file system takes. */
const maxPathCharacters = 1_000

/** Characters that HFS+ leaves out when it compares names. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu

/** A folder's name as the file systems that fold most would see it. */
const folded = (part: string): string =>
  part
    .normalize("NFKC")
    .replaceAll(ignorable, "")
    .toLowerCase()
    .replace(/:.*$/, "")
    .replace(/[. ]+$/, "")

/** Folders that belong to git or to a CI system, whatever lies in them; a reference that is split by tag has a folder of its name. */
const reserved =
  /^(?:\.git|git~\d+|\.github\/workflows|\.gitea|\.forgejo|\.circleci|\.gitlab|\.buildkite)(?:\/|(?:\.mdx?)?$)/

const rules: ReadonlyArray<readonly [problem: string, test: (path: string) => boolean]> = [
  ["must not be empty", (path) => path === ""],
  ["must be shorter", (path) => path.length > maxPathCharacters],
  ["must be relative to the repository", (path) => path.startsWith("/") || /^[a-z]:/i.test(path)],
  ["must use slashes", (path) => path.includes("\\")],
  ["must not hold control characters", (path) => /\p{Cc}/u.test(path)],
  ["must not leave the repository", (path) => path.split("/").some((part) => /^\.{1,2}$/.test(part) || part === "")],
  [
    "must not lie in a folder of git or of a CI system",
    (path) => path.split("/").some((_, at, parts) => reserved.test(parts.slice(at).map(folded).join("/")))
  ],
  ["must end in .md or .mdx", (path) => !/[^/]\.mdx?$/i.test(path)]
]

/** What is wrong with a path, or `undefined`: a text that completes "The path …". */
export const pathProblem = (path: string): string | undefined => rules.find(([, test]) => test(path))?.[0]
