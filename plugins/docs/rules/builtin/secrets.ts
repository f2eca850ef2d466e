/** What credentials look like: prefixes that their makers document, and values that are named as secrets. */

export interface SecretForm {
  readonly name: string
  readonly pattern: RegExp
  /** The secret in a match; `undefined` when it is a stand-in. */
  readonly value: (match: RegExpExecArray) => string | undefined
}

const whole = (match: RegExpExecArray): string => match[0]

/** Words and signs of stand-ins: nobody's secret. */
const standIn =
  /example|placeholder|changeme|your|secret|password|token|dummy|sample|test|x{4}|\*{3}|\.{3}|…|^[<${%[(]|^(.)\1+$/i

/** Whether a value has the mix of characters that generated secrets have. */
const looksRandom = (value: string): boolean =>
  /\d/.test(value) && /[a-z]/i.test(value) && new Set(value).size >= Math.min(10, value.length * 0.5)

export const secrets: ReadonlyArray<SecretForm> = [
  {
    name: "an AWS access key",
    pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
    value: ([key]) => (key.endsWith("EXAMPLE") ? undefined : key)
  },
  { name: "a GitHub token", pattern: /\bgh[oprsu]_[A-Za-z0-9]{36}\b|\bgithub_pat_[A-Za-z0-9_]{40,}\b/g, value: whole },
  { name: "a GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{20,}\b/g, value: whole },
  { name: "a Slack token", pattern: /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/g, value: whole },
  { name: "a live API key", pattern: /\b[sr]k_live_[A-Za-z0-9]{16,}\b/g, value: whole },
  { name: "a Google API key", pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g, value: whole },
  { name: "a private key", pattern: /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/g, value: whole },
  {
    name: "a signed token",
    pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}\b/g,
    value: whole
  },
  {
    name: "a password in an address",
    pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]{1,100}:([^\s/:@]{3,100})@/gi,
    value: ([, value = ""]) => (standIn.test(value) || /^(?:pass|pwd|user)\w*$/i.test(value) ? undefined : value)
  },
  {
    name: "a secret",
    pattern:
      /\b(?:password|passwd|secret|api[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret)["']?\s{0,3}[:=]\s{0,3}["']?([^\s"'<>{}$,;]{12,200})/gi,
    value: ([, value = ""]) => (standIn.test(value) || !looksRandom(value) ? undefined : value)
  }
]
