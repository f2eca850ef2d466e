/** What the published description says before the first endpoint. */
import { sandbox } from "./sandbox/words.ts"

/** Markdown. */
export const introduction = `Bursar takes card payments, refunds them, answers disputes, pays out, and keeps customers. Every answer is on disk before
it leaves, and you can move the clock of a sandbox.

## Authentication
Send your secret key as a bearer token: \`Authorization: Bearer sk_test_…\`. A sandbox without configured keys takes any
\`sk_test_\` key with 8 or more further letters, digits and underscores, and each is an account of its own.

## Idempotency
Send \`Idempotency-Key\` with every \`POST\` and \`PATCH\`. A repetition within 24 hours gets the bytes of the first answer, with
\`idempotent-replayed: true\`; nothing happens twice. The same key with another body is 409 \`idempotency_key_reused\`.

## Errors
An error has one shape: \`{ "error": { "type", "code", "message", "param", "request_id" } }\`. Decide by \`code\`; \`message\` is for
people and may change. \`param\` names the parameter that is wrong. A declined payment is 402 and names its \`payment_id\`.

## Versions and regions
\`SVC-Version\` is a date; an account keeps the version of its first request. \`SVC-Data-Region\` says where data lives:
\`us-east-1\` (default), \`eu-west-1\` or \`ap-southeast-1\`. An object of one region is unknown in the others.

## Amounts and times
Amounts are integers in the smallest unit of the currency: 2000 is 20.00 \`usd\` and 2,000 \`jpy\`. Times are ISO 8601 in UTC and
whole seconds.

## Lists
A list answers \`{ "object": "list", "data", "has_more", "next_cursor" }\`, the newest first. Send \`next_cursor\` as \`cursor\` for the
next page; \`limit\` is 1 to 100, 20 by default.

## Rate limits
Every answer has \`x-ratelimit-limit\`, \`x-ratelimit-remaining\` and \`x-ratelimit-reset\`. Beyond the limit the answer is 429 with
\`Retry-After\`.

## Webhooks
Register an endpoint with \`POST /v2/webhook_endpoints\`. Each event has the header \`SVC-Signature: <seconds>,<hex>\`: HMAC-SHA256
over \`<seconds>.<body>\` with the endpoint's secret. Compare in constant time, and refuse what is older than five minutes.
Answer 200 within 15 seconds; after anything else the event comes again, 8 times within 48 hours.

${sandbox}
`
