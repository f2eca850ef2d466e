/**
 * What a document may cost a language model: tokens, and money when prices are known. Each answer is reserved before it
 * is asked for, with the most it can cost, and settled with what it did cost. Pure.
 */

/** Tokens of one answer, or of all. */
export interface Tokens {
  readonly input: number
  readonly output: number
}

/** What a million tokens cost, in any one currency. */
export interface Prices {
  readonly inputPerMillion: number
  readonly outputPerMillion: number
}

/** The bounds of a document. */
export interface BudgetLimits {
  /** Input and output together. */
  readonly maxTokens: number
  /** In the currency of the prices; counts only where prices are given. */
  readonly maxCost?: number
  readonly prices?: Prices
}

/** Characters of English in a token, for estimates on the safe side: common tokenizers have about four. */
const charactersPerToken = 3

/** How many tokens a text may be. */
export const estimateTokens = (text: string): number => Math.ceil(text.length / charactersPerToken)

export const costOf = ({ input, output }: Tokens, prices: Prices): number =>
  (input * prices.inputPerMillion + output * prices.outputPerMillion) / 1_000_000

/** The budget of one document. */
export interface ModelBudget {
  /** Takes the most that an answer can cost; says whether the budget allows it. */
  readonly reserve: (most: Tokens) => boolean
  /** Puts what an answer did cost in place of what was reserved for it. */
  readonly settle: (reserved: Tokens, spent: Tokens) => void
  readonly spent: () => Tokens
}

/** A budget of which nothing is spent. */
export const makeBudget = ({ maxCost, maxTokens, prices }: BudgetLimits): ModelBudget => {
  let taken: Tokens = { input: 0, output: 0 }
  const plus = (change: Tokens, sign: 1 | -1): Tokens => ({
    input: taken.input + sign * change.input,
    output: taken.output + sign * change.output
  })
  const isWithin = (tokens: Tokens): boolean =>
    tokens.input + tokens.output <= maxTokens &&
    (prices === undefined || maxCost === undefined || costOf(tokens, prices) <= maxCost)
  return {
    reserve: (most) => {
      const after = plus(most, 1)
      if (!isWithin(after)) return false
      taken = after
      return true
    },
    settle: (reserved, spent) => {
      taken = plus(reserved, -1)
      taken = plus(spent, 1)
    },
    spent: () => taken
  }
}
