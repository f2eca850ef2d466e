/** A disk on which single reads, writes and flushes of a data file fail, as strace has them fail. */
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import type { Faults } from "./run.ts"

/** Calls that fail: with what, from which call of a thread on, and each how many calls. The first ones make the tables. */
const failures = [
  "pread64:error=EIO:when=3000+5003",
  "pwrite64:error=EIO:when=3000+211",
  "fsync,fdatasync:error=EIO:when=150+37"
]

/** The command that runs a server on such a disk. */
export const onFaultyDisk = (folder: string, log: string) => (): ReadonlyArray<string> => [
  ..."strace -f --seccomp-bpf -e trace=pread64,pwrite64,fsync,fdatasync -o".split(" "),
  log,
  ...["us-east-1.db", "us-east-1.db-wal"].flatMap((name) => ["-P", join(folder, name)]),
  ...failures.flatMap((failure) => ["-e", `inject=${failure}`])
]

/** The harm is done by the disk, for so many seconds and while time is moved afterwards. */
export const waitSeconds =
  (seconds: number): Faults =>
  async ({ back, died }) => {
    died()
    await pause(seconds * 1_000)
    back()
  }
