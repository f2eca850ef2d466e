/** `bursar trigger EVENT`: makes something happen in a sandbox that emits the event. */
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import type { Cards } from "../../client/index.ts"
import { CommandRefused } from "../refusal.ts"
import { answer } from "./Io.ts"
import { asked, clientOf, remoteFlags, remoteOf } from "./remote.ts"
import { recipes } from "./recipes.ts"

const names = Object.keys(recipes)

/** The newest event of a type. */
const newestOf = async (client: ReturnType<typeof clientOf>, type: string): Promise<Cards.Event | undefined> => {
  const { data } = await client.events.list({ type: type as Cards.EventType, limit: 1 })
  return data[0]
}

/** The command. */
export const triggerCommand = Command.make(
  "trigger",
  { ...remoteFlags, event: Argument.String("event").pipe(Argument.withDescription(names.join(", "))) },
  ({ event: type, ...remote }) =>
    Effect.gen(function* () {
      const recipe = Object.hasOwn(recipes, type) ? recipes[type] : undefined
      if (recipe === undefined) {
        return yield* new CommandRefused({
          message: `${type} cannot be triggered. Known are:\n  ${names.join("\n  ")}`,
          isUsage: true
        })
      }
      const { keyFor, url } = yield* remoteOf(remote)
      const client = clientOf(url, yield* keyFor("cards"))
      const earlier = yield* asked(url, () => newestOf(client, type))
      yield* asked(url, () => recipe(client))
      const event = yield* asked(url, () => newestOf(client, type))
      if (event === undefined || event.id === earlier?.id) {
        return yield* new CommandRefused({ message: `The server did what ${type} needs and emitted no such event` })
      }
      yield* answer(event, [`${event.created_at}  ${event.type}  ${event.id}`])
    })
).pipe(
  Command.withDescription(
    "Make something happen in a sandbox that emits the event; payment.expired also moves the clock"
  ),
  Command.withShortDescription("Cause an event in a sandbox")
)
