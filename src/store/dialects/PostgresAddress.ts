/** Where the databases of Postgres are, and how a process connects to them: what hosts say of them. */

/** Where a region's tables are. */
export interface PostgresAddress {
  /** `postgres://user:password@host:port/database`. */
  readonly url: string
  /** The schema that holds the tables, made when missing. Default: `public`. */
  readonly schema?: string
}

/** How many connections one process has to one region's database, by use. Two more signal and listen. */
export interface PostgresConnections {
  /** Reads share these, up to `readsPerConnection` on each. Default 4. */
  readonly readers?: number
  /** Transactions that may run side by side: half of them batches of commits. Default 4, at least 2. */
  readonly writers?: number
}
