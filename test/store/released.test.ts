/** Migrations that were released: what they send to each database never changes. */
import { createHash } from "node:crypto"
import { describe, expect, it } from "vitest"
import { bankMigrations } from "../../plugins/bank/migrations/steps.ts"
import { cardsMigrations } from "../../plugins/cards/migrations/0001_payments.ts"
import { consoleMigrations } from "../../plugins/console/migrations/0001_console.ts"
import { docsMigrations } from "../../plugins/docs/migrations/schema.ts"
import type { Dialect } from "../../src/services/Store.ts"
import { coreMigrations } from "../../src/store/migrations/0001_core.ts"
import { onStore } from "./openStore.ts"
import { onSqlite } from "./onSqlite.ts"

const owners = {
  core: coreMigrations,
  cards: cardsMigrations,
  bank: bankMigrations,
  docs: docsMigrations,
  console: consoleMigrations
}

/** Digests of the statements of each step on SQLite and on Postgres. A new step gets its line when it is released. */
const released: ReadonlyArray<readonly [keyof typeof owners, number, string, string]> = [
  ["core", 1, "689bd7a3a60ed5f8", "916527e6d1445d5a"],
  ["core", 2, "68bf678e863a7390", "68bf678e863a7390"],
  ["core", 3, "b572414ef80cf9bd", "1a6bc360d42c545f"],
  ["core", 5, "12f25fdb02f2d427", "11a194a8014fd7f9"],
  ["core", 6, "6d8e69a3bf205e3e", "2a5dfad24ec9fabc"],
  ["core", 7, "9f40e8c89f969251", "3d51e91ec2a06907"],
  ["core", 8, "c14a6581324a1ab4", "cec2bdce2974a768"],
  ["core", 9, "998e650be7915192", "6d8ccf4cef67b0ac"],
  ["core", 10, "37633d45805a33eb", "7f83c4a0c8ce228d"],
  ["cards", 1, "722914f78bba6d5c", "b253912da7e66ad7"],
  ["cards", 2, "11daab21bf77d186", "5c46add33d2d5252"],
  ["cards", 3, "cc8b3a983756f578", "242c8d3866cc0cb3"],
  ["cards", 4, "9e6156e743923949", "f3b16bfc2c182411"],
  ["cards", 5, "a9bf39db68fa7f44", "4b46cfaab49a33ed"],
  ["cards", 6, "9b6c8474ea13bfe1", "be8ff6f0aae7b1d8"],
  ["cards", 7, "6363b56dad1ab259", "01e27b6bed5e701a"],
  ["cards", 8, "ee6973dc4629e74b", "676ac98d785c12b1"],
  ["cards", 9, "7ab564d76b519be2", "0cbcf0391c56e6c3"],
  ["cards", 10, "5ce15580763f830c", "86607abf2c1c0ce8"],
  ["cards", 11, "21ebf1fd5cd18ba7", "a8d4c07f464fc7cf"],
  ["bank", 1, "a65d4f1a55546cd9", "ff1b68b9c47609b5"],
  ["bank", 2, "a7628b4573d4a9f6", "da61551685de53fd"],
  ["bank", 3, "1e9bec569aa8b8db", "29f11c1e38e7ffc6"],
  ["bank", 4, "ac8750c406784ec3", "97ff28258c6ef99d"],
  ["bank", 5, "a8cf85311ee77105", "8d1ca164d123602d"],
  ["bank", 6, "1160bbf6b0ded068", "846e4526af3d0d3d"],
  ["bank", 7, "55c5b23b64840c65", "299323672948fd4f"],
  ["bank", 8, "cbc5e3da0e8c23e1", "cbc5e3da0e8c23e1"],
  ["bank", 9, "747e10f163963e3f", "fa0f44fb6f8e59c8"],
  ["docs", 1, "4487b7c4dff4a17d", "331cb60255a9ed3e"],
  ["docs", 2, "4ce5ec8ad560aa00", "0a4887d43504015c"],
  ["docs", 3, "c6f96c81169fc747", "4f3c3540ab12ef59"],
  ["docs", 4, "28b2e72997be40e5", "4d6531b51750dd97"],
  ["console", 1, "62df2a1c732142c9", "c801490d7c5840e4"]
]

const digest = (statements: ReadonlyArray<string>): string =>
  createHash("sha256").update(JSON.stringify(statements)).digest("hex").slice(0, 16)

describe("released migrations", () => {
  it("send what they always sent", () =>
    onStore((store) => {
      for (const [owner, id, sqlite, postgres] of released) {
        const step = owners[owner].find((known) => known.id === id)
        expect([owner, id, digest(step?.up(store.dialect) ?? [])]).toEqual([owner, id, onSqlite ? sqlite : postgres])
      }
      return store.write([])
    }))

  it("say of each text how it is sorted", () => {
    const named: Dialect = {
      name: "sqlite",
      text: "WORDS",
      sequenceKey: "KEY",
      integer: "NUMBER",
      clustered: "",
      utf8Of: (column) => column
    }
    const unnamed = Object.values(owners).flatMap((steps) =>
      steps.flatMap((step) =>
        step.up(named).filter((statement) => /^(CREATE|ALTER) TABLE .*(?<!AS )\bTEXT\b/s.test(statement))
      )
    )
    expect(unnamed).toEqual([])
  })
})
