/** What tells the schemas of tests from anybody else's, in a database that is shared. */
export const schemaPrefix = "bursar_test_"
