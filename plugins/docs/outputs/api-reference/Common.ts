/**
 * What many operations have in common is described once, before the first of them: headers that follow from the status or
 * the method alone, and responses that are the same to the last word. Nothing is lost by it.
 */
import type { ApiModel, ApiResponse, Header, Operation } from "../../model/ApiModel.ts"
import { code } from "../markdown/inline.ts"

/** How often something occurs before it is described once. Our choice. */
const many = 10

/** A response with the operation that gives it. */
export interface Answered {
  readonly operation: Operation
  readonly response: ApiResponse
}

const keyOf = (value: Header | ApiResponse): string => JSON.stringify(value)

/** The words for where a header is sent, if status or method alone decide it. */
const sentWith = (holders: ReadonlyArray<Answered>, all: ReadonlyArray<Answered>): string | undefined => {
  if (holders.length === all.length) return "every response"
  const statuses = new Set(holders.map(({ response }) => response.code))
  if (all.filter(({ response }) => statuses.has(response.code)).length === holders.length)
    return [...statuses].sort().map(code).join(", ")
  const methods = new Set(holders.map(({ operation }) => operation.method))
  return all.filter(({ operation }) => methods.has(operation.method)).length === holders.length
    ? `every response to ${[...methods].sort().map(code).join(", ")}`
    : undefined
}

/** The headers and responses that operations of a model share. */
export class Common {
  readonly headers: ReadonlyArray<{ readonly header: Header; readonly sentWith: string }>
  /** In the order of their codes. */
  readonly responses: ReadonlyArray<Answered>
  readonly #headers: ReadonlySet<string>
  readonly #responses: ReadonlySet<string>
  readonly #operations: ReadonlySet<Operation>

  constructor({ operations }: ApiModel) {
    const all = operations.flatMap((operation) => operation.responses.map((response) => ({ operation, response })))
    const byHeader = Map.groupBy(
      all.flatMap((answered) => answered.response.headers.map((header) => ({ answered, header, key: keyOf(header) }))),
      ({ key }) => key
    )
    this.headers = [...byHeader.values()].flatMap((uses) => {
      const words = sentWith(
        uses.map(({ answered }) => answered),
        all
      )
      return uses.length < many || words === undefined ? [] : [{ header: uses[0]!.header, sentWith: words }]
    })
    this.#headers = new Set(this.headers.map(({ header }) => keyOf(header)))
    // A response without a body is said in its row; of each status the most frequent one is enough.
    const byResponse = Map.groupBy(
      all.filter(({ response }) => response.content.length > 0),
      ({ response }) => keyOf(response)
    )
    const frequent = [...byResponse.values()]
      .filter((uses) => uses.length >= many)
      .sort((one, other) => other.length - one.length)
      .map(([use]) => use!)
    this.responses = [...Map.groupBy(frequent, ({ response }) => response.code).values()]
      .map(([most]) => most!)
      .sort((one, other) => (one.response.code < other.response.code ? -1 : 1))
    this.#responses = new Set(this.responses.map(({ response }) => keyOf(response)))
    this.#operations = new Set(operations)
  }

  /** Whether there is anything to describe once. */
  get isEmpty(): boolean {
    return this.headers.length === 0 && this.responses.length === 0
  }

  /** Whether an operation's response is described with the common ones. */
  has(operation: Operation, response: ApiResponse): boolean {
    return this.#responses.size > 0 && this.#operations.has(operation) && this.#responses.has(keyOf(response))
  }

  /** The headers of a response that are described with it. */
  headersOf(operation: Operation, { headers }: ApiResponse): ReadonlyArray<Header> {
    if (this.#headers.size === 0 || !this.#operations.has(operation)) return headers
    return headers.filter((header) => !this.#headers.has(keyOf(header)))
  }
}
