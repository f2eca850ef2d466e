/** The last lines of the log, in memory, and whoever follows them. */

/** How many lines are kept. */
const keptLines = 1_000

/** Takes lines, and gives them to whoever follows. */
export interface LogTail {
  readonly push: (line: string) => void
  /** The last lines, the oldest first. */
  readonly recent: () => ReadonlyArray<string>
  /** Whether anybody follows: a line for every request is only made for them. */
  readonly isFollowed: () => boolean
  /** Gives every further line until the answer is called. `ended`: no more will come. */
  readonly follow: (follower: { readonly line: (line: string) => void; readonly ended: () => void }) => () => void
  /** Ends it for everybody who follows. */
  readonly close: () => void
}

/** A tail with nothing in it. */
export const makeLogTail = (): LogTail => {
  const lines: Array<string> = []
  const followers = new Set<Parameters<LogTail["follow"]>[0]>()
  return {
    push: (line) => {
      if (lines.push(line) > keptLines) lines.shift()
      for (const follower of followers) follower.line(line)
    },
    recent: () => [...lines],
    isFollowed: () => followers.size > 0,
    follow: (follower) => {
      followers.add(follower)
      return () => void followers.delete(follower)
    },
    close: () => {
      for (const { ended } of followers) ended()
      followers.clear()
    }
  }
}
