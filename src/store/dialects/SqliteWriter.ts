/**
 * The one writer of a region: statements go to a thread of their own where there is a file, so that waiting for the disk
 * holds up nobody, and are committed in groups on either side.
 */
import { Worker } from "node:worker_threads"
import { inPieces, type Posted } from "../../domain/Pieces.ts"
import type { SqlValue } from "../../services/Store.ts"
import { defaultLimits, QueueFull, type GroupCommit, type Unit } from "./GroupCommit.ts"
import { LoneUnits, type LonePolicy } from "./LoneUnits.ts"
import { Slab } from "./Slab.ts"
import type { PreparedConnection } from "./SqlitePrepared.ts"
import { describeError, statementUnit, type Outcome, type Runnable } from "./StatementUnit.ts"
import { UnitEncoder, type FromWriter, type ToWriter, type WriterOptions } from "./WriterMessages.ts"

/** Statements that wait to be sent, or were sent and are not answered. */
interface Waiting {
  readonly statements: ReadonlyArray<Runnable>
  readonly done: (outcome: Outcome) => void
  /** Nobody waits for it: another one beside it is alone all the same. */
  readonly patient: boolean
  cancelled: boolean
  /** What it became where the program commits it by itself. */
  unit?: Unit
}

/** The writer's heap holds one batch: a small young generation is enough. */
const threadLimits = { maxYoungGenerationSizeMb: 8 }

/**
 * Units are sent when so many have gathered, and otherwise at the end of the turn. Eight keep both threads at work: with
 * all of a turn in one message each waits for the other (bench create: a fifth fewer), and single ones cost more to send.
 */
const sendAt = 8

/** Characters or bytes of a value that the program never writes by itself: reaching the disk takes longer than waking the thread. */
const threadLength = 65_536

const isForThread = (value: SqlValue): boolean =>
  (typeof value === "string" || value instanceof Uint8Array) && value.length > threadLength

/** Statements of a unit that the program never runs by itself: a payment has some 20. */
const threadStatements = 64

const isForThreadAlone = ({ statements }: Waiting): boolean =>
  statements.length > threadStatements || statements.some(({ params }) => params.some(isForThread))

/** What the program wants to hear from its thread. */
interface ThreadEvents {
  readonly ready: () => void
  /** The thread is gone: it could not start, it broke, or it was closed. */
  readonly lost: (error: unknown) => void
  /** One unit, and what nobody waits for, is to be sent while nothing is being written: whether the program took them over. */
  readonly alone: (waiting: ReadonlyArray<Waiting>) => boolean
  /** Units are to be sent together, or while others are being written. */
  readonly together: () => void
  /** Units are over, and are about to be told. */
  readonly answered: () => void
}

/** The program's end of the writer's thread. */
class WriterThread {
  readonly #worker: Worker
  readonly #encoder = new UnitEncoder()
  readonly #sent = new Slab<Waiting>()
  readonly #on: ThreadEvents
  #unsent: Array<Waiting> = []
  /** Units with long values that wait to be sent, and what is still to be posted of the one that is being sent. */
  #long: Array<Waiting> = []
  #posts: Iterator<Posted<ToWriter>> | undefined
  #scheduled = false
  #closing = false
  #idleListeners: Array<() => void> = []
  #ended = Promise.withResolvers<void>()

  constructor(options: WriterOptions & { readonly file: URL | undefined }, on: ThreadEvents) {
    this.#on = on
    this.#worker = new Worker(options.file ?? new URL("./SqliteWriterThread.ts", import.meta.url), {
      workerData: { location: options.location } satisfies WriterOptions,
      resourceLimits: threadLimits
    })
    this.#worker.unref()
    this.#worker.on("message", (message: FromWriter) => this.#receive(message))
    this.#worker.on("error", (error) => this.#lose(error))
    this.#worker.on("exit", () => {
      this.#lose(new Error("The writer's thread ended"))
      this.#ended.resolve()
    })
  }

  get length(): number {
    return this.#unsent.length + this.#long.length + this.#sent.size
  }

  submit(waiting: Waiting): void {
    if (isForThreadAlone(waiting)) {
      this.#on.together()
      if (this.#long.push(waiting) === 1 && this.#posts === undefined) setImmediate(() => this.#sendLong())
      return
    }
    this.#unsent.push(waiting)
    if (this.#unsent.length >= sendAt) return this.#send()
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(() => this.#send())
  }

  /** Calls back when nothing waits: at once, or after the last answer. */
  whenIdle(listener: () => void): void {
    if (this.length === 0) listener()
    else this.#idleListeners.push(listener)
  }

  close(): Promise<void> {
    // From here on the program waits for the thread's end, also when the last answer comes before it.
    this.#closing = true
    this.#send()
    while (this.#postNext());
    this.#worker.ref()
    this.#worker.postMessage("close" satisfies ToWriter)
    return this.#ended.promise
  }

  #send(): void {
    this.#scheduled = false
    const unsent = this.#unsent
    if (unsent.length === 0) return
    this.#unsent = []
    if (this.#sent.size > 0 || unsent.filter(({ patient }) => !patient).length > 1) this.#on.together()
    else if (this.#on.alone(unsent)) return this.#settleIdle()
    // A program may not end before it knows what became of its writes.
    if (this.#sent.size === 0) this.#worker.ref()
    for (const waiting of unsent) {
      if (waiting.cancelled) continue
      this.#encoder.add(this.#sent.add(waiting), waiting.statements)
    }
    this.#worker.postMessage(this.#encoder.take())
    this.#settleIdle()
  }

  /** Sends units with long values, a piece in each turn. Units that come meanwhile overtake them. */
  #sendLong(): void {
    if (this.#postNext()) setImmediate(() => this.#sendLong())
    this.#settleIdle()
  }

  /** Posts the next piece. False when there is none. */
  #postNext(): boolean {
    this.#posts ??= this.#begin()
    const next = this.#posts?.next()
    if (next?.done === false) this.#worker.postMessage(next.value)
    else this.#posts = undefined
    return this.#posts !== undefined || this.#long.length > 0
  }

  #begin(): Iterator<Posted<ToWriter>> | undefined {
    const waiting = this.#long.shift()
    if (waiting === undefined || waiting.cancelled) return undefined
    if (this.#sent.size === 0) this.#worker.ref()
    this.#encoder.add(this.#sent.add(waiting), waiting.statements)
    const { texts, units } = this.#encoder.take()
    // What overtakes it may use the texts.
    this.#worker.postMessage({ texts, units: [] } satisfies ToWriter)
    return inPieces<ToWriter>({ texts: [], units })
  }

  #receive(message: FromWriter): void {
    if (message === "ready") return this.#on.ready()
    this.#on.answered()
    for (let at = 0; at < message.length; at += 2) {
      this.#sent.take(message[at] as number)?.done(message[at + 1] as Outcome)
    }
    this.#settleIdle()
  }

  #settleIdle(): void {
    if (this.#sent.size === 0 && !this.#closing) this.#worker.unref()
    if (this.length > 0) return
    const listeners = this.#idleListeners
    this.#idleListeners = []
    for (const listener of listeners) listener()
  }

  /** The thread is gone: what was sent may have been kept or not. */
  #lose(error: unknown): void {
    this.#on.lost(error)
    const lost = [...this.#sent.takeAll(), ...this.#unsent, ...this.#long]
    this.#unsent = []
    this.#long = []
    this.#posts = undefined
    const outcome: Outcome = { _tag: "broken", said: describeError(error) }
    for (const waiting of lost) waiting.done(outcome)
    this.#settleIdle()
  }
}

/** What a writer is made of. */
export interface WriterParts {
  /** The program's own write connection: for units that are functions, and for everything where there is no thread. */
  readonly connection: PreparedConnection
  readonly group: GroupCommit
  /** The file for the thread to open, or `undefined` for a database in memory, which has none. */
  readonly location: string | undefined
  /** The program of the thread, if it is another than ours. */
  readonly threadFile?: URL
  /** Who commits units that come alone, if it is not `LoneUnits` that says so. */
  readonly lone?: LonePolicy
  /** Is told why once there is no thread any more, and the program writes by itself. */
  readonly lost?: (said: string) => void
  /** Is called before units are told that the thread committed them. */
  readonly answered?: () => void
}

/** How statements are written. */
export interface SubmitOptions {
  /** Nobody waits for them. */
  readonly patient?: boolean
  /** They may be committed with later ones: the program runs them at once by itself, and holds the transaction open. */
  readonly unflushed?: boolean
}

/** Takes units of work of one region. */
export class SqliteWriter {
  readonly #parts: WriterParts
  /** The thread once it is ready; until then, and if it cannot start or breaks, the program writes by itself. */
  #thread: WriterThread | undefined
  readonly #started: WriterThread | undefined
  #held: Array<Waiting> = []
  /** Units that are functions and wait for the connection, or have it. */
  #functions = 0
  #closed = false
  readonly #lone: LonePolicy
  readonly #settled = Promise.withResolvers<boolean>()

  constructor(parts: WriterParts) {
    this.#parts = parts
    this.#lone = parts.lone ?? new LoneUnits()
    if (parts.location === undefined) {
      this.#settled.resolve(false)
      return
    }
    // A thread that breaks also ends.
    let isLost = false
    const started: WriterThread = new WriterThread(
      { location: parts.location, file: parts.threadFile },
      {
        ready: () => {
          if (!this.#closed) this.#thread = started
          this.#settled.resolve(true)
        },
        lost: (error) => {
          this.#thread = undefined
          this.#settled.resolve(false)
          if (!isLost && !this.#closed) parts.lost?.(describeError(error).message)
          isLost = true
        },
        alone: (waiting) => this.#lone.takes() && this.#commitAlone(waiting),
        together: () => this.#lone.interrupt(),
        answered: () => parts.answered?.()
      }
    )
    this.#started = started
  }

  /** Whether a thread took over. Nobody has to wait for it: until then the program writes by itself. */
  get threaded(): Promise<boolean> {
    return this.#settled.promise
  }

  /**
   * Queues statements; `done` is called once. Returns what takes them back while they have not been started.
   */
  submit(
    statements: ReadonlyArray<Runnable>,
    done: (outcome: Outcome) => void,
    { patient = false, unflushed = false }: SubmitOptions = {}
  ): () => void {
    if (this.#thread === undefined || unflushed) {
      const unit = statementUnit(this.#parts.connection, statements, done)
      if (unflushed) this.hold(unit)
      else this.run(unit)
      return () => void (unit.cancelled = true)
    }
    const waiting: Waiting = { statements, done, patient, cancelled: false }
    if (this.#thread.length + this.#held.length >= defaultLimits.maxWaiting) {
      done({ _tag: "broken", said: describeError(new QueueFull("Too many units of work wait")) })
    } else if (this.#functions > 0) {
      this.#held.push(waiting)
      this.endHeld()
    } else this.#thread.submit(waiting)
    return () => {
      waiting.cancelled = true
      if (waiting.unit !== undefined) waiting.unit.cancelled = true
    }
  }

  /** Queues a unit that is a function. It runs on the program's thread, when the writer's has nothing open. */
  run(unit: Unit): void {
    const thread = this.#thread
    if (thread === undefined) return this.#parts.group.submit(unit)
    const fenced = this.#fence(unit)
    thread.whenIdle(() => this.#parts.group.submit(fenced))
  }

  /** Runs a unit at once, in a transaction that stays open for the next one, when the writer's thread has nothing open. */
  hold(unit: Unit): void {
    const { group } = this.#parts
    const thread = this.#thread
    const take = (over?: () => void) => {
      if (unit.cancelled) return over?.()
      if (group.hold(unit, over)) return
      over?.()
      this.run(unit)
    }
    if (thread === undefined || group.isHolding()) return take()
    this.#functions++
    thread.whenIdle(() => take(() => this.#over()))
  }

  /** Whether a transaction is open that only those see who write in it. */
  get isHolding(): boolean {
    return this.#parts.group.isHolding()
  }

  /** Whether there is a thread, and neither it nor the program has anything to write. */
  get isThreadIdle(): boolean {
    return this.#thread?.length === 0 && this.#functions === 0
  }

  /** Commits what is held. */
  endHeld(): void {
    this.#parts.group.endHeld()
  }

  /** Commits what is held. Returns why a transaction that was held was not kept, once. */
  takeLoss(): unknown {
    return this.#parts.group.takeLoss()
  }

  /** Commits units on the program's thread, at once and together. The writer's has nothing open. */
  #commitAlone(taken: ReadonlyArray<Waiting>): boolean {
    const from = performance.now()
    const units = taken
      .filter(({ cancelled }) => !cancelled)
      .map((waiting) => {
        waiting.unit = statementUnit(this.#parts.connection, waiting.statements, waiting.done)
        return this.#fence(waiting.unit)
      })
    if (units.length > 0) this.#parts.group.runNow(units)
    this.#lone.took(performance.now() - from)
    return true
  }

  /** The unit with a fence around it: what comes after it is held until it is over. */
  #fence(unit: Unit): Unit {
    this.#functions++
    const over = () => this.#over()
    let skipped = false
    return {
      cancelled: false,
      repeatable: unit.repeatable,
      run: () => {
        skipped = unit.cancelled
        return skipped || unit.run()
      },
      settled: () => {
        over()
        if (!skipped) unit.settled()
      },
      failed: (error) => {
        over()
        if (!skipped) unit.failed(error)
      }
    }
  }

  /** Runs what waits, then refuses everything. */
  async close(): Promise<void> {
    this.#closed = true
    this.#thread = undefined
    await this.#started?.close()
    this.#parts.group.close()
  }

  #over(): void {
    this.#functions--
    if (this.#functions === 0) this.#release()
  }

  #release(): void {
    const held = this.#held
    this.#held = []
    for (const waiting of held) {
      if (this.#thread !== undefined) this.#thread.submit(waiting)
      else this.#parts.group.submit(statementUnit(this.#parts.connection, waiting.statements, waiting.done))
    }
  }
}
