/** One sentence for each error code, for the published reference. Complete by type. */
import type { ErrorCode } from "./errors.ts"

/** What each code means, and what to do about it. */
export const errorWords: Readonly<Record<ErrorCode, string>> = {
  invalid_json: "The body is no usable JSON, or holds a key twice.",
  invalid_payload: "A field or parameter is missing, unknown, or wrong; `details` names each.",
  unauthorized: "No key of the service was sent, or a wrong one; for the CI webhook, no proof of its secret.",
  not_found: "Nothing with this id belongs to you; `message` names its kind.",
  method_not_allowed: "The path takes other methods; `Allow` names them.",
  conflict: "The object is not in a state for this; `message` says what is missing.",
  idempotency_conflict:
    "The `Idempotency-Key` was used for another request, or its first request still runs; then `Retry-After` says when to come back.",
  not_cancellable: "The generation has ended already.",
  publish_conflict: "Others kept pushing to the branch. Publish again.",
  stream_expired: "The stream is kept for 15 minutes after the end. Read the document instead.",
  precondition_failed: "`If-Match` is missing, or the document has a newer version. Read it and save again.",
  payload_too_large: "The body, or a text in it, is longer than the endpoint takes.",
  unsupported_media_type: "The body has a media type that the endpoint does not take.",
  parse_failed: "The text cannot be read; `details` has line and column.",
  unsupported_version: "The description has a version that is not read.",
  unsupported_collection_version: "The Postman collection has a version that is not read: export it as 2.0 or 2.1.",
  unsupported_combination: "A source of this kind cannot become this kind of document.",
  unsupported_doc_type: "There is no such kind of document.",
  unsafe_pattern: "The pattern could take too long, or uses what patterns here may not.",
  check_failed: "The document has errors of style, and `failOnError` was set.",
  material_required:
    "Nothing is known that could be added to the text, or the sources hold too little for this kind of document: the message says what to add.",
  unsafe_repository_url: "The address is none of a public https repository.",
  unsafe_path: "The path leads out of the repository, or where nothing may be written.",
  limit_exceeded: "The text or source is too large, too deep, or too much work for one request.",
  source_too_large: "The source is larger than is read.",
  no_api_description_found: "The text holds no API description.",
  repo_token_required: "Publishing needs `repoToken`.",
  publish_unauthorized: "The code host refused the token.",
  source_unreachable: "The address did not answer, or not with what was expected.",
  rate_limited: "Too many requests; `Retry-After` says when to go on.",
  internal: "The service failed. Quote the request id.",
  writer_failed: "The language model gave no usable text.",
  interrupted: "The service was stopped each time it worked on this.",
  unavailable:
    "The store is away, or it is not certain that this was stored. Send it again with the same `Idempotency-Key`.",
  timeout: "The work took too long. Try a smaller text or source.",
  webhook_not_configured: "The CI webhook has no secret, so it is closed."
}
