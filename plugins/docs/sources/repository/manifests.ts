/** Package manifests: name, version, what can be run. Read as data; nothing of them is evaluated. */
import { parse } from "smol-toml"
import { isObject, textOf, type JsonObject } from "../../model/Json.ts"
import type { Manifest, ManifestFact } from "../../model/RepositoryModel.ts"

const filled = <Name extends string>(name: Name, value: string | undefined): { readonly [N in Name]?: string } =>
  (value === undefined || value.trim() === "" ? {} : { [name]: value.trim() }) as { readonly [N in Name]?: string }

const factsOf = (value: unknown, evidence: string): ReadonlyArray<ManifestFact> =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, text]) =>
        typeof text === "string" ? [{ name, value: text, evidence }] : []
      )
    : []

const readNpm = (path: string, text: string): Manifest | undefined => {
  let manifest: unknown
  try {
    manifest = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(manifest)) return undefined
  const name = textOf(manifest["name"])
  const bin = typeof manifest["bin"] === "string" ? { [name ?? "bin"]: manifest["bin"] } : manifest["bin"]
  const main = textOf(manifest["exports"]) ?? textOf(manifest["main"])
  // A package that offers nothing to others but can be started is an app: whoever wants it takes the repository.
  const offers = ["main", "exports", "module", "browser", "types", "bin", "files", "publishConfig"].some(
    (field) => field in manifest
  )
  const isApp =
    !offers && isObject(manifest["scripts"]) && ("start" in manifest["scripts"] || "dev" in manifest["scripts"])
  const engines = isObject(manifest["engines"]) ? (manifest["engines"] as JsonObject) : {}
  return {
    path,
    ecosystem: "npm",
    ...filled("name", name),
    ...filled("version", textOf(manifest["version"])),
    ...filled("description", textOf(manifest["description"])),
    ...filled("license", textOf(manifest["license"])),
    ...filled("runtime", textOf(engines["node"]) === undefined ? undefined : `Node ${String(engines["node"])}`),
    ...(manifest["private"] === true || isApp ? { isPrivate: true } : {}),
    scripts: factsOf(manifest["scripts"], path),
    dependencies: isObject(manifest["dependencies"]) ? Object.keys(manifest["dependencies"]) : [],
    entries: [...factsOf(bin, path), ...(main === undefined ? [] : [{ name: "main", value: main, evidence: path }])]
  }
}

/** A table of a TOML file; `undefined` where it is none. */
const tomlOf = (text: string): JsonObject | undefined => {
  try {
    // A big number somewhere in the file must not refuse all of it.
    return parse(text, { integersAsBigInt: "asNeeded" }) as JsonObject
  } catch {
    return undefined
  }
}

const tableOf = (value: unknown, ...names: ReadonlyArray<string>): JsonObject =>
  names.reduce<JsonObject>(
    (table, name) => (isObject(table[name]) ? (table[name] as JsonObject) : {}),
    isObject(value) ? value : {}
  )

const runtimeOf = (language: string, version: string | undefined) =>
  filled("runtime", version === undefined || version === "*" ? undefined : `${language} ${version}`)

const readPython = (path: string, text: string): Manifest | undefined => {
  const root = tomlOf(text)
  if (root === undefined) return undefined
  const poetry = tableOf(root, "tool", "poetry")
  const project = { ...poetry, ...tableOf(root, "project") }
  const license = textOf(project["license"]) ?? textOf(tableOf(project, "license")["text"])
  const python = textOf(project["requires-python"]) ?? textOf(tableOf(poetry, "dependencies")["python"])
  return {
    path,
    ecosystem: "python",
    ...filled("name", textOf(project["name"])),
    ...filled("version", textOf(project["version"])),
    ...filled("description", textOf(project["description"])),
    // A whole licence text is no name of one.
    ...filled("license", license?.includes("\n") === true ? undefined : license),
    ...runtimeOf("Python", python),
    scripts: [],
    dependencies: Object.keys(tableOf(poetry, "dependencies")).filter((name) => name !== "python"),
    entries: factsOf(project["scripts"], path)
  }
}

const readCargo = (path: string, text: string): Manifest | undefined => {
  const root = tomlOf(text)
  if (root === undefined) return undefined
  // What a package takes from its workspace stands there, often in the same file.
  const shared = tableOf(root, "workspace", "package")
  const own = tableOf(root, "package")
  const field = (name: string) => textOf(own[name]) ?? (isObject(own[name]) ? textOf(shared[name]) : undefined)
  const programs = Array.isArray(root["bin"]) ? root["bin"] : []
  return {
    path,
    ecosystem: "cargo",
    ...filled("name", field("name")),
    ...filled("version", field("version")),
    ...filled("description", field("description")),
    ...filled("license", field("license")),
    ...runtimeOf("Rust", field("rust-version") === undefined ? undefined : `>=${field("rust-version")!}`),
    ...(own["publish"] === false ? { isPrivate: true } : {}),
    scripts: [],
    dependencies: Object.keys(tableOf(root, "dependencies")),
    entries: programs.flatMap((program) => {
      const name = isObject(program) ? textOf(program["name"]) : undefined
      return name === undefined ? [] : [{ name, value: name, evidence: path }]
    })
  }
}

const readGo = (path: string, text: string): Manifest => {
  const go = /^go\s+(\S+)/m.exec(text)?.[1]
  const required = [...text.matchAll(/^\s*(?:require\s+)?([\w.-]+\.[\w-]+\/\S+)\s+v\S+/gm)].map(([, name]) => name!)
  return {
    path,
    ecosystem: "go",
    ...filled("name", /^module\s+(\S+)/m.exec(text)?.[1]),
    ...filled("runtime", go === undefined ? undefined : `Go ${go}`),
    scripts: [],
    dependencies: required,
    entries: []
  }
}

const readMaven = (path: string, text: string): Manifest => {
  const own = text.replace(/<(parent|dependencies|build|profiles|dependencyManagement)>[\s\S]*?<\/\1>/g, "")
  const field = (name: string) => new RegExp(`<${name}>([^<$]+)</${name}>`).exec(own)?.[1]
  return {
    path,
    ecosystem: "maven",
    ...filled("name", field("artifactId")),
    ...filled("version", field("version")),
    ...filled("description", field("description")),
    scripts: [],
    dependencies: [],
    entries: []
  }
}

/** The folders of a Go module that hold programs: its root is empty. */
export const goPrograms = (
  files: ReadonlyArray<{ readonly path: string; readonly text: string }>
): Manifest["entries"] => {
  const folders = files
    .filter(
      ({ path, text }) =>
        /^(?:cmd\/[^/]+\/)?[^/]+\.go$/.test(path) && !path.endsWith("_test.go") && /^package main\b/m.test(text)
    )
    .map(({ path }) => ({ folder: path.split("/").slice(0, -1).join("/"), path }))
  return [...Map.groupBy(folders, ({ folder }) => folder)].map(([folder, [first]]) => ({
    name: folder.split("/").at(-1)!,
    value: folder,
    evidence: first!.path
  }))
}

/** File name → reader. */
export const manifestReaders: Readonly<Record<string, (path: string, text: string) => Manifest | undefined>> = {
  "package.json": readNpm,
  "pyproject.toml": readPython,
  "Cargo.toml": readCargo,
  "go.mod": readGo,
  "pom.xml": readMaven
}
