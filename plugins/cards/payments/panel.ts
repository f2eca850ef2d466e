/** Payments for operators: every one of every account, what became of it and why, and what can be done with it. */
import * as Effect from "effect/Effect"
import type { Currency, Mode } from "../../../src/domain.ts"
import {
  documentPanel,
  numberIn,
  RiskAssessment,
  statusBy,
  textIn,
  type CoreServices,
  type PanelRow
} from "../../../src/plugin.ts"
import { linkTo, ownerOf, samplesOf } from "../panelParts.ts"
import { testCards } from "../sandbox/test-cards.ts"
import * as refunds from "../refunds/calls.ts"
import { refundReasons } from "../refunds/Refund.ts"
import * as disputes from "../disputes/calls.ts"
import { disputeReasons } from "../disputes/Dispute.ts"
import * as risk from "../risk/calls.ts"
import * as calls from "./calls.ts"
import type { Payment } from "./Payment.ts"
import { PaymentBody } from "./PaymentBody.ts"
import { statusOf } from "./PaymentState.ts"
import { storedPayment } from "./stored.ts"

const status = statusBy({
  succeeded: "good",
  pending: "wait",
  requires_action: "wait",
  failed: "bad",
  canceled: "none"
})

const isIn =
  (...states: ReadonlyArray<string>) =>
  ({ state }: PanelRow) =>
    states.includes(String(state))

const amountOf = (key: string, hint: string) =>
  ({ key, title: "Amount", kind: "money", required: false, hint }) as const

/** Test cards that exist without tokenization, by our names. */
const staticCards = testCards.flatMap(({ paymentMethods }) => paymentMethods.slice(0, 1))

export const paymentsPanel = (mode: Mode) =>
  documentPanel<Payment, CoreServices>({
    mode,
    id: "payments",
    title: "Payments",
    noun: ["payment", "payments"],
    empty: "A payment stands here as soon as a program, or you with “Create a payment”, asks for it.",
    group: "Cards",
    icon: "credit-card",
    idPrefix: "pay_",
    stored: storedPayment,
    columns: {
      amount: ["Amount", "money", ({ amountMinor, currency }) => ({ amountMinor, currency })],
      status: ["Status", "status", (payment) => status(statusOf[payment.state])],
      description: ["Description", "text", (payment) => payment.description],
      method: ["Paid with", "id", (payment) => payment.paymentMethod],
      customer: ["Customer", "id", (payment) => payment.customer],
      score: ["Risk", "number", (payment) => payment.risk.score],
      outcome: ["Outcome", "code", (payment) => payment.risk.outcome],
      refunded: [
        "Refunded",
        "money",
        ({ amountRefundedMinor, currency }) => ({ amountMinor: amountRefundedMinor, currency })
      ],
      state: ["Step", "code", (payment) => payment.state],
      at: ["Created", "time", (payment) => payment.createdAt]
    },
    filters: [
      { key: "status", title: "Status", of: ["succeeded", "pending", "requires_action", "failed", "canceled"] },
      { key: "customer", title: "Customer" }
    ],
    json: PaymentBody.write,
    principalOf: ownerOf,
    samples: ({ id }) => samplesOf(`/v2/payments/${id}`, `payments.retrieve("${id}")`),
    links: ({ amountRefundedMinor, customer, disputes: disputed, id }) => [
      ...(customer === null ? [] : [linkTo("customers", customer, "The customer")]),
      ...(amountRefundedMinor === 0 ? [] : [{ text: "Its refunds", href: `/cards.refunds?payment=${id}` }]),
      ...(disputed === undefined ? [] : [{ text: "Its disputes", href: `/cards.disputes?payment=${id}` }])
    ],
    sections: ({ document: { decline, risk: assessed, sca } }) =>
      Effect.succeed([
        {
          title: "Risk",
          fields: [
            { label: "Score", kind: "number", value: assessed.score },
            { label: "Outcome", kind: "code", value: assessed.outcome },
            ...assessed.rulesTriggered.map((rule) => ({
              label: rule.name,
              kind: "number" as const,
              value: rule.scoreContribution
            }))
          ]
        },
        ...(decline === null
          ? []
          : [
              {
                title: "Declined",
                fields: [
                  { label: "By", kind: "text" as const, value: decline.source },
                  { label: "Code", kind: "code" as const, value: decline.code }
                ]
              }
            ]),
        ...(sca === null
          ? []
          : [
              {
                title: "Authentication",
                fields: [{ label: "Decision", kind: "json" as const, value: JSON.stringify(sca) }]
              }
            ])
      ]),
    actions: [
      {
        id: "capture",
        title: "Capture",
        confirm: "The customer's bank is asked for the money.",
        once: true,
        tone: "good",
        input: [amountOf("amount", "Left out: all of it")],
        applies: isIn("authorized"),
        run: (caller, { id }, input) => {
          const amountMinor = numberIn(input, "amount")
          const captured = calls.capture(caller, id, amountMinor === undefined ? {} : { amountMinor })
          return Effect.as(captured, { message: "The payment was captured", id })
        }
      },
      {
        id: "cancel",
        title: "Cancel",
        confirm: "The customer's bank releases the money that it set aside.",
        tone: "bad",
        applies: isIn("authorized", "authorizing", "requires_action"),
        run: (caller, { id }) => Effect.as(calls.cancel(caller, id), { message: "The payment was canceled", id })
      },
      {
        id: "refund",
        title: "Refund",
        confirm: "The money goes back to the customer.",
        once: true,
        tone: "bad",
        input: [
          amountOf("amount", "Left out: all that is left"),
          { key: "cause", title: "Reason", kind: "choice", of: refundReasons, required: false }
        ],
        applies: isIn("captured", "partially_captured"),
        run: (caller, { id: paymentId }, input) => {
          const amountMinor = numberIn(input, "amount")
          const reason = textIn(input, "cause") as (typeof refundReasons)[number] | undefined
          const made = refunds.create(caller, {
            paymentId,
            ...(amountMinor === undefined ? {} : { amountMinor }),
            ...(reason === undefined ? {} : { reason })
          })
          return Effect.map(made, ({ id }) => ({ message: "The refund was made", id }))
        }
      },
      {
        id: "dispute",
        title: "Record a dispute",
        confirm: "The processor reported that the cardholder disputes the payment. The money is withheld.",
        once: true,
        tone: "bad",
        input: [
          { key: "cause", title: "Reason", kind: "choice", of: disputeReasons, required: true },
          amountOf("amount", "Left out: all that is left")
        ],
        applies: isIn("captured", "partially_captured"),
        run: (caller, { id: paymentId }, input) => {
          const reason = textIn(input, "cause") as (typeof disputeReasons)[number]
          const opened = disputes.open(caller, { paymentId, reason, amountMinor: numberIn(input, "amount") })
          return Effect.map(opened, ({ id }) => ({ message: "The dispute was recorded", id }))
        }
      },
      {
        id: "clear",
        title: "Clear the risk",
        confirm: "The payment counts as looked at; its review ends.",
        applies: ({ outcome, score }) =>
          outcome === "review" || (outcome === "approved" && RiskAssessment.isFlagged(Number(score))),
        run: (caller, { id }) => Effect.as(risk.clear(caller, id), { message: "The payment was cleared", id })
      }
    ],
    accountActions: [
      {
        id: "create",
        title: "Create a payment",
        confirm: "A payment is made for the account, as its own request would.",
        once: true,
        tone: "good",
        input: [
          { key: "amount", title: "Amount", kind: "money", required: true },
          {
            key: "currency",
            title: "Currency",
            kind: "text",
            required: true,
            value: "usd",
            suggest: ["usd", "eur", "gbp"]
          },
          {
            key: "payment_method",
            title: "Paid with",
            kind: "text",
            required: true,
            ...(mode === "test"
              ? {
                  suggest: staticCards,
                  hint: "A payment method, or a test card such as pm_card_visa, pm_card_declined"
                }
              : {})
          },
          { key: "customer", title: "Customer", kind: "text", required: false },
          { key: "description", title: "Description", kind: "text", required: false },
          { key: "manual", title: "Capture later", kind: "switch", required: false }
        ],
        run: (caller, input) => {
          const customer = textIn(input, "customer")
          const description = textIn(input, "description")
          const created = calls.create(caller, {
            amountMinor: numberIn(input, "amount") ?? 0,
            currency: (textIn(input, "currency") ?? "").toLowerCase() as Currency,
            paymentMethod: textIn(input, "payment_method") ?? "",
            ...(customer === undefined ? {} : { customer }),
            ...(description === undefined ? {} : { description }),
            ...(input["manual"] === true ? { captureMethod: "manual" as const } : {})
          })
          return Effect.map(created, ({ decline, id }) => ({
            message: decline === null ? "The payment was made" : `The payment was declined: ${decline.code}`,
            id
          }))
        }
      }
    ]
  })
