/** The headers that the CI webhook reads, each with what the published description says of it. No other can be read. */

/** Header → what it holds. */
export const webhookHeaders = {
  "x-hub-signature-256": "`sha256=` and the HMAC-SHA256 of the body in hex, as GitHub signs.",
  "x-hub-signature": "As `X-Hub-Signature-256`. A signature with `sha1=` is passed over.",
  "x-gitea-signature": "The HMAC-SHA256 of the body in hex, as Gitea signs.",
  "x-forgejo-signature": "The same, as Forgejo signs.",
  "x-gogs-signature": "The same, as Gogs signs.",
  "x-gitlab-token": "The secret as it is, as GitLab sends it.",
  "webhook-signature":
    "`v1,` and the HMAC-SHA256 of `<Webhook-Id>.<Webhook-Timestamp>.<body>` in Base64 (Standard Webhooks); of several, separated by spaces, one must be right.",
  "webhook-id": "The id of the message, which `Webhook-Signature` signs; it tells the deliveries of GitLab apart, too.",
  "webhook-timestamp":
    "The time of the message in epoch seconds, which `Webhook-Signature` signs: at most five minutes ago.",
  "x-github-event": "What GitHub tells of: `push`, `ping`, or what is passed over.",
  "x-github-delivery": "GitHub's id of the delivery. A repetition within a day starts nothing.",
  "x-gitea-event": "What Gitea tells of.",
  "x-gitea-delivery": "Gitea's id of the delivery.",
  "x-forgejo-event": "What Forgejo tells of.",
  "x-forgejo-delivery": "Forgejo's id of the delivery.",
  "x-gogs-event": "What Gogs tells of.",
  "x-gogs-delivery": "Gogs' id of the delivery.",
  "x-gitlab-event": "Sent by GitLab. What it tells of stands in the body.",
  "x-gitlab-event-uuid": "GitLab's id of the delivery, where it sends neither `Idempotency-Key` nor `Webhook-Id`.",
  "x-event-key":
    "What Bitbucket tells of: `repo:push`, `repo:refs_changed` of its Data Center, `diagnostics:ping`, or what is passed over.",
  "x-request-uuid": "The id of the delivery of Bitbucket.",
  "x-request-id": "The id of the delivery of Bitbucket Data Center.",
  "idempotency-key": "An id of the delivery, of GitLab or of plain fields. A repetition within a day starts nothing.",
  "x-docs-delivery":
    "An id of the delivery of plain fields, where no `Idempotency-Key` is sent: a repetition within a day gets the same answer and starts nothing."
} as const

/** A header that it reads. */
export type WebhookHeader = keyof typeof webhookHeaders

/** Headers by lower-case name; the secret and the media type are published elsewhere. */
export type Headers = {
  readonly [Name in WebhookHeader | "authorization" | "content-type" | "x-docs-secret"]?: string | undefined
}
