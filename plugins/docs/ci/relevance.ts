/** Whether changed files matter to a kind of document (decisions docs 4.9). What we write ourselves never does. */
import type { DocType } from "../model/GeneratedDocument.ts"
import { defaultPaths } from "../publish/paths.ts"

const source =
  /\.(?:[cm]?[jt]sx?|py|go|rs|java|kts?|[cf]s|php|rb|m?[ch]|cc|cpp|cxx|h[hp]p?|hxx|mm|swift|scala|sh|bash|zsh|sql|proto|clj[cs]?|cr|dart|el|elm|erl|exs?|groovy|hs|jl|lua|mli?|nim|p[lm]|r|svelte|tcl|vue|zig)$/i
const manifest =
  /(?:^|\/)(?:package\.(?:json|yaml)|py?project\.toml|setup\.(?:py|cfg)|cargo\.toml|go\.mod|pom\.xml|build\.gradle|composer\.json|gemfile|pubspec\.yaml|cmakelists\.txt|(?:gnu)?makefile|meta\.json|dist\.ini|opam|[^/]+\.(?:cabal|[cf]sproj|gemspec|nimble|opam|podspec|rockspec))$/i
const readme = /(?:^|\/)readme(?:\.[^/]*)?$/i
const license = /(?:^|\/)(?:licen[cs]e|copying)(?:\.[^/]*)?$/i
const documents = /^doc(?:s|umentation)?\//i
const settings =
  /(?:^|\/)(?:\.env[^/]*|[^/]*\.(?:example|sample)(?:\.[^/]*)?|config\/[^/]+|dockerfile|(?:docker-)?compose\.ya?ml|(?:gnu)?makefile)$/i

/** Names that say that a file is an API description. */
export const apiName = /(?:^|\/)[^/]*(?:openapi|swagger)[^/]*\.(?:ya?ml|json)$|\.postman_collection\.json$/i

/** Where a file may be one that does not say so by its name (decisions docs 4.9). */
export const apiPlace = /^(?:(?:api|docs|openapi|specs?)\/|(?=api|spec))[^/]+\.(?:ya?ml|json)$/i

const guides = [documents, readme, settings, source]

const relevant: Readonly<Record<DocType, ReadonlyArray<RegExp>>> = {
  "api-reference": [apiName, apiPlace],
  readme: [source, manifest, readme, license],
  "user-guide": guides,
  "admin-guide": guides,
  "release-notes": [/./]
}

/** Whether a document of a kind can have changed with these files; `undefined`: nobody knows, so it can. */
export const isRelevant = (
  docType: DocType,
  files: ReadonlyArray<string> | undefined,
  outputPaths: ReadonlyArray<string>
): boolean => {
  if (files === undefined) return true
  const ours = new Set([defaultPaths[docType], ...outputPaths])
  return files.some((file) => !ours.has(file) && relevant[docType].some((pattern) => pattern.test(file)))
}
