/** `bursar lists`: puts list files into the folder that is screened against, and tells what is there. */
import { copyFileSync, renameSync, statSync } from "node:fs"
import { basename, join, resolve } from "node:path"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { makeScreeningIndex } from "../../services/screening/ScreeningIndex.ts"
import { findListFiles, plainName, readListFile } from "../../services/screening/NodeListFiles.ts"
import { groupFiles, listOfFiles, parseFiles, readLists, roleOf } from "../../services/screening/readLists.ts"
import { ListFileRefused, type SourceFile } from "../../services/screening/sources/ListSource.ts"
import { listSources } from "../../services/screening/sources/registry.ts"
import type { WatchList } from "../../services/screening/WatchList.ts"
import { namesOf } from "../../services/screening/WatchList.ts"
import { makeFolder } from "../../store/dialects/SqliteFile.ts"
import { CommandRefused } from "../refusal.ts"
import { settings } from "../settings.ts"
import { answer, Io, withProgress } from "./Io.ts"

const hourMs = 3_600_000

const folderFlag = Flag.String("folder").pipe(
  Flag.withDescription(`Folder of the lists; default: ${settings.screeningLists.name}`),
  Flag.optional
)

/** The folder of the flag, or of the environment. */
const folderOf = (flag: Option.Option<string>) =>
  Effect.gen(function* () {
    const { env } = yield* Io
    const folder = Option.getOrElse(flag, () => env[settings.screeningLists.name])
    if (folder !== undefined && folder.trim() !== "") return resolve(folder)
    return yield* new CommandRefused({
      message: `Name the folder of the lists: --folder, or ${settings.screeningLists.name}`
    })
  })

/** Runs what throws `ListFileRefused` or an error of the file system. */
const attempt = <A>(run: () => A): Effect.Effect<A, CommandRefused> =>
  Effect.try({
    try: run,
    catch: (error) => new CommandRefused({ message: error instanceof Error ? error.message : String(error) })
  })

const readFolder = (folder: string): ReadonlyArray<SourceFile> => findListFiles(folder).map(readListFile)

const columns = ["list", "state", "entries", "names", "version", "age"]

const row = (cells: ReadonlyArray<string>): string =>
  cells
    .map((cell, at) => cell.padEnd([20, 12, 9, 9, 18, 0][at] ?? 0))
    .join("")
    .trimEnd()

/** A list for programs. */
const shown = ({ entries, list, stateDate, version }: WatchList) => ({
  list,
  stateDate,
  version,
  entries: entries.length
})

const tell = (lists: ReadonlyArray<WatchList>, now: number, more: ReadonlyArray<string> = []) =>
  answer(lists.map(shown), [row(columns), ...lists.map((list) => rowOf(list, now)), ...more])

const rowOf = ({ entries, list, maxAgeHours, stateDate, version }: WatchList, now: number): string => {
  const hours = Math.floor((now - Date.parse(stateDate)) / hourMs)
  const isStale = maxAgeHours !== undefined && hours > maxAgeHours
  const names = entries.reduce((count, entry) => count + namesOf(entry).length, 0)
  const age = `${Math.floor(hours / 24)} d${isStale ? `, stale (at most ${maxAgeHours} h)` : ""}`
  return row([list, stateDate, String(entries.length), String(names), version, age])
}

const status = (folder: string, now: number) =>
  Effect.gen(function* () {
    const { lists, refusals } = yield* attempt(() => readLists(readFolder(folder)))
    yield* tell(lists, now, lists.length === 0 ? [`No list in ${folder}: nobody can be screened`] : [])
    if (refusals.length === 0) return
    return yield* new CommandRefused({ message: refusals.map(({ reason }) => reason).join("\n") })
  })

/** The files to import, each of a source that is known. */
const readGiven = (paths: ReadonlyArray<string>): ReadonlyArray<SourceFile & { readonly path: string }> =>
  paths.map((path) => {
    if (roleOf(plainName(path)) === undefined) {
      const known = listSources.map(({ title }) => `  ${title}`).join("\n")
      throw new ListFileRefused({ file: basename(path), problem: `no list has such a file. Known are:\n${known}` })
    }
    return { path, ...readListFile({ path, size: 0, modifiedMs: statSync(path).mtimeMs }) }
  })

/** Reads the lists as they will be, and refuses a shrunken one by those that are there. */
const check = (folder: string, given: ReadonlyArray<SourceFile>, allowShrink: boolean): ReadonlyArray<WatchList> => {
  const present = readFolder(folder)
  const names = new Set(given.map(({ name }) => name))
  const touched = new Set(groupFiles(given).map(listOfFiles))
  const future = [...present.filter(({ name }) => !names.has(name)), ...given]
  const ofTouched = groupFiles(future).filter((group) => touched.has(listOfFiles(group)))
  for (const group of ofTouched) parseFiles(group)
  const previous = allowShrink ? undefined : makeScreeningIndex(readLists(present).lists)
  const { lists, refusals } = readLists(future, previous)
  const refused = refusals.find(({ list }) => touched.has(list))
  if (refused !== undefined) throw new CommandRefused({ message: refused.reason })
  return lists.filter(({ list }) => touched.has(list))
}

/** Copies under a hidden name and renames: a server that watches the folder never sees half a file. */
const copyInto = (folder: string, path: string): void => {
  const hidden = join(folder, `.${basename(path)}.part`)
  copyFileSync(path, hidden)
  renameSync(hidden, join(folder, basename(path)))
}

const importFiles = (folder: string, paths: ReadonlyArray<string>, allowShrink: boolean) =>
  attempt(() => {
    makeFolder(folder)
    const lists = check(folder, readGiven(paths), allowShrink)
    for (const path of paths) copyInto(folder, path)
    return lists
  })

const now = Effect.clockWith((clock) => clock.currentTimeMillis)

const statusCommand = Command.make("status", { folder: folderFlag }, ({ folder }) =>
  Effect.gen(function* () {
    yield* status(yield* folderOf(folder), yield* now)
  })
).pipe(Command.withDescription("Tell which lists the folder holds, how old they are, and what is wrong with them"))

const importCommand = Command.make(
  "import",
  {
    folder: folderFlag,
    allowShrink: Flag.Boolean("allow-shrink").pipe(
      Flag.withDescription("Take a list that has more than a tenth fewer entries than before"),
      Flag.withDefault(false)
    ),
    files: Argument.String("file").pipe(
      Argument.withDescription("List file, .gz or not"),
      Argument.variadic({ min: 1 })
    )
  },
  ({ allowShrink, files, folder }) =>
    Effect.gen(function* () {
      const to = yield* folderOf(folder)
      const lists = yield* withProgress((tell) => {
        tell(`Reading ${files.length === 1 ? basename(files[0]!) : `${files.length} files`}`)
        return importFiles(to, files, allowShrink)
      })
      yield* tell(lists, yield* now)
    })
).pipe(
  Command.withDescription(
    ["Check list files and copy them into the folder; a running server loads them. Known files:", ""]
      .concat(listSources.map(({ title }) => title))
      .join("\n  ")
  ),
  Command.withShortDescription("Check list files and copy them into the folder")
)

export const listsCommand = Command.make("lists").pipe(
  Command.withDescription("Screening lists: what is there, and putting new ones in"),
  Command.withShortDescription("Screening lists"),
  Command.withSubcommands([statusCommand, importCommand])
)
