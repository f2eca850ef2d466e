/** Access tokens by client credentials (decisions B.1; RFC 6749 §4.4): who asked, and for what. Pure. */
import * as Data from "effect/Data"

/** The credentials are not those of an active client. */
export class ClientCredentialsRefused extends Data.TaggedError("ClientCredentialsRefused") {}

/** Another grant than client credentials. */
export class GrantRefused extends Data.TaggedError("GrantRefused") {}

/** What goes wrong. */
export type TokenFailure = ClientCredentialsRefused | GrantRefused

/** Decisions B.1: an hour. */
export const tokenLifetimeSeconds = 3600

/** What a client shows of itself. */
export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}
