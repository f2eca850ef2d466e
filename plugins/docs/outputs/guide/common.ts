/** What both guides say of a repository and of changes: what it needs, how it is installed, what changed last. */
import type { Manifest, RepositoryModel } from "../../model/RepositoryModel.ts"
import type { Brief } from "../Brief.ts"
import { code, fenced } from "../markdown/inline.ts"
import type { Material } from "../material/Material.ts"
import { changeItem } from "../release-notes/changeText.ts"
import { readingOf, settle } from "../release-notes/settle.ts"
import type { Part } from "./Chapter.ts"

/** The manifest of the root, which says what the whole repository is. */
export const rootManifest = ({ manifests }: RepositoryModel): Manifest | undefined =>
  manifests.find(({ path }) => !path.includes("/"))

/** Ecosystem → the command that adds the package to a project, or puts its program on a machine. */
const installCommands: Readonly<
  Record<
    string,
    (manifest: Manifest & { readonly name: string }, files: RepositoryModel["files"]) => string | undefined
  >
> = {
  npm: ({ entries, name }) =>
    entries.length > 0 && entries.every((entry) => entry.name !== "main")
      ? `npm install --global ${name}`
      : `npm install ${name}`,
  python: ({ module, name }, files) => {
    const packed = new RegExp(`^(?:src/)?${module ?? ""}(?:/.*)?\\.pyi?$`, "i")
    if (module === undefined || files.some(({ path }) => packed.test(path))) return `pip install ${name}`
    return files.some(({ path }) => path === "poetry.lock") ? "poetry install --no-root" : undefined
  },
  composer: ({ name }) => `composer require ${name}`,
  cargo: ({ entries, name }, files) => {
    const isProgram = entries.length > 0 || files.some(({ path }) => path === "src/main.rs")
    return isProgram && !files.some(({ path }) => path === "src/lib.rs") ? `cargo install ${name}` : `cargo add ${name}`
  },
  go: ({ entries, name }) => {
    const [only, ...others] = entries
    if (only === undefined) return `go get ${name}@latest`
    if (entries.some(({ value }) => value === "")) return `go install ${name}@latest`
    return `go install ${name}/${others.length > 0 ? "cmd/..." : only.value}@latest`
  }
}

/** How the package is installed, as its manifest has it; `undefined` where there is no such command, or no version of it. */
export const installCommand = (manifest: Manifest, files: RepositoryModel["files"]): string | undefined =>
  manifest.name === undefined || manifest.isPrivate === true || manifest.version === "0.0.0"
    ? undefined
    : installCommands[manifest.ecosystem]?.({ ...manifest, name: manifest.name }, files)

/** Runtimes that manifests of the root ask for, as a list; empty when none does. */
export const runtimeList = ({ repositories }: Pick<Material, "repositories">): string =>
  repositories
    .flatMap(({ manifests }) => manifests)
    .filter(({ path, runtime }) => runtime !== undefined && !path.includes("/"))
    .map(
      ({ runtime }) =>
        `- ${runtime!.replace(/\s*>=\s*([\d.]+)$/, " $1 or later").replace(/^Go ([\d.]+)$/, "Go $1 or later")}`
    )
    .join("\n")

/** The command that installs what a repository holds, as a block. */
export const installText = ({ repositories }: Pick<Material, "repositories">): string =>
  repositories
    .flatMap((repository) => {
      const manifest = rootManifest(repository)
      const command = manifest === undefined ? undefined : installCommand(manifest, repository.files)
      return command === undefined ? [] : [fenced(command, "sh")]
    })
    .join("\n\n")

/** What is built where it is taken from its repository: ecosystem, its program, the program that a tree may bring along. */
const builds: Readonly<Record<string, readonly [string, string, string]>> = {
  go: ["go", "", "build -o bin/ ./..."],
  gradle: ["gradle", "gradlew", "build"],
  maven: ["mvn", "mvnw", "package"]
}

/** What a tree shows of how it is installed, or else built, and of what that needs. */
export const installation = (model: RepositoryModel): { readonly title: string; readonly text: string } => {
  const repositories = [model]
  const needs = runtimeList({ repositories })
  const [program, own, task] = builds[rootManifest(model)?.ecosystem ?? ""] ?? []
  const brings = model.files.some(({ path }) => path === own)
  const install = installText({ repositories })
  const build = program === undefined ? "" : fenced(`${brings ? `./${own!}` : program} ${task!}`, "sh")
  return {
    title: install !== "" ? "Install" : build !== "" ? "Build" : "Requirements",
    text: [needs === "" ? "" : `You need:\n\n${needs}`, install || build].filter((text) => text !== "").join("\n\n")
  }
}

/** What scripts of a manifest do by their names: only those that everybody knows. */
export const scriptRows = ({ repositories }: Material): ReadonlyArray<readonly [command: string, runs: string]> =>
  repositories.flatMap((repository) => {
    const manifest = rootManifest(repository)
    const { files } = repository
    const runner = files.some(({ path }) => path === "yarn.lock")
      ? "yarn"
      : files.some(({ path }) => path === "pnpm-lock.yaml")
        ? "pnpm"
        : "npm"
    return manifest?.ecosystem !== "npm"
      ? []
      : manifest.scripts.map(
          ({ name, value }) =>
            [code(`${runner} ${/^(?:start|test|stop|restart)$/.test(name) ? "" : "run "}${name}`), code(value)] as const
        )
  })

/** The newest changes that are not maintenance, as a part; none where there are none. */
export const recentChanges = ({ changes }: Material, brief: Brief): ReadonlyArray<Part> =>
  changes.flatMap((model) =>
    model.releases
      .map((release) => settle(release, "", readingOf(model)))
      .map(({ byGroup, release }) => ({
        release,
        told: [...byGroup.values()].flat().filter(({ group }) => group !== "maintenance")
      }))
      .filter(({ told }) => told.length > 0)
      .slice(0, brief.voice.depth === "full" ? undefined : 1)
      .map(({ release, told }) => ({
        title: release.version === undefined ? "Latest changes" : `Version ${release.version.replace(/^v/, "")}`,
        text: () => told.map(({ change }) => changeItem(change, brief)).join("\n")
      }))
  )
