/** Rules of OpenAPI that a description may break although all of it can be read: each is a warning. */
import type { Operation } from "../../model/ApiModel.ts"
import type { Reading } from "./Reading.ts"
import { escapeToken } from "./Resolver.ts"

/** A name without what authors write one way here and another way there: capitals, dashes, underscores. */
export const bareName = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "")

/** The names in braces of a path, and how a path parameter is written there that differs from one by nothing but its spelling. */
export const namesInPath = ({ parameters, path }: Operation) => {
  const named = new Set(Array.from(path.matchAll(/\{([^{}]+)\}/g), ([, name]) => name!))
  const given = new Set(parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name))
  const free = Map.groupBy(
    [...named].filter((name) => !given.has(name)),
    bareName
  )
  const written = new Map(
    [...given].flatMap((name) => {
      const [same, ...others] = free.get(bareName(name)) ?? []
      return named.has(name) || same === undefined || others.length > 0 ? [] : [[name, same] as const]
    })
  )
  return { named, given, written }
}

const faultsOf = (operation: Operation): ReadonlyArray<string> => {
  const { given, named, written } = namesInPath(operation)
  const joined = new Set(written.values())
  return [
    ...(operation.path.startsWith("/") ? [] : ["its path does not begin with /"]),
    ...[...written].map(([name, same]) => `the path parameter ${name} is taken for {${same}} of its path`),
    ...[...named]
      .filter((name) => !given.has(name) && !joined.has(name))
      .map((name) => `{${name}} of its path is no parameter`),
    ...[...given]
      .filter((name) => !named.has(name) && !written.has(name))
      .map((name) => `the path parameter ${name} is not in its path`),
    ...(operation.responses.length === 0 ? ["it has no responses"] : [])
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
