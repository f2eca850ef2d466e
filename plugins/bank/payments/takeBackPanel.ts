/** What a client may do about a transfer that was sent: take it back, ask for it, or present it again. */
import * as Effect from "effect/Effect"
import { isIn, textIn, type DocumentAction } from "../../../src/plugin.ts"
import { reversalReasons } from "../ach/AchDetails.ts"
import { type PanelNeeds } from "../panelParts.ts"
import { returnRequestReasons, type ReturnRequestReason } from "../return-codes.ts"
import { recallReasons, type RecallReason } from "../wire/Recall.ts"
import * as calls from "./calls.ts"
import type { Payment } from "./Payment.ts"

const why = (key: string, of: ReadonlyArray<string>, hint: string) =>
  ({ key, title: "Reason", kind: "choice", of, required: true, hint }) as const

const inWords = (hint: string) =>
  ({ key: "additionalInfo", title: "In words", kind: "text", required: false, hint }) as const

const info = (additionalInfo: string | undefined) => (additionalInfo === undefined ? {} : { additionalInfo })

/** The actions, each on the rail that knows it. */
export const takeBackActions: ReadonlyArray<DocumentAction<Payment, PanelNeeds>> = [
  {
    id: "reverse",
    title: "Reverse",
    confirm: "A debit of its own takes the settled ACH credit back, within five banking days of its settlement.",
    once: true,
    tone: "bad",
    input: [why("cause", reversalReasons, "The only reasons that Nacha allows")],
    applies: (row) => row["rail"] === "ach" && isIn("settled")(row),
    run: (caller, { id }, input) =>
      Effect.map(
        calls.reverse(caller, id, { reason: textIn(input, "cause") as (typeof reversalReasons)[number] }),
        ({ taking }) => ({ message: "The reversal is on its way", id: taking.id })
      )
  },
  {
    id: "represent",
    title: "Present again",
    confirm: "The returned ACH debit is presented again with the next window.",
    once: true,
    applies: (row) => row["rail"] === "ach" && isIn("returned")(row),
    run: (caller, { id }) =>
      Effect.map(calls.represent(caller, id), (made) => ({ message: "It is presented again", id: made.id }))
  },
  {
    id: "recall",
    title: "Recall",
    confirm: "This asks the receiving bank to send the wire back. The bank may refuse.",
    once: true,
    tone: "bad",
    input: [
      why(
        "cause",
        recallReasons,
        "DUPL sent twice, FRAD fraud, TECH technical, CUST the customer, AM09 amount, AC03 account"
      ),
      inWords("Up to 105 characters")
    ],
    applies: (row) => (row["rail"] === "fedwire" || row["rail"] === "swift") && isIn("submitted", "settled")(row),
    run: (caller, { id }, input) =>
      Effect.as(
        calls.recall(caller, id, {
          reason: textIn(input, "cause") as RecallReason,
          ...info(textIn(input, "additionalInfo"))
        }),
        { message: "The receiving bank is asked for the wire", id }
      )
  },
  {
    id: "ask_back",
    title: "Ask for it back",
    confirm: "This asks the receiving bank to return the payment. The bank may refuse, or return only a part of it.",
    once: true,
    tone: "bad",
    input: [
      why("cause", returnRequestReasons, "A code of ISO 20022, such as DUPL, FRAD or AC03"),
      inWords("Required with NARR, up to 105 characters"),
      { key: "amount", title: "Amount", kind: "money", required: false, hint: "Left out: all of it" }
    ],
    applies: (row) =>
      (row["rail"] === "rtp" || row["rail"] === "fednow") && row["direction"] === "outbound" && isIn("settled")(row),
    run: (caller, { id }, input) =>
      Effect.as(
        calls.requestReturn(caller, id, {
          reasonCode: textIn(input, "cause") as ReturnRequestReason,
          ...info(textIn(input, "additionalInfo")),
          ...(input["amount"] === undefined ? {} : { amountCents: input["amount"] as number })
        }),
        { message: "The receiving bank is asked for the money", id }
      )
  }
]
