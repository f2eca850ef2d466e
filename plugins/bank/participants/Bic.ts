/** A bank abroad in the directory of BICs. */

/** A bank by its BIC in eleven characters. */
export interface BicEntry {
  readonly bic: string
  readonly name: string
  /** ISO 3166-1 alpha-2: the fifth and sixth letters of the BIC. */
  readonly country: string
  readonly status: "active" | "inactive"
}
