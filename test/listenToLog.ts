/** Everything that is written to the console and to standard error, from now to the end of the test. */
import { onTestFinished, vi } from "vitest"

export const listenToLog = (): ReadonlyArray<string> => {
  const told: Array<string> = []
  const keep = (...said: ReadonlyArray<unknown>) =>
    told.push(said.map((word) => (typeof word === "string" ? word : JSON.stringify(word))).join(" ")) > 0
  const spies = [
    vi.spyOn(process.stderr, "write").mockImplementation(keep),
    ...(["log", "warn", "error", "info", "debug"] as const).map((way) =>
      vi.spyOn(console, way).mockImplementation(keep)
    )
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return told
}
