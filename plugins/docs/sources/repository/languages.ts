/**
 * Languages whose comments are read, as rows for the comment scanner. It knows comments and the first line of public declarations, and
 * nothing of the grammar in between: documentation comments stand right before what they describe (decision 0070).
 */

/** How a language marks documentation and what is public. */
export interface Language {
  readonly name: string
  readonly extensions: ReadonlyArray<string>
  /** `block`: slash-star-star comments. A text: lines that begin with it. `docstring`: a string after the declaration. */
  readonly comments: "block" | "docstring" | { readonly line: string }
  /** A public declaration, tested at the start of a line; group 1 is its kind, empty for a method, group 2 its name. */
  readonly declarations: ReadonlyArray<RegExp>
  /** Lines between comment and declaration that belong to the declaration: annotations, attributes. */
  readonly between: RegExp
}

export const languages: ReadonlyArray<Language> = [
  {
    name: "typescript",
    extensions: [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"],
    comments: "block",
    declarations: [
      /^export\s+(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(function|class|interface|type|enum|const|let|namespace)\*?\s+([\w$]+)/,
      /^(?:module\.)?(exports)\.([\w$]+)\s*=/
    ],
    between: /^\s*(?:@\w|\/\/)/
  },
  {
    name: "python",
    extensions: [".py"],
    comments: "docstring",
    declarations: [/^\s*(?:async\s+)?(def|class)\s+([A-Za-z_]\w*)/],
    between: /^\s*@/
  },
  {
    name: "go",
    extensions: [".go"],
    comments: { line: "//" },
    declarations: [/^(func)\s+(?:\([^)]*\)\s*)?([A-Z]\w*)/, /^(type|const|var)\s+([A-Z]\w*)/],
    between: /^\/\/go:/
  },
  {
    name: "rust",
    extensions: [".rs"],
    comments: { line: "///" },
    declarations: [
      /^\s*pub\s+(?:async\s+|unsafe\s+|const\s+)*(fn|struct|enum|trait|type|mod|const|static)\s+([A-Za-z_]\w*)/
    ],
    between: /^\s*#\[/
  },
  {
    name: "java",
    extensions: [".java", ".kt"],
    comments: "block",
    declarations: [
      /^\s*public\s+(?:static\s+|final\s+|abstract\s+|sealed\s+)*(class|interface|enum|record)\s+(\w+)/,
      /^\s*public\s+(?:static\s+|final\s+|abstract\s+|synchronized\s+)*(?:<[^>]+>\s+)?\w[\w<>[\], ?.]*()\s+(\w+)\s*\(/
    ],
    between: /^\s*@/
  }
]

/** The language of a file by its name. */
export const languageOf = (path: string): Language | undefined =>
  languages.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)))
