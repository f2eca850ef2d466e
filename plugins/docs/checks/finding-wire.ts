/** Findings on the wire. They are kept in the form in which they are shown. */
import * as Schema from "effect/Schema"
import { Wire } from "../../../src/plugin.ts"
import { findingSources, severities } from "./Finding.ts"

/** How bad a finding is. */
export const SeverityName = Schema.Literals(severities).annotate({
  identifier: "Severity",
  description: "How bad it is: an `error` costs 10 points of the score, a `warning` 3, a `suggestion` 1.",
  expected: `one of ${severities.join(", ")}`
})

const SuggestionBody = Wire.body("Suggestion", "What could stand there instead.", {
  text: [Schema.optionalKey(Schema.String), "A sentence for people."],
  replacement: [Schema.optionalKey(Schema.String), "The text that takes the place of the excerpt."],
  safe: [Schema.optionalKey(Schema.Boolean), "`true`: fixing a text makes the replacement without asking."]
})

export const FindingBody = Wire.body("Finding", "Something that a style rule found. Lines and columns count from 1.", {
  ruleId: [Schema.String, "The rule: the name of a built-in one, an id, or a place such as `custom/1`."],
  severity: [SeverityName, "How bad it is."],
  message: [Schema.String, "What is wrong, for people."],
  suggestion: [Schema.NullOr(SuggestionBody), "What could stand there instead, if anything is known."],
  line: [Schema.Int, "The line where it begins."],
  column: [Schema.Int, "The column where it begins, in UTF-16 units."],
  endLine: [Schema.Int, "The line where it ends."],
  endColumn: [Schema.Int, "The column behind its end, in UTF-16 units."],
  excerpt: [Schema.String, "The text between them."],
  source: [Schema.Literals(findingSources), "Whose rule it is."]
})

export const NotCheckedBody = Wire.body("NotChecked", "A rule or a part of a text that was not checked.", {
  text: [Schema.String, "The rule in words, its id, or the part of the text."],
  reason: [Schema.String, "Why it was not checked."]
})

const figures = {
  words: [Schema.Int, "Words."],
  sentences: [Schema.Int, "Sentences."],
  fleschReadingEase: [Schema.Finite, "Flesch reading ease: 60 and more is plain."],
  fleschKincaidGrade: [Schema.Finite, "Flesch-Kincaid grade: years of school that a reader needs."],
  avgSentenceLength: [Schema.Finite, "Words per sentence."],
  passiveShare: [Schema.Finite, "The share of sentences in the passive voice, from 0 to 1."],
  longestSentence: [Schema.Int, "Words of the longest sentence."]
} as const

export const MetricsBody = Wire.body("Metrics", "Figures of a text.", figures)

export const FiguresBody = Wire.body("Figures", "Figures of a selection.", {
  ...figures,
  characters: [Schema.Int, "UTF-16 units."]
})
