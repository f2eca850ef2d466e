/** Languages whose syntax trees are read for documentation comments (decisions docs 2.5): a row each. */
import { childrenOf, type Declared, type Grammar, type SyntaxNode } from "./SyntaxTree.ts"

const nothing: ReadonlyArray<Declared> = []

const textIn = (node: SyntaxNode | null, field: string): string => node?.childForFieldName(field)?.text ?? ""

const withoutMarks = (lines: ReadonlyArray<string>, mark: RegExp): string =>
  lines
    .map((line) => line.replace(mark, "").trimEnd())
    .join("\n")
    .trim()

/** The text of a slash-star-star comment. */
const blockComment = ({ text }: SyntaxNode): string | undefined =>
  /^\/\*\*(?!\/)/.test(text)
    ? withoutMarks(
        text
          .replace(/^\/\*\*+\s?/, "")
          .replace(/\s*\*+\/$/, "")
          .split(/\r?\n/),
        /^\s*\*(?: |$)/
      )
    : undefined

const find = (node: SyntaxNode, type: string): SyntaxNode | undefined =>
  childrenOf(node).find((child) => child.type === type)

// --- TypeScript and JavaScript ---------------------------------------------------------------------------------------

/** Declaration → kind as readers know it. */
const scriptKinds: Readonly<Record<string, string>> = {
  function_declaration: "function",
  function_signature: "function",
  generator_function_declaration: "function",
  class_declaration: "class",
  abstract_class_declaration: "class",
  class: "class",
  interface_declaration: "interface",
  type_alias_declaration: "type",
  enum_declaration: "enum",
  internal_module: "namespace",
  module: "namespace"
}

const memberKinds: Readonly<Record<string, string>> = {
  method_definition: "method",
  abstract_method_signature: "method",
  method_signature: "method",
  public_field_definition: "property",
  field_definition: "property",
  property_signature: "property"
}

const withMembers = new Set(["class", "interface", "namespace"])

/** The names of a declaration. */
const scriptDeclared = (node: SyntaxNode): ReadonlyArray<Declared> => {
  if (node.type === "ambient_declaration") return childrenOf(node).flatMap(scriptDeclared)
  if (node.type === "lexical_declaration" || node.type === "variable_declaration") {
    const kind = node.text.startsWith("let") ? "let" : "const"
    return childrenOf(node).flatMap((one) =>
      one.type === "variable_declarator" ? [{ kind, name: textIn(one, "name") }] : nothing
    )
  }
  const kind = scriptKinds[node.type]
  if (kind === undefined) return nothing
  const name = textIn(node, "name") || "default"
  const members = withMembers.has(kind) ? node.childForFieldName("body") : null
  return [{ kind, name, members }]
}

const isHidden = (node: SyntaxNode): boolean =>
  ["private", "protected"].includes(find(node, "accessibility_modifier")?.text ?? "") ||
  textIn(node, "name").startsWith("#")

const commonJs = (node: SyntaxNode): ReadonlyArray<Declared> => {
  const [assignment] = childrenOf(node)
  const name = /^(?:module\.)?exports\.([\w$]+)$/.exec(textIn(assignment ?? null, "left"))?.[1]
  const right = assignment?.childForFieldName("right")
  if (assignment === undefined || name === undefined || !right) return nothing
  return [{ kind: "exports", name }]
}

const script = {
  comment: blockComment,
  between: new Set(["decorator"]),
  isAdjacent: false,
  declared: (node, exported) => {
    if (node.type === "export_statement") {
      const inner = node.childForFieldName("declaration") ?? node.childForFieldName("value")
      return inner === null ? nothing : scriptDeclared(inner)
    }
    if (node.type === "expression_statement") return commonJs(node)
    const kind = memberKinds[node.type]
    if (kind !== undefined) {
      const name = textIn(node, "name") || textIn(node, "property")
      return isHidden(node) ? nothing : [{ kind, name }]
    }
    return scriptDeclared(node).filter(({ name }) => exported.has(name))
  },
  exported: (root) => {
    const statements = childrenOf(root).filter(({ type }) => type === "export_statement")
    const listed = statements.flatMap((statement) => childrenOf(find(statement, "export_clause") ?? statement))
    return new Set(
      listed.map((one) =>
        one.type === "export_specifier" ? textIn(one, "name") : one.type === "identifier" ? one.text : ""
      )
    )
  }
} satisfies Partial<Grammar>

// --- Python ----------------------------------------------------------------------------------------------------------

/** The text of a string that stands alone as the first statement. */
const docstring = (body: SyntaxNode | null): SyntaxNode | undefined => {
  const [first] = body === null ? [] : childrenOf(body).filter(({ type }) => type !== "comment")
  if (first === undefined) return undefined
  const string = first.type === "string" ? first : find(first, "string")
  return first.type === "string" || first.type === "expression_statement" ? string : undefined
}

const docstringText = (body: SyntaxNode | null): string | undefined => {
  const string = docstring(body)
  if (string === undefined) return undefined
  const inner = string.text.replace(/^[A-Za-z]{0,2}(?:"""|'''|"|')/, "").replace(/(?:"""|'''|"|')$/, "")
  return withoutMarks(inner.split(/\r?\n/), /^\s*/)
}

const python = {
  comment: () => undefined,
  between: new Set<string>(),
  isAdjacent: false,
  declared: (node) => {
    const inner = node.type === "decorated_definition" ? node.childForFieldName("definition") : node
    const kind =
      inner?.type === "function_definition" ? "def" : inner?.type === "class_definition" ? "class" : undefined
    const name = textIn(inner, "name")
    // `__init__` and its like describe what their class already does.
    if (inner === null || kind === undefined || name.startsWith("_")) return nothing
    const body = inner.childForFieldName("body")
    const text = docstringText(body)
    return [{ kind, name, text: text ?? "", members: kind === "class" ? body : null }]
  },
  module: (root) => {
    const text = docstringText(root)
    return text === undefined ? undefined : { text, line: docstring(root)!.startPosition.row + 1 }
  }
} satisfies Partial<Grammar>

// --- Go --------------------------------------------------------------------------------------------------------------

const isExported = (name: string): boolean => /^\p{Lu}/u.test(name)

const goSpecs = new Set(["type_spec", "type_alias", "const_spec", "var_spec"])

const goDeclared = (node: SyntaxNode): ReadonlyArray<Declared> => {
  const word = node.type.replace(/_(?:declaration|spec|alias|clause)$/, "")
  if (node.type === "package_clause") {
    return [{ kind: "package", name: childrenOf(node)[0]?.text ?? "" }]
  }
  if (node.type === "function_declaration" || node.type === "method_declaration") {
    const name = textIn(node, "name")
    return isExported(name) ? [{ kind: "func", name }] : nothing
  }
  if (goSpecs.has(node.type)) {
    const name = textIn(node, "name")
    return isExported(name) ? [{ kind: word, name }] : nothing
  }
  if (!/^(?:type|const|var)_declaration$/.test(node.type)) return nothing
  const list = find(node, "var_spec_list") ?? node
  const specs = childrenOf(list).filter(({ type }) => goSpecs.has(type))
  // One alone has its comment before the keyword; those of a group have their own.
  const [only] = specs
  if (specs.length !== 1 || node.text.includes("(\n")) return [{ kind: word, name: "", text: "", members: list }]
  return goDeclared(only!)
}

const go = {
  comment: ({ text }) => {
    if (text.startsWith("//go:") || text.startsWith("//nolint")) return undefined
    return text.startsWith("//")
      ? text.slice(2).replace(/^ /, "").trimEnd()
      : withoutMarks(
          text
            .replace(/^\/\*+/, "")
            .replace(/\*+\/$/, "")
            .split("\n"),
          /^\s*\*? ?/
        )
  },
  between: new Set<string>(),
  isAdjacent: true,
  declared: goDeclared
} satisfies Partial<Grammar>

// --- Rust ------------------------------------------------------------------------------------------------------------

const rustKinds: Readonly<Record<string, string>> = {
  function_item: "fn",
  function_signature_item: "fn",
  struct_item: "struct",
  enum_item: "enum",
  union_item: "union",
  trait_item: "trait",
  type_item: "type",
  mod_item: "mod",
  const_item: "const",
  static_item: "static",
  macro_definition: "macro"
}

const rust = {
  comment: (node) => {
    const { text } = node
    if (text.startsWith("/**")) return blockComment(node)
    return text.startsWith("///") && !text.startsWith("////") ? text.slice(3).replace(/^ /, "").trimEnd() : undefined
  },
  between: new Set(["attribute_item"]),
  isAdjacent: false,
  declared: (node) => {
    if (node.type === "impl_item") {
      return [{ kind: "impl", name: "", text: "", members: node.childForFieldName("body") }]
    }
    const kind = rustKinds[node.type]
    // What a trait asks for is as public as the trait.
    const isPublic = find(node, "visibility_modifier") !== undefined || node.type === "function_signature_item"
    if (kind === undefined || !isPublic) return nothing
    const members = kind === "trait" || kind === "mod" ? node.childForFieldName("body") : null
    return [{ kind, name: textIn(node, "name"), members }]
  },
  module: (root) => {
    const lines = childrenOf(root).filter(({ text, type }) => type === "line_comment" && text.startsWith("//!"))
    const [first] = lines
    return first === undefined
      ? undefined
      : {
          text: withoutMarks(
            lines.map(({ text }) => text),
            /^\/\/! ?/
          ),
          line: first.startPosition.row + 1
        }
  }
} satisfies Partial<Grammar>

// --- Java ------------------------------------------------------------------------------------------------------------

const javaKinds: Readonly<Record<string, string>> = {
  class_declaration: "class",
  interface_declaration: "interface",
  enum_declaration: "enum",
  record_declaration: "record",
  annotation_type_declaration: "annotation",
  method_declaration: "method",
  constructor_declaration: "constructor",
  field_declaration: "field"
}

const java = {
  comment: blockComment,
  between: new Set<string>(),
  isAdjacent: false,
  declared: (node, interfaceMembers) => {
    const kind = javaKinds[node.type]
    const modifiers = find(node, "modifiers")
    const isPublic = /\bpublic\b/.test(modifiers?.text ?? "") || interfaceMembers.has(String(node.startIndex))
    if (kind === undefined || !isPublic) return nothing
    const declarator = node.childForFieldName("declarator")
    const name = textIn(node, "name") || textIn(declarator, "name")
    return [{ kind, name, members: node.childForFieldName("body") }]
  },
  // Members of an interface are public without a word: their places stand in for names.
  exported: (root) => {
    const places = new Set<string>()
    const look = (node: SyntaxNode): void => {
      const body = node.childForFieldName("body")
      if (body === null || javaKinds[node.type] === undefined) return
      for (const member of childrenOf(body)) {
        if (node.type === "interface_declaration") places.add(String(member.startIndex))
        look(member)
      }
    }
    childrenOf(root).forEach(look)
    return places
  }
} satisfies Partial<Grammar>

/** The languages. */
export const grammars: ReadonlyArray<Grammar> = [
  {
    language: "typescript",
    extensions: [".ts", ".mts", ".cts"],
    file: "tree-sitter-typescript/tree-sitter-typescript.wasm",
    ...script
  },
  { language: "typescript", extensions: [".tsx"], file: "tree-sitter-typescript/tree-sitter-tsx.wasm", ...script },
  {
    language: "javascript",
    extensions: [".js", ".jsx", ".mjs", ".cjs"],
    file: "tree-sitter-javascript/tree-sitter-javascript.wasm",
    ...script
  },
  { language: "python", extensions: [".py"], file: "tree-sitter-python/tree-sitter-python.wasm", ...python },
  { language: "go", extensions: [".go"], file: "tree-sitter-go/tree-sitter-go.wasm", ...go },
  { language: "rust", extensions: [".rs"], file: "tree-sitter-rust/tree-sitter-rust.wasm", ...rust },
  { language: "java", extensions: [".java"], file: "tree-sitter-java/tree-sitter-java.wasm", ...java }
]

/** The grammar of a file by its name. */
export const grammarOf = (path: string): Grammar | undefined =>
  grammars.find(({ extensions }) => extensions.some((extension) => path.endsWith(extension)))
