/** What both guides say of a repository and of changes: what it needs, how it is installed, what changed last. */
import type { Manifest, RepositoryModel } from "../../model/RepositoryModel.ts"
import type { Brief } from "../Brief.ts"
import { isOfRoot } from "../../sources/repository/fieldManifests.ts"
import { lettersOf } from "../../markdown/slug.ts"
import { cell, code, fenced } from "../markdown/inline.ts"
import { literals } from "../markdown/literals.ts"
import { filledTable } from "../markdown/table.ts"
import { shortName, type Material } from "../material/Material.ts"
import { changeItem } from "../release-notes/changeText.ts"
import { readingOf, settle } from "../release-notes/settle.ts"
import type { Part } from "./Chapter.ts"

/** The manifest of the root, which says what the whole repository is: of several the one called so, else one that says what it is. */
export const rootManifest = ({ manifests, name }: RepositoryModel): Manifest | undefined => {
  const all = manifests.filter(isOfRoot)
  const isOwn = (one: Manifest) => one.name !== undefined && lettersOf(shortName(one) ?? "") === lettersOf(name)
  const says = (one: Manifest) => one.description !== undefined && one.isPrivate !== true
  // Of several versions of the same, the last one is the newest.
  return all.findLast((one) => isOwn(one) && says(one)) ?? all.findLast(says) ?? all.find(isOwn) ?? all[0]
}

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
    return isProgram ? "cargo install --path ." : `cargo add ${name}`
  },
  go: ({ entries, name }, files) => {
    const [only, ...others] = entries
    const own = name.replace(/\/v\d+$/, "").replace(/^.*\//, "")
    // Beside a package of the root, programs of other names are its tools.
    const isPackage = files.some(({ path }) => /^[^/]+(?<!_test)\.go$/.test(path))
    if (only === undefined || (isPackage && entries.every((one) => one.value !== "" && one.name !== own)))
      return `go get ${name}@latest`
    if (entries.some(({ value }) => value === "")) return `go install ${name}@latest`
    return `go install ${name}/${others.length > 0 ? "cmd/..." : only.value}@latest`
  },
  opam: ({ name }) => `opam install ${name}`,
  haskell: ({ entries, name }) => (entries.length > 0 ? `cabal install ${name}` : undefined),
  gem: ({ name }) => `gem install ${name}`,
  luarocks: ({ name }) => `luarocks install ${name}`,
  nimble: ({ name }) => `nimble install ${name}`,
  nuget: ({ name }) => `dotnet add package ${name}`,
  dart: ({ name }) => `dart pub add ${name}`,
  flutter: ({ name }) => `flutter pub add ${name}`,
  perl: ({ name }) => `cpanm ${name.replaceAll("-", "::")}`
}

/** Ecosystem → how a package is added where that is no command of a shell. */
const additions: Readonly<Record<string, (manifest: Manifest) => string>> = {
  julia: ({ name }) => `In Julia:\n\n${fenced(`] add ${name}`, "julia")}`,
  haskell: ({ name }) => `Add ${code(name!)} to \`build-depends\` of your package.`,
  pod: ({ name }) => `Add it to your \`Podfile\`:\n\n${fenced(`pod '${name}'`, "ruby")}`,
  hex: ({ name, version = "" }) => {
    // Of a version that is yet to come nobody knows which one was before.
    const range = /^\d+\.\d+(?=\.\d+$)/.exec(version)?.[0] ?? ">= 0.0.0"
    const dependency = `{:${name}, "${range.startsWith(">") ? "" : "~> "}${range}"}`
    return `Add it to the dependencies in \`mix.exs\`:\n\n${fenced(dependency, "elixir")}`
  }
}

/** How the package is installed, as its manifest has it; `undefined` where there is no such command, or no version of it. */
export const installCommand = (manifest: Manifest, files: RepositoryModel["files"]): string | undefined =>
  manifest.name === undefined || manifest.isPrivate === true || manifest.version === "0.0.0"
    ? undefined
    : installCommands[manifest.ecosystem]?.({ ...manifest, name: manifest.name }, files)

/** Runtimes that manifests of the root ask for, each once by the first of them, as a list; empty when none does. */
export const runtimeList = ({ repositories }: Pick<Material, "repositories">): string => {
  const all = repositories
    .flatMap((repository) => [rootManifest(repository), ...repository.manifests])
    .flatMap((manifest) => (manifest === undefined || !isOfRoot(manifest) ? [] : (manifest.runtime ?? [])))
  return [...Map.groupBy(all, (runtime) => runtime.split(" ", 1)[0]).values()]
    .map(
      ([runtime]) =>
        `- ${runtime!
          .replace(/\s*>=\s*([\d.]+)$/, " $1 or later")
          .replace(/ ~> (\d+)\.(\d+)$/, (_, one, two) => ` ${one}.${two} or later, below ${Number(one) + 1}`)
          .replace(/ \^(3\.[\d.]+)$/, " $1 or later, below 4")
          .replace(/^(Go|Java|Julia) ([\d.]+)$/, "$1 $2 or later")}`
    )
    .join("\n")
}

/** The command that installs what a repository holds, as a block. */
export const installText = ({ repositories }: Pick<Material, "repositories">): string =>
  repositories
    .flatMap((repository) => {
      const manifest = rootManifest(repository)
      if (manifest === undefined) return []
      const command = installCommand(manifest, repository.files)
      const isAdded = manifest.name !== undefined && manifest.isPrivate !== true
      return command === undefined
        ? isAdded
          ? (additions[manifest.ecosystem]?.(manifest) ?? [])
          : []
        : [fenced(command, "sh")]
    })
    .join("\n\n")

/** The program that installs and runs what a package of npm holds, by the lock file beside it. */
const runnerOf = (files: RepositoryModel["files"]): string =>
  Object.entries({ yarn: "yarn.lock", pnpm: "pnpm-lock.yaml", bun: "bun.lock" }).find(([, lock]) =>
    files.some(({ path }) => path === lock)
  )?.[0] ?? "npm"

/** A script of a manifest as it is called. */
const scriptCommand = (runner: string, name: string): string =>
  `${runner} ${/^(?:start|test|stop|restart)$/.test(name) && runner !== "bun" ? "" : "run "}${name}`

const npmCommands = ({ files, manifests }: RepositoryModel): ReadonlyArray<string> => {
  const has = (name: string) =>
    manifests.some(({ path, scripts }) => path === "package.json" && scripts.some((one) => one.name === name))
  const runner = runnerOf(files)
  const start = ["start", "dev", "serve"].find(has)
  return [
    `${runner} install`,
    ...(has("build") ? [scriptCommand(runner, "build")] : []),
    ...(start === undefined ? [] : [scriptCommand(runner, start)])
  ]
}

/** A file of the root → the commands that build what a tree holds: the first that is there. */
const recipes: ReadonlyArray<readonly [RegExp, (model: RepositoryModel) => ReadonlyArray<string>]> = [
  [/^package\.json$/, npmCommands],
  [/^go\.mod$/, () => ["go build -o bin/ ./..."]],
  [/^Cargo\.toml$/, () => ["cargo build --release"]],
  [/^gradlew$/, () => ["./gradlew build"]],
  [/^build\.gradle(?:\.kts)?$/, () => ["gradle build"]],
  [/^mvnw$/, () => ["./mvnw package"]],
  [/^pom\.xml$/, () => ["mvn package"]],
  [/^CMakeLists\.txt$/, () => ["cmake -B build", "cmake --build build"]],
  [/^meson\.build$/, () => ["meson setup build", "meson compile -C build"]],
  [/^configure$/, () => ["./configure", "make"]],
  [/^setup\.py$/, () => ["pip install ."]],
  [/^requirements\.txt$/, () => ["pip install -r requirements.txt"]],
  [/^Gemfile$/, () => ["bundle install"]],
  [/^composer\.json$/, () => ["composer install"]],
  [/^(?:GNU)?[Mm]akefile$/, (model) => (makesAll(model) ? ["make"] : [])]
]

/** Whether what a makefile makes by default is the whole: its name says so. */
const makesAll = ({ facts, name }: RepositoryModel): boolean =>
  facts.some(
    (fact) =>
      fact.name === "makefile" &&
      (/^(?:all|build|default|compile|lib|library)$/.test(fact.value) || lettersOf(fact.value) === lettersOf(name))
  )

const buildCommands = (model: RepositoryModel): ReadonlyArray<string> => {
  // A package of npm beside another one holds tools.
  const isNpm = rootManifest(model)?.ecosystem === "npm"
  const own = recipes.filter(([name]) => isNpm || !name.test("package.json"))
  const [, commands] = own.find(([name]) => model.files.some(({ path }) => name.test(path))) ?? []
  const found = commands?.(model) ?? []
  // Authors who have a target for it know what it needs besides.
  const hasTarget = model.facts.some(({ name }) => name === "make build")
  return hasTarget && found.length === 1 ? ["make build"] : found
}

/** How a container of the tree is built and started: its compose file builds one, or a file of the root starts something. */
const containerCommands = ({ facts, name: repository }: RepositoryModel): ReadonlyArray<string> => {
  if (facts.some(({ name }) => name === "compose build")) return ["docker compose up --build"]
  const own = facts.filter(({ evidence }) => evidence === "Dockerfile")
  const ports = own.flatMap(({ name, value }) =>
    name === "docker EXPOSE" ? (value.match(/^\d+(?=\/tcp$|$)/) ?? []) : []
  )
  // What listens is a service; other containers may only build or test.
  if (ports.length === 0 || !own.some(({ name }) => /^docker (?:CMD|ENTRYPOINT)$/.test(name))) return []
  const image = repository.toLowerCase()
  const published = ports.map((port) => `-p ${port}:${port} `).join("")
  return [`docker build -t ${image} .`, `docker run --rm ${published}${image}`]
}

/** What a tree shows of how it is installed, or else built and started, and of what that needs. */
export const installation = (
  model: RepositoryModel
): { readonly title: string; readonly text: string; readonly commands: ReadonlyArray<string> } => {
  const repositories = [model]
  const needs = runtimeList({ repositories })
  const install = installText({ repositories })
  const build = install === "" ? buildCommands(model) : []
  const container = install === "" ? containerCommands(model) : []
  const block = (commands: ReadonlyArray<string>) => (commands.length === 0 ? "" : fenced(commands.join("\n"), "sh"))
  const starts = container.length > 0 || build.some((command) => / (?:start|dev|serve)$/.test(command))
  const text = [
    needs === "" ? "" : `You need:\n\n${needs}`,
    install || block(build),
    container.length === 0 ? "" : `${build.length === 0 ? "" : "With Docker:\n\n"}${block(container)}`
  ]
  const installs = install !== "" || (build.length === 1 && / install(?: |$)/.test(build[0]!) && container.length === 0)
  return {
    title: installs ? "Install" : starts ? "Build and run" : build.length > 0 ? "Build" : "Requirements",
    text: text.filter((part) => part !== "").join("\n\n"),
    commands: [...text.join("\n").matchAll(/^```sh\n([^]*?)\n```$/gm)].flatMap(([, block]) => block!.split("\n"))
  }
}

/** What scripts of a manifest do by their names: only those that everybody knows. */
export const scriptRows = ({ repositories }: Material): ReadonlyArray<readonly [command: string, runs: string]> =>
  repositories.flatMap((repository) => {
    const manifest = repository.manifests.find(({ path }) => path === "package.json")
    const runner = runnerOf(repository.files)
    return manifest === undefined
      ? []
      : manifest.scripts.map(({ name, value }) => [code(scriptCommand(runner, name)), code(value)] as const)
  })

/** The newest changes that are not maintenance, as a part; none where there are none. */
export const recentChanges = ({ changes }: Material, brief: Brief): ReadonlyArray<Part> =>
  changes.flatMap((model) => {
    const reading = readingOf(model)
    return model.releases
      .map((release) => settle(release, "", reading(release)))
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
  })

/** The variables of example files. */
export const settingsTable = ({ settings }: Material, brief: Brief): string =>
  filledTable(
    ["Variable", "Default", "Meaning"],
    settings.map(({ default: value, meaning = "", name }) => [
      cell(code(name)),
      value === undefined ? "" : cell(code(value)),
      cell(brief.words(literals(meaning)))
    ])
  )
