/** What tells the schemas of tests from anybody else's, in a database that is shared. */
export const schemaPrefix = "bursar_test_"

const lending = `${schemaPrefix}lending`

/** The table of schemas that nobody uses at the moment, with the hash of the tables that each has. */
export const idleSchemas = `${lending}.idle`

/** Makes that table. */
export const lendingStatements = [
  `CREATE SCHEMA IF NOT EXISTS ${lending}`,
  `CREATE TABLE IF NOT EXISTS ${idleSchemas} (name TEXT PRIMARY KEY, tables TEXT NOT NULL)`
]
