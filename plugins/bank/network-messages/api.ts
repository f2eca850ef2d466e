/** Messages of networks on the wire: lists name them, one by itself has its text whole. */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { RailWord } from "../payments/PaymentBody.ts"
import { refused } from "../refused.ts"
import { dataOf, Id, pathId, paymentPath, SentTime } from "../wire.ts"
import type { NetworkMessage } from "./NetworkMessage.ts"

const rows = {
  messageId: [Id, ({ id }: NetworkMessage) => id, "The message."],
  rail: [RailWord, ({ rail }: NetworkMessage) => rail, "The network."],
  direction: [Schema.Literals(["out", "in"]), ({ direction }: NetworkMessage) => direction, "`out`: we sent it."],
  messageType: [
    Schema.String,
    ({ messageType }: NetworkMessage) => messageType,
    "Its ISO 20022 type, such as `pacs.008.001.08`, or `nacha`."
  ],
  networkMessageId: [
    Schema.String,
    ({ networkMessageId }: NetworkMessage) => networkMessageId,
    "Its id on the network."
  ],
  at: [SentTime, ({ at }: NetworkMessage) => at, "When it was sent or received."]
} as const

const EntryBody = Wire.object<NetworkMessage>()("NetworkMessageEntry", "A message of a network, in a list.", rows)

type WithText = NetworkMessage & { readonly text: string }

const MessageBody = Wire.object<WithText>()("NetworkMessage", "A message of a network with its text.", {
  ...rows,
  content: [Schema.String, ({ text }) => text, "The text as it was sent or received."]
})

const ofMessage = { ...paymentPath, ...pathId("messageId", "The message.") }

const listed = { params: paymentPath, success: dataOf(Schema.Array(EntryBody)), error: refused("PaymentNotFound") }
const one = { params: ofMessage, success: dataOf(MessageBody), error: refused("PaymentNotFound", "ObjectNotFound") }

const forOwners = { scope: "payments:read" } as const
const forAdministrators = { scope: "admin:read" } as const

/** The endpoints of this slice. */
export const NetworkMessagesApi = HttpApiGroup.make("networkMessages")
  .add(
    HttpApiEndpoint.get("list", "/v2/payments/:paymentId/messages", listed).annotateMerge(
      operation("List messages of a payment", "What was sent to networks for it and received, in its order.", forOwners)
    ),
    HttpApiEndpoint.get("retrieve", "/v2/payments/:paymentId/messages/:messageId", one).annotateMerge(
      operation("Retrieve a message of a payment", "With its text whole.", forOwners)
    ),
    HttpApiEndpoint.get("listForAdmin", "/v2/admin/payments/:paymentId/messages", listed).annotateMerge(
      operation("List messages of any payment", "As its owner sees them, for every client.", forAdministrators)
    ),
    HttpApiEndpoint.get("retrieveForAdmin", "/v2/admin/payments/:paymentId/messages/:messageId", one).annotateMerge(
      operation("Retrieve a message of any payment", "With its text whole.", forAdministrators)
    )
  )
  .annotateMerge(Publication.tag("Network messages", "What was said with the networks about a payment."))

/** A message in a list. */
export const encodeEntry = Wire.writer(EntryBody)

const writeMessage = Wire.writer(MessageBody)

/** A message with its text. */
export const encodeMessage = ({ message, text }: { readonly message: NetworkMessage; readonly text: string }) =>
  writeMessage({ ...message, text })
