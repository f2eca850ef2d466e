/** Several callers at once: some order of their requests must explain the answers. */
import { ordersOf } from "./interleave.ts"
import type { Model, Operation } from "./Operation.ts"
import { Unexpected, type World } from "./World.ts"

/** Asks all of them at once. Throws `Unexpected` where no order explains the answers. */
export const allAtOnce = async (world: World, operations: ReadonlyArray<Operation>): Promise<void> => {
  const asked = await Promise.all(
    operations.map(async (operation) => ({ operation, answer: await world.ask(operation, world.freshKey()) }))
  )
  const problems: Array<string> = []
  for (const order of ordersOf(asked, asked.length)) {
    const of: Model = structuredClone(world.model)
    try {
      for (const { answer, operation } of order) world.audit(operation, answer, { of })
      for (const { answer, operation } of order) world.audit(operation, answer)
      return
    } catch (failure) {
      if (!(failure instanceof Unexpected)) throw failure
      problems.push(failure.message)
    }
  }
  const names = asked.map(({ answer, operation: { name } }) => `${name} ${answer.status}`)
  throw new Unexpected(`no order explains ${names.join(", ")}:\n${problems.join("\n")}`, asked[0]!.operation.about)
}
