/** Bounds of what readers take in (decisions docs 4.12). Past them a source is refused, or cut with a warning. */
export const limits = {
  /** Bytes of one text. */
  sourceBytes: 20 * 1024 * 1024,
  /** Levels of nesting of JSON and YAML. */
  depth: 64,
  /** Values that YAML aliases may multiply into. */
  aliases: 100,
  /** References that lead to references. */
  refChain: 50,
  operations: 10_000,
  /** Files of a repository that are looked into, and bytes of each and of all. */
  repositoryFiles: 2_000,
  fileBytes: 512 * 1024,
  repositoryBytes: 20 * 1024 * 1024,
  /** Changes of a change list or commit log. */
  changes: 20_000
} as const
