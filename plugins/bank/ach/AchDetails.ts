/** What a payment has beyond others when ACH carries it (decisions B.5, ACH): class, batch terms, window, file, what came back. */
import type { AchWindow } from "../calendar/ach-windows.ts"
import type { PlainDate } from "../calendar/PlainDate.ts"
import type { SecCode } from "../messages/nacha/NachaFile.ts"

/** Which way the money goes, seen from the originator: it pays, or it collects. */
export const achDirections = ["credit", "debit"] as const

export type AchDirection = (typeof achDirections)[number]

/** A bank abroad. */
export interface ForeignBank {
  readonly name: string
  readonly id: string
  /** 01 national clearing number, 02 BIC, 03 IBAN. */
  readonly idQualifier: "01" | "02" | "03"
  readonly country: string
}

/** What IAT says beyond the other classes. */
export interface IatDetails {
  readonly transactionTypeCode: string
  readonly originCurrency: string
  readonly destinationCurrency: string
  readonly destinationCountry: string
  readonly receivingBank: ForeignBank
  readonly foreignCorrespondents: ReadonlyArray<ForeignBank>
  readonly originatingBankName: string
}

/** What a client says about an entry. */
export interface AchTermsAsked {
  readonly direction: AchDirection
  readonly secCode: SecCode
  readonly companyId: string
  readonly companyName: string
  readonly entryDescription: string
  readonly discretionaryData: string
  readonly identificationNumber: string
  readonly webTelPaymentType: "S" | "R" | null
  /** Payment information, an addenda each. */
  readonly addenda: ReadonlyArray<string>
  readonly iat: IatDetails | null
}

/** Why a settled credit is taken back (decisions B.5). */
export const reversalReasons = ["duplicate", "incorrect_amount", "incorrect_account", "wrong_date"] as const

/** The last reversal of an entry, whatever became of it. */
export interface AchReversal {
  readonly id: string
  /** The payment that takes the money back. */
  readonly paymentId: string
  readonly reason: (typeof reversalReasons)[number]
  readonly referenceId: string | null
  readonly createdAt: number
}

/** Where an entry stands in a file, from the moment the file's bytes are fixed. */
export interface FilePlace {
  readonly fileId: string
  readonly fileName: string
  /** Counted from one. */
  readonly batchNumber: number
  readonly traceNumber: string
}

/** What a return says beyond the return of any payment. */
export interface AchReturned {
  readonly settlementDate: PlainDate
  readonly representmentEligible: boolean
  readonly representmentDeadline: PlainDate | null
  readonly representmentGuidance: string | null
  /** It came after its last date: taken all the same, and may be dishonored with R68. */
  readonly untimely: boolean
}

/** A notification of change: data that the receiving bank wants corrected (Nacha: within six banking days). */
export interface AchCorrection {
  readonly code: string
  readonly meaning: string
  readonly correctedData: string
  readonly receivedAt: number
  readonly correctBy: PlainDate
}

/** The ACH part of a payment. */
export interface AchDetails extends AchTermsAsked {
  readonly purpose: "payment" | "reversal" | "representment"
  /** The window in which it leaves; another one when a hold or an approval lasted longer. */
  readonly window: AchWindow
  readonly place: FilePlace | null
  readonly settlementDate: PlainDate | null
  /** The two banking days in which most returns come are over: a debit's money is the originator's. */
  readonly isReturnTimeOver: boolean
  readonly returned: AchReturned | null
  readonly corrections: ReadonlyArray<AchCorrection>
  readonly reversal: AchReversal | null
  /** The payment that this one takes back. */
  readonly reversalOf: string | null
  /** The payment that was presented first, of one that is presented again. */
  readonly representmentOf: string | null
  /** Which presentment after that one it is. */
  readonly attempt?: number
  /** On the payment that was presented first: those by which it was presented again. */
  readonly representments: ReadonlyArray<string>
  readonly firstSettlementDate: PlainDate | null
  readonly batch: { readonly id: string; readonly index: number; readonly entryReferenceId: string | null } | null
}

/** A new entry as it was requested, leaving in a window. */
export const newDetails = (asked: AchTermsAsked, window: AchWindow, more: Partial<AchDetails> = {}): AchDetails => ({
  ...asked,
  purpose: "payment",
  window,
  place: null,
  settlementDate: null,
  isReturnTimeOver: false,
  returned: null,
  corrections: [],
  reversal: null,
  reversalOf: null,
  representmentOf: null,
  representments: [],
  firstSettlementDate: null,
  batch: null,
  ...more
})

/** An entry whose settlement the operator took back. No bank returned it, so that it is not presented again. */
export const takenBackDetails = (ach: AchDetails): AchDetails => ({
  ...ach,
  returned: {
    settlementDate: ach.settlementDate ?? ach.window.effectiveDate,
    representmentEligible: false,
    representmentDeadline: null,
    representmentGuidance: null,
    untimely: false
  }
})
