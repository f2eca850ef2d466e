/** Lets V8 collect what nothing refers to any more, and lets what waits for that run. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect = runInNewContext("gc") as () => void

export const collectGarbage = async (): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    collect()
  }
}
