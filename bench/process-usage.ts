/**
 * What the operating system says about a running server (memory, processor time, bytes written) and about how busy the
 * machine is. Linux only; elsewhere the figures are absent.
 */
import { readFileSync } from "node:fs"

/** Figures since the process started; a figure that this system does not tell is absent. */
export interface ProcessUsage {
  /** Resident memory now, in MiB. */
  readonly rssMb: number | undefined
  /** Processor time of all threads, user and system, in seconds. */
  readonly cpuSeconds: number | undefined
  /** Bytes that the process caused to be sent to storage. */
  readonly writtenBytes: number | undefined
}

/** Linux reports processor time in ticks of 10 ms (`USER_HZ`) on every architecture that Node supports. */
const ticksPerSecond = 100

const readProcFile = (path: string): string | undefined => {
  try {
    return readFileSync(`/proc/${path}`, "latin1")
  } catch {
    return undefined
  }
}

const numberAfter = (text: string | undefined, label: string): number | undefined => {
  const found = text === undefined ? null : new RegExp(`^${label}:\\s*(\\d+)`, "m").exec(text)
  return found === null ? undefined : Number(found[1])
}

const cpuSecondsOf = (pid: number): number | undefined => {
  const stat = readProcFile(`${pid}/stat`)
  if (stat === undefined) return undefined
  // The second field is the program name in parentheses and may hold blanks; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
}

/** Reads the figures of a process now. */
export const readProcessUsage = (pid: number): ProcessUsage => {
  const rssKb = numberAfter(readProcFile(`${pid}/status`), "VmRSS")
  return {
    rssMb: rssKb === undefined ? undefined : rssKb / 1024,
    cpuSeconds: cpuSecondsOf(pid),
    writtenBytes: numberAfter(readProcFile(`${pid}/io`), "write_bytes")
  }
}

/** Processor time that anything on this machine has used since it started, in seconds over all cores. */
export const readMachineCpuSeconds = (): number | undefined => {
  const total = readProcFile("stat")?.split("\n", 1)[0]
  if (total === undefined) return undefined
  // cpu user nice system idle iowait irq softirq steal …; what a hypervisor took away counts as used by others.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = total.split(/ +/).slice(1).map(Number)
  return (user + nice + system + irq + softirq + steal) / ticksPerSecond
}
