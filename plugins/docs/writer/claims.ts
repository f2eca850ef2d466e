/**
 * What a text claims: numbers, names of things, and words that promise, forbid or ask for something. A piece of prose may
 * claim only what the facts hold. Plain words of the language claim nothing by themselves. Pure.
 */

/** Words that a text may use only if the facts use them, and what it would claim. */
interface ClaimRow {
  readonly claim: string
  readonly words: string
  /** Any of them in the facts lets all of them pass: they say the same. */
  readonly alike?: true
}

/** Words that carry a claim by themselves. Our choice: what a reader would act on or rely on. */
const claimTable: ReadonlyArray<ClaimRow> = [
  {
    alike: true,
    claim: "that something is not so",
    words:
      "no not never none nothing neither nor without cannot can't don't doesn't didn't isn't aren't wasn't won't " +
      "wouldn't shouldn't mustn't needn't unless except"
  },
  {
    alike: true,
    claim: "that something is required",
    words: "must require requires required requirement mandatory obligatory shall"
  },
  { alike: true, claim: "that something may be left out", words: "optional optionally unnecessary skip omit omitted" },
  {
    claim: "a promise",
    words: "guarantee guarantees guaranteed certified compliant unlimited unbreakable always forever warranty insured"
  },
  {
    claim: "a price",
    words: "free charge charges charged price priced pricing discount refund refunds fee fees cost costs"
  },
  { claim: "that something is out of use", words: "deprecated obsolete discontinued retired removed unsupported" },
  {
    claim: "something about secrets",
    words:
      "password passwords passphrase secret secrets credential credentials token tokens pin wallet bitcoin seed " +
      "mnemonic login"
  },
  {
    claim: "that the reader should do something",
    words:
      "download downloads install installs execute run sudo disable disables ignore disregard override bypass click " +
      "visit email e-mail phone contact pay send upload paste forward sign-in subscribe"
  },
  {
    claim: "something about its own making",
    words: "prompt prompts instruction instructions assistant chatbot sorry certainly sure rewritten i my me"
  },
  {
    alike: true,
    claim: "something in another language",
    words:
      "der das und ist nicht ein eine mit für auf von zu den dem sind wird werden oder auch nur sie alle " +
      "le les est une pour dans avec pas sont qui que sur tous toutes et el los las una para por es " +
      "todos il lo gli di che sono tutti não com uma são het een en niet van voor zijn jest nie się och är"
  },
  { claim: "an amount", words: "hundreds thousands millions billions dozen dozens half twice double triple" }
]

const claimOf = new Map(claimTable.flatMap((row) => row.words.split(" ").map((word) => [word, row] as const)))

const groupOf = new Map(claimTable.map((row) => [row, row.words.split(" ")] as const))

/** Acronyms of the trade that name nothing in particular. Methods of HTTP are not among them. */
const acronyms = new Set(
  "API APIs CLI HTTP HTTPS ID IDs JSON REST SDK SDKs TLS UI URI URIs URL URLs XML YAML CI".split(" ")
)

/** Short forms that look like names of files. */
const shortForms = new Set(["e.g", "i.e", "a.m", "p.m", "etc", "vs", "&", "-", "and/or"])

const numberWords: Readonly<Record<string, number>> = Object.fromEntries([
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, value) => [word, value] as const),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, at) => [word, (at + 2) * 10] as const)
])

const multipliers: Readonly<Record<string, number>> = { hundred: 100, thousand: 1e3, million: 1e6, billion: 1e9 }

/** Words that give a number its meaning wherever they follow one: 30 seconds are not 30 minutes. Singular. */
const units = new Set(
  (
    "ms millisecond s sec second min minute h hour day week month quarter year byte kb kib mb mib gb gib tb kilobyte " +
    "megabyte gigabyte percent usd eur gbp dollar euro cent pound px"
  ).split(" ")
)

const singularOf = (word = ""): string => (word.length > 2 ? word.toLowerCase().replace(/s$/, "") : word.toLowerCase())

const isDigits = /^\d+(?:[.,]\d+)*$/

const plainNumber = (token: string): string =>
  /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(token) ? token.replaceAll(",", "") : token

/** A token of a text without the punctuation around it. */
interface Piece {
  readonly token: string
  /** Whether a sentence begins here, so that a capital letter says nothing. */
  readonly first: boolean
}

const opening = /^["'“‘«([]+/
const closing = new Set("\"'”’»)].,;:!?")

/** A word without the punctuation and the possessive at its end. By hand: a pattern would go back and forth. */
const withoutEnd = (word: string): string => {
  let end = word.length
  for (;;) {
    if (closing.has(word.charAt(end - 1))) end -= 1
    else if (word.charAt(end - 1) === "s" && /['’]/.test(word.charAt(end - 2))) end -= 2
    else return word.slice(0, end)
  }
}

const piecesOf = (text: string): ReadonlyArray<Piece> => {
  const pieces: Array<Piece> = []
  let first = true
  for (const raw of text.split(/[\s—–…]+/)) {
    if (raw === "") continue
    const begins = first || opening.test(raw)
    const token = withoutEnd(raw.replace(opening, ""))
    if (token !== "") pieces.push({ token, first: begins })
    first = /[.!?:]["'”’»)\]]*$/.test(raw)
  }
  return pieces
}

/** The words of a text, without the punctuation around them. */
export const wordsOf = (text: string): ReadonlyArray<string> => piecesOf(text).map(({ token }) => token)

const sumOf = (words: ReadonlyArray<string>): number => {
  let total = 0
  let current = 0
  for (const word of words) {
    const multiplier = multipliers[word]
    if (multiplier === undefined) current += numberWords[word] ?? 0
    else if (multiplier === 100) current = Math.max(1, current) * 100
    else {
      total += Math.max(1, current) * multiplier
      current = 0
    }
  }
  return total + current
}

const isNumberWord = (word: string): boolean => Object.hasOwn(numberWords, word) || Object.hasOwn(multipliers, word)

/** Numbers in words become one piece in digits. A lone `one` counts nothing. */
const withNumbers = (pieces: ReadonlyArray<Piece>): ReadonlyArray<Piece> => {
  const result: Array<Piece> = []
  let run: Array<string> = []
  const end = () => {
    if (run.length > 0 && run.join() !== "one") result.push({ token: String(sumOf(run)), first: false })
    run = []
  }
  for (const piece of pieces) {
    const parts = piece.token.toLowerCase().split("-")
    if (parts.every(isNumberWord)) run.push(...parts)
    else {
      end()
      result.push(piece)
    }
  }
  end()
  return result
}

/** `24-hour` says what `24 hour` says. What begins with a hyphen is an option of a command. */
const apart = ({ first, token }: Piece): ReadonlyArray<Piece> =>
  /^[\p{L}\p{N}].*-/u.test(token)
    ? token.split("-").map((part, at) => ({ token: part, first: first && at === 0 }))
    : [{ first, token }]

/** What the facts hold, made ready to be evaluated. */
export interface Vocabulary {
  readonly names: ReadonlySet<string>
  /** Words in lower case. */
  readonly words: ReadonlySet<string>
  /** Numbers with what they count, such as `30 second`, and what is counted. */
  readonly measures: ReadonlySet<string>
  /** Everything as one text, for code. */
  readonly text: string
  /** Whether it has letters of another script than Latin. */
  readonly isOther: boolean
}

const measuresOf = (pieces: ReadonlyArray<Piece>): ReadonlyArray<readonly [measure: string, counted: string]> =>
  pieces.flatMap(({ token }, at) => {
    const counted = singularOf(pieces[at + 1]?.token)
    const counts = isDigits.test(token) && (units.has(counted) || /^\p{L}{4,}$/u.test(counted))
    return counts ? [[`${plainNumber(token)} ${counted}`, counted] as const] : []
  })

const unescaped = (text: string): string => text.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1")

/** The vocabulary of what is known, each text by itself. */
export const vocabularyOf = (known: ReadonlyArray<string>): Vocabulary => {
  const names = new Set<string>()
  const words = new Set<string>()
  const measures = new Set<string>()
  const texts = known.flatMap((text) => [text, unescaped(text)])
  for (const text of texts) {
    const pieces = piecesOf(text.replaceAll("`", " "))
    const numbered = withNumbers(pieces).flatMap(apart)
    for (const { token } of [...pieces, ...numbered]) names.add(plainNumber(token))
    // A name or number is a fact wherever it stands, as in `limit=100`.
    for (const run of text.match(/[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.'’-]*/gu) ?? []) {
      const name = withoutEnd(run)
      names.add(plainNumber(name))
      words.add(name.toLowerCase())
      for (const part of name.split("-")) words.add(part.toLowerCase())
    }
    for (const measure of measuresOf(numbered).flat()) measures.add(measure)
  }
  const text = texts.join("\n\n")
  return { names, words, measures, text, isOther: otherLetter.test(text) }
}

const isWordCharacter = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}_]/u.test(character)

/** Whether a text stands in another as a thing by itself: `/pets` is not in `/pets/{id}`, nor 1 in 12. */
export const standsIn = (text: string, name: string): boolean => {
  if (name === "") return true
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const before = text[at - 1]
    const after = text[at + name.length]
    const beyond = text[at + name.length + 1]
    const begins = !isWordCharacter(before) && !(isWordCharacter(name[0]) && "/.-{$@#".includes(before ?? " "))
    const ends =
      !isWordCharacter(after) &&
      !"/-}".includes(after ?? " ") &&
      !(".:,".includes(after ?? " ") && isWordCharacter(beyond))
    if (begins && ends) return true
  }
  return false
}

const lowerWord = /^\p{L}[\p{Ll}\p{Lo}\p{Lm}\p{M}]*(?:['’]\p{Ll}+)*$/u
/** Letters in which the table of claims cannot read: a text may have them where the facts have such. */
const otherLetter = /[^\P{L}\p{Script=Latin}\p{Lm}]/u

const unknownName = "the text names something that the facts do not"
const unknownNumber = "the text holds a number that the facts do not"

const judgeWord = (word: string, known: Vocabulary): string | undefined => {
  const row = claimOf.get(word.replaceAll("’", "'"))
  if (row === undefined) return undefined
  const same = row.alike === true ? groupOf.get(row)! : [word, `${word}s`, word.replace(/s$/, "")]
  if (same.some((other) => known.words.has(other))) return undefined
  return `the text claims ${row.claim}, and the facts do not`
}

const judge = ({ first, token: raw }: Piece, known: Vocabulary): string | undefined => {
  const token = plainNumber(raw)
  const lower = token.toLowerCase()
  const isCapital = token !== lower
  const isRead = !otherLetter.test(token) || (known.isOther && !/\p{Script=Latin}/u.test(token))
  if (lowerWord.test(token) && isRead) {
    const isName = isCapital && !first && !known.words.has(lower) && !known.names.has(token)
    return judgeWord(lower, known) ?? (isName ? unknownName : undefined)
  }
  if (known.names.has(token) || acronyms.has(token) || shortForms.has(lower)) return undefined
  return isDigits.test(token) ? unknownNumber : unknownName
}

/** Whether a word denies something. */
export const isNegation = (word: string): boolean => claimOf.get(word.replaceAll("’", "'")) === claimTable[0]

export const numbersIn = (text: string): ReadonlyArray<string> =>
  withNumbers(piecesOf(text))
    .flatMap(apart)
    .map(({ token }) => plainNumber(token))
    .filter((token) => /\d/.test(token))

/** The first claim of a paragraph that is not in the vocabulary, as a reason, or `undefined`. */
export const unknownClaim = (paragraph: string, known: Vocabulary): string | undefined => {
  const pieces = piecesOf(paragraph)
  const numbered = withNumbers(pieces).flatMap((piece) => (known.names.has(piece.token) ? [piece] : apart(piece)))
  const reasons = [
    ...numbered.map((piece) => judge(piece, known)),
    // What was written together is looked at as a whole too: `e-mail`, `sign-in`.
    ...pieces.map(({ token }) => judgeWord(token.toLowerCase(), known))
  ]
  const isOther = ([measure, counted]: readonly [string, string]) =>
    !known.measures.has(measure) && (units.has(counted) || known.measures.has(counted))
  return reasons.find((one) => one !== undefined) ?? (measuresOf(numbered).some(isOther) ? unknownNumber : undefined)
}
