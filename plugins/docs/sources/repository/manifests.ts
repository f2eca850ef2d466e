/** Package manifests: name, version, what can be run. Read as data; nothing of them is evaluated. */
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
  const engines = isObject(manifest["engines"]) ? (manifest["engines"] as JsonObject) : {}
  return {
    path,
    ecosystem: "npm",
    ...filled("name", name),
    ...filled("version", textOf(manifest["version"])),
    ...filled("description", textOf(manifest["description"])),
    ...filled("license", textOf(manifest["license"])),
    ...filled("runtime", textOf(engines["node"]) === undefined ? undefined : `Node ${String(engines["node"])}`),
    scripts: factsOf(manifest["scripts"], path),
    dependencies: isObject(manifest["dependencies"]) ? Object.keys(manifest["dependencies"]) : [],
    entries: [...factsOf(bin, path), ...(main === undefined ? [] : [{ name: "main", value: main, evidence: path }])]
  }
}

/** `key = "value"` of a section of a TOML file: enough for the fields of a manifest. */
const tomlField = (text: string, section: string, key: string): string | undefined => {
  const start = new RegExp(`^\\[${section.replaceAll(".", "\\.")}\\]\\s*$`, "m").exec(text)
  if (start === null) return undefined
  const rest = text.slice(start.index + start[0].length)
  const body = rest.slice(0, rest.search(/^\[/m) === -1 ? undefined : rest.search(/^\[/m))
  return new RegExp(`^${key}\\s*=\\s*"([^"]*)"`, "m").exec(body)?.[1]
}

const tomlManifest =
  (ecosystem: string, section: string) =>
  (path: string, text: string): Manifest => ({
    path,
    ecosystem,
    ...filled("name", tomlField(text, section, "name")),
    ...filled("version", tomlField(text, section, "version")),
    ...filled("description", tomlField(text, section, "description")),
    ...filled("license", tomlField(text, section, "license")),
    ...filled("runtime", tomlField(text, section, ecosystem === "python" ? "requires-python" : "rust-version")),
    scripts: [],
    dependencies: [],
    entries: []
  })

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

/** File name → reader. */
export const manifestReaders: Readonly<Record<string, (path: string, text: string) => Manifest | undefined>> = {
  "package.json": readNpm,
  "pyproject.toml": tomlManifest("python", "project"),
  "Cargo.toml": tomlManifest("cargo", "package"),
  "go.mod": readGo,
  "pom.xml": readMaven
}
