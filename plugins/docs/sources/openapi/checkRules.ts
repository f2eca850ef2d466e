/** Rules of OpenAPI that a description may break although all of it can be read: each is a warning. */
import type { Operation } from "../../model/ApiModel.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken } from "./Resolver.ts"

const faultsOf = ({ parameters, path, responses }: Operation): ReadonlyArray<string> => {
  const named = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name!))
  const given = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name))
  return [
    ...(path.startsWith("/") ? [] : ["its path does not begin with /"]),
    ...[...named].filter((name) => !given.has(name)).map((name) => `{${name}} of its path is no parameter`),
    ...[...given].filter((name) => !named.has(name)).map((name) => `the path parameter ${name} is not in its path`),
    ...(responses.length === 0 ? ["it has no responses"] : [])
  ]
}

/** Warns of operations that break a rule of the format. */
export const checkRules = (operations: ReadonlyArray<Operation>, reading: Reading): void => {
  const seen = new Map<string, string>()
  for (const operation of operations) {
    const { key, method, operationId, path } = operation
    const pointer = `/paths/${escapeToken(path)}/${method.toLowerCase()}`
    const twin = operationId === undefined ? undefined : seen.get(operationId)
    const faults = [
      ...faultsOf(operation),
      ...(twin === undefined ? [] : [`${twin} has the same operationId ${operationId}`])
    ]
    if (operationId !== undefined && twin === undefined) seen.set(operationId, key)
    for (const fault of faults)
      reading.warn({ code: "invalid_description", message: `${key}: ${fault}`, location: { pointer } })
  }
}
