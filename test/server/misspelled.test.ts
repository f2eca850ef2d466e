import { expect, it } from "vitest"
import { misspelled } from "../../src/server/misspelled.ts"
import { settings } from "../../src/server/settings.ts"

it.each([
  ["BURSAR_TLS_CERTS", "BURSAR_TLS_CERT"],
  ["BURSAR_PUBLICURL", "BURSAR_PUBLIC_URL"],
  ["bursar_mode", "BURSAR_MODE"],
  ["BURSAR_MASTERKEY", "BURSAR_MASTER_KEY"],
  ["DATABASE_URL_EU_WEST", "DATABASE_URL_EU_WEST_1"]
])("%s is named, with %s", (name, meant) => {
  expect(misspelled({ [name]: "a secret" })).toEqual([`${name} is no setting and is ignored; did you mean ${meant}?`])
})

it("settings, the variable of the printed command, and what is not ours are not named", () => {
  const names = [...Object.values(settings).map(({ name }) => name), "BURSAR_KEY", "PATH", "DOCS_HOME", "DATABASE_URLS"]
  expect(misspelled(Object.fromEntries(names.map((name) => [name, "x"])))).toEqual([])
})
