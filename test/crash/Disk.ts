/**
 * A folder on a disk that forgets what was not flushed. It follows the system calls of a program, as strace recorded them, and
 * makes the folder that the program finds after the power was cut: what an `fsync` covered is there; of the rest nothing is, or
 * any of its sectors are, in any order. A name is there once its folder was flushed.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const calls = [
  "openat,write,pwrite64,writev,pwritev,pwritev2,ftruncate,fallocate,copy_file_range,sendfile",
  "fsync,fdatasync,sync_file_range,rename,renameat,renameat2,unlink,unlinkat,link,linkat"
]

/** What records a program: with paths of descriptors, and bytes in full. */
const recorder = (log: string): ReadonlyArray<string> =>
  `strace -f -y -xx -s 1048576 --seccomp-bpf -o ${log} -e trace=${calls.join(",")}`.split(" ")

/** What can tear: drives write sectors whole. */
const sectorBytes = 512

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly length: number }

interface File {
  durable: Buffer
  /** Not flushed, oldest first. */
  pending: Array<Change>
}

const changed = (content: Buffer, change: Change): Buffer => {
  const length = "length" in change ? change.length : Math.max(content.length, change.at + change.bytes.length)
  const next = length === content.length ? content : Buffer.alloc(length, 0)
  if (next !== content) content.copy(next, 0, 0, Math.min(length, content.length))
  if ("bytes" in change) change.bytes.copy(next, change.at)
  return next
}

const sectorsOf = (change: Change): ReadonlyArray<Change> => {
  if ("length" in change) return [change]
  const sectors: Array<Change> = []
  for (let from = 0; from < change.bytes.length;) {
    const to = from + sectorBytes - ((change.at + from) % sectorBytes)
    sectors.push({ at: change.at + from, bytes: change.bytes.subarray(from, to) })
    from = to
  }
  return sectors
}

const unhex = (text: string): Buffer => Buffer.from(text.replaceAll("\\x", ""), "hex")

const unexpected = (what: string): never => {
  throw new Error(`the recording holds what is not understood: ${what}`)
}

/** A call in full: its name, its arguments as strace wrote them, and what it answered. */
const callText = /^(\w+)\((.*)\)\s+= (-?\d+)/s

/** The folder's state on the disk and in memory, from when the program starts until the power is cut. */
class Following {
  private readonly live = new Map<string, File>()
  private kept: ReadonlyMap<string, File>
  private readonly positions = new Map<string, number>()
  /** Of calls that have begun: what a flush will cover. */
  private readonly covered = new Map<string, number>()

  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    for (const name of readdirSync(folder)) {
      this.live.set(name, { durable: readFileSync(join(folder, name)), pending: [] })
    }
    this.kept = new Map(this.live)
  }

  private nameOf(hex: string | undefined): string | undefined {
    const path = unhex(hex ?? "").toString()
    return dirname(path) === this.folder ? basename(path) : undefined
  }

  /** Notes what a flush covers: what was written before it began. */
  begin(thread: string, text: string): void {
    const name = this.nameOf(/^f(?:data)?sync\(\d+<([^>]*)>/.exec(text)?.[1])
    const file = name === undefined ? undefined : this.live.get(name)
    if (file !== undefined) this.covered.set(thread, file.pending.length)
  }

  end(thread: string, text: string): void {
    const [, call = "", args = "", result = "-1"] = callText.exec(text) ?? []
    if (Number(result) < 0) return
    const [first = "", second = ""] = Array.from(args.matchAll(/"([^"]*)"/g), ([, hex]) => hex)
    const descriptor = /^\d+<([^>]*)>/.exec(args)?.[1]
    const own = this.nameOf(descriptor)
    const file = own === undefined ? undefined : this.live.get(own)
    if (call === "openat") this.opened(this.nameOf(first), args)
    else if (call === "unlink") this.live.delete(this.nameOf(first) ?? "")
    else if (call === "link" || call === "rename") this.named(call, this.nameOf(first), this.nameOf(second))
    else if (call === "fsync" || call === "fdatasync") {
      if (unhex(descriptor ?? "").toString() === this.folder) this.kept = new Map(this.live)
      if (file !== undefined) this.flushed(file, this.covered.get(thread) ?? file.pending.length)
      this.covered.delete(thread)
    } else if (file !== undefined && own !== undefined) this.written(call, args, { file, own, bytes: unhex(first) })
  }

  private opened(name: string | undefined, args: string): void {
    if (name === undefined) return
    this.positions.set(name, 0)
    const file = this.live.get(name)
    if (file === undefined) {
      if (args.includes("O_CREAT")) this.live.set(name, { durable: Buffer.alloc(0), pending: [] })
    } else if (args.includes("O_TRUNC")) file.pending.push({ length: 0 })
  }

  private named(call: "link" | "rename", from: string | undefined, to: string | undefined): void {
    const file = this.live.get(from ?? "")
    if (file === undefined || to === undefined) return
    this.live.set(to, file)
    if (call === "rename") this.live.delete(from ?? "")
  }

  private flushed(file: File, changes: number): void {
    for (const change of file.pending.splice(0, changes)) file.durable = changed(file.durable, change)
  }

  private written(call: string, args: string, { bytes, file, own }: { file: File; own: string; bytes: Buffer }): void {
    const last = Number(/(\d+)$/.exec(args)?.[1])
    if (call === "pwrite64") file.pending.push({ at: last, bytes })
    else if (call === "ftruncate") file.pending.push({ length: Number(/, (\d+)$/.exec(args)?.[1] ?? unexpected(args)) })
    else if (call === "write") {
      const at = this.positions.get(own) ?? 0
      file.pending.push({ at, bytes })
      this.positions.set(own, at + bytes.length)
    } else unexpected(`${call} of ${own}`)
  }

  /** Puts in the folder what the disk kept. */
  cutPower(random: () => number): void {
    const keepsSome = random() < 0.5
    const names = keepsSome && random() < 0.5 ? this.live : this.kept
    rmSync(this.folder, { recursive: true, force: true })
    mkdirSync(this.folder, { mode: 0o700 })
    for (const [name, file] of names) {
      let content: Buffer = Buffer.from(file.durable)
      if (keepsSome) {
        for (const change of file.pending.flatMap(sectorsOf)) if (random() < 0.5) content = changed(content, change)
      }
      writeFileSync(join(this.folder, name), content, { mode: 0o600 })
    }
  }
}

/**
 * A disk with one folder. `recorded` is called before the program starts, for the command that records its calls; `cutPower` after
 * it was killed.
 */
export const makeDisk = (folder: string, log: string) => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  let following = new Following(folder)
  return {
    record: (): ReadonlyArray<string> => {
      following = new Following(folder)
      return recorder(log)
    },
    cutPower: (random: () => number): void => {
      const begun = new Map<string, string>()
      for (const line of readFileSync(log, "latin1").split("\n")) {
        const [, thread = "", text = ""] = /^(\d+) +(.*)$/s.exec(line) ?? []
        const isUnfinished = text.endsWith(" <unfinished ...>")
        const resumed = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text)
        if (resumed === null) following.begin(thread, text)
        if (isUnfinished) begun.set(thread, text.slice(0, -" <unfinished ...>".length))
        else if (resumed === null) following.end(thread, text)
        else {
          following.end(thread, `${begun.get(thread) ?? ""}${resumed[1]}`)
          begun.delete(thread)
        }
      }
      following.cutPower(random)
    }
  }
}
