/** The command line beyond a plain `bursar serve`: the tree of commands, help, version, completions, and what is mistyped. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { settings } from "../settings.ts"
import { version } from "../version.ts"
import { backupCommand, restoreCommand } from "./backup.ts"
import { clockCommand } from "./clock.ts"
import { completionsCommand } from "./completions.ts"
import { doctorCommand } from "./doctor.ts"
import { allSettingFlags, envWith, Io, Json } from "./Io.ts"
import { keysCommand } from "./keys.ts"
import { listenCommand } from "./listen.ts"
import { listsCommand } from "./lists.ts"
import { logsCommand } from "./logs.ts"
import { migrateCommand } from "./migrate.ts"
import { takeParameters, type Given } from "./parameters.ts"
import { pruneCommand } from "./prune.ts"
import { callCommands, callNames } from "./resources.ts"
import { serveCommand } from "./serve.ts"
import { triggerCommand } from "./trigger.ts"

const nameWidth = Math.max(...Object.values(settings).map(({ name }) => name.length))

const settingLines = Object.values(settings).map(({ name, summary }) => `${name.padEnd(nameWidth)}  ${summary}`)

/** Indented as the help indents the first line of a description. */
const environment = ["It is set by environment variables:", "", ...settingLines].join("\n  ")

const serve = Command.make("serve", allSettingFlags, (flags) => Effect.flatMap(envWith(flags), serveCommand)).pipe(
  Command.withDescription("Run the server; what bursar does when no command is named"),
  Command.withShortDescription("Run the server (default)")
)

const operating = [
  serve,
  doctorCommand,
  keysCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  pruneCommand,
  listsCommand,
  logsCommand
] as const

const trying = [listenCommand, triggerCommand, clockCommand] as const

const bursarWith = (given: ReadonlyArray<Given>) => {
  const help = Command.make("help", {}, () =>
    Effect.suspend(() => Command.runWith(bursar, { version })(["--help"]) as Effect.Effect<void>)
  ).pipe(Command.withDescription("Show this text; bursar COMMAND --help shows that of a command"))
  const completions = completionsCommand(() => bursar)
  const bursar: Command.Command.Any = Command.make("bursar", {}, () =>
    Effect.flatMap(Io, ({ env }) => serveCommand(env))
  ).pipe(
    Command.withDescription(`A payments engine as a server: sandbox and production. ${environment}`),
    Command.withSubcommands([
      ...operating,
      { group: "In a sandbox", commands: trying },
      { group: "Calls of the APIs", commands: callCommands(given) },
      help,
      completions
    ]),
    Command.withGlobalFlags([Json])
  )
  return bursar as Command.Command<"bursar", unknown, {}, unknown, Command.Environment>
}

/** Flags of `bursar` itself. Others before a command are those of `serve`. */
const rootFlag = /^(-h|-v|--(help|version|completions|log-level|wizard|json)(=.*)?)$/

/** Standard output holds what was asked for: with what is written wrong the help goes to standard error, too. */
const presenter: CliOutput.Presenter = {
  present: (event) => {
    const isAsked = event._tag === "Version" || (event._tag === "Help" && event.reason === "Requested")
    const shown = CliOutput.defaultPresenter.present(event)
    if (isAsked) return shown
    return Console.consoleWith((own) => {
      const toStandardError: Console.Console = Object.assign(Object.create(own), { log: own.error })
      return Effect.provideService(shown, Console.Console, toStandardError)
    })
  }
}

/** Runs a command line: the arguments after `bursar`. */
export const runCli = (args: ReadonlyArray<string>): Effect.Effect<void, unknown> => {
  const first = args.find((arg) => arg !== "--json") ?? ""
  const { given, rest } = callNames.has(first) ? takeParameters(args) : { given: [], rest: args }
  const whole = first.startsWith("-") && !rootFlag.test(first) ? ["serve", ...args] : rest
  return Command.runWith(bursarWith(given), { version })(whole).pipe(
    Effect.provideService(CliOutput.Presenter, presenter),
    Effect.provide(NodeServices.layer)
  )
}
