/** Settings that nobody reads: a name that begins like ours and is none, with the one that was probably meant. */
import { settings } from "./settings.ts"

/** How the names of settings begin that no other program has. */
const ownPrefix = /^(BURSAR_|DATABASE_URL_)/

/** The printed command and the commands that talk to a server read them. */
const operators: ReadonlySet<string> = new Set(["BURSAR_KEY", "BURSAR_URL"])

const names = Object.values(settings).map(({ name }) => name)

const known: ReadonlySet<string> = new Set<string>([...names, ...operators])

/** How many letters must be put in, left out or replaced to make one text of the other (Levenshtein). */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= other.length; to++) {
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (letter === other[to - 1] ? 0 : 1)))
    }
    row = next
  }
  return row[other.length]!
}

const nearest = (name: string): string =>
  names.reduce((best, other) => (distance(name, other) < distance(name, best) ? other : best))

/** A line for each variable that looks like a setting and is none. Values are never part of it. */
export const misspelled = (variables: Readonly<Record<string, string | undefined>>): ReadonlyArray<string> =>
  Object.keys(variables)
    .filter((name) => ownPrefix.test(name.toUpperCase()) && !known.has(name))
    .map(
      (name) =>
        `${name.slice(0, 100)} is no setting and is ignored; did you mean ${nearest(name.toUpperCase().slice(0, 100))}?`
    )
