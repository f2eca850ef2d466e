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
  rail: [RailWord, "The network."],
  direction: [Schema.Literals(["out", "in"]), "`out`: we sent it."],
  messageType: [
    Schema.String,
    "Its ISO 20022 type, such as `pacs.008.001.08`, or `nacha.entry`, `nacha.file`, `nacha.return` or `nacha.correction`."
  ],
  networkMessageId: [Schema.String, "Its id on the network."],
  at: [SentTime, "When it was sent or received."]
} as const

export const EntryBody = Wire.object<NetworkMessage>()(
  "NetworkMessageEntry",
  "A message of a network, in a list.",
  rows
)

type WithText = NetworkMessage & { readonly text: string }

const MessageBody = Wire.object<WithText>()("NetworkMessage", "A message of a network with its text.", {
  ...rows,
  content: [Schema.String, ({ text }) => text, "The text as it was sent or received."]
})

const one = pathId("messageId", "The message.")
const rfpPath = pathId("rfpId", "The request for payment.")
const batchPath = pathId("batchId", "The batch.")

const entries = dataOf(Schema.Array(EntryBody))
const message = dataOf(MessageBody)

const ofPayment = { params: paymentPath, success: entries, error: refused("PaymentNotFound") }
const oneOfPayment = {
  params: { ...paymentPath, ...one },
  success: message,
  error: refused("PaymentNotFound", "ObjectNotFound")
}
const ofRfp = { params: rfpPath, success: entries, error: refused("RfpNotFound") }
const oneOfRfp = { params: { ...rfpPath, ...one }, success: message, error: refused("RfpNotFound", "ObjectNotFound") }
const ofBatch = { params: batchPath, success: entries, error: refused("BatchNotFound") }
const oneOfBatch = {
  params: { ...batchPath, ...one },
  success: message,
  error: refused("BatchNotFound", "ObjectNotFound")
}

const forOwners = { scope: "payments:read" } as const
const forOwnersOfRfps = { scope: "rfp:read" } as const
const forAdministrators = { scope: "admin:read" } as const

const anyClient = "As its owner sees them, for every client."
const audited = "With its text whole. That you read it is written to the audit trail."

export const NetworkMessagesApi = HttpApiGroup.make("networkMessages")
  .add(
    HttpApiEndpoint.get("list", "/v2/payments/:paymentId/messages", ofPayment).annotateMerge(
      operation("List messages of a payment", "What was sent to networks for it and received, in its order.", forOwners)
    ),
    HttpApiEndpoint.get("retrieve", "/v2/payments/:paymentId/messages/:messageId", oneOfPayment).annotateMerge(
      operation("Retrieve a message of a payment", "With its text whole.", forOwners)
    ),
    HttpApiEndpoint.get("listForAdmin", "/v2/admin/payments/:paymentId/messages", ofPayment).annotateMerge(
      operation("List messages of any payment", anyClient, forAdministrators)
    ),
    HttpApiEndpoint.get(
      "retrieveForAdmin",
      "/v2/admin/payments/:paymentId/messages/:messageId",
      oneOfPayment
    ).annotateMerge(operation("Retrieve a message of any payment", audited, forAdministrators)),
    HttpApiEndpoint.get("listOfRfp", "/v2/payments/rfp/:rfpId/messages", ofRfp).annotateMerge(
      operation(
        "List messages of a request for payment",
        "What was sent to the network for it and received, in its order, the payment that answers it included.",
        forOwnersOfRfps
      )
    ),
    HttpApiEndpoint.get("retrieveOfRfp", "/v2/payments/rfp/:rfpId/messages/:messageId", oneOfRfp).annotateMerge(
      operation("Retrieve a message of a request for payment", "With its text whole.", forOwnersOfRfps)
    ),
    HttpApiEndpoint.get("listOfRfpForAdmin", "/v2/admin/payments/rfp/:rfpId/messages", ofRfp).annotateMerge(
      operation("List messages of any request for payment", anyClient, forAdministrators)
    ),
    HttpApiEndpoint.get(
      "retrieveOfRfpForAdmin",
      "/v2/admin/payments/rfp/:rfpId/messages/:messageId",
      oneOfRfp
    ).annotateMerge(operation("Retrieve a message of any request for payment", audited, forAdministrators)),
    HttpApiEndpoint.get("listOfBatch", "/v2/payments/ach/batches/:batchId/messages", ofBatch).annotateMerge(
      operation(
        "List files of a batch",
        "The files that its entries left in. What came back is among the messages of each payment.",
        forOwners
      )
    ),
    HttpApiEndpoint.get(
      "retrieveOfBatch",
      "/v2/payments/ach/batches/:batchId/messages/:messageId",
      oneOfBatch
    ).annotateMerge(
      operation("Retrieve a file of a batch", "The header of the file and every line of the batch in it.", forOwners)
    ),
    HttpApiEndpoint.get(
      "listOfBatchForAdmin",
      "/v2/admin/payments/ach/batches/:batchId/messages",
      ofBatch
    ).annotateMerge(operation("List files of any batch", anyClient, forAdministrators)),
    HttpApiEndpoint.get(
      "retrieveOfBatchForAdmin",
      "/v2/admin/payments/ach/batches/:batchId/messages/:messageId",
      oneOfBatch
    ).annotateMerge(
      operation(
        "Retrieve a file of any batch",
        "The whole file as it was sent. That you read it is written to the audit trail.",
        forAdministrators
      )
    )
  )
  .annotateMerge(
    Publication.tag("Network messages", "What was said with the networks about a payment, a request or a batch.")
  )

export const encodeMessage = ({ message, text }: { readonly message: NetworkMessage; readonly text: string }) =>
  MessageBody.write({ ...message, text })
