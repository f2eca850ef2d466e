/** What an integrator reads first, as the description of the published document. */
import { plainText } from "./messages/iso/characters.ts"
import { sandboxWords } from "./sandbox-words.ts"

/** Texts that are longer as networks write them. */
const lengthened = ["Straße", "½"].map((text) => `\`${text}\` is \`${plainText(text)}\``).join(", ")

/** Markdown. */
export const introduction = `Bursar moves money between banks: instant payments over Real-Time Payments (RTP) and FedNow, batches over the Automated
Clearing House (ACH), wires, and requests for payment. It brings the compliance review, approvals, and administration around them. Every answer is on disk before it leaves, and you can move the clock
of a sandbox.

**Instant payments are irrevocable once the receiving bank accepts them: confirm beneficiary and amount with your user before
you start one.** Deduplicate webhook deliveries by \`eventId\`, and verify their signature.

## Authentication
Get an access token from \`POST /v2/auth/token\` with your client id and secret (OAuth 2.0, client credentials), and send it as
\`Authorization: Bearer …\`. Or send your API key as \`X-API-Key\`. A key does not rescue a bad token. The bundled
server makes a client for its sandbox and keeps id, secret, and key in \`credentials.json\` of its data folder; \`npx bursar keys --reveal\` shows them. A sandbox that you embed
without clients has one: id \`cli_sandbox\`, secret \`bank_secret_sandbox\`, key \`bank_key_sandbox\`.

## Scopes
Each operation names the scope that it needs. A credential without it gets 403 \`INSUFFICIENT_SCOPE\`. A client sees its own
objects only; those of others do not exist for it.

## Idempotency
Send \`Idempotency-Key\` with every \`POST\`, \`PUT\` and \`PATCH\`; operations that move money require it. A repetition within 30 days answers what
the first request did, as it stands now, with \`idempotent-replayed: true\`; nothing happens twice. The same key with another body is
\`DUPLICATE_IDEMPOTENCY_KEY\`: 409, or 422 where the operator chose so. A repetition waits while the first request runs.

## Answers and statuses
A success is \`{ "data": … }\`. 200: done. 201: made. 202: begun, or waiting for a review, an approval, or the opening of a rail; where
something is wrong besides, \`error\` says what it waits for. Follow it by webhooks, or read it again.

## Errors
An error is \`{ "error": { "code", "message", "field", "details" }, "meta": { "requestId", "timestamp" } }\`. Where more than one thing is
wrong with a request, the answer lists them all: \`{ "errors": [{ "code", "field", "message" }], "meta" }\`. Decide by \`code\`;
\`message\` is for people and may change.

## Bodies
Amounts are integers in cents. \`null\` and empty text count as absent. Bodies of clients may hold
fields that this document does not name: the service ignores them. It refuses a name that is nearly a documented one, since that is a misspelled
wish. Administrative and simulator bodies refuse every other name. Every operation refuses unknown query parameters.

Networks write names, addresses and other texts without accents and in Latin letters: ${lengthened}. A text must keep
within its maximum length in this writing, too; otherwise it is refused as \`FIELD_TOO_LONG\`.

## Versions
\`API-Version\` may be \`2\`, \`2.0\` or \`2.1\`; every answer says which version answered.

## Lists
A list answers \`{ "data": […], "pagination": { "nextCursor", "hasMore" } }\`, the newest first. Send \`nextCursor\` as \`cursor\`, with the
same filters, for the next page; \`limit\` is 1 to 100, 20 by default.

## Rate limits
A client may send 120 requests in any 60 seconds, unless its operator says otherwise. Every answer has \`x-ratelimit-limit\`,
\`x-ratelimit-remaining\` and \`x-ratelimit-reset\`. Beyond the limit the answer is 429 with \`Retry-After\`.

## Webhooks
Register an endpoint with \`POST /v2/webhooks\`. Each event has the header \`X-Bank-Signature: t=<seconds>,v1=<hex>\`: HMAC-SHA256 over
\`<seconds>.<body>\` with the endpoint's secret; for 24 hours after a rotation there are two \`v1\`. Compare in constant time, and
refuse what is older than five minutes. Answer 200 within 30 seconds; after anything else the event comes again: six attempts, after 1, 5 and 30
minutes, 2 and 6 hours. Events can be sent again by hand for 72 hours.

## The sandbox
${sandboxWords}
`
