/** What a package is called in a sentence. */
import type { Manifest } from "../../model/RepositoryModel.ts"

/** The name without its owner; for Go without the major version behind it, and of a domain its first part; for Julia as packages are called there. */
export const shortName = ({ ecosystem, name }: Manifest): string | undefined => {
  if (ecosystem === "julia" && name !== undefined) return `${name}.jl`
  if (ecosystem !== "go" || name === undefined) return name?.split("/").at(-1)
  const path = name.replace(/[/.]v\d+$/, "")
  return path.includes("/") ? path.split("/").at(-1) : path.split(".")[0]
}
