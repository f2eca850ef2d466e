/** Who acts in the administration: a client with the scopes for it, or the holder of the console's token. */

/** The account of the console's administrator. It is no client and owns no payments. */
export const adminAccount = "admin"
