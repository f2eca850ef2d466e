/** What an author gives as examples, for gates: it stands as it is, whatever its schema says. */

/** A value of an example as text, whether it is written as one or not. */
const textOf = (value: any): string => (typeof value === "string" ? value : JSON.stringify(value))

/** The part of a value to which a JSON pointer leads. */
export const textAt = (value: any, pointer: string): string =>
  textOf(
    pointer
      .split("/")
      .slice(1)
      .reduce((part, token) => part?.[token.replaceAll("~1", "/").replaceAll("~0", "~")], value)
  )

/** All that stands under `example` and `examples` in a description. */
export const givenIn = (root: any): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (value: any): void => {
    if (typeof value !== "object" || value === null) return
    for (const [name, inner] of Object.entries<any>(value)) {
      if (name === "example") found.add(textOf(inner))
      if (name === "examples" && typeof inner === "object" && inner !== null)
        for (const one of Object.values<any>(inner)) found.add(textOf(one?.value ?? one))
      visit(inner)
    }
  }
  visit(root)
  return found
}
