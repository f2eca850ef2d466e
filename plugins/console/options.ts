/** What a host says about its console. */
import * as Context from "effect/Context"

/** How a console is set up. */
export interface ConsoleOptions {
  /** In a sandbox time can be moved and faults be set. Default: `sandbox`. */
  readonly mode?: "sandbox" | "production"
  /** The token that opens the console, for everything. At least 16 characters. */
  readonly adminToken: () => string
  /**
   * Tokens of administrators who are named, by their names, each for everything: two of them can do what needs two people, and
   * the audit names them. At least 16 characters each.
   */
  readonly administrators?: () => Readonly<Record<string, string>>
  /** A second token that opens it for reading only. */
  readonly readToken?: () => string | undefined
  /**
   * Bearer tokens by which an administrator calls the APIs of other plugins, by their ids. Pages that need an API whole, such as the
   * editor of documents, reach those that are named here, and no others.
   */
  readonly services?: Readonly<Record<string, () => string>>
  /** Folder of the built files. Default: those that came with the package. */
  readonly files?: string
  /** Version that is shown. */
  readonly version?: string
}

/** The options of this console, for its routes. */
export class ConsoleSettings extends Context.Service<ConsoleSettings, ConsoleOptions>()("bursar/console/Settings") {}
