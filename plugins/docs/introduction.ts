/** What the published description says before the first endpoint. */

/** Markdown. */
export const introduction = `The service turns API descriptions, repositories, texts, and lists of changes into Markdown documents: references, readmes, user
and administrator guides, release notes. It keeps every version, checks texts, transforms them, and commits documents to repositories. It
invents nothing, and loses nothing silently: the report of each generation says what of the source is in the document and what is not.

## The first document
1. \`POST /api/docs/v1/generations\` with \`docType\` and a \`source\`: 202, with the id of the generation.
2. Read \`links.stream\` while it is written, or ask for the generation until its status is \`succeeded\` or \`failed\`.
3. \`GET /api/docs/v1/documents/{documentId}\` with \`Accept: text/markdown\`.

## Authentication
Send the key of the service as a bearer token: \`Authorization: Bearer …\`. A service without keys refuses everybody. All keys see the same
projects and documents. The CI webhook has a secret of its own.

## Idempotency
Send \`Idempotency-Key\` with every \`POST\`, \`PUT\` and \`PATCH\`. A repetition within 24 hours gets the bytes of the first answer, with
\`idempotent-replayed: true\`; nothing happens twice. The same key with another request is 409 \`idempotency_conflict\`.

## Errors
An error has one shape: \`{ "error": { "code", "message", "requestId", "details" } }\`. Decide by \`code\`; \`message\` is for people and may change.
\`details\` names each field that is wrong, and in sources line and column. What a source or a target makes impossible is 422. Fields and
parameters that an endpoint does not know are refused, never ignored.

## Lists
A list answers \`{ "items", "nextCursor" }\`, the newest first. Send \`nextCursor\` as \`cursor\` for the next page, with the same filters; \`limit\`
is 1 to 100, 20 by default.

## Limits
| What | At most |
| --- | --- |
| Requests | 6,000 per minute; every answer has \`ratelimit-limit\`, \`ratelimit-remaining\` and \`ratelimit-reset\`, and 429 has \`Retry-After\` |
| A body | 1 MiB, and more where texts are sent |
| A source, a text that is saved | 20 MiB |
| A source that is a text, Markdown or plain | 1,000,000 characters |
| A text that is checked or transformed | 1,000,000 characters |
| A selection that is transformed | 100,000 characters |
| A context document | 1 MiB; 20 of them per project and per generation |
| Sources of one generation | 50 |

## Streams
\`GET /api/docs/v1/generations/{id}/stream\` sends the draft as server-sent events while it is written. Each event has an id; after a broken
connection send the last one as \`Last-Event-ID\`. The texts of all \`delta\` events in order are the document, byte for byte. The stream can be
read for 15 minutes after the end.

## Editing and publishing
A document is a line of versions that never change. Save with \`If-Match\` and the \`ETag\` that you read: where somebody else saved meanwhile,
the answer is 412 and nothing is overwritten. To publish, send the address of the repository and an access token: the document becomes one commit,
without force. The token is held in memory until the work is done, and is in no answer, log, or row.

## The CI webhook
\`POST /api/webhooks/ci\` takes the push events of GitHub, GitLab, Gitea, Forgejo, Gogs, Bitbucket, and Azure DevOps as they send them. It
also takes plain fields from any pipeline: \`{ "repositoryUrl", "branch", "changedFiles" }\`. Prove the secret of the webhook in \`x-docs-secret\`, as a bearer token,
or let the code host sign with it (\`X-Hub-Signature-256\`, \`X-Gitlab-Token\`, \`X-Gitea-Signature\`, \`Webhook-Signature\`). The answer is 202 with the
generation, or 200 with the reason why there is nothing to do. The project with this repository gives the settings.

## Language models
By default rules and templates write every sentence. An operator may set a language model for the prose. Facts, tables, and samples still come
from the source. The service compares each sentence of the model with the facts, and replaces one that adds or loses something by that of the
rules (the warning \`writer_fallback\`). \`writers\` and \`usage\` of the report say who wrote what, and what it took.
`
