/** Who the caller is: headers that authenticate a request. */
import { failure, type ServiceName } from "./errors.ts"
import type { AccessToken } from "./generated/bank.ts"

/** Authenticates the requests of a service. */
export interface Credential {
  readonly headers: () => Promise<Readonly<Record<string, string>>>
  /** Drops what the service no longer accepts; `false` if there is nothing else to show. */
  readonly renew: () => boolean
}

const fixed = (headers: Readonly<Record<string, string>>): Credential => ({
  headers: () => Promise.resolve(headers),
  renew: () => false
})

/** No credential: a request that needs one is not sent. */
export const missing = (service: ServiceName, option: string): Credential => ({
  headers: () => Promise.reject(failure(`Give \`${option}\` to use ${service}`, { type: "usage" })),
  renew: () => false
})

/** A key that is sent as a bearer token. */
export const bearer = (key: string): Credential => fixed({ authorization: `Bearer ${key}` })

/** A key of the bank. */
export const apiKey = (key: string): Credential => fixed({ "x-api-key": key })

/** A token is renewed this long before it ends. */
const renewEarlySeconds = 60

/** Access tokens that are asked for when they are needed, one for all requests, until shortly before they end. */
export const accessTokens = (ask: () => Promise<AccessToken>): Credential => {
  let held: Promise<string> | undefined
  let endsMs = 0
  const get = async (): Promise<string> => {
    const { access_token, expires_in } = await ask()
    endsMs = performance.now() + Math.max(0, expires_in - renewEarlySeconds) * 1000
    return access_token
  }
  return {
    headers: async () => {
      if (held === undefined || performance.now() >= endsMs) {
        // Until it is there, whoever comes waits for the same one.
        endsMs = Number.POSITIVE_INFINITY
        const asked = get()
        held = asked
        asked.catch(() => {
          if (held === asked) held = undefined
        })
      }
      return { authorization: `Bearer ${await held}` }
    },
    renew: () => {
      held = undefined
      return true
    }
  }
}
