/** Words that a file may not say, as rows: calls that go round the engine's services, and words that belong elsewhere. */

/** What is refused, where, and why. */
export interface WordRow {
  readonly words: RegExp
  /** Where they count: in code, in comments, or in literals (each by itself, so that `^` is its start). */
  readonly within: "code" | "comments" | "literals"
  /** Files it holds for, as in `paths.ts`. */
  readonly files: ReadonlyArray<string>
  /** For the message. */
  readonly name: string
  readonly because: string
  /** Files that may, each with its reason. One that no longer needs it is reported. */
  readonly except?: Readonly<Record<string, string>>
}

const product = ["src/**", "plugins/**"]
const everywhere = [...product, "examples/**", "bench/**", "test/**"]

/** Where SQL is written. */
const notWhereSqlBelongs = ["!**/*epository.ts", "!src/store/**", "!src/ledger/**", "!**/migrations/**"]

/** Slices without the files that meet requests or people: what is read and shown is theirs. */
const belowHandlers = [
  "plugins/(bank|cards)/*/**/*.ts",
  "plugins/*/*/(operations|jobs|calls).ts",
  "!plugins/*/**/(*api|*handlers|*panel|reading|route|pages|html|config-file).ts"
]

/** Names of the bundled plugins, other than the console, whose name is also that of a field of every plugin. */
const plugins = "(?:cards|bank|docs)"

/** The table. */
export const wordTable: ReadonlyArray<WordRow> = [
  // Files of a worker share their modules.
  {
    name: "vi.mock",
    words: /\bvi\s*\.\s*(?:mock|doMock|resetModules)\b/,
    within: "code",
    files: ["test/**"],
    because:
      "files of a worker share their modules: what is replaced for one is replaced for none, or for all that follow",
    except: {
      "test/published/checkAnswers.ts": "It replaces the same module in the same way before every file.",
      "test/docs/ci/constantTime.test.ts": "It replaces a package under a module that it loads under a name of its own."
    }
  },
  // Calls that go round a service.
  {
    name: "Date.now",
    words: /\bDate\s*\.\s*now\b/,
    within: "code",
    files: product,
    because: "engine time comes from Clock, or a controlled clock lies",
    except: { "src/client/webhooks.ts": "A receiver that gives no clock has the time of its machine." }
  },
  {
    name: "new Date()",
    words: /\bnew Date\b(?:\(\s*\)|(?!\s*\())/,
    within: "code",
    files: product,
    because: "engine time comes from Clock, or a controlled clock lies"
  },
  {
    name: "Math.random",
    words: /\bMath\s*\.\s*random\b/,
    within: "code",
    files: product,
    because: "randomness comes from Ids, or a seeded run is not repeatable"
  },
  {
    name: "randomUUID",
    words: /\brandomUUID\b/,
    within: "code",
    files: product,
    because: "ids come from Ids, or a seeded run is not repeatable"
  },
  {
    name: "console",
    words: /(?<![.\w$])console\s*\./,
    within: "code",
    files: product,
    because: "the host decides where the log goes: Effect.log"
  },
  {
    name: "process.env or process.argv",
    words: /\bprocess\s*\.\s*(?:env|argv)\b/,
    within: "code",
    files: [...product, "!src/server/**"],
    because: "a library is configured by its options; the environment belongs to the server"
  },

  // What hides a mistake.
  { name: "as any", words: /\bas any\b/, within: "code", files: product, because: "it silences every later mistake" },
  {
    name: "a cast of a payload",
    words: /\bpayload\s+as\s+(?!const\b)/,
    within: "code",
    files: product,
    because: "defineJob's payload decodes what a job is given, and names what is missing"
  },
  {
    name: "a cast of parsed text",
    words: /\bJSON\s*\.\s*parse\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*as\s+(?!unknown\b|string\b)/,
    within: "code",
    // A client reads what a server sent just now; sources and outputs of documents read JSON of somebody else, whatever it holds.
    files: [
      ...product,
      "!src/client/**",
      "!plugins/console/web/**",
      "!plugins/*/examples.ts",
      "!plugins/docs/(sources|outputs)/**"
    ],
    because: "storedAs decodes what is stored: it knows its version, and names what is missing",
    except: {
      "src/server/commands/eventSources.ts": "It is a client of a running server.",
      "src/services/screening/EntryTable.ts": "The text was packed in this process, into memory.",
      "plugins/cards/verifyWebhook.ts": "It reads what a sender sent and signed."
    }
  },
  {
    name: "@ts-ignore",
    words: /@ts-(?:ignore|nocheck)\b/,
    within: "comments",
    files: everywhere,
    because: "it silences every later mistake; @ts-expect-error with a reason does not"
  },
  {
    name: "a note to do something later",
    words: /\b(?:TODO|FIXME|XXX)\b/,
    within: "comments",
    files: everywhere,
    because: "what is missing is stated in the README or done"
  },
  {
    name: "a test that is skipped or runs alone",
    words: /\b(?:it|test|describe|suite)(?:\s*\.\s*\w+)*\s*\.\s*(?:skip|only)\b/,
    within: "code",
    files: ["**/*.test.ts"],
    because: "every test runs, always"
  },

  // Words that belong elsewhere.
  {
    name: "an HTTP answer below the handlers",
    words: /(?<![\w$.])(?:type\s+Answer|json|makeResponding|toResponse|Refusal)(?![\w$:])/,
    within: "code",
    files: belowHandlers,
    because: "an operation answers with a plan; handlers say how its outcome is shown (decision 0044)"
  },
  {
    name: "a header of HTTP below the handlers",
    words: /^(?:www-authenticate|content-type|retry-after|authorization)$/,
    within: "literals",
    files: belowHandlers,
    because: "requests are read and answers are written where HTTP begins and ends: reading, handlers, error tables"
  },
  {
    name: "an SQL template",
    words: /\bsql\s*(?:<[^`]*>)?\s*`/,
    within: "code",
    files: [...product, ...notWhereSqlBelongs],
    because: "SQL is in repositories, src/store, src/ledger and migrations",
    except: { "src/testing/storeSuite.ts": "It asks a dialect what it does with SQL." }
  },
  {
    name: "SQL text",
    words:
      /^\s*(?:SELECT\s|INSERT\s+(?:OR\s+\w+\s+)?INTO\b|UPDATE(?:\s|$)|DELETE\s+FROM\b|WITH\s+\w+.*\bAS\s*\(|(?:CREATE|DROP|ALTER)\s+(?:UNIQUE\s+)?(?:TABLE|INDEX|VIEW|TRIGGER)\b)/,
    within: "literals",
    files: [...product, ...notWhereSqlBelongs],
    because: "SQL is in repositories, src/store, src/ledger and migrations",
    except: { "src/testing/storeSuite.ts": "It asks a dialect what it does with SQL." }
  },
  {
    name: "the name of a dialect",
    words: /^(?:sqlite|postgres)$/,
    within: "literals",
    files: [...product, "!src/store/**"],
    because: "only src/store knows databases apart",
    except: { "src/services/Store.ts": "The contract lists the names; it chooses by none." }
  },
  {
    name: "the name of the dialect in use",
    words: /\bdialect\s*\.\s*name\b/,
    within: "code",
    files: [...product, "!src/store/**"],
    because: "only src/store knows databases apart"
  },
  {
    name: "a bundled plugin",
    words: new RegExp(`(?<![\\w$])${plugins}(?![\\w$])`),
    within: "code",
    files: ["src/**", "!src/(server|client)/**"],
    because: "the core names no plugin: bundled ones have no privileges"
  },
  {
    name: "a bundled plugin",
    words: new RegExp(`(?:^|[/:.@])${plugins}(?:$|[/:.])`),
    within: "literals",
    files: ["src/**", "!src/(server|client)/**"],
    because: "the core names no plugin: bundled ones have no privileges"
  }
]
