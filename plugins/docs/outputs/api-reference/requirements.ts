/** Security requirements in words: any one of several, all of one, or none. */
import type { Operation, SecurityRequirement } from "../../model/ApiModel.ts"
import { code } from "../markdown/inline.ts"

const one = (requirement: SecurityRequirement): string =>
  requirement.length === 0
    ? "none"
    : requirement
        .map(({ scheme, scopes }) => {
          // Brackets alone, which tools write for none, are no scope.
          const told = scopes.filter((scope) => /[\p{L}\p{N}*]/u.test(scope))
          return told.length === 0 ? code(scheme) : `${code(scheme)} with ${told.map(code).join(", ")}`
        })
        .join(" and ")

/** What an operation requires, as a phrase; `undefined` where the source says nothing. */
export const requirementText = (security: Operation["security"]): string | undefined => {
  if (security === undefined) return undefined
  if (security.length === 0) return "none"
  return [...new Set(security.map(one))].join(", or ")
}
