/** Machine-readable zones for tests, with the check digits that ICAO 9303 asks for. */

const weights = [7, 3, 1]

/** Written a second time, so that the product's own cannot vouch for itself. */
export const digit = (text: string): string =>
  String(
    [...text].reduce(
      (sum, character, at) => sum + (character === "<" ? 0 : Number.parseInt(character, 36)) * weights[at % 3]!,
      0
    ) % 10
  )

const checked = (text: string) => `${text}${digit(text)}`

interface Person {
  readonly surname?: string
  readonly given?: string
  /** YYMMDD, both. */
  readonly born?: string
  readonly expires?: string
  readonly number?: string
}

const nameOf = ({ given = "ADA", surname = "LOVELACE" }: Person) => `${surname}<<${given}`.replaceAll(" ", "<")

/** A passport. */
export const td3 = (person: Person = {}): ReadonlyArray<string> => {
  const { born = "901210", expires = "301210", number = "L898902C" } = person
  const dates = `${checked(born)}F${checked(expires)}`
  const optional = checked("<".repeat(14))
  const main = `${checked(number.padEnd(9, "<"))}UTO${dates}${optional}`
  const whole = main.slice(0, 10) + main.slice(13, 20) + main.slice(21)
  return [`P<UTO${nameOf(person)}`.padEnd(44, "<").slice(0, 44), main + digit(whole)]
}

/** A larger identity card. */
export const td2 = (person: Person = {}): ReadonlyArray<string> => {
  const { born = "901210", expires = "301210", number = "D23145890" } = person
  const dates = `${checked(born)}F${checked(expires)}`
  const head =
    number.length > 9
      ? [`${number.slice(0, 9)}<`, `${checked(number).slice(9)}<`.padEnd(7, "<")]
      : [checked(number.padEnd(9, "<")), "<".repeat(7)]
  const main = `${head[0]}UTO${dates}${head[1]}`
  const whole = main.slice(0, 10) + main.slice(13, 20) + main.slice(21)
  return [`I<UTO${nameOf(person)}`.padEnd(36, "<").slice(0, 36), main + digit(whole)]
}

/** An identity card. */
export const td1 = (person: Person = {}): ReadonlyArray<string> => {
  const { born = "901210", expires = "301210", number = "D23145890" } = person
  const long = number.length > 9
  const first = long
    ? `I<UTO${number.slice(0, 9)}<${checked(number).slice(9)}<`.padEnd(30, "<")
    : `I<UTO${checked(number.padEnd(9, "<"))}`.padEnd(30, "<")
  const second = `${checked(born)}F${checked(expires)}UTO`.padEnd(29, "<")
  const whole = first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18)
  return [first, second + digit(whole), nameOf(person).padEnd(30, "<").slice(0, 30)]
}
