/** The events of a generation's stream on the wire (decisions docs 4.2). */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { DocTypeName, eventsOf, Id, WarningBody } from "../wire.ts"

const generationId = [Id, "The generation."] as const
const sectionId = [Schema.String, "The section."] as const
const publicationId = [Id, "The publication."] as const

/** Why something failed. */
const problem = {
  code: [Schema.String, "An error code, such as `parse_failed`."],
  message: [Schema.String, "The same for people."]
} as const

const Outline = Wire.body("SectionOutline", "A section that is going to be written.", {
  id: [Schema.String, "Names it in the events that follow."],
  title: [Schema.String, "Its heading."],
  level: [Schema.Int, "1 for the document's own title."]
})

const Ended = Wire.body("GenerationEnded", "A generation that made no document.", { generationId })

const draftEvents = {
  "generation.started": [
    Wire.body("GenerationStarted", "What is going to be written.", {
      generationId,
      docType: [DocTypeName, "What is made."],
      sections: [Schema.Array(Outline), "The sections there will be, in order."]
    }),
    "A run begins: what an earlier run sent is void."
  ],
  "section.started": [Wire.body("SectionStarted", "A section begins.", { sectionId }), "A section begins."],
  delta: [
    Wire.body("SectionDelta", "A piece of the document.", {
      sectionId,
      text: [Schema.String, "Follows the text of the `delta` before it."]
    }),
    "The texts of all `delta` events in order are the document."
  ],
  "section.completed": [
    Wire.body("SectionCompleted", "A section that is whole.", {
      sectionId,
      sha256: [Schema.String, "The digest of its text, in hexadecimal digits."],
      writer: [Schema.String, "Who wrote it: `rules`, or the name of a language model."]
    }),
    "A section is whole."
  ],
  warning: [WarningBody, "Something was noticed that did not stop the work."],
  "check.completed": [
    Wire.body("CheckCompleted", "What the check of the document found.", {
      score: [Schema.Finite, "From 0 to 100."],
      errors: [Schema.Int, "Errors."],
      warnings: [Schema.Int, "Warnings."],
      suggestions: [Schema.Int, "Suggestions."]
    }),
    "The document was checked."
  ],
  "version.created": [
    Wire.body("VersionCreated", "The version that was stored.", {
      documentId: [Id, "The document."],
      versionId: [Id, "The version."],
      number: [Schema.Int, "Its number within the document."]
    }),
    "The document is stored."
  ],
  "publish.completed": [
    Wire.body("PublishCompleted", "A document that is in its repository.", {
      publicationId,
      commit: [Schema.NullOr(Schema.String), "The commit; `null` where there is none."],
      branch: [Schema.NullOr(Schema.String), "The branch."],
      path: [Schema.String, "Where the document lies in the repository."],
      changed: [Schema.NullOr(Schema.Boolean), "`false`: the repository held this text already."]
    }),
    "The document is in its repository."
  ],
  "publish.failed": [
    Wire.body("PublishFailed", "Why a document is not in its repository.", { publicationId, ...problem }),
    "The document could not be published."
  ],
  "generation.completed": [
    Wire.body("GenerationCompleted", "What a generation made.", {
      generationId,
      documentId: [Id, "The document."],
      versionId: [Id, "The version."]
    }),
    "The last event: the generation succeeded."
  ],
  "generation.failed": [
    Wire.body("GenerationFailed", "Why a generation failed.", { generationId, ...problem }),
    "The last event: the generation failed."
  ],
  "generation.cancelled": [Ended, "The last event: the generation was cancelled."],
  "generation.skipped": [Ended, "The last event: there was nothing to do."]
} as const

/** An event of the stream: its name, and what its data hold. */
export type DraftEvent = {
  readonly [Name in keyof typeof draftEvents]: {
    readonly event: Name
    readonly data: (typeof draftEvents)[Name][0]["Encoded"]
  }
}[keyof typeof draftEvents]

/** The events, for the description of the API. */
export const DraftEvents = eventsOf("GenerationEvent", "An event of a generation's stream.", draftEvents)
