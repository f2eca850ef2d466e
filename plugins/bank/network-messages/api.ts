/** Messages of networks on the wire: lists name them, one by itself has its text whole. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { timestamp } from "../events.ts"
import { railIds } from "../rails/rail-ids.ts"
import { dataOf, ErrorBody, RequiredScope } from "../wire.ts"
import type { NetworkMessage } from "./NetworkMessage.ts"

const fields = {
  messageId: Schema.String,
  rail: Schema.Literals(railIds),
  direction: Schema.Literals(["out", "in"]),
  messageType: Schema.String,
  networkMessageId: Schema.String,
  at: Schema.String
} as const

const EntryBody = Schema.Struct(fields)

const MessageBody = Schema.Struct({ ...fields, content: Schema.String })

const ofPayment = { paymentId: Schema.String }
const ofMessage = { paymentId: Schema.String, messageId: Schema.String }

const listed = { params: ofPayment, success: dataOf(Schema.Array(EntryBody)), error: ErrorBody }
const one = { params: ofMessage, success: dataOf(MessageBody), error: ErrorBody }

/** The endpoints of this slice. */
export const NetworkMessagesApi = HttpApiGroup.make("networkMessages").add(
  HttpApiEndpoint.get("list", "/v2/payments/:paymentId/messages", listed).annotate(RequiredScope, "payments:read"),
  HttpApiEndpoint.get("retrieve", "/v2/payments/:paymentId/messages/:messageId", one).annotate(
    RequiredScope,
    "payments:read"
  ),
  HttpApiEndpoint.get("listForAdmin", "/v2/admin/payments/:paymentId/messages", listed).annotate(
    RequiredScope,
    "admin:read"
  ),
  HttpApiEndpoint.get("retrieveForAdmin", "/v2/admin/payments/:paymentId/messages/:messageId", one).annotate(
    RequiredScope,
    "admin:read"
  )
)

/** A message in a list. */
export const encodeEntry = ({ at, id, ...message }: NetworkMessage): typeof EntryBody.Type => ({
  messageId: id,
  ...message,
  at: timestamp(at)
})

/** A message with its text. */
export const encodeMessage = (of: {
  readonly message: NetworkMessage
  readonly text: string
}): typeof MessageBody.Type => ({
  ...encodeEntry(of.message),
  content: of.text
})
