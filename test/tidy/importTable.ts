/**
 * Who may import whom: the table of the design as rows. The first row whose `files` fit a file holds for it. Paths are
 * those of `paths.ts`; `npm:` begins a module of a package. Modules of Node have a rule of their own.
 */

/** What a group of files may import. */
export interface ImportRow {
  readonly files: string
  readonly mayImport: ReadonlyArray<string>
  /** More that it may import, but with `import type` only. */
  readonly mayImportTypes?: ReadonlyArray<string>
  readonly because: string
}

/** Modules of Effect that hold values and do nothing. */
const pureEffect = [
  "npm:effect/(Array|BigDecimal|Boolean|Brand|Chunk|Data|DateTime|Duration|Equal|Equivalence|Function|Hash|HashMap)",
  "npm:effect/(HashSet|Match|Number|Option|Order|Predicate|Record|Redacted|Result|Schema|String|Struct|Tuple|Types)",
  "npm:effect/encoding/**"
]

const effect = ["npm:effect/**"]

const contract = ["src/plugin.ts", "src/domain.ts"]

/** A slice's files by what they may not know. */
const upperFiles = "!plugins/{P}/**/(api|handlers|operations|jobs).ts"
const frame = "!plugins/{P}/(index|plugin|api|face|respond|*answers).ts"
const repositories = "!plugins/{P}/**/*epository.ts"

/** The layers below HTTP in their order: each imports itself and those to its left. */
const layers = ["domain", "services", "rows", "ledger", "store", "jobs", "webhooks"] as const

const upTo = (layer: (typeof layers)[number]): ReadonlyArray<string> =>
  layers.slice(0, layers.indexOf(layer) + 1).map((name) => `src/${name}/**`)

const leftwards = `layers import leftwards: ${layers.join(", ")}`

/** The table. */
export const importTable: ReadonlyArray<ImportRow> = [
  // The public entries.
  { files: "src/domain.ts", mayImport: ["src/domain/**"], because: "the kernel alone, so that it runs in a browser" },
  {
    files: "src/(index|plugin).ts",
    mayImport: ["src/**", "!src/(server|testing|client)/**"],
    because: "the core knows neither its server nor its test tools nor its client"
  },
  {
    files: "src/client/**",
    mayImport: ["src/client/**"],
    because: "the client runs in browsers and beside no engine: it knows the published documents alone, and no package"
  },

  // The core, from the bottom up.
  {
    files: "src/domain/**",
    mayImport: [...upTo("domain"), ...pureEffect, "npm:@noble/**"],
    because: "the kernel is pure: no service, no input or output"
  },
  {
    files: "src/services/**",
    mayImport: [...upTo("services"), ...effect, "npm:@noble/**", "npm:ipaddr.js", "npm:any-ascii", "npm:yaml"],
    because: "a service is a contract below everything that uses it"
  },
  {
    files: "src/rows/**",
    mayImport: upTo("rows"),
    because: leftwards
  },
  {
    files: "src/ledger/**",
    mayImport: [...upTo("ledger"), ...effect],
    because: leftwards
  },
  {
    files: "src/store/**",
    mayImport: [...upTo("store"), ...effect, "npm:@effect/sql-pg/**"],
    because: leftwards
  },
  {
    files: "src/jobs/**",
    mayImport: [...upTo("jobs"), ...effect],
    because: leftwards
  },
  {
    files: "src/webhooks/**",
    mayImport: [...upTo("webhooks"), ...effect, "npm:@noble/**"],
    because: leftwards
  },
  {
    files: "src/http/**",
    mayImport: [...upTo("webhooks"), "src/http/**", ...effect],
    because: "the HTTP toolkit knows no engine and no plugin"
  },
  {
    files: "src/(engine|testing)/**",
    mayImport: ["src/**", "!src/(server|client)/**", ...effect],
    because: "the engine runs without the bundled server, and knows no plugin"
  },
  {
    files: "src/server/**",
    mayImport: [
      "src/(server|engine|services|domain|client)/**",
      "src/store/dialects/*.ts",
      ...contract,
      "plugins/*/(index|service).ts",
      ...effect,
      "npm:@effect/platform-node/**"
    ],
    because:
      "the bundled server is a host: engine, services, dialects, the client of its commands, and plugins by what they give to hosts"
  },

  // The console in the browser: a program of its own, which shares nothing with the engine but the addresses of its API.
  {
    files: "plugins/console/web/**",
    mayImport: [
      "plugins/console/web/**",
      "npm:(react|react-dom)/**",
      "npm:@tanstack/(react-router|react-query|react-virtual)",
      "npm:@base-ui/react/**",
      "npm:uplot/**",
      "npm:@codemirror/*",
      "npm:@lezer/markdown",
      "npm:(vite|subset-font|@vitejs/plugin-react)"
    ],
    because: "what runs in the browser is built from its own folder and from packages that only the build needs"
  },

  // A slice of a plugin: the entity decides, the repository keeps, operations act, handlers translate. A port that
  // stands in a slice (a service that a host swaps) gets a row of its own above that of the entities.
  {
    files: "plugins/{P}/{slice}/*Body.ts",
    mayImport: ["plugins/{P}/**", upperFiles, frame, repositories, ...contract, ...pureEffect],
    because: "what is shown of an entity knows entities and the wire, and nothing above them"
  },
  {
    files: "plugins/{P}/{slice}/{Entity}.ts",
    mayImport: ["plugins/{P}/**", upperFiles, frame, repositories, "src/domain.ts", ...pureEffect],
    mayImportTypes: ["src/plugin.ts"],
    because: "an entity's rules are pure: domain, other entities and tables of the plugin, no service"
  },
  {
    files: "plugins/{P}/**/*epository.ts",
    mayImport: ["plugins/{P}/**", upperFiles, frame, repositories, ...contract, ...effect],
    because: "a repository knows entities, and nothing above them"
  },
  {
    files: "plugins/{P}/{slice}/(operations|jobs).ts",
    mayImport: [
      "plugins/{P}/**",
      "!plugins/{P}/**/(api|handlers|jobs).ts",
      frame,
      repositories,
      "plugins/{P}/{slice}/*epository.ts",
      ...contract,
      ...effect
    ],
    because: "an operation uses entities, its own repository and other slices' operations; no arrow goes back up"
  },
  {
    files: "plugins/{P}/{slice}/handlers.ts",
    mayImport: [
      "plugins/{P}/*.ts",
      "!plugins/{P}/(index|plugin).ts",
      "plugins/{P}/{slice}/(api|operations|reading|{Entity}).ts",
      ...contract,
      ...effect
    ],
    because: "a handler translates between the plugin's api and its own operations"
  },
  {
    files: "plugins/{P}/{slice}/api.ts",
    mayImport: [
      "plugins/{P}/**",
      "!plugins/{P}/**/(handlers|operations|jobs|*epository).ts",
      "!plugins/{P}/(index|plugin|api).ts",
      ...contract,
      ...effect
    ],
    mayImportTypes: ["plugins/{P}/{slice}/*.ts"],
    because: "the wire form is made from entities; it runs nothing"
  },
  {
    files: "plugins/{P}/**",
    mayImport: ["plugins/{P}/**", ...contract, "npm:**", "!npm:bursar/**"],
    because: "a bundled plugin has what a third party has (bursar/plugin, bursar/domain), and never another plugin"
  },

  // Those who use the package as others do.
  {
    files: "examples/{E}/**",
    mayImport: ["examples/{E}/**", "npm:**"],
    because: "an example uses public names only, so that it works when copied"
  },
  {
    files: "examples/*.ts",
    mayImport: ["npm:**"],
    because: "an example uses public names only, so that it works when copied"
  },
  {
    files: "bench/**",
    mayImport: ["bench/**", "npm:**"],
    because: "a bench measures what users get: public names, and its own files"
  },
  {
    files: "bundle/**",
    mayImport: ["bundle/**", "npm:(rolldown|vite)"],
    because: "the bundler reads the sources and runs none of them"
  }
]
