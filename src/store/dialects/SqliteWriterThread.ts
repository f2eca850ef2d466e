/**
 * The writer's thread: it owns one connection, commits what it is sent in groups, and answers when it is on disk. While
 * it waits for the disk, the program goes on.
 */
import { parentPort, workerData } from "node:worker_threads"
import { Assembly, type Posted } from "../../domain/Pieces.ts"
import { checkpointAfterAnswers } from "./Checkpoints.ts"
import { defaultLimits, makeGroupCommit } from "./GroupCommit.ts"
import { openConnection, writeConnection, writerPragmas } from "./SqlitePrepared.ts"
import { statementUnit, type Outcome } from "./StatementUnit.ts"
import { UnitDecoder, type FromWriter, type ToWriter, type WriterOptions } from "./WriterMessages.ts"

const port = parentPort!
/** How long the thread waits while the program makes tables or brings old data up to date, in milliseconds. Our choice. */
const lockWaitMs = 60_000

const connection = openConnection((workerData as WriterOptions).location, writerPragmas, lockWaitMs)
// The program bounds what waits; here all that was accepted may.
const group = makeGroupCommit(writeConnection(connection), { ...defaultLimits, maxWaiting: Number.POSITIVE_INFINITY })
const checkpoint = checkpointAfterAnswers(connection)
const assembly = new Assembly<ToWriter>()
const decoder = new UnitDecoder()

let outcomes: Array<number | Outcome> = []

/** One message answers all units of a commit. Whoever was answered goes on during a checkpoint. */
const sendOutcomes = () => {
  const message: FromWriter = outcomes
  outcomes = []
  port.postMessage(message)
  checkpoint()
}

const answer = (id: number, outcome: Outcome) => {
  if (outcomes.length === 0) process.nextTick(sendOutcomes)
  outcomes.push(id, outcome)
}

port.on("message", (posted: Posted<ToWriter>) => {
  const message = assembly.read(posted)
  if (message === undefined) return
  if (message !== "close") {
    decoder.decode(message, (id, statements) => {
      group.submit(statementUnit(connection, statements, (outcome) => answer(id, outcome)))
    })
    return
  }
  group.close()
  connection.db.close()
  process.nextTick(() => port.close())
})

port.postMessage("ready" satisfies FromWriter)
