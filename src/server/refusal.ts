/** Why the server does not start, in a sentence an operator can act on. Anything else is a bug and keeps its stack. */
import * as Data from "effect/Data"
import { ConfigRefused } from "./config.ts"
import { settings } from "./settings.ts"

/** The server does not start. The message says what to do about it and holds no secret. */
export class StartRefused extends Data.TaggedError("StartRefused")<{ readonly message: string }> {}

/** A command is not carried out. The message says why, and holds no secret. */
export class CommandRefused extends Data.TaggedError("CommandRefused")<{
  readonly message: string
  /** Whether the command was written wrong, which has an exit code of its own. */
  readonly isUsage?: boolean
}> {}

/** What the operating system says when an address cannot be listened on (errno(3)), and what helps. */
const listenRefusals: Readonly<Record<string, string>> = {
  EADDRINUSE: `is used by another program. Stop that one, or set ${settings.port.name} to a free port (0 picks one)`,
  EACCES: `needs rights this program does not have. Set ${settings.port.name} to 1024 or more`,
  EADDRNOTAVAIL: `is no address of this machine. Set ${settings.host.name} to one`,
  ENOTFOUND: `names an unknown host. Set ${settings.host.name} to an address of this machine`
}

const codeOf = (error: unknown): string => {
  const code: unknown = typeof error === "object" && error !== null ? Reflect.get(error, "code") : undefined
  return typeof code === "string" ? code : ""
}

/** Why an address cannot be listened on. */
export const listenRefused = (at: { readonly host: string; readonly port: number }, error: unknown): StartRefused =>
  new StartRefused({
    message: `${at.host} port ${at.port} ${
      listenRefusals[codeOf(error)] ??
      `cannot be listened on: ${error instanceof Error ? error.message : String(error)}`
    }`
  })

const tagOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, "_tag") : undefined

/** What an operator reads for an error that stops the start, or `undefined` for a bug. */
export const explain = (error: unknown): string | undefined => {
  if (error instanceof ConfigRefused) {
    return ["Bursar does not start, because of its settings:", ...error.problems.map((problem) => `  ${problem}`)].join(
      "\n"
    )
  }
  if (!(error instanceof Error)) return undefined
  switch (tagOf(error)) {
    case "WrongMasterKey":
      return (
        "Bursar does not start: the data were written with another master key. " +
        `Set ${settings.masterKey.name} to that one, which a sandbox keeps in master.key of its ${settings.folder.name}, ` +
        "or begin in an empty folder or database"
      )
    case "CommandRefused":
      return error.message
    case "StartRefused":
    case "StoreOpenFailed":
    case "StoreUnavailable":
    case "PluginConflict":
    case "SubscriptionRefused":
    case "ListsUnusable":
      return `Bursar does not start: ${error.message}`
    default:
      return undefined
  }
}
