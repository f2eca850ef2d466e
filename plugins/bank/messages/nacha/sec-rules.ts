/** What each Standard Entry Class allows, as a table (decisions B.5), and the checks of an entry against it. */
import type { Addenda } from "./addenda.ts"
import { secCodes, type BatchHeader, type Entry, type SecCode } from "./NachaFile.ts"
import { transactionCodeOf } from "./transaction-codes.ts"

/** A class. */
export interface SecRule {
  readonly directions: ReadonlyArray<"credit" | "debit">
  /** Who is on the other side. */
  readonly party: "consumer" | "company" | "any"
  /** Most free addenda of an entry: 05, in IAT 17. */
  readonly mostTexts: number
  /** Whether debits must say `S` (single) or `R` (recurring); on credits of WEB `S` or `R` as well, if anything. */
  readonly paymentType: boolean
  /** Whether the seven addenda of IAT are needed, and no same-day window takes it. */
  readonly international: boolean
}

/** The table. */
export const secRules: Readonly<Record<SecCode, SecRule>> = {
  PPD: { directions: ["credit", "debit"], party: "consumer", mostTexts: 1, paymentType: false, international: false },
  CCD: { directions: ["credit", "debit"], party: "company", mostTexts: 1, paymentType: false, international: false },
  CTX: { directions: ["credit", "debit"], party: "company", mostTexts: 9999, paymentType: false, international: false },
  WEB: { directions: ["credit", "debit"], party: "consumer", mostTexts: 1, paymentType: true, international: false },
  TEL: { directions: ["debit"], party: "consumer", mostTexts: 0, paymentType: true, international: false },
  IAT: { directions: ["credit", "debit"], party: "any", mostTexts: 2, paymentType: false, international: true }
}

/** Whether a class is one of the specification's six. */
export const isSecCode = (code: string): code is SecCode => secCodes.some((one) => one === code)

/** The class of batches of notifications of change, whatever the class of the entries that they correct (Nacha rules). */
export const correctionCode = "COR"

const isCorrection = ({ addenda }: Entry): boolean => addenda.some(({ type }) => type === "98")

/**
 * Stands in a batch header in the place of the company's name: the batch is of class COR, and corrects IAT entries, whose
 * records it has (Nacha rules, IAT batch header: the IAT indicator).
 */
export const iatCorrection = "IATCOR"

/** Whether the records of a batch are those of IAT. */
export const isInternational = ({ companyName, secCode }: Pick<BatchHeader, "companyName" | "secCode">): boolean =>
  secCode === "IAT" || (secCode === correctionCode && companyName === iatCorrection)

/** The problem of a batch's class, by its entries. */
export const classProblem = (secCode: string, entries: ReadonlyArray<Entry>): string | undefined => {
  if (secCode === correctionCode)
    return entries.every(isCorrection) ? undefined : "COR is for notifications of change only"
  if (!isSecCode(secCode)) return `${secCode} is not written`
  return entries.some(isCorrection) ? "notifications of change stand in a batch of class COR" : undefined
}

/** The addenda that every IAT entry has, in this order, before those of type 17 and 18. */
const iatAddenda = ["10", "11", "12", "13", "14", "15", "16"]

/** Most foreign correspondent banks of an IAT entry. */
const mostCorrespondents = 5

const count = (addenda: ReadonlyArray<Addenda>, type: Addenda["type"]): number =>
  addenda.filter((one) => one.type === type).length

const iatProblem = (addenda: ReadonlyArray<Addenda>, mostTexts: number): string | undefined => {
  const types = addenda.map(({ type }) => type)
  const ordered = [...iatAddenda, ...types.filter((type) => type === "17"), ...types.filter((type) => type === "18")]
  if (types.join() !== ordered.join()) return `IAT needs addenda ${iatAddenda.join(", ")}, then 17 and 18`
  if (count(addenda, "17") > mostTexts) return `IAT takes at most ${mostTexts} addenda 17`
  if (count(addenda, "18") > mostCorrespondents) return `IAT takes at most ${mostCorrespondents} addenda 18`
  return undefined
}

/** Returns (99) and notifications of change (98) may follow any entry, one of them. */
const isAnswer = (addenda: ReadonlyArray<Addenda>): boolean =>
  addenda.some(({ type }) => type === "98" || type === "99")

const addendaProblem = (secCode: SecCode, addenda: ReadonlyArray<Addenda>): string | undefined => {
  const { international, mostTexts } = secRules[secCode]
  if (isAnswer(addenda)) {
    const others = addenda.filter(({ type }) => type !== "98" && type !== "99")
    if (addenda.length - others.length > 1) return "an entry is returned or corrected once"
    // IAT returns repeat the addenda 10 to 16 of the original after the 99.
    return others.length > 0 && !international ? "a return has no other addenda" : undefined
  }
  if (international) return iatProblem(addenda, mostTexts)
  if (count(addenda, "05") !== addenda.length) return `${secCode} takes addenda 05 only`
  return addenda.length > mostTexts ? `${secCode} takes at most ${mostTexts} addenda` : undefined
}

/** A problem of an entry with its field, or `undefined`. */
export const entryProblem = (
  secCode: SecCode,
  entry: Entry
): { readonly field: string; readonly problem: string } | undefined => {
  const { directions, paymentType } = secRules[secCode]
  const found = transactionCodeOf(entry.transactionCode)
  if (found === undefined)
    return { field: "transactionCode", problem: `${entry.transactionCode} is no transaction code` }
  if (!directions.includes(found.direction)) {
    return { field: "transactionCode", problem: `${secCode} has no ${found.direction}s` }
  }
  const answers = isAnswer(entry.addenda)
  const noMoney = found.purpose === "prenote" || found.purpose === "zero_dollar"
  if (!answers && found.purpose === "return") {
    return { field: "transactionCode", problem: `${entry.transactionCode} is a return, and nothing says about what` }
  }
  // A dishonored or contested return is live again; a correction and a return of a test carry no money.
  if (!answers && noMoney !== (entry.amountMinor === 0)) {
    return { field: "amountMinor", problem: noMoney ? "must be zero" : "must be above zero" }
  }
  if (paymentType && found.direction === "debit" && !answers && !["S", "R"].includes(entry.discretionaryData)) {
    return { field: "discretionaryData", problem: `a ${secCode} debit says S or R` }
  }
  const problem = addendaProblem(secCode, entry.addenda)
  return problem === undefined ? undefined : { field: "addenda", problem }
}
