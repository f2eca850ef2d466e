/**
 * The documentation service for a server: the plugin and its writers. Making a document in one call is in `index.ts`,
 * which loads at once what a server leaves to its threads.
 */
export { docs } from "./plugin.ts"
export { openAiCompatibleWriter } from "./writer/modelWriters.ts"
