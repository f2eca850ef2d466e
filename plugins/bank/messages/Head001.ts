/**
 * head.001, business application header: stands before every message and says from whom it comes, to whom it goes and
 * which message follows. Version 01 on RTP, 02 on FedNow and SWIFT, 03 on Fedwire.
 */
import * as Result from "effect/Result"
import {
  definitionOf,
  MessageInvalid,
  MessageMistaken,
  namespaceOf,
  profileOf,
  readingFor,
  writingFor,
  type BuildFailure,
  type Parsed,
  type ParseFailure
} from "./iso/defineMessage.ts"
import { bic, code, identifier, messageDefinition, patterned, text, time } from "./iso/leaves.ts"
import { group } from "./iso/parts.ts"
import type { Profile, ProfileName } from "./iso/profiles.ts"
import { readRows } from "./iso/readRows.ts"
import { rowsOf, type MessageIssue, type Rows } from "./iso/rows.ts"
import { writeRows } from "./iso/writeRows.ts"
import { writeDocument } from "./xml/write.ts"
import { readXml, type XmlElement, type XmlLimits } from "../../../src/plugin.ts"
import { defaultLimits, parentElement } from "./xml/elements.ts"

/** A sender or receiver: the identifier of a connection (nine to eleven letters and digits) or a BIC. */
export interface HeaderParty {
  readonly memberId?: string | undefined
  readonly bic?: string | undefined
}

/** A business application header. */
export interface Header {
  readonly from: HeaderParty
  readonly to: HeaderParty
  /** The identifier of the message that follows, or one of its own. */
  readonly businessMessageId: string
  /** Such as `pacs.008.001.08`. */
  readonly definition: string
  readonly businessService?: string | undefined
  readonly createdAt: number
  /** `DUPL` when the same message is sent once more. */
  readonly copyDuplicate?: "DUPL" | undefined
}

const partyRows = rowsOf<HeaderParty>()

const headerParty = group<HeaderParty>(
  [
    partyRows.optional("FIId/FinInstnId/BICFI", "bic", bic),
    partyRows.optional(
      "FIId/FinInstnId/ClrSysMmbId/MmbId",
      "memberId",
      patterned(/^[A-Z0-9]{9,11}$/, "the identifier of a connection")
    )
  ],
  ({ bic, memberId }) => (bic === undefined && memberId === undefined ? "needs an identifier or a BIC" : undefined)
)

const { one, optional, derived } = rowsOf<Header>()

const rows: Rows<Header> = [
  one("Fr", "from", headerParty),
  one("To", "to", headerParty),
  one("BizMsgIdr", "businessMessageId", identifier(35)),
  one("MsgDefIdr", "definition", messageDefinition),
  optional("BizSvc", "businessService", text(35)),
  derived("MktPrctc/Regy", ({ marketPractice }) => marketPractice?.registry),
  derived("MktPrctc/Id", ({ marketPractice }) => marketPractice?.id),
  one("CreDt", "createdAt", time),
  optional("CpyDplct", "copyDuplicate", code(["DUPL"]))
]

const versions = ["01", "02", "03"]
const name = "head.001"

/** The header as an element, so that an envelope can hold it. */
export const element = (
  header: Header,
  options: { readonly profile: ProfileName | Profile; readonly version?: string }
): Result.Result<XmlElement, MessageInvalid> => {
  const profile = profileOf(options.profile)
  const version = options.version ?? profile.headerVersion
  const namespace = namespaceOf(`${name}.001.${version}`)
  const issues: Array<MessageIssue> = []
  const content = writeRows(rows, header, writingFor(profile, namespace, issues))
  if (!versions.includes(version)) issues.push({ path: "", problem: `version ${version} is not known` })
  return issues.length > 0
    ? Result.fail(new MessageInvalid({ message: `${name}.001.${version}`, issues }))
    : Result.succeed(parentElement("AppHdr", content, namespace))
}

/** Writes a header as a document of its own. */
export const build = (
  header: Header,
  options: { readonly profile: ProfileName | Profile; readonly version?: string }
): Result.Result<string, BuildFailure> => Result.flatMap(element(header, options), writeDocument)

/** Reads a header from an `AppHdr` element. Its content may stand in another namespace than itself, as RTP has it. */
export const parseElement = (header: XmlElement): Result.Result<Parsed<Header>, ParseFailure> => {
  const namespace = header.children[0]?.namespace ?? header.namespace
  const found = definitionOf(namespace) ?? ""
  const version = found.slice(-2)
  if (header.name !== "AppHdr" || found !== `${name}.001.${version}` || !versions.includes(version)) {
    return Result.fail(new MessageMistaken({ expected: name, namespace }))
  }
  const issues: Array<MessageIssue> = []
  const unread: Array<string> = []
  const message = readRows(rows, { ...header, namespace }, readingFor(version, issues, unread))
  return message === undefined || issues.length > 0
    ? Result.fail(new MessageInvalid({ message: found, issues }))
    : Result.succeed({ message, version, unread })
}

/** Reads a header that is a document of its own. */
export const parse = (xml: string, limits: XmlLimits = defaultLimits): Result.Result<Parsed<Header>, ParseFailure> =>
  Result.flatMap(readXml(xml, limits), parseElement)
