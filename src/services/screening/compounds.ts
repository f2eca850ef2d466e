/**
 * Arabic names that are one name and are written as one word or as several: `Abdulrahman`, `Abdur Rahman` and
 * `Abd al-Rahman`; `Habibullah` and `Habib Allah`; `Shamsuddin` and `Shams ud-Din`. They become one word, in which `Abd`
 * has no article.
 */

/** The article as its own word, with the letter that it takes on before some consonants. */
const article = /^[aeou](?:[lrsndzt]|sh)$/

/** "Servant of": never a name by itself. */
const servant = /^(?:abd(?:[aeou](?:[lrsndzt]|sh))?|عبد)$/u

/** The article inside of a word after "servant of". */
const innerArticle = /^(?:(?<latin>abd)[aeiou](?:l|([rsndzt])(?=\2)|sh(?=sh))(?=.{2})|(?<arabic>عبد)ال(?=.{2}))/u

/** "Of God" and "of the faith": the end of a name. Without an article, `din` is a name as well. */
const god = /^(?:[aeou]l+ah?|الل[هہ][یي]?)$/u
const faith = /^(?:[aeou][ld]?d(?:in|ine|een)|الدین|الدين)$/u
const faithAlone = /^(?:din|dine|deen)$/

/** The words of a name with compounds as one word each. */
export const joinCompounds = (tokens: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at]!
    const next = at + 1 < tokens.length && article.test(tokens[at + 1]!) ? at + 2 : at + 1
    const last = words.at(-1)
    if (servant.test(token) && next < tokens.length) {
      words.push((token.startsWith("abd") ? "abd" : "عبدال") + tokens[next]!.replace(/^ال(?=.{2})/u, ""))
      at = next
    } else if (last !== undefined && (god.test(token) || faith.test(token))) {
      words[words.length - 1] = last + token.replace(/^ال/u, "")
    } else if (last !== undefined && article.test(token) && faithAlone.test(tokens[at + 1] ?? "")) {
      words[words.length - 1] = last + tokens[++at]!
    } else {
      words.push(token)
    }
  }
  return words.map((word) => word.replace(innerArticle, "$<latin>$<arabic>"))
}
