/**
 * The messages of the networks, as pure functions: ISO 20022 for RTP, FedNow, Fedwire and SWIFT, and Nacha files for
 * ACH. A host that connects to a real network uses them for its own rail.
 */
export * as Camt029 from "./Camt029.ts"
export * as Camt055 from "./Camt055.ts"
export * as Camt056 from "./Camt056.ts"
export * as Head001 from "./Head001.ts"
export * as Pacs002 from "./Pacs002.ts"
export * as Pacs004 from "./Pacs004.ts"
export * as Pacs008 from "./Pacs008.ts"
export * as Pacs009 from "./Pacs009.ts"
export * as Pacs028 from "./Pacs028.ts"
export * as Pain013 from "./Pain013.ts"
export * as Pain014 from "./Pain014.ts"
export {
  MessageInvalid,
  MessageMistaken,
  MessageNotCarried,
  type BuildOptions,
  type MessageCodec,
  type Parsed
} from "./iso/defineMessage.ts"
export { endToEndIdOf, fedNowMessageId, instructionIdOf, rtpMessageId, type MessageIdParts } from "./iso/identifiers.ts"
export { profiles, type Profile, type ProfileName } from "./iso/profiles.ts"
export { outcomeOf, resolutionOutcomes, type Outcome } from "./iso/statuses.ts"
export { XmlRefused, type XmlLimits } from "../../../src/plugin.ts"
export * as NachaAnswers from "./nacha/answers.ts"
export { readFile as readNachaFile, NachaUnreadable, type NachaProblem, type NachaReading } from "./nacha/read.ts"
export { fileModifier, NachaInvalid, writeFile as writeNachaFile, type NachaIssue } from "./nacha/write.ts"
export { placeAddenda, type Addenda, type PlaceAddenda } from "./nacha/addenda.ts"
export type { Batch, BatchHeader, Entry, FileHeader, NachaFile } from "./nacha/NachaFile.ts"
