/** Package manifests: name, version, what can be run. Read as data; nothing of them is evaluated. */
import { parse } from "smol-toml"
import { readOrNone } from "../../model/decoded.ts"
import { isObject, textOf, type JsonObject } from "../../model/Json.ts"
import type { Manifest, ManifestFact } from "../../model/RepositoryModel.ts"
import { parseStructured } from "../structured/parseStructured.ts"
import { readFieldManifest } from "./fieldManifests.ts"

const filled = <Name extends string>(name: Name, value: string | undefined): { readonly [N in Name]?: string } =>
  (value === undefined || value.trim() === "" ? {} : { [name]: value.trim() }) as { readonly [N in Name]?: string }

const factsOf = (value: unknown, evidence: string): ReadonlyArray<ManifestFact> =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, text]) =>
        typeof text === "string" ? [{ name, value: text, evidence }] : []
      )
    : []

/** What a manifest says of itself, by the fields that name it. */
const described = (of: (field: "name" | "version" | "description" | "license" | "homepage") => string | undefined) => ({
  ...filled("name", of("name")),
  ...filled("version", of("version")),
  ...filled("description", of("description")),
  ...filled("license", of("license")),
  ...filled("homepage", of("homepage"))
})

const tableOf = (value: unknown, ...names: ReadonlyArray<string>): JsonObject =>
  names.reduce<JsonObject>(
    (table, name) => (isObject(table[name]) ? (table[name] as JsonObject) : {}),
    isObject(value) ? value : {}
  )

const runtimeOf = (language: string, version: string | undefined) =>
  filled("runtime", version === undefined || version === "*" ? undefined : `${language} ${version}`)

const nothingToRun = { scripts: [], entries: [] }

/** What a file holds, as its reader reads it; `undefined` where that is no object. */
const objectOf = (read: () => unknown): JsonObject | undefined => {
  const value = readOrNone(read)
  return isObject(value) ? value : undefined
}

const jsonOf = (text: string) => objectOf(() => JSON.parse(text))

const readNpm = (path: string, text: string): Manifest | undefined => {
  const manifest = jsonOf(text)
  if (manifest === undefined) return undefined
  const name = textOf(manifest["name"])
  const bin = typeof manifest["bin"] === "string" ? { [name ?? "bin"]: manifest["bin"] } : manifest["bin"]
  const main = textOf(manifest["exports"]) ?? textOf(manifest["main"])
  // A package that offers nothing to others but can be started is an app: whoever wants it takes the repository.
  const offers = ["main", "exports", "module", "browser", "types", "bin", "files", "publishConfig"].some(
    (field) => field in manifest
  )
  const isApp =
    !offers && isObject(manifest["scripts"]) && ("start" in manifest["scripts"] || "dev" in manifest["scripts"])
  return {
    path,
    ecosystem: "npm",
    ...described((field) => textOf(manifest[field])),
    ...runtimeOf("Node", textOf(tableOf(manifest, "engines")["node"])),
    ...(manifest["private"] === true || isApp ? { isPrivate: true } : {}),
    scripts: factsOf(manifest["scripts"], path),
    entries: [...factsOf(bin, path), ...(main === undefined ? [] : [{ name: "main", value: main, evidence: path }])]
  }
}

// A big number somewhere in the file must not refuse all of it.
const tomlOf = (text: string) => objectOf(() => parse(text, { integersAsBigInt: "asNeeded" }))

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
    // A whole licence text is no name of one.
    ...described((field) =>
      field !== "license" ? textOf(project[field]) : license?.includes("\n") ? undefined : license
    ),
    ...runtimeOf("Python", python),
    ...(poetry["package-mode"] === false ? { isPrivate: true } : {}),
    ...("name" in poetry && !("packages" in poetry)
      ? filled("module", textOf(poetry["name"])?.replaceAll(/[-.]/g, "_"))
      : {}),
    scripts: [],
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
    ...described(field),
    ...runtimeOf("Rust", field("rust-version") === undefined ? undefined : `>=${field("rust-version")!}`),
    ...(own["publish"] === false ? { isPrivate: true } : {}),
    scripts: [],
    entries: programs.flatMap((program) => {
      const name = isObject(program) ? textOf(program["name"]) : undefined
      return name === undefined ? [] : [{ name, value: name, evidence: path }]
    })
  }
}

const readGo = (path: string, text: string): Manifest => {
  const go = /^go\s+(\S+)/m.exec(text)?.[1]
  return {
    path,
    ecosystem: "go",
    ...filled("name", /^module\s+(\S+)/m.exec(text)?.[1]),
    ...filled("runtime", go === undefined ? undefined : `Go ${go}`),
    // Go installs no program by its name whose module replaces another.
    ...(/^replace\b/m.test(text) ? { isPrivate: true } : {}),
    ...nothingToRun
  }
}

const readComposer = (path: string, text: string): Manifest | undefined => {
  const manifest = jsonOf(text)
  if (manifest === undefined) return undefined
  return {
    path,
    ecosystem: "composer",
    ...described((field) => textOf(manifest[field])),
    ...runtimeOf("PHP", textOf(tableOf(manifest, "require")["php"])),
    // A project is taken whole, and a package without a vendor is never published.
    ...(manifest["type"] === "project" || textOf(manifest["name"])?.includes("/") !== true ? { isPrivate: true } : {}),
    ...nothingToRun
  }
}

const readGradle = (path: string, text: string): Manifest => ({
  path,
  ecosystem: "gradle",
  // Tasks have descriptions, too: those of the project stand at the margin, in a constant, or where it is published.
  ...filled(
    "description",
    /^(?:description\s*=|[ \t]*(?:(?:const )?val|def) description\s*=|[ \t]*description\.set\()\s*["']([^"'\n$]+)["']\)?\s*$/m.exec(
      text
    )?.[1]
  ),
  ...runtimeOf(
    "Java",
    /languageVersion\b[^\n]*?\bof\((\d+)\)|sourceCompatibility\s*=\s*["']?(?:JavaVersion\.VERSION_)?(?:1[._])?(\d+)/
      .exec(text)
      ?.slice(1)
      .find((version) => version !== undefined)
  ),
  ...nothingToRun
})

const readMaven = (path: string, text: string): Manifest => {
  const own = text.replace(/<(parent|dependencies|build|profiles|dependencyManagement)>[\s\S]*?<\/\1>/g, "")
  const field = (name: string) => new RegExp(`<${name}>(?:1\\.(?=\\d<))?([^<$]+)</${name}>`).exec(own)?.[1]
  const java = ["java.version", "maven.compiler.release", "maven.compiler.source"].map(field)
  return {
    path,
    ecosystem: "maven",
    // What only holds modules together is called after that.
    ...described((name) =>
      name === "license" || (name === "name" && field("packaging") === "pom")
        ? undefined
        : field(name === "name" ? "artifactId" : name)
    ),
    ...runtimeOf(
      "Java",
      java.find((version) => /^\d+$/.test(version ?? ""))
    ),
    ...nothingToRun
  }
}

/** The folders of a Go module that hold programs: its root is empty. */
export const goPrograms = (
  files: ReadonlyArray<{ readonly path: string; readonly text: string }>
): Manifest["entries"] => {
  const folders = files
    .filter(
      ({ path, text }) =>
        /^(?:cmd\/[^/]+\/)?[^/]+(?<!_test)\.go$/.test(path) &&
        /^package main\b/m.test(text) &&
        !/^\/\/(?:go:build| \+build) ignore\b/m.test(text)
    )
    .map(({ path }) => ({ folder: path.split("/").slice(0, -1).join("/"), path }))
  return [...Map.groupBy(folders, ({ folder }) => folder)].map(([folder, [first]]) => ({
    name: folder.split("/").at(-1)!,
    value: folder,
    evidence: first!.path
  }))
}

/** The description of a package of R: fields at the margin, each of which may go on below. Names of software stand in quotes. */
const readR = (path: string, text: string): Manifest | undefined => {
  const fields = [...text.matchAll(/^(\w+):(.*(?:\n[ \t]+.*)*)/gm)]
  const all = new Map(fields.map(([, name, value]) => [name!.toLowerCase(), value!.replaceAll(/\s+/g, " ").trim()]))
  if (!all.has("package")) return undefined
  const [sentence = all.get("title")] = /^.*?\.(?=\s|$)/.exec(all.get("description") ?? "") ?? []
  all.set("name", all.get("package") ?? "").set("description", (sentence ?? "").replaceAll(/'([^'\s]+)'/g, "$1"))
  all.set("homepage", /^[^\s,]*/.exec(all.get("url") ?? "")![0])
  all.set("license", (all.get("license") ?? "").replace(/(?:^| \+ )file .*$/, ""))
  const runtime = runtimeOf("R", /\bR \(([^()]+)\)/.exec(all.get("depends") ?? "")?.[1])
  return { path, ecosystem: "r", ...described((field) => all.get(field)), ...runtime, ...nothingToRun }
}

const readJulia = (path: string, text: string): Manifest | undefined => {
  const root = tomlOf(text)
  if (root === undefined || textOf(root["name"]) === undefined) return undefined
  return {
    path,
    ecosystem: "julia",
    ...described((field) => textOf(root[field])),
    ...runtimeOf("Julia", /^\^?(\d[\d.]*)/.exec(textOf(tableOf(root, "compat")["julia"]) ?? "")?.[1]),
    // Only packages have both.
    ...("uuid" in root && "version" in root ? {} : { isPrivate: true }),
    ...nothingToRun
  }
}

const readDart = (path: string, text: string): Manifest | undefined => {
  const root = objectOf(() => parseStructured(text))
  if (root === undefined) return undefined
  const usesFlutter = isObject(tableOf(root, "dependencies")["flutter"])
  return {
    path,
    ecosystem: usesFlutter ? "flutter" : "dart",
    ...described((field) => textOf(root[field])),
    ...runtimeOf("Dart", textOf(tableOf(root, "environment")["sdk"])),
    ...(root["publish_to"] === "none" ? { isPrivate: true } : {}),
    ...nothingToRun
  }
}

const readHpack = (path: string, text: string): Manifest | undefined => {
  const root = objectOf(() => parseStructured(text))
  if (root === undefined) return undefined
  return {
    path,
    ecosystem: "haskell",
    ...described((field) => textOf(root[field === "description" ? "synopsis" : field])),
    ...filled("about", textOf(root["description"])),
    scripts: [],
    entries: "library" in root ? [] : factsOf(root["executables"], path)
  }
}

/** File name → reader. */
const manifestReaders: Readonly<Record<string, (path: string, text: string) => Manifest | undefined>> = {
  DESCRIPTION: readR,
  "package.json": readNpm,
  "pyproject.toml": readPython,
  "Cargo.toml": readCargo,
  "go.mod": readGo,
  "composer.json": readComposer,
  "build.gradle": readGradle,
  "build.gradle.kts": readGradle,
  "pom.xml": readMaven,
  "Project.toml": readJulia,
  "pubspec.yaml": readDart,
  "package.yaml": readHpack
}

/** Reads a manifest; `undefined` for any other file. */
export const readManifest = (path: string, text: string): Manifest | undefined =>
  (manifestReaders[path.split("/").at(-1)!] ?? readFieldManifest)(path, text)
