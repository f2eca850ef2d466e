/** What every command shares: the environment, the two outputs, `--json`, and flags that stand for settings. */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { configFromEnv } from "../config.ts"
import type { SettingName } from "../mode-rules.ts"
import { settings } from "../settings.ts"

/** Variables by their names. */
export type Env = Readonly<Record<string, string | undefined>>

/** Where a command reads its settings and writes its lines. */
export interface IoShape {
  readonly env: Env
  readonly out: (line: string) => void
  readonly err: (line: string) => void
  /** Rewrites the line of progress, and with nothing clears it; missing where nobody watches a terminal. */
  readonly progress?: ((text: string) => void) | undefined
}

/** The process's own, unless a test provides others. */
export const Io = Context.Reference<IoShape>("bursar/server/Io", {
  defaultValue: () => ({
    env: process.env,
    out: (line) => void process.stdout.write(`${line}\n`),
    err: (line) => void process.stderr.write(`${line}\n`),
    progress: process.stderr.isTTY ? (text) => void process.stderr.write(`\r\u001b[2K${text}`) : undefined
  })
})

/** Writes a line to standard output. */
export const say = (line: string) => Effect.map(Io, ({ out }) => out(line))

/** Writes a line to standard error: what is no answer, such as progress. */
export const note = (line: string) => Effect.map(Io, ({ err }) => err(line))

/** `--json`, which every command takes. */
export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDefault(false),
    Flag.withDescription("Answer in JSON, for programs"),
    Flag.withoutNegation
  )
})

/** The answer of a command: a value for programs, lines for people. */
export const answer = (value: unknown, lines: ReadonlyArray<string>) =>
  Effect.flatMap(Json, (isJson) => say(isJson ? JSON.stringify(value) : lines.join("\n")))

/** Tells how far long work has come, in one line that it rewrites. */
export type Progress = (text: string) => void

/**
 * Runs long work that tells how far it has come: in one line of a terminal, which is gone when the work ends. With `--json`, or
 * without a terminal, nothing is written.
 */
export const withProgress = <A, E, R>(work: (tell: Progress) => Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { progress } = yield* Io
    const isJson = yield* Json
    if (progress === undefined || isJson) return yield* work(() => {})
    return yield* Effect.ensuring(
      work(progress),
      Effect.sync(() => progress(""))
    )
  })

/** The flag of a setting: `--port` of `PORT`, `--data` of `BURSAR_DATA`, `--database-url` of `DATABASE_URL`. */
export const flagName = (variable: string): string =>
  variable
    .replace(/^BURSAR_/, "")
    .toLowerCase()
    .replaceAll("_", "-")

/** Whoever lists the processes of a machine sees their arguments: secrets have no flags. */
const secret: ReadonlySet<SettingName> = new Set([
  "administrators",
  "masterKey",
  "cardsKeys",
  "adminReadToken",
  "adminToken",
  "docsApiKey",
  "docsWebhookSecret",
  "docsModelKey",
  "otlpHeaders"
])

type SettingFlags = { readonly [name: string]: Flag.Flag<Option.Option<string>> }

/** Flags for settings, by the names of their variables. */
export const settingFlags = (names: ReadonlyArray<SettingName>): SettingFlags =>
  Object.fromEntries(
    names
      .filter((name) => !secret.has(name))
      .map((name) => settings[name])
      .map(({ name, summary }) => [
        name,
        Flag.String(flagName(name)).pipe(Flag.withDescription(`${name}: ${summary}`), Flag.optional)
      ])
  )

/** Flags for every setting that is no secret. */
export const allSettingFlags = settingFlags(Object.keys(settings) as ReadonlyArray<SettingName>)

/** Flags that say which data are meant. */
export const dataFlags = settingFlags([
  "folder",
  "database",
  "databaseUsEast",
  "databaseEuWest",
  "databaseApSoutheast",
  "mode"
])

/** The environment with the flags in place of their variables. */
export const envWith = (flags: Readonly<Record<string, unknown>>) =>
  Effect.map(Io, ({ env }): Env => {
    const given = Object.entries(flags).flatMap(([name, value]) =>
      Option.isOption(value) && Option.isSome(value) ? [[name, String(value.value)] as const] : []
    )
    return { ...env, ...Object.fromEntries(given) }
  })

/** The configuration in variables. A variable that is set to nothing says something in one place: the CI webhook's secret. */
export const configIn = (env: Env) =>
  Effect.provideService(
    configFromEnv,
    ConfigProvider.ConfigProvider,
    ConfigProvider.fromEnvRecord(env, { preserveEmptyStrings: true })
  )

/** Keys in the files that settings name, which count in place of others. None where the settings cannot be used. */
export const keysInFiles = (env: Env) =>
  Effect.map(Effect.option(configIn(env)), (found) => {
    const config = Option.getOrUndefined(found)
    const cards = config?.cards
    return {
      cards: cards?.kind === "accounts" ? cards.accounts.flatMap(({ keys }) => keys) : undefined,
      bank: config?.bank.clients
    }
  })

/** The configuration of the environment and the flags. */
export const configOf = (flags: Readonly<Record<string, unknown>>) => Effect.flatMap(envWith(flags), configIn)
