/** Makes prose slots with what holds for the whole document: audience, tone, instructions. */
import type { DocType, GenerationSettings } from "../../model/GeneratedDocument.ts"
import type { ProseSlot, SectionInput } from "../../writer/Section.ts"

/** Words that a slot may have, unless it says otherwise. */
const maxWords = 150

/** What a slot says of itself. */
export type SlotInput = Pick<SectionInput, "sectionId" | "title" | "intent" | "facts"> &
  Partial<Pick<SectionInput, "requiredTokens" | "maxWords">>

/** Makes slots for one document. */
export interface Slots {
  readonly make: (input: SlotInput, draft: string) => ProseSlot
}

/** Slots for a kind of document with these settings. */
export const makeSlots = (docType: DocType, settings: GenerationSettings): Slots => ({
  make: (input, draft) => ({
    input: {
      docType,
      audience: settings.audience ?? "developer",
      tone: settings.tone ?? "neutral",
      instructions: [
        ...(settings.instructions === undefined ? [] : [settings.instructions]),
        ...(settings.customRules ?? [])
      ],
      glossary: [],
      requiredTokens: [],
      maxWords,
      ...input
    },
    draft
  })
})
