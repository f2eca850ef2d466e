/** `bursar/docs`: the documentation service, as a plugin and as operations to call in process. */
export type { DocsFailure, ErrorCode } from "./errors.ts"
export { DocsRefused, NotFound } from "./errors.ts"
export type { DocsOptions } from "./options.ts"
export { docs } from "./plugin.ts"
export { generateDocument, type Generated } from "./workbench/generateDocument.ts"
export type { TransformInput, TransformOutput } from "./transformations/Transformation.ts"
export { Writer, WriterError, type WriterShape } from "./writer/Writer.ts"
export type { Fact, GlossaryTerm, Intent, SectionInput } from "./writer/Section.ts"
