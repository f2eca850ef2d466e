/** A code repository as it was read: structure, manifest, readme and what its comments say. Nothing of it was run. */
import type { TextModel } from "./TextModel.ts"

export interface RepositoryFile {
  /** With slashes, from the root. */
  readonly path: string
  readonly bytes: number
}

/** A setting of a manifest that documentation speaks of, with the file that proves it. */
export interface ManifestFact {
  readonly name: string
  readonly value: string
  /** What a comment beside it says. */
  readonly meaning?: string | undefined
  /** Path of the file it stands in. */
  readonly evidence: string
}

export interface Manifest {
  readonly path: string
  /** `npm`, `python`, `cargo`, `go`, `composer`, `gradle`, `maven`, `opam` … */
  readonly ecosystem: string
  readonly name?: string | undefined
  readonly version?: string | undefined
  readonly description?: string | undefined
  /** What it says of the package in paragraphs, as Markdown. */
  readonly about?: string | undefined
  readonly license?: string | undefined
  readonly homepage?: string | undefined
  readonly runtime?: string | undefined
  /** Whether it is never published, so that nobody can install it by its name. */
  readonly isPrivate?: boolean | undefined
  /** The module that is all it packs. */
  readonly module?: string | undefined
  readonly scripts: ReadonlyArray<ManifestFact>
  /** Files and commands that it offers: entry points, binaries. */
  readonly entries: ReadonlyArray<ManifestFact>
}

/** A public declaration with the comment right before it. */
export interface DocComment {
  readonly path: string
  readonly line: number
  readonly language: string
  /** What is declared: `function`, `class`, `type`, `const`, `module` … */
  readonly kind: string
  readonly name: string
  /** Whether it belongs to a type. */
  readonly isMember?: boolean
  /** The comment without its marks. */
  readonly text: string
}

/** What the main file of a repository says at its head of the whole. */
export interface Head {
  readonly path: string
  /** The comment without its marks; all of it where it is Markdown, else its first paragraph that says something. */
  readonly text: string
  readonly isMarkdown: boolean
}

export interface Example {
  readonly path: string
  readonly language: string
  /** Unless it is long. */
  readonly text?: string | undefined
}

export interface RepositoryModel {
  readonly kind: "repository"
  readonly name: string
  readonly url?: string | undefined
  readonly files: ReadonlyArray<RepositoryFile>
  readonly readme?: { readonly path: string; readonly text: TextModel } | undefined
  readonly manifests: ReadonlyArray<Manifest>
  /** The SPDX expression of the manifest, or what the text of the licence file is; and all such files. */
  readonly license?: { readonly paths: ReadonlyArray<string>; readonly name?: string | undefined } | undefined
  readonly head?: Head | undefined
  /** Those for beginners first. */
  readonly examples: ReadonlyArray<Example>
  /** Of a package of JavaScript, those of what its index exports. */
  readonly comments: ReadonlyArray<DocComment>
  /** Environment variables of an example file, Docker instructions and targets of make, with their evidence. */
  readonly facts: ReadonlyArray<ManifestFact>
  /** Documents of the repository besides the readme, by path. */
  readonly documents: ReadonlyArray<{ readonly path: string; readonly text: TextModel }>
  /** Documents that are only linked, by path, with their titles. */
  readonly pages: ReadonlyArray<{ readonly path: string; readonly title?: string | undefined }>
}
