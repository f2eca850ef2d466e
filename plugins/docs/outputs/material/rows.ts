/** Facts of passages as rows of tables: environment variables, error codes, roles. Only what the text says of them. */
import type { TextBlock } from "../../model/TextModel.ts"
import { baseForm, capitalized, sentencesOf, wordsOf } from "../../writer/rules/sentences.ts"
import { textOfBlock, type Passage } from "./Passage.ts"

/** An environment variable or another setting. */
export interface Setting {
  readonly name: string
  readonly default?: string
  readonly required?: boolean
  readonly meaning?: string
  readonly from: string
}

/** A code that users meet. */
export interface CodeRow {
  readonly code: string
  readonly meaning: string
  readonly from: string
}

/** A kind of user. */
export interface Role {
  readonly name: string
  readonly does: string
}

const variable = /(?<![\w$`{])`?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{3,12})`?(?:\s*\(([^()]*)\))?/g

const noVariable =
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|HTTP|HTTPS|JSON|YAML|CSV|PDF|URL|API|SQL|TLS|DNS|CPU|RAM|UTC|XML|HTML|REST|AND|NOT)$/

const ofNotes = (notes: string | undefined): Pick<Setting, "default" | "required" | "meaning"> => {
  if (notes === undefined) return {}
  const parts = notes.split(/[,;]\s*/)
  const byDefault = parts.map((part) => /^(?:default(?:s to)?:?|=)\s*(.+)$/i.exec(part.trim())?.[1]).find(Boolean)
  const isRequired = parts.some((part) => /^required$/i.test(part.trim()))
  const isOptional = parts.some((part) => /^optional$/i.test(part.trim()))
  const meaning = parts.filter((part) => !/^(?:default|=|required|optional)/i.test(part.trim())).join(", ")
  return {
    ...(byDefault === undefined ? {} : { default: byDefault.replaceAll("`", "").trim() }),
    ...(isRequired ? { required: true } : isOptional ? { required: false } : {}),
    ...(meaning === "" ? {} : { meaning })
  }
}

/** A sentence that lists variables: `Settings are environment variables: A, B (default 1).` */
export const variablesIn = (sentence: string, from: string): ReadonlyArray<Setting> => {
  const list = /:\s+(.*)$/.exec(sentence)?.[1]
  if (list === undefined || !/variables?|settings?|options?/i.test(sentence)) return []
  return Array.from(list.matchAll(variable)).flatMap(([, name, notes]) =>
    noVariable.test(name!) ? [] : [{ name: name!, ...ofNotes(notes), from }]
  )
}

/** `- NAME: meaning (default x)` of a list. */
const variableItem = /^`?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{3,12})`?\s*(?:\(([^()]*)\))?\s*(?::|-|–|—)\s+(.*)$/s

/** Lines of code that give a variable a value. */
const assignment = /^\s*(?:export\s+|Environment=|ENV\s+)?"?([A-Z][A-Z0-9]*_[A-Z0-9_]+)=([^\s"#]*)/gm

const ofTable = (block: Extract<TextBlock, { kind: "table" }>, from: string): ReadonlyArray<Setting> => {
  const place = (words: RegExp) => block.header.findIndex((name) => words.test(name.replaceAll(/[*`]/g, "")))
  const name = place(/variable|setting|option|name|key|env/i)
  if (name === -1) return []
  const [value, required, meaning] = [place(/default/i), place(/required/i), place(/description|meaning|purpose|what/i)]
  return block.rows.flatMap((row) => {
    const variableName = /^`?([A-Z][A-Z0-9_]{2,})`?$/.exec((row[name] ?? "").trim())?.[1]
    if (variableName === undefined) return []
    const cell = (at: number) => (at === -1 ? "" : (row[at] ?? "").trim())
    return [
      {
        name: variableName,
        ...(cell(value) === "" ? {} : { default: cell(value).replaceAll("`", "") }),
        ...(cell(required) === "" ? {} : { required: /^y|^true|^required/i.test(cell(required)) }),
        ...(cell(meaning) === "" ? {} : { meaning: cell(meaning) }),
        from
      }
    ]
  })
}

const settingsOfBlock = (block: TextBlock, from: string): ReadonlyArray<Setting> => {
  if (block.kind === "paragraph") return sentencesOf(block.text).flatMap((sentence) => variablesIn(sentence, from))
  if (block.kind === "table") return ofTable(block, from)
  if (block.kind === "code") {
    return Array.from(block.text.matchAll(assignment), ([, name, value]) => ({
      name: name!,
      ...(value === "" ? {} : { default: value! }),
      from
    }))
  }
  if (block.kind !== "list") return []
  return block.items.flatMap((item) => {
    const [, name, notes, rest = ""] = variableItem.exec(item) ?? []
    if (name === undefined || noVariable.test(name)) return []
    const inner = /\s*\(((?:default|required|optional)[^()]*)\)\.?$/i.exec(rest)
    const meaning = (inner === null ? rest : rest.slice(0, inner.index)).replaceAll("\n", " ").trim()
    return [{ name, ...ofNotes(notes ?? inner?.[1]), ...(meaning === "" ? {} : { meaning }), from }]
  })
}

/** Whether a list or a table holds variables and nothing else. */
export const isVariables = (block: TextBlock): boolean => {
  if (block.kind !== "list" && block.kind !== "table") return false
  const count = block.kind === "list" ? block.items.length : block.rows.length
  return count > 0 && settingsOfBlock(block, "").length === count
}

/** Variables of passages, each once with all that is said of it. */
export const settingsOf = (passages: ReadonlyArray<Passage>): ReadonlyArray<Setting> => {
  const found = new Map<string, Setting>()
  for (const { blocks, from } of passages) {
    for (const block of blocks) {
      for (const setting of settingsOfBlock(block, from)) {
        found.set(setting.name, { ...setting, ...found.get(setting.name) })
      }
    }
  }
  return [...found.values()]
}

const codePattern = /(?<![\w-])`?([A-Z]{1,5}[-_]?\d{2,5})`?\s*(?::|-|–|—|=)?\s+([^,;.|]*[^,;.|\s])/g

const noCode = /^(?:ISO|RFC|UTF|SHA|MD|HTTP|TLS|V|AES|RSA|UTC|CVE|IPV)[-_]?\d/i

/** Codes with what they mean: `E101 address not valid, E102 …`. */
export const codesOf = (passages: ReadonlyArray<Passage>): ReadonlyArray<CodeRow> => {
  const found = new Map<string, CodeRow>()
  for (const passage of passages) {
    for (const block of passage.blocks) {
      if (block.kind === "code") continue
      for (const [, code, meaning] of textOfBlock(block).matchAll(codePattern)) {
        if (noCode.test(code!) || wordsOf(meaning!).length > 15 || found.has(code!)) continue
        found.set(code!, { code: code!, meaning: meaning!.trim(), from: passage.from })
      }
    }
  }
  return [...found.values()]
}

const roleSentence = /^(?:An?|The) ([a-z][a-z -]{2,30}?) ([a-z]+s) (.+?)\.?$/

/** Sentences such as `A packer prints labels.` of a passage about roles. */
export const rolesOf = (passages: ReadonlyArray<Passage>): ReadonlyArray<Role> =>
  passages
    .filter(({ topic }) => topic === "roles")
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "paragraph" ? sentencesOf(block.text) : [])))
    .flatMap((sentence) => {
      const [, name, verb, rest] = roleSentence.exec(sentence) ?? []
      if (name === undefined || /^(?:is|has|was)$/.test(verb!)) return []
      return [{ name: capitalized(name), does: `${capitalized(verb!)} ${rest!}` }]
    })

/** Whether a sentence became a role. */
export const isRoleSentence = (sentence: string): boolean => roleSentence.test(sentence)

/** A task that a sentence tells: `To print a label the packer opens the order, checks … and presses Print.` */
export interface ToldTask {
  readonly title: string
  readonly actor?: string
  readonly steps: ReadonlyArray<string>
}

const told = /^To ([a-z]+ [^,]*?),? (?:(the|an?) ([a-z][a-z ]{1,25}?) ([a-z]+s) |(you|users) ([a-z]+) )(.+?)\.?$/

/** The verb phrases of a list `does A, does B and does C`, each as an order. */
const stepsOf = (phrases: string, thirdPerson: boolean): ReadonlyArray<string> =>
  phrases
    .split(/,\s+(?:and |then )*|\s+and (?=[a-z]+s\b (?:the|an?|his|her|their|[A-Z]))|\s+and then /)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "")
    .map((phrase) => {
      const [verb = "", ...rest] = phrase.split(" ")
      const order = [capitalized(thirdPerson ? baseForm(verb) : verb), ...rest].join(" ")
      // What is pressed is written as it stands on the screen.
      return order.replace(/^(Press|Click|Select|Choose|Tap) ([A-Z]\w*(?: [A-Z]\w*)*)$/, "$1 **$2**")
    })

/** The task that a sentence tells, or `undefined`. */
export const taskOf = (sentence: string): ToldTask | undefined => {
  const match = told.exec(sentence)
  if (match === null) return undefined
  const [, goal, , actor, verb, , plainVerb, rest] = match
  const isThird = verb !== undefined
  const steps = stepsOf(`${isThird ? verb : plainVerb} ${rest}`, isThird)
  return steps.length < 2 ? undefined : { title: capitalized(goal!), ...(actor === undefined ? {} : { actor }), steps }
}
