/**
 * What holds for a whole document: who reads it and how it speaks, what instructions and context documents ask for. Every
 * piece of prose goes through it, and what it cannot follow is warned of: nothing that was asked is silently ignored.
 */
import { readGlossary } from "../context/glossary.ts"
import type { DocType, Dropped, GenerationSettings } from "../model/GeneratedDocument.ts"
import type { Warning } from "../model/Warning.ts"
import type { ContextInput } from "../context/ContextInput.ts"
import { readInstructions, type Instruction } from "../writer/rules/instructions.ts"
import { mapProse } from "../writer/rules/sentences.ts"
import { audienceOf, defaultAudience, toneOf, voiceOf, type Voice } from "../writer/rules/Voice.ts"
import { Wording, type Replacement } from "../writer/rules/Wording.ts"
import type { GlossaryTerm, ProseSlot, SectionInput } from "../writer/Section.ts"
import { table } from "./markdown/table.ts"
import { cell, inline, plain } from "./markdown/inline.ts"
import { literals } from "./markdown/literals.ts"

/** Words that a slot may have, unless it says otherwise. */
const maxWords = 150

/** Lines of instructions or context that are quoted in warnings, each. Our choice. */
const maxQuoted = 20

/** What a slot says of itself. */
export type SlotInput = Pick<SectionInput, "sectionId" | "title" | "intent" | "facts"> &
  Partial<Pick<SectionInput, "requiredTokens" | "maxWords">>

/** Makes slots for one document. */
export interface Slots {
  readonly make: (input: SlotInput, draft: string) => ProseSlot
}

/** What a brief is made of. */
export interface BriefOptions {
  readonly settings: GenerationSettings
  readonly context: ReadonlyArray<ContextInput>
  readonly warn: (warning: Warning) => void
}

type Of<Kind extends Instruction["kind"]> = Extract<Instruction, { readonly kind: Kind }>

const quotedLine = (line: string): string => (line.length > 120 ? `${line.slice(0, 117)}…` : line)

/** Where instructions come from, with how those that no rule understands are called. */
const instructionTexts = ({ context, settings }: BriefOptions) => [
  { text: settings.instructions ?? "", from: "The instruction" },
  ...(settings.customRules ?? []).map((text) => ({ text, from: "The rule" })),
  ...context
    .filter(({ kind }) => kind === "style-guide")
    .map(({ content, name }) => ({ text: content, from: `The style guide ${name} says something that` }))
]

const sameWords = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()

/** Settings that only some kinds of document know. The others know them all. */
const onlyFor: { readonly [Name in keyof GenerationSettings]?: ReadonlyArray<DocType> } = {
  codeSamples: ["api-reference", "readme"],
  splitBy: ["api-reference"],
  releaseVersion: ["release-notes"],
  releaseDate: ["release-notes"],
  from: ["release-notes"],
  to: ["release-notes"],
  includeMaintenance: ["release-notes"],
  baselineVersionId: ["release-notes"]
}

const warnOfSettings = (docType: DocType, settings: GenerationSettings, warn: BriefOptions["warn"]): void => {
  for (const [name, types] of Object.entries(onlyFor)) {
    const value = settings[name as keyof GenerationSettings]
    // `none` asks for what is done anyway.
    if (value === undefined || value === "none" || types.includes(docType)) continue
    warn({ code: "setting_ignored", message: `${name} has no effect on a document of the kind ${docType}` })
  }
}

/** What is said of an instruction that this kind of document has no place for. */
const withoutEffect: { readonly [Kind in Instruction["kind"]]?: (one: Instruction) => string } = {
  leaveOut: (one) => `There is no section "${(one as Of<"leaveOut">).section}" that could be left out`,
  headings: () => "The case of headings is fixed in this kind of document",
  contents: () => "This kind of document has no table of contents",
  maintenance: () => "This kind of document has no maintenance changes",
  name: () => "This kind of document is named as its source names it"
}

/** The brief of one document. */
export class Brief implements Slots {
  readonly docType: DocType
  readonly settings: GenerationSettings
  readonly voice: Voice
  readonly glossary: ReadonlyArray<GlossaryTerm>
  /** Texts that may complete what the sources say. */
  readonly references: ReadonlyArray<ContextInput>
  readonly warn: (warning: Warning) => void
  /** What is left out, and why. */
  readonly dropped: Array<Dropped> = []
  readonly #instructions: ReadonlyArray<Instruction>
  /** How prose is worded. */
  readonly wording: Wording
  readonly #linked = new Set<string>()
  readonly #texts: Array<string> = []
  /** Instructions that something was made of; the others are warned of at the end. */
  readonly #used = new Set<Instruction>()
  /** Where the first use of a term leads; `undefined` while there is no glossary in the document. */
  glossaryAnchor: string | undefined

  constructor(docType: DocType, options: BriefOptions) {
    const { context, settings, warn } = options
    this.docType = docType
    this.settings = settings
    this.warn = warn
    this.references = context.filter(({ kind }) => kind === "reference")
    warnOfSettings(docType, settings, warn)
    this.#instructions = this.#readInstructions(options)
    this.voice = this.#voiceOf(settings)
    const glossaries = context
      .filter(({ kind }) => kind === "glossary")
      .map(({ content, format, name }) => ({ name, ...readGlossary(content, format) }))
    for (const { name, notRead } of glossaries) {
      if (notRead.length === 0) continue
      warn({ code: "context_not_used", message: `${notRead.length} lines of the glossary ${name} hold no term` })
    }
    this.glossary = glossaries.flatMap(({ terms }) => terms)
    const replacements: ReadonlyArray<Replacement> = [
      ...this.#all("substitute").map(({ from, to }) => ({ from, to })),
      ...this.#all("spell").map(({ words }) => ({ from: words, to: words })),
      ...glossaries.flatMap(({ exact }) => exact.map((term) => ({ from: term, to: term }))),
      ...this.glossary.flatMap(({ avoid, term }) => avoid.map((from) => ({ from, to: term })))
    ]
    this.wording = new Wording(
      this.voice,
      replacements,
      this.#all("avoid").map(({ words }) => words)
    )
  }

  #all<Kind extends Instruction["kind"]>(kind: Kind): ReadonlyArray<Of<Kind>> {
    return this.#instructions.filter((one): one is Of<Kind> => one.kind === kind)
  }

  /** The first instruction of a kind, which is followed from here on. */
  #take<Kind extends Instruction["kind"]>(kind: Kind): Of<Kind> | undefined {
    const [first] = this.#all(kind)
    if (first !== undefined) this.#used.add(first)
    return first
  }

  #readInstructions(options: BriefOptions): ReadonlyArray<Instruction> {
    return instructionTexts(options).flatMap(({ from, text }) => {
      const { rest, understood } = readInstructions(text)
      for (const line of rest.slice(0, maxQuoted)) {
        const message = `${from} is not one that the rules can follow: "${quotedLine(line)}"`
        options.warn({ code: "instruction_not_applied", message })
      }
      if (rest.length > maxQuoted) {
        const message = `${from} is not one that the rules can follow: ${rest.length - maxQuoted} more lines`
        options.warn({ code: "instruction_not_applied", message })
      }
      return understood
    })
  }

  /** Settings come first, then what instructions say of the same. */
  #voiceOf(settings: GenerationSettings): Voice {
    const known = <A>(name: "audience" | "tone", read: (text: string) => A | undefined): A | undefined => {
      const given = settings[name]
      if (given === undefined || given.trim() === "") return undefined
      const found = read(given)
      if (found === undefined) {
        const message = `The ${name} "${quotedLine(given)}" is none that the rules know: the usual one stands`
        this.warn({ code: "instruction_not_applied", message })
      }
      return found
    }
    const voice = voiceOf({
      audience: known("audience", audienceOf) ?? this.#all("audience")[0]?.audience ?? defaultAudience[this.docType],
      tone: known("tone", toneOf) ?? this.#all("tone")[0]?.tone ?? "neutral",
      depth: settings.depth ?? this.#all("depth")[0]?.depth
    })
    const most = this.#all("sentenceWords")[0]?.most
    const contractions = this.#all("contractions")[0]?.use
    return {
      ...voice,
      ...(most === undefined ? {} : { sentenceWords: most }),
      ...(contractions === undefined ? {} : { contractions: contractions ? "use" : "avoid" })
    }
  }

  /** The name that instructions give to what is described. */
  get name(): string | undefined {
    return this.#take("name")?.name
  }

  /** Whether there shall be a table of contents; `undefined` when nobody said. */
  get contents(): boolean | undefined {
    return this.#take("contents")?.show
  }

  /** Whether somebody said who reads it. */
  get namesAudience(): boolean {
    return this.settings.audience !== undefined || this.#all("audience").length > 0
  }

  get includesMaintenance(): boolean {
    return this.settings.includeMaintenance ?? this.#take("maintenance") !== undefined
  }

  /** Whether a section stays: instructions may leave it out. */
  keeps(title: string): boolean {
    const asked = this.#all("leaveOut").filter(({ section }) => sameWords(section.replace(/ section$/i, ""), title))
    for (const one of asked) this.#used.add(one)
    const isOut = asked.length > 0
    if (isOut) this.dropped.push({ item: title, reason: "An instruction leaves it out" })
    return !isOut
  }

  /** A heading in Markdown, in the words and the case that are asked for. */
  heading(title: string): string {
    return inline(this.title(title))
  }

  /** The same as plain words. */
  title(title: string): string {
    const worded = this.wording.words(title.replaceAll(/\s+/g, " ").trim())
    if (this.#take("headings")?.style !== "title") return worded
    return mapProse(worded, (words) =>
      words.replaceAll(/(?<![\w'’])[a-z][\w'’-]*/g, (word, at: number) =>
        at > 0 && /^(?:a|an|the|and|or|of|to|in|on|for|with|by|at|from)$/.test(word)
          ? word
          : word[0]!.toUpperCase() + word.slice(1)
      )
    )
  }

  /** A paragraph of prose, already Markdown, in the document's words. Terms lead to the glossary where they come first. */
  say(paragraph: string): string {
    return this.#link(this.wording.prose(paragraph))
  }

  /** A block of an author: its sentences are cut only where that was asked for. Terms lead to the glossary where they come first. */
  own(block: string, isParagraph: boolean): string {
    const isCut = isParagraph && (this.voice.tone === "concise" || this.#all("sentenceWords").length > 0)
    return isCut ? this.say(block) : this.#link(this.wording.line(block))
  }

  /** One line of prose, such as an item of a list: as `say`, and never cut into sentences. */
  line(text: string): string {
    return this.wording.line(text)
  }

  /** Words for a cell or an item of a list: glossary and spelling only. */
  words(text: string): string {
    return this.wording.words(text)
  }

  #link(text: string): string {
    const anchor = this.glossaryAnchor
    if (anchor === undefined) return text
    let result = text
    for (const { term } of this.glossary) {
      if (this.#linked.has(term)) continue
      const at = new RegExp(`(?<![\\w-])${term.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}s?(?![\\w-])`, "i")
      // A term inside the words of a link would make a link within a link.
      result = mapProse(result, (prose) =>
        this.#linked.has(term) || prose.lastIndexOf("[") > prose.lastIndexOf("]")
          ? prose
          : prose.replace(at, (found) => {
              this.#linked.add(term)
              return `[${found}](#${anchor})`
            })
      )
    }
    return result
  }

  /** The terms that stand in a text, as a table; empty when there are none. */
  glossaryTable(of: string): string {
    const text = this.wording.words(of).toLowerCase()
    const used = this.glossary.filter(({ definition, term }) => definition !== "" && text.includes(term.toLowerCase()))
    return used.length === 0
      ? ""
      : table(
          ["Term", "Meaning"],
          used.map(({ definition, term }) => [cell(plain(term)), cell(inline(definition))])
        )
  }

  /** A place for prose, with what the rules say there. */
  make(input: SlotInput, draft: string): ProseSlot {
    const { audience, tone, instructions } = this.settings
    return {
      input: {
        docType: this.docType,
        audience: audience ?? this.voice.audience,
        tone: tone ?? this.voice.tone,
        instructions: [...(instructions === undefined ? [] : [instructions]), ...(this.settings.customRules ?? [])],
        glossary: this.glossary,
        requiredTokens: [],
        maxWords,
        ...input
      },
      draft: draft
        .split(/\n{2,}/)
        .map((paragraph) => this.say(literals(inline(paragraph))))
        .join("\n\n")
    }
  }

  /** Remembers what was written, where an instruction is about the whole text. */
  wrote(text: string): void {
    if (this.#instructions.length > 0) this.#texts.push(text)
  }

  /** Warns of instructions that the finished text does not follow. */
  review(sections: ReadonlyArray<string>): void {
    if (this.#instructions.length === 0) return
    const text = this.#texts.join("").toLowerCase()
    const missed = [
      ...this.#instructions
        .filter((one) => !this.#used.has(one))
        .flatMap((one) => (withoutEffect[one.kind] === undefined ? [] : [withoutEffect[one.kind]!(one)])),
      ...this.#all("needsWords")
        .filter(({ words }) => !text.includes(words.toLowerCase()))
        .map(({ words }) => `The text does not mention "${words}": the sources do not say it`),
      ...this.#all("needsSection")
        .filter(({ section }) => !sections.some((title) => sameWords(title, section)))
        .map(({ section }) => `There is no section "${section}": the sources hold nothing for it`),
      ...this.#all("avoid")
        .filter(
          ({ words }) =>
            words !== "!" &&
            new RegExp(
              `(?<![\\w-])${words.toLowerCase().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\w-])`
            ).test(text)
        )
        .map(({ words }) => `The text holds "${words}", which is to be avoided: no other words are given for it`)
    ]
    for (const message of missed) this.warn({ code: "instruction_not_applied", message: quotedLine(message) })
  }
}
