/** The language model of the documentation service as it is set: its settings, and how they fit together. */
import * as Redacted from "effect/Redacted"
import type { SettingName, Values } from "./mode-rules.ts"
import { isLoopback, settings } from "./settings.ts"

/** The language model that writes prose for documents. The writer has defaults for the rest. */
export interface DocsModel {
  readonly url: string
  readonly model: string
  readonly key?: Redacted.Redacted
  readonly maxTokens?: number
  readonly sectionTimeoutMs?: number
  readonly documentTimeoutMs?: number
  readonly concurrency?: number
  readonly prices?: { readonly inputPerMillion: number; readonly outputPerMillion: number }
  readonly maxCost?: number
}

/** A field that is there when its value is. */
const given = <Name extends string, A>(name: Name, value: A | undefined): { readonly [Key in Name]?: A } =>
  value === undefined ? {} : ({ [name]: value } as { readonly [Key in Name]?: A })

const milliseconds = (seconds: number | undefined) => (seconds === undefined ? undefined : seconds * 1_000)

const pricesOf = ({ docsModelPrices: prices }: Values) =>
  prices === undefined ? undefined : { inputPerMillion: prices.input, outputPerMillion: prices.output }

/** The language model that is set, if one is. */
export const docsModelOf = (values: Values): DocsModel | undefined =>
  values.docsModelUrl === undefined || values.docsModelName === undefined
    ? undefined
    : {
        url: values.docsModelUrl,
        model: values.docsModelName,
        ...given("key", values.docsModelKey === undefined ? undefined : Redacted.make(values.docsModelKey)),
        ...given("maxTokens", values.docsModelMaxTokens),
        ...given("sectionTimeoutMs", milliseconds(values.docsModelSectionSeconds)),
        ...given("documentTimeoutMs", milliseconds(values.docsModelDocumentSeconds)),
        ...given("concurrency", values.docsModelConcurrency),
        ...given("prices", pricesOf(values)),
        ...given("maxCost", values.docsModelMaxCost)
      }

interface Rule {
  /** The settings it judges. */
  readonly about: ReadonlyArray<SettingName>
  readonly isBroken: (values: Values) => boolean
  readonly problem: (values: Values) => string
}

/** Settings that say something about an endpoint, and nothing without one. */
const further = [
  "docsModelKey",
  "docsModelName",
  "docsModelMaxTokens",
  "docsModelSectionSeconds",
  "docsModelDocumentSeconds",
  "docsModelConcurrency",
  "docsModelPrices",
  "docsModelMaxCost"
] as const satisfies ReadonlyArray<SettingName>

const isPlainAbroad = (url: string): boolean => {
  const { hostname, protocol } = new URL(url)
  return protocol === "http:" && !isLoopback(hostname.replace(/^\[|\]$/g, ""))
}

const rules: ReadonlyArray<Rule> = [
  ...further.map((name): Rule => ({
    about: ["docsModelUrl", name],
    isBroken: (values) => values.docsModelUrl === undefined && values[name] !== undefined,
    problem: () => `${settings[name].name} is set but ${settings.docsModelUrl.name} is not: there is no endpoint to ask`
  })),
  {
    about: ["docsModelUrl", "docsModelName"],
    isBroken: (values) => values.docsModelUrl !== undefined && values.docsModelName === undefined,
    problem: () => `${settings.docsModelName.name} is not set but must be the name of the model to ask`
  },
  {
    about: ["docsModelPrices", "docsModelMaxCost"],
    isBroken: (values) => values.docsModelMaxCost !== undefined && values.docsModelPrices === undefined,
    problem: () =>
      `${settings.docsModelMaxCost.name} is set but ${settings.docsModelPrices.name} is not: costs are not known`
  },
  {
    about: ["docsModelUrl", "docsModelKey", "mode"],
    isBroken: ({ docsModelKey, docsModelUrl, mode }) =>
      mode === "production" && docsModelKey !== undefined && docsModelUrl !== undefined && isPlainAbroad(docsModelUrl),
    problem: () =>
      `${settings.docsModelUrl.name} must be an https address in production, or ${settings.docsModelKey.name} ` +
      "would go over the network for anybody to read"
  }
]

/** The sentences of the rules that are broken; those about a setting that could not be read have nothing to judge. */
export const docsModelProblems = (values: Values, unreadable: ReadonlySet<SettingName>): ReadonlyArray<string> =>
  rules
    .filter(({ about, isBroken }) => !about.some((name) => unreadable.has(name)) && isBroken(values))
    .map(({ problem }) => problem(values))
