/** Who the caller is: headers that authenticate a request. */
import { failure, type ServiceName } from "./errors.ts"
import type { AccessToken } from "./generated/bank.ts"

type Headers = Readonly<Record<string, string>>

/** Authenticates the requests of a service. */
export interface Credential {
  readonly headers: () => Promise<Headers>
  /** Drops the headers that the service no longer accepts; `false` if there is nothing else to show. */
  readonly renew: (refused: Headers) => boolean
}

const fixed = (headers: Headers): Credential => ({
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

/** Access tokens, requested when they are needed, one for all requests, until shortly before they end. */
export const accessTokens = (ask: () => Promise<AccessToken>): Credential => {
  let held: Promise<Headers> | undefined
  let current: Headers | undefined
  let endsMs = 0
  const get = async (): Promise<Headers> => {
    const { access_token, expires_in } = await ask()
    endsMs = performance.now() + Math.max(0, expires_in - renewEarlySeconds) * 1000
    current = { authorization: `Bearer ${access_token}` }
    return current
  }
  return {
    headers: () => {
      if (held !== undefined && performance.now() < endsMs) return held
      // Until it is there, whoever comes waits for the same one.
      endsMs = Number.POSITIVE_INFINITY
      const asked = get()
      held = asked
      asked.catch(() => {
        if (held === asked) held = undefined
      })
      return asked
    },
    renew: (refused) => {
      // Another call may have seen that before, and is replacing it.
      if (refused === current) {
        held = undefined
        current = undefined
      }
      return true
    }
  }
}
