/** The command line beyond a plain `bursar serve`: help, version, shell completions, and what is mistyped. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { settings } from "../settings.ts"
import { version } from "../version.ts"
import { backupCommand, restoreCommand } from "./backup.ts"
import { listsCommand } from "./lists.ts"
import { pruneCommand } from "./prune.ts"
import { serveCommand } from "./serve.ts"

const nameWidth = Math.max(...Object.values(settings).map(({ name }) => name.length))

const settingLines = Object.values(settings).map(({ name, summary }) => `${name.padEnd(nameWidth)}  ${summary}`)

/** Indented as the help indents the first line of a description. */
const environment = ["It is set by environment variables:", "", ...settingLines].join("\n  ")

const serve = Command.make("serve", {}, () => serveCommand).pipe(
  Command.withDescription("Run the server; what bursar does when nothing else is said"),
  Command.withShortDescription("Run the server (default)")
)

const bursar = Command.make("bursar", {}, () => serveCommand).pipe(
  Command.withDescription(`A payments engine as a server: sandbox and production. ${environment}`),
  Command.withSubcommands([serve, listsCommand, backupCommand, restoreCommand, pruneCommand])
)

/** Runs what the arguments of the process ask for. */
export const cliCommand: Effect.Effect<void, unknown> = Effect.provide(
  Command.run(bursar, { version }),
  NodeServices.layer
)
