/** How the settings of the language model fit together, one row per rule. */
import type { SettingName, Values } from "./mode-rules.ts"
import { isLoopback, settings } from "./settings.ts"

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
  ...further.map(
    (name): Rule => ({
      about: ["docsModelUrl", name],
      isBroken: (values) => values.docsModelUrl === undefined && values[name] !== undefined,
      problem: () => `${settings[name].name} is set but ${settings.docsModelUrl.name} is not: there is no endpoint to ask`
    })
  ),
  {
    about: ["docsModelUrl", "docsModelName"],
    isBroken: (values) => values.docsModelUrl !== undefined && values.docsModelName === undefined,
    problem: () => `${settings.docsModelName.name} is not set but must be the name of the model to ask`
  },
  {
    about: ["docsModelPrices", "docsModelMaxCost"],
    isBroken: (values) => values.docsModelMaxCost !== undefined && values.docsModelPrices === undefined,
    problem: () => `${settings.docsModelMaxCost.name} is set but ${settings.docsModelPrices.name} is not: costs are not known`
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
export const modelProblems = (values: Values, unreadable: ReadonlySet<SettingName>): ReadonlyArray<string> =>
  rules
    .filter(({ about, isBroken }) => !about.some((name) => unreadable.has(name)) && isBroken(values))
    .map(({ problem }) => problem(values))
