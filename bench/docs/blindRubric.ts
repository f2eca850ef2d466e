/** The yes/no questions by which a reader who does not know the rules judges a document of the blind set. All yes: it would be published unchanged. */
export const questions = {
  true: "Is every statement true of the input?",
  whole: "Is everything of the input in the document or, with its reason, in the report?",
  once: "Is nothing said twice?",
  headings: "Does what stands below each heading keep what it promises?",
  order: "Are steps and changes in their order?",
  readers: "Is it for its readers, and for no others?",
  facts: "Are name, install command, licence and versions right?",
  task: "Can a reader do the task, or know what changed?",
  publish: "Would you publish it unchanged?"
} as const

/** A question. */
export type Question = keyof typeof questions

/** The parts of the set, in the order in which they were opened. Each was new to the rules when it was judged. */
export const halves = [
  "learning",
  "opened",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
  "eleventh",
  "twelfth",
  "thirteenth",
  "fourteenth",
  "fifteenth",
  "sixteenth",
  "seventeenth",
  "eighteenth",
  "nineteenth",
  "twentieth",
  "twentyfirst",
  "twentysecond",
  "twentythird"
] as const

/** An input of the set. Its text is not part of this project: a folder holds it at `repository/path`. */
export interface BlindInput {
  readonly repository: string
  readonly commit: string
  /** `log/…`: the output of `git log` (`logForms`); `tree.json`: the files of the commit; else a file. */
  readonly path: string
  readonly sha256: string
  readonly licence: string
  readonly kind: "changelog" | "commits" | "tree" | "text" | "openapi" | "postman"
  readonly documents: ReadonlyArray<"readme" | "user-guide" | "admin-guide" | "release-notes" | "api-reference">
  /** What the rules were improved on, and what was opened once, when they stood (in this order): since then it is learning material too. */
  readonly half: (typeof halves)[number]
  /** Of a log that `logForms` does not make: how it is made. */
  readonly command?: string
  /** Of a release of a change list: the lines of the file that are the input. */
  readonly cut?: string
  /** Document → the questions that a reader answered with no; an empty list: all yes. */
  readonly answers?: { readonly [Document in BlindInput["documents"][number]]?: ReadonlyArray<Question> }
}

/** How the logs of the set are made. */
export const logForms = {
  oneline: "git log --oneline -n 60",
  decorated: "git log --oneline --decorate -n 80",
  subjects: "git log --format=%s -n 60",
  printed: "git log -n 40",
  paths: "git log --name-only -n 80",
  shortlog: "git shortlog HEAD~60..HEAD"
} as const
