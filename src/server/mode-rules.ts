/** What each mode of the server refuses, one row per rule. */
import { inMemory } from "../store/dialects/Sqlite.ts"
import { isLoopback, settings, type ServerMode, type Setting } from "./settings.ts"

/** Key of a setting in `settings`. */
export type SettingName = keyof typeof settings

/** The value of each setting that is set and allowed. */
export type Values = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer A> ? A | undefined : never
}

/** What the rules look at. */
export interface Draft {
  readonly values: Values
  readonly host: string
  /** Keys of the cards service; `undefined` when none are configured. */
  readonly cardsKeys: ReadonlyArray<string> | undefined
}

interface Rule {
  readonly mode: ServerMode
  /** The settings it judges. */
  readonly about: ReadonlyArray<SettingName>
  readonly isBroken: (draft: Draft) => boolean
  readonly problem: (draft: Draft) => string
}

/** A token that guards a production server must not be guessed (our choice). */
const minTokenCharacters = 24

const keySettings = `${settings.cardsKeys.name} or ${settings.cardsAccounts.name}`

const isLive = (key: string) => key.startsWith("sk_live_")

const rules: ReadonlyArray<Rule> = [
  {
    mode: "production",
    about: ["seed"],
    isBroken: ({ values }) => values.seed !== undefined,
    problem: () => `${settings.seed.name} must not be set in production: what is made from a seed can be guessed`
  },
  {
    mode: "production",
    about: ["clock"],
    isBroken: ({ values }) => typeof values.clock === "number",
    problem: () => `${settings.clock.name} must be system in production, where nobody controls the time`
  },
  {
    mode: "production",
    about: ["folder"],
    isBroken: ({ values }) => values.folder === inMemory && values.database === undefined,
    problem: () => `${settings.folder.name} is ${inMemory} but must be a folder in production`
  },
  {
    mode: "production",
    about: ["allowOpenSandbox"],
    isBroken: ({ values }) => values.allowOpenSandbox === true,
    problem: () => `${settings.allowOpenSandbox.name} must not be set in production, which has no sandbox`
  },
  {
    mode: "production",
    about: ["allowCrash"],
    isBroken: ({ values }) => values.allowCrash === true,
    problem: () => `${settings.allowCrash.name} must not be set in production, which has no simulator`
  },
  {
    mode: "production",
    about: ["masterKey"],
    isBroken: ({ values }) => values.masterKey === undefined,
    problem: () => `${settings.masterKey.name} is not set but must be ${settings.masterKey.allowed}`
  },
  {
    mode: "production",
    about: ["adminToken"],
    isBroken: ({ values }) => values.adminToken !== undefined && values.adminToken.length < minTokenCharacters,
    problem: ({ values }) =>
      `${settings.adminToken.name} is ${settings.adminToken.found(values.adminToken ?? "")} ` +
      `but must have at least ${minTokenCharacters} in production`
  },
  {
    mode: "production",
    about: ["cardsKeys", "cardsAccounts"],
    isBroken: ({ cardsKeys }) => cardsKeys === undefined,
    problem: () => `${keySettings} must be set in production, which has no default keys`
  },
  {
    mode: "production",
    about: ["cardsKeys", "cardsAccounts"],
    isBroken: ({ cardsKeys }) => cardsKeys !== undefined && !cardsKeys.some(isLive),
    problem: () => `${keySettings} must hold an sk_live_ key in production, where test keys open nothing`
  },
  {
    mode: "sandbox",
    about: ["cardsKeys", "cardsAccounts"],
    isBroken: ({ cardsKeys }) => cardsKeys !== undefined && cardsKeys.some(isLive),
    problem: () =>
      `${keySettings} must hold sk_test_ keys only in a sandbox; for live keys set ${settings.mode.name}=production`
  },
  {
    mode: "sandbox",
    about: ["host", "cardsKeys", "cardsAccounts", "allowOpenSandbox"],
    isBroken: ({ cardsKeys, host, values }) =>
      cardsKeys === undefined && values.allowOpenSandbox !== true && !isLoopback(host),
    problem: ({ host }) =>
      `${settings.host.name} is ${settings.host.found(host)}, where other machines could use the sandbox with any test ` +
      `key: set ${keySettings}, or allow it with ${settings.allowOpenSandbox.name}=1`
  }
]

/** The sentences of the rules that a draft breaks; those about a setting that could not be read have nothing to judge. */
export const modeProblems = (
  mode: ServerMode,
  draft: Draft,
  unreadable: ReadonlySet<SettingName>
): ReadonlyArray<string> =>
  rules
    .filter((rule) => rule.mode === mode && !rule.about.some((name) => unreadable.has(name)) && rule.isBroken(draft))
    .map((rule) => rule.problem(draft))
