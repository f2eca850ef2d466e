/** Words that weigh nothing: the sentence says the same without them. */

/** Words that can go wherever they stand before another word. */
export const fillers: ReadonlyArray<string> = [
  "absolutely",
  "actually",
  "basically",
  "certainly",
  "completely",
  "definitely",
  "easily",
  "entirely",
  "essentially",
  "extremely",
  "fundamentally",
  "highly",
  "incredibly",
  "literally",
  "obviously",
  "quite",
  "really",
  "simply",
  "totally",
  "truly",
  "ultimately",
  "very"
]

/** Words that leave open what is meant. */
export const weaselWords: ReadonlyArray<string> = [
  "a few",
  "arguably",
  "fairly",
  "largely",
  "many",
  "mostly",
  "possibly",
  "probably",
  "relatively",
  "remarkably",
  "several",
  "significantly",
  "somewhat",
  "substantially",
  "surprisingly",
  "usually",
  "various",
  "vast"
]
