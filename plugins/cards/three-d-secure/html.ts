/**
 * The authentication page as HTML: plain, without scripts, usable by keyboard and screen reader, and closed to
 * everything from outside by its Content-Security-Policy.
 */
import { sha256 } from "@noble/hashes/sha2.js"
import { utf8ToBytes } from "@noble/hashes/utils.js"
import * as Base64 from "effect/encoding/Base64"
import type { Answer } from "../../../src/plugin.ts"

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100vh; place-items: center; }
main { box-sizing: border-box; width: min(28rem, 100%); padding: 2rem; }
h1 { font-size: 1.5rem; line-height: 1.2; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
form { display: grid; gap: 0.75rem; margin-top: 1.5rem; }
button { font: inherit; padding: 0.75rem; border: 2px solid currentColor; border-radius: 0.5rem; cursor: pointer; }
button:focus-visible, a:focus-visible { outline: 3px solid #1a73e8; outline-offset: 2px; }
`

const styleHash = Base64.encode(sha256(utf8ToBytes(style)))

/**
 * Headers of every page. Browsers hold redirects after a form to `form-action` as well, so the place to return to is
 * named there.
 */
const headersOf = (returnOrigin: string | undefined) => ({
  "content-security-policy": [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${returnOrigin === undefined ? "" : ` ${returnOrigin}`}`,
    "base-uri 'none'",
    "frame-ancestors 'none'"
  ].join("; "),
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY"
})

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

/** Text as it may stand in HTML, between tags and in quoted attributes. */
export const escape = (text: string): string => text.replaceAll(/[&<>"']/g, (found) => entities[found] ?? found)

const page = (status: number, content: Content): Answer => ({
  status,
  contentType: "text/html; charset=utf-8",
  headers: headersOf(content.returnOrigin),
  body: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(content.title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escape(content.title)}</h1>
${content.body}
</main>
</body>
</html>
`
})

interface Content {
  readonly title: string
  /** HTML; every value in it is escaped. */
  readonly body: string
  readonly returnOrigin?: string | undefined
}

/** The payment that the cardholder approves. */
export interface Challenge {
  /** Such as `20.00 EUR`. */
  readonly amount: string
  /** Such as `visa ending in 3220`. */
  readonly card: string
  readonly description: string | null
  /** Where the browser goes afterwards; `null`: it stays. */
  readonly returnUrl: string | null
}

const originOf = (returnUrl: string | null): string | undefined =>
  returnUrl === null ? undefined : new URL(returnUrl).origin

/** The page on which the cardholder authenticates. The form is sent to the page's own address. */
export const challengePage = ({ amount, card, description, returnUrl }: Challenge): Answer =>
  page(200, {
    title: "Confirm your payment",
    returnOrigin: originOf(returnUrl),
    body: `<p>This is a test page. In place of your bank it asks whether you make this payment. No money moves.</p>
<dl>
<dt>Amount</dt><dd>${escape(amount)}</dd>
<dt>Card</dt><dd>${escape(card)}</dd>
${description === null ? "" : `<dt>Description</dt><dd>${escape(description)}</dd>\n`}</dl>
<form method="post">
<button name="result" value="succeeded">Authenticate</button>
<button name="result" value="failed">Fail the authentication</button>
<button name="result" value="canceled">Cancel</button>
</form>`
  })

const noticePage = (status: number, title: string, text: string): Answer =>
  page(status, { title, body: `<p>${escape(text)}</p>` })

/** The end, where there is no address to return to. */
export const finishedPage = (): Answer =>
  noticePage(200, "Thank you", "Your answer was taken down. You can close this page and go back to the shop.")

/** An address that was used, or whose time is over. */
export const usedPage = (): Answer =>
  noticePage(410, "This link was used", "The payment no longer waits for an answer. Go back to the shop to see it.")

/** An address that was never given out. */
export const unknownPage = (): Answer =>
  noticePage(404, "There is nothing here", "The address is not complete, or it was never one of ours.")

/** A form without one of the answers. */
export const invalidPage = (): Answer =>
  noticePage(400, "No answer was given", "Go back and choose one of the answers.")

/** Sends the browser back to the shop. */
export const returnTo = (url: string): Answer => ({
  status: 303,
  body: "",
  contentType: "text/plain",
  headers: { ...headersOf(undefined), location: url }
})
