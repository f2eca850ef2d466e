/**
 * What many operations have in common is described once, before the first of them: headers that follow from the status
 * alone, and what there is to say of responses that are the same to the last word. Nothing is lost by it.
 */
import type { ApiModel, ApiResponse, Header, MediaType, Operation } from "../../model/ApiModel.ts"
import { code } from "../markdown/inline.ts"
import { cellProse } from "../markdown/prose.ts"
import { narrowings, propertyRows, type Resolve } from "./propertyRows.ts"

/** How often a header or a response occurs before it is described once; of a few operations, half may share an error. Our choice. */
const many = 10

/** A response with the operation that gives it. */
export interface Answered {
  readonly operation: Operation
  readonly response: ApiResponse
}

/** Characters of a description that rows repeat: about as long as the words that lead to it. Our choice. */
const shortDescription = 60

const keyOf = (value: Header | ApiResponse): string => JSON.stringify(value)

/** The words for where a header is sent, if the status alone decides it. */
const sentWith = (holders: ReadonlyArray<Answered>, all: ReadonlyArray<Answered>): string | undefined => {
  if (holders.length === all.length) return "every response"
  const statuses = new Set(holders.map(({ response }) => response.code))
  const isEach = all.filter(({ response }) => statuses.has(response.code)).length === holders.length
  return isEach ? [...statuses].sort().map(code).join(", ") : undefined
}

/** Whether there is more to say of a body than a row does: fields of its own, examples, encodings. */
const hasDetail = ({ encoding, examples, schema }: MediaType, resolve: Resolve): boolean =>
  examples.length > 0 ||
  encoding.length > 0 ||
  (schema !== undefined && propertyRows(schema).length > 0 && narrowings(schema, resolve) === undefined)

/** Whether a description is fit for being repeated in rows. */
const isShort = ({ description }: ApiResponse): boolean =>
  description.length <= shortDescription && !description.trim().includes("\n")

/** The headers and responses that operations of a model share. */
export class Common {
  readonly headers: ReadonlyArray<{ readonly header: Header; readonly sentWith: string }>
  /** In the order of their codes. */
  readonly responses: ReadonlyArray<Answered>
  readonly #headers: ReadonlySet<string>
  readonly #responses: ReadonlySet<string>
  readonly #operations: ReadonlySet<Operation>

  constructor({ operations }: ApiModel, resolve: Resolve) {
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
    this.#operations = new Set(operations)
    const byResponse = Map.groupBy(all, ({ response }) => keyOf(response))
    const frequent = [...byResponse.values()]
      .filter((uses) => {
        const { operation, response } = uses[0]!
        const isTold =
          !isShort(response) ||
          response.links.length > 0 ||
          this.headersOf(operation, response).length > 0 ||
          response.content.some((media) => hasDetail(media, resolve))
        const half = Math.max(2, Math.min(many, operations.length / 2))
        return isTold && uses.length >= (/^[1-3]/.test(response.code) ? many : half)
      })
      .sort((one, other) => other.length - one.length)
    // Of each status the most frequent one: readers find it by its status.
    const shown = [...Map.groupBy(frequent, (uses) => uses[0]!.response.code).values()].map(([most]) => most!)
    this.responses = shown.map(([use]) => use!).sort((one, other) => (one.response.code < other.response.code ? -1 : 1))
    this.#responses = new Set(this.responses.map(({ response }) => keyOf(response)))
  }

  /** Whether there is anything to describe once. */
  get isEmpty(): boolean {
    return this.headers.length === 0 && this.responses.length === 0
  }

  /** Whether what there is to say of an operation's response stands with the common ones. */
  has(operation: Operation, response: ApiResponse): boolean {
    return this.#responses.size > 0 && this.#operations.has(operation) && this.#responses.has(keyOf(response))
  }

  /** What the row of an operation says of such a response besides where it is described. */
  wordsOf(response: ApiResponse): string {
    return isShort(response) ? cellProse(response.description) : ""
  }

  /** The headers of a response that are described with it. */
  headersOf(operation: Operation, { headers }: ApiResponse): ReadonlyArray<Header> {
    if (this.#headers.size === 0 || !this.#operations.has(operation)) return headers
    return headers.filter((header) => !this.#headers.has(keyOf(header)))
  }
}
