/**
 * How a request for a part of a payment names the part. ISO 20022 has no element for it in camt.056, whose amount is that
 * of the original, so the text that the networks allow beside the reason begins with it (our choice). Pure.
 */

/** The longest text beside a reason (ISO 20022, `AddtlInf`). */
const longest = 105

/** Cents in one unit: return requests are in USD. */
const centsPerUnit = 100

const pattern = /^PART USD (\d+)\.(\d{2})\b/

/** The text for a part in cents of USD, followed by what the sender says as far as it fits. */
export const askedPartText = (amountCents: number, information: string | null): string => {
  const cents = String(amountCents % centsPerUnit).padStart(2, "0")
  const part = `PART USD ${Math.floor(amountCents / centsPerUnit)}.${cents}`
  return (information === null ? part : `${part} ${information}`).slice(0, longest).trimEnd()
}

/** The part in cents that a text names; `undefined` when it asks for the whole. */
export const askedPartIn = (texts: ReadonlyArray<string> | undefined): number | undefined => {
  const [, units, cents] = pattern.exec(texts?.[0] ?? "") ?? []
  return units === undefined ? undefined : Number(units) * centsPerUnit + Number(cents)
}
