/** Projects: what belongs together, where its repository is, and what its documents are like (decisions docs 4.1). */
import type { DocType } from "../model/GeneratedDocument.ts"

/** What a client says of a project. */
export interface ProjectSettings {
  readonly name: string
  readonly repositoryUrl?: string
  readonly defaultDocType?: DocType
  /** Path in the repository per kind of document. */
  readonly outputPaths?: { readonly [Type in DocType]?: string }
  readonly branch?: string
  readonly audience?: string
  readonly tone?: string
  readonly contextDocumentIds?: ReadonlyArray<string>
  readonly ruleSetId?: string
}

/** What changes of a project: what is left out stays, `null` clears. */
export type ProjectChange = {
  readonly [Key in keyof ProjectSettings]?: Key extends "name" ? string : ProjectSettings[Key] | null
}

export interface Project extends ProjectSettings {
  readonly id: string
  /** Engine time, epoch milliseconds. */
  readonly createdAt: number
  readonly updatedAt: number
}

/**
 * What two addresses of one repository have in common, for finding the project of a push: scheme and case of the host,
 * user info, a trailing `.git` and slashes do not count (decisions docs 4.9).
 */
export const repositoryKeyOf = (url: string): string => {
  const match = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?#]+)([^?#]*)/i.exec(url.trim())
  if (match === null) return url.trim()
  const path = (match[2] ?? "").replace(/\/+$/, "").replace(/\.git$/i, "")
  return `${match[1]!.toLowerCase().replace(/:(?:443|80)$/, "")}${path}`
}

/** A project with some settings changed. */
export const changeProject = (project: Project, change: ProjectChange, now: number): Project => {
  const changed = { ...project, ...change, updatedAt: now }
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== null)) as unknown as Project
}
