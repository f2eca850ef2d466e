/** `bursar completions SHELL`: a script that completes the command in a shell. */
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Completions from "effect/cli/Completions"
import { say } from "./Io.ts"

/** The command for the tree of commands, which is made after it. */
export const completionsCommand = (bursar: () => Command.Command.Any) =>
  Command.make("completions", { shell: Argument.Literals("shell", ["bash", "zsh", "fish"]) }, ({ shell }) =>
    say(Completions.generate("bursar", shell, Completions.fromCommand(bursar())))
  ).pipe(
    Command.withDescription(
      'Print a completion script: eval "$(bursar completions bash)", the same with zsh, or bursar completions fish | source'
    ),
    Command.withShortDescription("Print a completion script for a shell")
  )
