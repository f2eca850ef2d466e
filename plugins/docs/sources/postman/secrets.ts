/** What the requests of a collection hold that is nobody's business: it is replaced by what stands for it, and reported. */

/** Names under which secrets are sent: their values are never repeated. */
const secretNames = /^(?:authorization|proxy-authorization|cookie|set-cookie)$|token|secret|password|api[-_]?key/i

/** The same for members of a body, where more is called after a token that is none. */
const secretMembers = /(?:token|secret|passw(?:or)?d|passphrase|pwd|jwt|(?:api|access|private|client)[-_]?key)$/i

/** A value of variables, with at most a word before them. */
export const isTemplate = (value: string): boolean => /^\s*(?:[a-z][\w-]{0,19}[ =])?\{\{[^{}]+\}\}\s*$/i.test(value)

/** A text with its variables in single braces, as paths have them. */
export const inBraces = (text: string): string =>
  text.replaceAll(/\{\{([^{}]+)\}\}/g, (_, name: string) => `{${name.trim()}}`)

/** What is sent under a name: the name in braces for a secret. */
export const sentText = (name: string, value = ""): string =>
  secretNames.test(name) && !isTemplate(value) ? `{${name}}` : inBraces(value)

/** A text member of a body. Whether its value is a secret: without blanks, variables and marks for the reader, with a digit, and long enough. */
const members = /"([\w.-]{1,60})"(\s*:\s*)"((?=[^"\\]*\d)[^"\\\s<{]{8,})"/g

const signed = /(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g

/** `accessToken` → `YOUR_ACCESS_TOKEN`. */
const standIn = (name: string): string =>
  `YOUR_${name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1_$2")
    .replaceAll(/\W+/g, "_")
    .toUpperCase()}`

/** A body without what may be a secret. `report` is given the name of each. */
export const withoutSecrets = (text: string, report: (name: string) => void): string =>
  text
    .replaceAll(members, (all, name: string, between: string) => {
      if (!secretMembers.test(name)) return all
      report(name)
      return `"${name}"${between}"${standIn(name)}"`
    })
    .replaceAll(signed, () => {
      report("a signed token")
      return "YOUR_TOKEN"
    })
