/** What failures of wires and of their recalls say: rows of the plugin's table, `errors.ts`. */
import type { RecallNotAllowed } from "./Recall.ts"
import type { IbanOfAnotherCountry, NetworkNotConnected, UnknownWireBanks } from "./WireAdmission.ts"

const recallWords = {
  not_a_wire: "Only wires can be recalled. Ask an instant payment back by a return request",
  not_sent: "Only a wire that was submitted or has settled can be recalled",
  open_recall: "A recall of this wire is open already, or its money is on the way"
} as const

/** One row per failure. */
export const wireErrorRows = {
  IbanOfAnotherCountry: ({ bankCountry, ibanCountry }: IbanOfAnotherCountry) => ({
    code: "INVALID_FIELD_FORMAT" as const,
    message:
      `The IBAN is of ${ibanCountry} and the BIC of ${bankCountry}. If this bank keeps accounts of ${ibanCountry}, ` +
      `send beneficiary.bankCountry ${bankCountry}`,
    field: "beneficiary.iban"
  }),
  UnknownWireBanks: ({ bics, network, routingNumbers }: UnknownWireBanks) => [
    ...routingNumbers.map((field) => ({
      code: "INVALID_ROUTING_NUMBER" as const,
      message: `${field} is not the routing number of an active participant of ${network}`,
      field
    })),
    ...bics.map((field) => ({
      code: "INVALID_BIC" as const,
      message: `${field} is not the BIC of an active bank`,
      field
    }))
  ],
  NetworkNotConnected: ({ network }: NetworkNotConnected) => ({
    code: "SERVICE_UNAVAILABLE" as const,
    message: `This service is not connected to ${network}`,
    details: { network }
  }),
  RecallNotFound: () => ({ code: "NOT_FOUND" as const, message: "There is no such recall" }),
  RecallNotAllowed: ({ reason }: RecallNotAllowed) => ({
    code: "RECALL_NOT_ALLOWED" as const,
    message: recallWords[reason],
    details: { reason }
  })
}
