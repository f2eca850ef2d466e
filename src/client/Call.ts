/** What methods return: promises that also tell the raw answer, lists that read page after page, streams of events. */

/** What a call may say for itself. */
export interface RequestOptions {
  /** Default: drawn for each call. The same key with the same parameters has one effect, however often it is sent. */
  readonly idempotencyKey?: string | undefined
  /** How long one try may take, in milliseconds; of a stream, how long it may be silent. `Infinity` is no limit. */
  readonly timeoutMs?: number | undefined
  /** How often a request is repeated that failed on the way. */
  readonly maxRetries?: number | undefined
  /** Ends the call, also while it waits. */
  readonly signal?: AbortSignal | undefined
  /** Where the data live (cards). */
  readonly region?: "us-east-1" | "eu-west-1" | "ap-southeast-1" | undefined
  /** The version of the API (cards, bank). */
  readonly apiVersion?: string | undefined
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** An answer with what came around it. */
export interface WithResponse<T> {
  readonly data: T
  /** Its status and headers; the body is read. */
  readonly response: Response
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined
}

/** A request that is under way. It rejects with `BursarError`. */
export class Call<T> implements Promise<T> {
  readonly #answer: Promise<WithResponse<T>>
  readonly [Symbol.toStringTag] = "Call"

  constructor(answer: Promise<WithResponse<T>>) {
    this.#answer = answer
  }

  /** The answer with its status, headers and request id. */
  withResponse(): Promise<WithResponse<T>> {
    return this.#answer
  }

  // oxlint-disable-next-line unicorn/no-thenable -- It is a promise.
  then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected)
  }

  catch<B = never>(onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }
}

interface AnyPage {
  readonly data?: ReadonlyArray<unknown>
  readonly items?: ReadonlyArray<unknown>
  readonly next_cursor?: string | null
  readonly nextCursor?: string | null
  readonly pagination?: { readonly nextCursor: string | null }
}

const cursorOf = ({ nextCursor, next_cursor, pagination }: AnyPage): string | undefined =>
  next_cursor ?? nextCursor ?? pagination?.nextCursor ?? undefined

/** The first page of a list as a promise; `for await` reads all items, page after page. */
export class List<Page, Item> extends Call<Page> implements AsyncIterable<Item> {
  readonly #next: (cursor: string) => Promise<Page>

  constructor(first: Promise<WithResponse<Page>>, next: (cursor: string) => Promise<Page>) {
    super(first)
    this.#next = next
  }

  /** Page after page. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    let page: Page = await this
    for (;;) {
      yield page
      const cursor = cursorOf(page as AnyPage)
      if (cursor === undefined) return
      page = await this.#next(cursor)
    }
  }

  /** Item after item, over all pages. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) {
      const { data, items } = page as AnyPage
      yield* (data ?? items ?? []) as ReadonlyArray<Item>
    }
  }

  /** The first items over all pages, at most `limit`. */
  async autoPagingToArray({ limit }: { readonly limit: number }): Promise<Array<Item>> {
    const items: Array<Item> = []
    if (limit <= 0) return items
    for await (const item of this) if (items.push(item) >= limit) break
    return items
  }
}

/** An event of a stream. */
export interface ServerSentEvent {
  /** Where the stream is; give it as `lastEventId` to go on after it. */
  readonly id: string
  /** Its kind, such as `delta`. */
  readonly event: string
  /** Its data, parsed. */
  readonly data: Readonly<Record<string, unknown>>
}

/** Events in their order. The request is sent when reading begins; leaving the loop ends it. */
export interface EventStream extends AsyncIterable<ServerSentEvent> {}
