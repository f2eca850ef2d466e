/** A message of a network as it was sent or received, and what in its text tells which payment it is about. Pure. */
import { definitionOf } from "../messages/iso/defineMessage.ts"
import { idOfReference } from "../messages/iso/identifiers.ts"
import { profiles, type ProfileName } from "../messages/iso/profiles.ts"
import type { RailId } from "../rails/rail-ids.ts"
import type { XmlElement } from "../../../src/plugin.ts"

/** Which way a message went, as the engine sees it. */
export type MessageDirection = "out" | "in"

/** A message without its text. */
export interface NetworkMessage {
  readonly id: string
  readonly rail: RailId
  readonly direction: MessageDirection
  /** Such as `pacs.008.001.08`, or `nacha.entry`, `nacha.return` and `nacha.correction`. */
  readonly messageType: string
  /** The identifier in the message; over ACH the trace number of the entry. */
  readonly networkMessageId: string
  /** Epoch milliseconds. */
  readonly at: number
}

/** What a message says about itself and about others. */
export interface MessageReferences {
  readonly messageType: string
  readonly messageId: string
  /** The bank that says it has sent it: its BIC or routing number. */
  readonly sender: string | undefined
  /** The message that it answers or asks about. */
  readonly originalMessageId: string | undefined
  /** Our id of what it is about, where it repeats our reference. */
  readonly ownId: string | undefined
}

/** The first element under one of these names, in the order of the document. */
const elementUnder = (element: XmlElement, names: ReadonlyArray<string>): XmlElement | undefined => {
  for (const child of element.children) {
    const found = names.includes(child.name) ? child : elementUnder(child, names)
    if (found !== undefined) return found
  }
  return undefined
}

const textUnder = (element: XmlElement, names: ReadonlyArray<string>): string | undefined =>
  elementUnder(element, names)?.text.trim()

/** Ids of ours that messages repeat as end-to-end references. */
const ownIdPattern = /^(?:pmt_[a-z]+|rfp)_[0-9a-z]{23}$/

/** What an ISO 20022 document refers to. */
export const referencesOf = (rail: ProfileName, document: XmlElement): MessageReferences => {
  const reference = textUnder(document, ["EndToEndId", "OrgnlEndToEndId"])
  const ownId = reference === undefined ? undefined : idOfReference(profiles[rail], reference)
  const [body] = document.children
  const agent = elementUnder(document, ["InstgAgt", "Assgnr"])
  return {
    messageType: definitionOf(document.namespace) ?? "unknown",
    // An investigation has an assignment in the place of a header.
    messageId: (body === undefined ? undefined : (textUnder(body, ["MsgId"]) ?? textUnder(body, ["Id"]))) ?? "",
    sender: agent === undefined ? undefined : textUnder(agent, ["BICFI", "MmbId"]),
    originalMessageId: textUnder(document, ["OrgnlMsgId"]),
    ownId: ownId !== undefined && ownIdPattern.test(ownId) ? ownId : undefined
  }
}
