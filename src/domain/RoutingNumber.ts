/** ABA routing numbers, which name banks in the United States: eight digits and a check digit. */

const weights = [3, 7, 1, 3, 7, 1, 3, 7] as const

/** The check digit of the first eight digits of a routing number (weights 3, 7, 1, modulo 10). */
export const checkDigitOf = (firstEight: string): string => {
  const sum = weights.reduce((sum, weight, at) => sum + weight * Number(firstEight[at]), 0)
  return String((10 - (sum % 10)) % 10)
}

/** Whether a text is nine digits whose last one checks the others. Whether there is such a bank is a directory's matter. */
export const isRoutingNumber = (text: string): boolean =>
  /^\d{9}$/.test(text) && text !== "000000000" && checkDigitOf(text.slice(0, 8)) === text[8]
