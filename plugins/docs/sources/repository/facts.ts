/** Facts of a repository besides manifests: licence, environment variables, container instructions, targets of make. */
import type { ManifestFact } from "../../model/RepositoryModel.ts"

/** Words of the licence texts → SPDX identifier. */
const licenses: ReadonlyArray<readonly [RegExp, string]> = [
  [/Apache License\s+Version 2\.0/i, "Apache-2.0"],
  [/GNU AFFERO GENERAL PUBLIC LICENSE\s+Version 3/i, "AGPL-3.0"],
  [/This is free and unencumbered software released into the public domain/i, "Unlicense"],
  [/CC0 1\.0 Universal/i, "CC0-1.0"],
  [/The Artistic License 2\.0/i, "Artistic-2.0"],
  [/Eclipse Public License\s*-?\s*v(?:ersion)?\s*2\.0/i, "EPL-2.0"],
  [/Boost Software License\s*-\s*Version 1\.0/i, "BSL-1.0"],
  [/Business Source License 1\.1/i, "BUSL-1.1"],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 3/i, "LGPL-3.0"],
  [/GNU LESSER GENERAL PUBLIC LICENSE\s+Version 2\.1/i, "LGPL-2.1"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, "GPL-3.0"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, "GPL-2.0"],
  [/Mozilla Public License Version 2\.0/i, "MPL-2.0"],
  [/Permission is hereby granted, free of charge/i, "MIT"],
  [/Redistribution and use in source and binary forms[\s\S]*Neither the name/i, "BSD-3-Clause"],
  [/Redistribution and use in source and binary forms/i, "BSD-2-Clause"],
  [/Permission to use, copy, modify, and(?:\/or)? distribute this software for any purpose/i, "ISC"]
]

/** Whether a licence file says that its own words hold for a part of the repository only: no single name is true of the whole. */
const isOfParts =
  /\b(?:portions|parts|content|files|code) of this (?:software|repository|project)\b[^.]{0,60}\blicensed (?:as follows|under (?:different|separate))|\blicensed under the license (?:as )?defined in\b|\bresides? under the\b[^.]{0,40}\bdirector(?:y|ies)\b/i

/** The SPDX identifier of a licence's text, if it is a common one: that of the words that come first, since licences name each other. */
export const licenseName = (written: string): string | undefined => {
  if (isOfParts.test(written.slice(0, 3000))) return undefined
  const text = written.slice(0, 20_000).replaceAll(/\s+/g, " ")
  const found = licenses.flatMap(([words, name]) => {
    const at = text.search(words)
    return at === -1 ? [] : [{ at, name }]
  })
  const name = found.toSorted((one, other) => one.at - other.at)[0]?.name
  if (name !== "Apache-2.0") return name
  const [, exception] = /\b(LLVM|Runtime Library) Exceptions? to the Apache 2\.0 License/i.exec(text) ?? []
  return exception === undefined ? name : `${name} WITH ${/^llvm$/i.test(exception) ? "LLVM" : "Swift"}-exception`
}

const looksSecret = /SECRET|TOKEN|PASSWORD|PASSWD|PRIVATE|CREDENTIAL|(?:^|_)KEY(?:$|_)/i

/** Lines of a comment in one; what begins a sentence of its own ends the one before. */
const sentences = (lines: ReadonlyArray<string>): string =>
  lines
    .join("\n")
    .replaceAll(/(?<=[^\s.,;:!?])\n(?=(?:See|Use|Set|Defaults?|Can|If|Leave|This|Must|Should|Only|Note|For)\b)/g, ". ")
    .replaceAll("\n", " ")
    .trim()

/** Variables of an example file, each with the comment that stands right above or behind it. */
const envFacts = (path: string, text: string): ReadonlyArray<ManifestFact> => {
  let above: Array<string> = []
  return text.split(/\r?\n/).flatMap((line): ReadonlyArray<ManifestFact> => {
    const match = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*=\s*(.*)$/.exec(line)
    if (match === null) {
      const comment = /^\s*#+\s?(.*)$/.exec(line)?.[1]?.trim()
      // A line of marks, and a variable that is switched off, explain nothing.
      above =
        comment === undefined || !/[a-z]/i.test(comment) || /^[A-Z][A-Z0-9_]*\s*=/.test(comment)
          ? []
          : [...above, comment]
      return []
    }
    const name = match[1]!
    const [, quoted, bare = "", behind] = /^(?:(["'][^"']*["'])|([^#]*?))(?:\s+#\s*(.*))?$/.exec(match[2]!) ?? [
      undefined,
      match[2]!
    ]
    const meaning = sentences([...above, ...(behind === undefined ? [] : [behind])])
    above = []
    // Even an example file may hold somebody's real key.
    const value = looksSecret.test(name) ? "" : (quoted?.slice(1, -1) ?? bare).trim()
    return [{ name: `env ${name}`, value, ...(meaning === "" ? {} : { meaning }), evidence: path }]
  })
}

const dockerFacts = (path: string, text: string): ReadonlyArray<ManifestFact> =>
  [...text.matchAll(/^\s*(EXPOSE|VOLUME|ENTRYPOINT|CMD)\s+(.+)$/gim)].map(([, name, value]) => ({
    name: `docker ${name!.toUpperCase()}`,
    value: value!.trim(),
    evidence: path
  }))

/** What a makefile makes by default, and its targets if it says all of them itself. */
const makeFacts = (path: string, text: string): ReadonlyArray<ManifestFact> => {
  const first = /^(?!\.)([\w./-]+)[ \t]*::?(?!=)/m.exec(text)?.[1]
  const isPartial = /^[-s]?include\b|^[^\s#:=]*\$[^:=\n]*:(?!=)/m.test(text)
  const targets = isPartial
    ? []
    : [...text.matchAll(/^(?:\.PHONY[ \t]*:)?[ \t]*((?<!\t)[\w./-][\w./ \t-]*?)[ \t]*(?:::?(?!=)|$)/gm)]
  return [
    ...(first === undefined ? [] : [{ name: "makefile", value: first, evidence: path }]),
    ...targets.flatMap(([, names]) =>
      names!.split(/\s+/).map((name) => ({ name: `make ${name}`, value: "", evidence: path }))
    )
  ]
}

/** Whether a compose file builds what it starts: others start what the repository only needs. */
const composeFacts = (path: string, text: string): ReadonlyArray<ManifestFact> =>
  /^\s+build:/m.test(text) ? [{ name: "compose build", value: "", evidence: path }] : []

const kinds: ReadonlyArray<readonly [RegExp, (path: string, text: string) => ReadonlyArray<ManifestFact>]> = [
  [/(?:^|\/)\.env\.(?:example|sample|template|dist)$/i, envFacts],
  [/(?:^|\/)Dockerfile$/, dockerFacts],
  [/^(?:docker-)?compose\.ya?ml$/, composeFacts],
  [/^(?:GNU)?[Mm]akefile$/, makeFacts]
]

/** The facts of a file; none for most. */
export const factsOfFile = (path: string, text: string): ReadonlyArray<ManifestFact> =>
  kinds.find(([pattern]) => pattern.test(path))?.[1](path, text) ?? []
