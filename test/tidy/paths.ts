/**
 * Patterns for paths, as the tables of the rules write them: `*` within a folder name, `**` across folders, `(a|b)` for
 * either. `{P}`, `{E}` (a folder), `{slice}` (a folder of a plugin) and `{Entity}` (a name in PascalCase) are
 * placeholders.
 */

/** What the placeholders of a pattern stood for. */
export type Captures = Readonly<Record<string, string>>

const placeholders: Readonly<Record<string, string>> = { P: "[^/]+", E: "[^/]+", slice: "[^/]+", Entity: "[A-Z]\\w*" }

const expression = (pattern: string, captures: Captures): RegExp => {
  const seen = new Set<string>()
  const placeholder = (_: string, name: string): string => {
    const value = captures[name]
    if (value !== undefined && name !== "Entity") return value
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>${placeholders[name] ?? "[^/]+"})`
  }
  const text = pattern
    .replace(/[.+^$\\]/g, "\\$&")
    .replace(/\/\*\*$/, "(?:/.<>)?")
    .replaceAll("**/", "(?:.<>/)?")
    .replaceAll("**", ".<>")
    .replaceAll("*", "[^/]*")
    .replaceAll("<>", "*")
    .replace(/\{(\w+)\}/g, placeholder)
  return new RegExp(`^${text}$`, "u")
}

/** What the placeholders stand for when a path matches; `undefined` when it does not. */
export const matchPath = (pattern: string, path: string, captures: Captures = {}): Captures | undefined => {
  const found = expression(pattern, captures).exec(path)
  return found === null ? undefined : { ...found.groups }
}

/** Whether a path is in a list of patterns: the last that matches decides, and one with `!` in front says no. */
export const inPaths = (patterns: ReadonlyArray<string>, path: string, captures: Captures = {}): boolean => {
  const last = patterns.findLast((pattern) => matchPath(pattern.replace(/^!/, ""), path, captures) !== undefined)
  return last !== undefined && !last.startsWith("!")
}
