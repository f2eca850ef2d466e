/** A change between two versions of an API, in oasdiff's words (decisions docs 1.5, 4.3). */

/** `ERR` breaks clients, `WARN` may, `INFO` does not. */
export type ChangeLevel = "ERR" | "WARN" | "INFO"

/** Which side of an exchange it is about. */
export type ChangeDirection = "request" | "response" | "none"

export interface ApiChange {
  readonly id: string
  readonly level: ChangeLevel
  /** `GET /pets/{id}`; empty for the API as a whole. */
  readonly operation: string
  readonly direction: ChangeDirection
  /** Where in the operation, such as `query limit` or `200 application/json /items/name`. */
  readonly location: string
  readonly message: string
}

/** How many changes there are of the levels that matter to clients. */
export const breakingOf = (changes: ReadonlyArray<ApiChange>): number =>
  changes.filter(({ level }) => level === "ERR").length
