/** Bounds of what readers take in (decisions docs 4.12). Past them a source is refused, or cut with a warning. */
export const limits = {
  /** Bytes of one text. */
  sourceBytes: 20 * 1024 * 1024,
  /** Characters of a text, Markdown or plain: the parser takes up to two seconds of work for a million. Our choice: a long novel
   * has a million, and checks and transformations take as many. */
  textCharacters: 1_000_000,
  /** Levels of nesting of JSON and YAML. */
  depth: 64,
  /** Uses of one YAML anchor. */
  aliases: 100,
  /** Values of JSON and YAML, each use of a YAML alias or merge counted with all that it stands for. Our choice: a
   * description of 4 MB has 80,000. */
  values: 500_000,
  /** Bytes of a YAML text: its parser copies texts several times. Our choice. */
  yamlBytes: 10 * 1024 * 1024,
  /** Words, marks and line breaks of YAML: half a million are a description of 3.3 MB. Our choice: the parser takes 500 bytes
   * of memory for each. */
  yamlWords: 900_000,
  /** References that lead to references. */
  refChain: 50,
  operations: 10_000,
  /** Named schemas of a description, with those that references make of its parts. Our choice: large APIs have 6,000. */
  schemas: 20_000,
  /** Parts of a description (schemas, parameters, answers, headers …), each use of a reference counted. Our choice: a description
   * of 4 MB has 20,000. */
  parts: 300_000,
  /** Characters of a document. Our choice: the largest samples make 3 MB of 4. */
  documentCharacters: 20 * 1024 * 1024,
  /** Files of a repository that are looked into, and bytes of each and of all. */
  repositoryFiles: 2_000,
  fileBytes: 512 * 1024,
  repositoryBytes: 20 * 1024 * 1024,
  /** Changes of a change list or commit log. */
  changes: 20_000
} as const
