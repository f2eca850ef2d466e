import { describe, expect, it } from "vitest"
import * as rules from "./importRules.ts"
import { importTable } from "./importTable.ts"
import { matchPath } from "./paths.ts"
import type { Rule } from "./Tree.ts"

const manifest = JSON.stringify({
  exports: { ".": { "bursar-source": "./src/index.ts" }, "./package.json": "./package.json" },
  bin: { bursar: "./dist/main.js" }
})

/** `path:line what` for what a rule refuses in a made-up tree. */
const refusedBy = (rule: Rule, files: Readonly<Record<string, string>>): ReadonlyArray<string> =>
  rule(new Map(Object.entries({ "package.json": manifest, ...files }))).map(
    ({ path, line, what }) => `${path}:${line} ${what}`
  )

const operations = "plugins/cards/refunds/operations.ts"
const toRoot = "../../../"

/** Per file: an import that its row allows and one that it refuses. */
const cases: ReadonlyArray<readonly [from: string, allowed: string, refused: string]> = [
  ["src/domain.ts", "./domain/Money.ts", "./services/Clock.ts"],
  ["src/index.ts", "./engine/Engine.ts", "./server/config.ts"],
  ["src/plugin.ts", "./http/Gate.ts", "./testing/TestEngine.ts"],
  ["src/plugin.ts", "./http/Gate.ts", "./client/errors.ts"],
  ["src/client/Bursar.ts", "./errors.ts", "../http/ApiClient.ts"],
  ["src/client/Bursar.ts", "./errors.ts", "effect/Effect"],
  ["src/domain/Money.ts", "effect/Result", "effect/Effect"],
  ["src/domain/Money.ts", "./Currency.ts", "../services/Clock.ts"],
  ["src/services/Signer.ts", "@noble/hashes/sha2.js", "../store/commit.ts"],
  ["src/rows/Table.ts", "../services/Store.ts", "../ledger/post.ts"],
  ["src/ledger/post.ts", "../services/Store.ts", "../store/commit.ts"],
  ["src/store/commit.ts", "../ledger/post.ts", "../jobs/Job.ts"],
  ["src/jobs/Worker.ts", "../store/jobRepository.ts", "../webhooks/Delivery.ts"],
  ["src/webhooks/Dispatcher.ts", "../jobs/Job.ts", "../http/Gate.ts"],
  ["src/http/Gate.ts", "../webhooks/Delivery.ts", "../engine/Engine.ts"],
  ["src/engine/mount.ts", "../http/Gate.ts", "../server/config.ts"],
  ["src/testing/TestEngine.ts", "../engine/Engine.ts", "../../plugins/cards/index.ts"],
  ["src/server/main.ts", "../../plugins/cards/index.ts", "../../plugins/cards/plugin.ts"],
  ["src/server/main.ts", "../store/dialects/Sqlite.ts", "../store/commit.ts"],
  ["plugins/console/web/router.tsx", "@tanstack/react-router", `${toRoot}src/plugin.ts`],
  ["plugins/console/web/list/windows.ts", "../api/call.ts", "effect/Effect"],
  ["plugins/cards/refunds/RefundBody.ts", `${toRoot}src/plugin.ts`, "./operations.ts"],
  ["plugins/cards/refunds/Refund.ts", "../payments/Payment.ts", `${toRoot}src/plugin.ts`],
  ["plugins/cards/refunds/Refund.ts", "../business-days.ts", "./operations.ts"],
  ["plugins/cards/refunds/repository.ts", "./Refund.ts", "./operations.ts"],
  ["plugins/cards/refunds/repository.ts", `${toRoot}src/plugin.ts`, "../payments/repository.ts"],
  [operations, "./repository.ts", "../payments/repository.ts"],
  [operations, "../payments/operations.ts", "./api.ts"],
  ["plugins/cards/refunds/jobs.ts", "./operations.ts", "./handlers.ts"],
  ["plugins/bank/payments/operations.ts", "../plans.ts", "../payment-answers.ts"],
  ["plugins/cards/refunds/handlers.ts", "./operations.ts", "./repository.ts"],
  ["plugins/cards/refunds/handlers.ts", "../api.ts", "../payments/operations.ts"],
  ["plugins/cards/refunds/api.ts", "./Refund.ts", "./operations.ts"],
  ["plugins/cards/plugin.ts", "../../src/plugin.ts", "../../src/store/commit.ts"],
  ["plugins/cards/acquirer/Acquirer.ts", `${toRoot}src/plugin.ts`, `${toRoot}plugins/bank/index.ts`],
  ["plugins/cards/plugin.ts", "./api.ts", "bursar/plugin"],
  ["examples/01-embed.ts", "bursar/cards", "../src/index.ts"],
  ["examples/06-own-plugin/main.ts", "./plugin.ts", "../01-embed.ts"],
  ["bench/main.ts", "./create.ts", "../plugins/cards/index.ts"],
  ["bundle/make.ts", "rolldown", "../src/server/version.ts"]
]

describe("the import table", () => {
  it.each(cases)("lets %s import %s, not %s", (from, allowed, refused) => {
    const importing = (specifier: string) =>
      refusedBy(rules.importsFollowTheTable, { [operations]: "", [from]: `\nimport { a } from "${specifier}"` })
    expect(importing(allowed)).toEqual([])
    expect(importing(refused)).toEqual([expect.stringMatching(new RegExp(`^${from}:2 imports `))])
  })

  it("has each of its rows tried", () => {
    const tried = importTable.filter(({ files }) => cases.some(([from]) => matchPath(files, from) !== undefined))
    expect(tried).toEqual(importTable)
  })

  it("judges the names taken from Effect itself one by one", () => {
    const found = refusedBy(rules.importsFollowTheTable, {
      "src/domain/Money.ts": `import { Effect, Result } from "effect"`,
      "src/domain/Id.ts": `import * as everything from "effect"`
    })
    expect(found).toEqual(["src/domain/Money.ts:1 imports effect/Effect", "src/domain/Id.ts:1 imports effect/*"])
  })

  it("lets types through where a row says so", () => {
    const importing = (word: string) =>
      refusedBy(rules.importsFollowTheTable, {
        [operations]: "",
        "plugins/cards/refunds/Refund.ts": `import ${word} { A } from "${toRoot}src/plugin.ts"`
      })
    expect(importing("type")).toEqual([])
    expect(importing("")).toHaveLength(1)
  })

  it("must have a row for every file but tests", () => {
    const found = refusedBy(rules.everyFileHasARow, { "src/new/A.ts": "", "src/http/A.ts": "", "test/a.test.ts": "" })
    expect(found).toEqual(["src/new/A.ts:1 is in no row of the import table"])
  })
})

describe("the other rules about imports", () => {
  it("refuse a service in an entity, by name, wherever it is declared", () => {
    const accounts = `export const Settings = Context.Reference<string>("a")\nexport const chart = {}`
    const entity = `import { chart, Settings } from "../accounts.ts"`
    const files = { [operations]: "", "plugins/cards/accounts.ts": accounts, "plugins/cards/refunds/Refund.ts": entity }
    expect(refusedBy(rules.entitiesTakeNoService, files)).toEqual([
      "plugins/cards/refunds/Refund.ts:1 imports the service Settings of plugins/cards/accounts.ts"
    ])
  })

  it("refuse Node outside its places, with and without the prefix, and not its types", () => {
    const files = {
      "src/http/Gate.ts": `import { createHash } from "node:crypto"\nimport { join } from "path"`,
      "src/http/Face.ts": `import type { Socket } from "node:net"`,
      "src/services/NodeNotifier.ts": `import * as https from "node:https"`,
      "src/server/main.ts": `import * as http from "node:http"`
    }
    expect(refusedBy(rules.nodeStaysAtTheEdge, files)).toEqual([
      "src/http/Gate.ts:1 imports node:crypto",
      "src/http/Gate.ts:2 imports node:path"
    ])
  })

  it("refuse the index of the own folder, not that of another", () => {
    const files = {
      "src/index.ts": "",
      "src/server/index.ts": "",
      "plugins/cards/index.ts": "",
      "src/http/Gate.ts": `import { a } from "../index.ts"`,
      "src/server/main.ts": `import { a } from "../index.ts"\nimport { b } from "./index.ts"`,
      "plugins/cards/a/b.ts": `import type { A } from "../index.ts"`,
      "src/server/plugins.ts": `import { cards } from "../../plugins/cards/index.ts"`
    }
    expect(refusedBy(rules.noIndexFromInside, files)).toEqual([
      "src/http/Gate.ts:1 imports src/index.ts from inside",
      "src/server/main.ts:2 imports src/server/index.ts from inside",
      "plugins/cards/a/b.ts:1 imports plugins/cards/index.ts from inside"
    ])
  })

  it("refuse a cycle and name its files, also one of types alone", () => {
    const files = {
      "src/a.ts": `import { b } from "./b.ts"`,
      "src/b.ts": `import { c } from "./c.ts"\nimport { d } from "./d.ts"`,
      "src/c.ts": `import { type B } from "./b.ts"`,
      "src/d.ts": `import type { A } from "./a.ts"`
    }
    expect(refusedBy(rules.noCycles, files)).toEqual([
      "src/b.ts:1 is in a cycle: src/b.ts → src/c.ts → src/b.ts",
      "src/a.ts:1 is in a cycle: src/a.ts → src/b.ts → src/d.ts → src/a.ts"
    ])
  })

  it("refuse a file that no public entry and no program reaches, even when dead files import each other", () => {
    const files = {
      "src/index.ts": `export { a } from "./a.ts"`,
      "src/a.ts": "",
      "src/server/main.ts": `new Worker(new URL("./worker.ts", import.meta.url))`,
      "src/server/worker.ts": "",
      "src/b.ts": `import "./c.ts"`,
      "src/c.ts": `import "./b.ts"`,
      "test/b.test.ts": `import "../src/b.ts"`
    }
    expect(refusedBy(rules.noDeadFiles, files)).toEqual([
      "src/b.ts:1 is reached from no public entry of package.json",
      "src/c.ts:1 is reached from no public entry of package.json"
    ])
  })
})
