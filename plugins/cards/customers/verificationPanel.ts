/** Verifications of customers for operators: how the latest one stands, and starting another. */
import * as Effect from "effect/Effect"
import {
  textIn,
  type CoreServices,
  type DocumentAction,
  type OwnedDocument,
  type PanelInput,
  type PanelItem
} from "../../../src/plugin.ts"
import * as kyc from "../kyc/calls.ts"
import { latestOf } from "../kyc/repository.ts"
import { specimen } from "../kyc/specimen.ts"
import { documentTypes, type DocumentType } from "../kyc/Submission.ts"
import type { Customer } from "./Customer.ts"

/** The latest verification, with the reason that clients are not shown. */
export const verificationSections = ({ document, scope, store }: OwnedDocument<Customer>) =>
  Effect.map(latestOf(store, scope, document.id), (found): PanelItem["sections"] => {
    if (found === undefined) return []
    const { createdAt, decidedAt, documentType, id, reason, status } = found.verification
    return [
      {
        title: "Latest verification",
        fields: [
          { label: "Verification", kind: "id", value: id },
          { label: "Stands", kind: "text", value: status },
          { label: "Why it failed", kind: "code", value: reason },
          { label: "Document", kind: "text", value: documentType.replaceAll("_", " ") },
          { label: "Started", kind: "time", value: createdAt },
          { label: "Decided", kind: "time", value: decidedAt }
        ]
      }
    ]
  })

const image = (key: string, title: string, hint: string) =>
  ({ key, title, kind: "file", required: false, of: ["image/jpeg", "image/png"], hint }) as const

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))

const imageIn = (input: PanelInput, key: string, fallback: string) => {
  const given = textIn(input, key) ?? fallback
  return given === "" ? undefined : bytesOf(given)
}

/** Starts a verification. In test mode an image that is left out is a white one. */
export const verifyAction: DocumentAction<Customer, CoreServices> = {
  id: "verify",
  title: "Start a verification",
  confirm: "The provider compares an identity document with the customer. Of the images only digests are kept.",
  tone: "good",
  input: [
    { key: "document_type", title: "Document", kind: "choice", of: documentTypes, required: true },
    image("document_front", "Front", "JPEG or PNG, at most 5 MB; may be left out in test mode"),
    image("document_back", "Back", "Of identity cards and licences; may be left out in test mode"),
    image("selfie", "Face of the person", "JPEG or PNG, at most 5 MB"),
    {
      key: "date_of_birth",
      title: "Date of birth",
      kind: "text",
      required: false,
      hint: "YYYY-MM-DD. In test mode 1901-01-01 fails, 1903-01-01 is never answered"
    }
  ],
  applies: ({ kyc: cell }) => ["not_started", "failed"].includes((cell as { readonly value: string }).value),
  run: (caller, { id }, input) => {
    const fallback = caller.principal.mode === "test" ? specimen : ""
    const documentBack = imageIn(input, "document_back", fallback)
    const selfie = imageIn(input, "selfie", "")
    const dateOfBirth = textIn(input, "date_of_birth")
    const started = kyc.start(caller, {
      customer: id,
      documentType: textIn(input, "document_type") as DocumentType,
      documentFront: imageIn(input, "document_front", fallback) ?? new Uint8Array(),
      ...(documentBack === undefined ? {} : { documentBack }),
      ...(selfie === undefined ? {} : { selfie }),
      ...(dateOfBirth === undefined ? {} : { dateOfBirth })
    })
    return Effect.as(started, { message: "The verification has begun", id })
  }
}
