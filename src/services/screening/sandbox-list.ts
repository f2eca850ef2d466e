/**
 * The lists of the sandbox: invented people and companies, so that every outcome of a screening can be tried. No real
 * list entry is here. Cards decisions B11 and bank decisions C.2 name them.
 */
import type { WatchList, WatchListEntry } from "./WatchList.ts"

const person = (entryId: string, name: string, more: Partial<WatchListEntry> = {}): WatchListEntry => ({
  entryId,
  entityType: "individual",
  name,
  programs: ["TEST"],
  // "Test Person" is what somebody calls a customer who is to pass.
  wholeName: true,
  ...more
})

const company = (entryId: string, name: string, more: Partial<WatchListEntry> = {}): WatchListEntry => ({
  ...person(entryId, name, more),
  entityType: "business"
})

const sandboxList = (list: string, entries: ReadonlyArray<WatchListEntry>): WatchList => ({
  list,
  stateDate: "2026-01-01",
  version: "sandbox-1",
  entries
})

/** Every fictional entry, by list. */
export const sandboxLists: ReadonlyArray<WatchList> = [
  sandboxList("ofac_sdn", [
    person("test:1", "Test Sanctioned Person"),
    company("test:2", "Test Blocked Trading LLC", { aliases: ["Blocked Trading LLC"] }),
    person("test:3", "Zoltan Sanctionov"),
    person("test:4", "Screening Outage Match"),
    person("test:5", "Test Dated Person", { datesOfBirth: ["1960-04-01"], countries: ["RU"] })
  ]),
  sandboxList("un_consolidated", [person("test:6", "Test UN Listed")]),
  sandboxList("eu_amld6", [person("test:7", "Test EU Listed")]),
  sandboxList("uk_hmt", [person("test:8", "Test UK Listed")]),
  sandboxList("pep", [person("test:9", "Test Pep Person")]),
  sandboxList("adverse_media", [person("test:10", "Test Adverse Media")])
]

/** Names for which the sandbox is out of order: the first tries of a screening fail, the next one answers. */
export const sandboxOutages: ReadonlyArray<{ readonly name: string; readonly failingAttempts: number }> = [
  { name: "Screening Outage", failingAttempts: 2 },
  { name: "Screening Outage Match", failingAttempts: 2 }
]
