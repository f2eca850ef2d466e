/** A row of the tables that are generated from the published documents: how a method becomes a request. */

export interface Operation {
  readonly method: string
  /** Below the address of the service; `{id}` stands for the next argument of the method. */
  readonly path: string
  /** Whether the method takes parameters. Without `body` they go into the query. */
  readonly params?: boolean
  /** Whether parameters are sent as a JSON body. */
  readonly body?: boolean
  /** Parameters of the query, where the others are the body. */
  readonly query?: ReadonlyArray<string>
  /** Parameters that are headers: parameter to header. */
  readonly headers?: Readonly<Record<string, string>>
  /** Whether it takes an idempotency key. */
  readonly key?: boolean
  /** Whether the answer is a page of a list. */
  readonly list?: boolean
  /** Whether the answer may be a text that is no JSON. */
  readonly text?: boolean
  /** Whether the answer is a stream of events. */
  readonly stream?: boolean
  /** Whether it needs no credential. */
  readonly open?: boolean
}

/** Operations by the names of their methods, in resources. */
export interface Operations {
  readonly [name: string]: Operation | Operations
}

/** Whether an entry of a table is an operation, not a resource. */
export const isOperation = (entry: Operation | Operations): entry is Operation => typeof entry["path"] === "string"
