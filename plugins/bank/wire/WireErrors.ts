/** What failures of wires and of their recalls say: rows of the plugin's table, `errors.ts`. */
import { banksListed, choice, notConnectedHeaders, row } from "../error-catalogue.ts"
import type { RecallNotAllowed } from "./Recall.ts"
import type { IbanOfAnotherCountry, NetworkNotConnected, UnknownWireBanks } from "./WireAdmission.ts"

const recallWords = {
  not_a_wire: "Only wires can be recalled. Ask an instant payment back by a return request",
  not_sent: "Only a wire that was submitted or has settled can be recalled",
  open_recall: "A recall of this wire is open already, or its money is on the way",
  not_carried: "The connection to the network of this wire carries no recalls"
} as const

/** One row per failure. */
export const wireErrorRows = {
  IbanOfAnotherCountry: row("INVALID_FIELD_FORMAT", ({ bankCountry, ibanCountry }: IbanOfAnotherCountry) => ({
    message:
      `The IBAN is of ${ibanCountry} and the BIC of ${bankCountry}. If this bank keeps accounts of ${ibanCountry}, ` +
      `send beneficiary.bankCountry ${bankCountry}`,
    field: "beneficiary.iban"
  })),
  UnknownWireBanks: choice(
    ["INVALID_ROUTING_NUMBER", "INVALID_BIC"],
    ({ bics, network, routingNumbers }: UnknownWireBanks) => [
      ...routingNumbers.map((field) => ({
        code: "INVALID_ROUTING_NUMBER" as const,
        message: `${field} is not the routing number of an active participant of ${network}. ${banksListed}`,
        field
      })),
      ...bics.map((field) => ({
        code: "INVALID_BIC" as const,
        message: `${field} is not the BIC of an active bank. ${banksListed}`,
        field
      }))
    ]
  ),
  NetworkNotConnected: row("SERVICE_UNAVAILABLE", ({ network }: NetworkNotConnected) => ({
    message: `This service is not connected to ${network}`,
    details: { network },
    headers: notConnectedHeaders
  })),
  RecallNotFound: row("NOT_FOUND", () => ({ message: "There is no such recall" })),
  RecallNotAllowed: row("RECALL_NOT_ALLOWED", ({ reason }: RecallNotAllowed) => ({
    message: recallWords[reason],
    details: { reason }
  }))
}
