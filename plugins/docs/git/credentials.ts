/** How a token is shown to a code host (decisions docs 4.8), and how its forms are kept out of any text. */

/** Host → user name that goes with a token; any other host gets `git`. */
const users: ReadonlyArray<readonly [host: RegExp, user: string]> = [
  [/(?:^|\.)github\.com$/, "x-access-token"],
  [/(?:^|\.|^gitlab\.)gitlab\.[a-z.]+$|^gitlab\./, "oauth2"],
  [/(?:^|\.)bitbucket\.org$/, "x-token-auth"]
]

/** The user name for a token at a host. */
export const tokenUserOf = (host: string): string => users.find(([pattern]) => pattern.test(host))?.[1] ?? "git"

/** The header that proves a token at a host. */
export const basicOf = (host: string, token: string): string =>
  `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${tokenUserOf(host)}:${token}`)))}`

/** A text without a token in any of the forms it is sent in. */
export const withoutToken = (text: string, host: string, token: string | undefined): string => {
  if (token === undefined || token === "") return text
  const forms = [basicOf(host, token).slice(6), encodeURIComponent(token), token]
  return forms.reduce((cleaned, form) => cleaned.replaceAll(form, "[redacted]"), text)
}
