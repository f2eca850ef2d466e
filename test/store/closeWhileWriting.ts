/** A program that closes a writer while something is being written, and ends when it is closed. */
import { makeGroupCommit } from "../../src/store/dialects/GroupCommit.ts"
import { openConnection, writeConnection, writerPragmas } from "../../src/store/dialects/SqlitePrepared.ts"
import { SqliteWriter } from "../../src/store/dialects/SqliteWriter.ts"

const say = (text: string) => void process.stdout.write(`${text}\n`)

const location = process.argv[2]!
const connection = openConnection(location, writerPragmas)
connection.db.exec(`CREATE TABLE notes (id TEXT PRIMARY KEY)`)
const writer = new SqliteWriter({ connection, group: makeGroupCommit(writeConnection(connection)), location })
await writer.threaded
writer.submit([{ text: `INSERT INTO notes (id) VALUES (?)`, params: ["a"] }], ({ _tag }) => say(_tag), {
  patient: true
})
await writer.close()
say("closed")
