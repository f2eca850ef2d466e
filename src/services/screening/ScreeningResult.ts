/**
 * The words of screening: who is screened, what a match says, which lists were consulted in which state. Whoever
 * provides screening speaks these words; nothing here says how names are compared.
 */

/** The lists that the engine knows by name (spec cards §2, "Lists screened"). */
export const listNames = [
  "ofac_sdn",
  "ofac_consolidated",
  "un_consolidated",
  "eu_amld6",
  "uk_hmt",
  "pep",
  "adverse_media"
] as const

/** Identifier of a list. A provider may screen against further lists of its own and names them as it likes. */
export type ListName = (typeof listNames)[number] | (string & {})

/** What a listed entry is. */
export type ListedEntityType = "individual" | "business" | "vessel" | "aircraft"

/** Whom to look for. */
export interface ScreeningSubject {
  /** Personal data: never in a log, a span or an error message. */
  readonly name: string
  /** `YYYY-MM-DD`. */
  readonly dateOfBirth?: string | undefined
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country?: string | undefined
  /** `individual` and `business` hit only entries of that type; `any` hits all of them, vessels and aircraft too. */
  readonly entityType: "individual" | "business" | "any"
  /** Path of the screened field, such as `beneficiary.name`; told again in each match. Default: `name`. */
  readonly field?: string | undefined
  /** `text` is free text, such as remittance information: a listed name anywhere in it counts. Default: `name`. */
  readonly form?: "name" | "text" | undefined
}

/** A version of a list, as a result tells it in `listsScreened`. */
export interface ListVersion {
  readonly list: ListName
  readonly version: string
}

/** How to look. A provider that cannot honour an option looks at more, never at less. */
export interface ScreeningOptions {
  /** Consult only these lists, as far as they are loaded. Default: all that are. */
  readonly lists?: ReadonlyArray<ListName> | undefined
  /** Lowest score that is a match, 0 to 100. Default: the provider's own. */
  readonly threshold?: number | undefined
  /** Only entries added or changed after these versions matter: the re-check of known customers after a reload. */
  readonly changedSince?: ReadonlyArray<ListVersion> | undefined
  /** Which try this is of one and the same screening, from 1, when earlier ones were unavailable. Default: 1. */
  readonly attempt?: number | undefined
}

/** One comparison that made up a score. */
export interface MatchReason {
  /** What was compared: `token`, `date_of_birth`, `country`, or `rule` for a limit. Providers may add words. */
  readonly compared: string
  /** The value on the subject's side. */
  readonly subject: string
  /** The value on the list's side. */
  readonly listed: string
  /** For `token` the likeness from 0 to 100; otherwise what it added to the score or took from it. */
  readonly points: number
}

/** A listed entry that the subject may be. */
export interface ScreeningMatch {
  readonly list: ListName
  /** The list's own identifier of the entry. */
  readonly entryId: string
  /** Changes when the entry changes; the version of its list is good enough. Decisions on false positives name it. */
  readonly entryVersion: string
  /** The entry's main name, as printed. */
  readonly listedName: string
  /** The name of the entry that was hit: `listedName` or an alias. */
  readonly matchedName: string
  /** Integer from 0 to 100; 100 is the same name. */
  readonly score: number
  readonly entityType: ListedEntityType
  readonly programs: ReadonlyArray<string>
  /** `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or a range of them with a slash. */
  readonly datesOfBirth: ReadonlyArray<string>
  /** ISO 3166-1 alpha-2. */
  readonly countries: ReadonlyArray<string>
  /** The subject's `field`. */
  readonly field: string
  readonly reasons: ReadonlyArray<MatchReason>
}

/** A list in the state in which it was consulted. */
export interface ScreenedList {
  readonly list: ListName
  /** The day the list says it is from, `YYYY-MM-DD`. */
  readonly stateDate: string
  /** Changes with the content of the list. */
  readonly version: string
}

/** The outcome of one screening, with all that is needed to repeat it. */
export interface ScreeningResult {
  readonly outcome: "clear" | "match"
  /** Best first; empty when clear. */
  readonly matches: ReadonlyArray<ScreeningMatch>
  /** Exactly the lists that were consulted; never empty. */
  readonly listsScreened: ReadonlyArray<ScreenedList>
  /** Lowest score that counted as a match. */
  readonly threshold: number
  /** Name and version of the way of comparing. */
  readonly scorer: string
}

/** What a list has got since a version that was consulted before. Nothing new needs no screening again. */
export interface ListChange extends ScreenedList {
  /** The version that it is compared with; absent when that one is not known, and every entry counts as new. */
  readonly since?: string | undefined
  /** How many entries came or changed; `undefined` when the provider cannot tell. Those that went are not counted. */
  readonly entries: number | undefined
}

/** A loaded list, for operators and health output. */
export interface ListStatus extends ScreenedList {
  readonly entries: number
  /** Names of all entries, aliases included. */
  readonly names: number
  /** Epoch milliseconds; absent for lists that are part of the program. */
  readonly loadedAt?: number | undefined
  /** Age of `stateDate` from which the list is stale; absent when it never is. */
  readonly maxAgeHours?: number | undefined
  readonly stale: boolean
  /** The last file that was refused, while this list stayed in use. */
  readonly lastRefusal?: { readonly at: number; readonly reason: string } | undefined
}
