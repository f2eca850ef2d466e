/** Makes the builder and the parser of one message from its table. */
import * as Data from "effect/Data"
import * as Result from "effect/Result"
import { writeMessage } from "../xml/read.ts"
import type { XmlUnwritable } from "../xml/write.ts"
import { profiles, type MessageName, type Profile, type ProfileName } from "./profiles.ts"
import { readRows } from "./readRows.ts"
import type { MessageIssue, Reading, Rows, Writing } from "./rows.ts"
import { writeRows } from "./writeRows.ts"
import { readXml, type XmlElement, type XmlLimits, type XmlRefused } from "../../../../src/plugin.ts"
import { defaultLimits, parentElement } from "../xml/elements.ts"

/** A message has content that it cannot carry, or lacks what it needs. All issues at once. */
export class MessageInvalid extends Data.TaggedError("MessageInvalid")<{
  readonly message: string
  readonly issues: ReadonlyArray<MessageIssue>
}> {}

/** The network does not take this message, or it is not known in this version. */
export class MessageNotCarried extends Data.TaggedError("MessageNotCarried")<{
  readonly message: string
  readonly profile: string | undefined
  readonly version: string | undefined
}> {}

/** The document is another message, or none of ISO 20022. */
export class MessageMistaken extends Data.TaggedError("MessageMistaken")<{
  readonly expected: string
  readonly namespace: string
}> {}

export type BuildFailure = MessageInvalid | MessageNotCarried | XmlUnwritable
export type ParseFailure = XmlRefused | MessageInvalid | MessageNotCarried | MessageMistaken

/** For which network a message is written, and in which version; by default the one of the network's row. */
export interface BuildOptions {
  /** The name of a network, or a row of a host's own. */
  readonly profile: ProfileName | Profile
  /** Two digits, such as `08`. */
  readonly version?: string
}

export interface ParseOptions {
  /** Bounds of the text. */
  readonly limits?: XmlLimits
}

/** A message that was read. */
export interface Parsed<T> {
  readonly message: T
  readonly version: string
  /** Elements that were passed over because this engine has no use for them, as paths below the message. */
  readonly unread: ReadonlyArray<string>
}

export interface MessageTable<T> {
  readonly name: MessageName
  /** The versions whose elements the rows match. */
  readonly versions: ReadonlyArray<string>
  /** The element below `Document`. */
  readonly root: string
  readonly rows: Rows<T>
  /** What no single row can check. */
  readonly check?: (message: T, profile: Profile | undefined) => ReadonlyArray<MessageIssue>
}

/** Builder and parser of a message. */
export interface MessageCodec<T> {
  readonly build: (message: T, options: BuildOptions) => Result.Result<string, BuildFailure>
  readonly parse: (xml: string, options?: ParseOptions) => Result.Result<Parsed<T>, ParseFailure>
  /** As `parse`, for a `Document` element that was found inside an envelope. */
  readonly parseElement: (document: XmlElement) => Result.Result<Parsed<T>, ParseFailure>
  /** The full name in a version, such as `pacs.008.001.08`. */
  readonly definition: (version: string) => string
}

const namespacePrefix = "urn:iso:std:iso:20022:tech:xsd:"

/** The namespace of a message definition such as `pacs.008.001.08`. */
export const namespaceOf = (definition: string): string => `${namespacePrefix}${definition}`

/** The message definition of a namespace, or `undefined` when it is none of ISO 20022. */
export const definitionOf = (namespace: string): string | undefined =>
  namespace.startsWith(namespacePrefix) ? namespace.slice(namespacePrefix.length) : undefined

/** Where a part of a message stands. Paths are put together only where one is reported: every element has a place. */
class Place {
  readonly #above: Place | undefined
  readonly #path: string

  constructor(above?: Place, path = "") {
    this.#above = above
    this.#path = path
  }

  /** Paths begin below the message: `CdtTrfTxInf/Cdtr/Nm`. */
  at(path = ""): string {
    const here = this.#path === "" || path === "" ? this.#path + path : `${this.#path}/${path}`
    return this.#above === undefined ? here : this.#above.at(here)
  }
}

class WritingPlace extends Place implements Writing {
  readonly profile: Profile
  readonly namespace: string
  readonly #issues: Array<MessageIssue>

  constructor(profile: Profile, namespace: string, issues: Array<MessageIssue>, above?: Place, path?: string) {
    super(above, path)
    this.profile = profile
    this.namespace = namespace
    this.#issues = issues
  }

  issue(problem: string, path?: string): void {
    this.#issues.push({ path: this.at(path), problem })
  }

  within(path: string): Writing {
    return new WritingPlace(this.profile, this.namespace, this.#issues, this, path)
  }
}

class ReadingPlace extends Place implements Reading {
  readonly profile = undefined
  readonly version: string
  readonly #issues: Array<MessageIssue>
  readonly #unread: Array<string>

  constructor(version: string, issues: Array<MessageIssue>, unread: Array<string>, above?: Place, path?: string) {
    super(above, path)
    this.version = version
    this.#issues = issues
    this.#unread = unread
  }

  issue(element: XmlElement, problem: string, path?: string): void {
    this.#issues.push({ path: this.at(path), problem, ...element.at })
  }

  unread(path: string): void {
    this.#unread.push(this.at(path))
  }

  within(path: string): Reading {
    return new ReadingPlace(this.version, this.#issues, this.#unread, this, path)
  }
}

/** A place to write to, which collects issues. */
export const writingFor = (profile: Profile, namespace: string, issues: Array<MessageIssue>): Writing =>
  new WritingPlace(profile, namespace, issues)

/** A place to read from, which collects issues and what was passed over. */
export const readingFor = (version: string, issues: Array<MessageIssue>, unread: Array<string>): Reading =>
  new ReadingPlace(version, issues, unread)

/** The row of a network by its name; a row of a host's own stays as it is. */
export const profileOf = (profile: ProfileName | Profile): Profile =>
  typeof profile === "string" ? profiles[profile] : profile

/** What refers to an original, with the original's own identifier where the network has one: the instruction's by default. */
export const withOriginalTransactionId = <
  T extends { readonly originalTransactionId?: string | undefined; readonly originalInstructionId?: string | undefined }
>(
  message: T,
  { profile }: BuildOptions
): T =>
  profileOf(profile).transactionId
    ? { ...message, originalTransactionId: message.originalTransactionId ?? message.originalInstructionId }
    : message

const buildWith =
  <T>(table: MessageTable<T>, definition: (version: string) => string): MessageCodec<T>["build"] =>
  (message, options) => {
    const profile = profileOf(options.profile)
    const carried = profile.versions[table.name]
    const version = options.version ?? carried
    if (carried === undefined || version === undefined || !table.versions.includes(version)) {
      return Result.fail(new MessageNotCarried({ message: table.name, profile: profile.name, version }))
    }
    const namespace = namespaceOf(definition(version))
    const issues: Array<MessageIssue> = []
    const content = writeRows(table.rows, message, writingFor(profile, namespace, issues))
    issues.push(...(table.check?.(message, profile) ?? []))
    if (issues.length > 0) return Result.fail(new MessageInvalid({ message: definition(version), issues }))
    return writeMessage(parentElement("Document", [parentElement(table.root, content, namespace)], namespace))
  }

const parseWith =
  <T>(table: MessageTable<T>, definition: (version: string) => string): MessageCodec<T>["parseElement"] =>
  (document) => {
    const found = definitionOf(document.namespace) ?? ""
    const version = found.slice(-2)
    if (document.name !== "Document" || found !== definition(version)) {
      return Result.fail(new MessageMistaken({ expected: table.name, namespace: document.namespace }))
    }
    if (!table.versions.includes(version)) {
      return Result.fail(new MessageNotCarried({ message: table.name, profile: undefined, version }))
    }
    const issues: Array<MessageIssue> = []
    const unread: Array<string> = []
    const [root, ...others] = document.children
    if (root?.name !== table.root || root.namespace !== document.namespace || others.length > 0) {
      issues.push({ path: "", problem: `the document does not hold one ${table.root}`, ...document.at })
    }
    const message = root === undefined ? undefined : readRows(table.rows, root, readingFor(version, issues, unread))
    if (message !== undefined) issues.push(...(table.check?.(message, undefined) ?? []))
    return message === undefined || issues.length > 0
      ? Result.fail(new MessageInvalid({ message: definition(version), issues }))
      : Result.succeed({ message, version, unread })
  }

/** The builder and parser of a message, from its table. */
export const defineMessage = <T>(table: MessageTable<T>): MessageCodec<T> => {
  const definition = (version: string) => `${table.name}.001.${version}`
  const parseElement = parseWith(table, definition)
  return {
    build: buildWith(table, definition),
    parseElement,
    parse: (xml, { limits = defaultLimits } = {}) => Result.flatMap(readXml(xml, limits), parseElement),
    definition
  }
}
