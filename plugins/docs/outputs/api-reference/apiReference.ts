/** placeholder while the output is being written */
import type { Output } from "../Output.ts"

export const apiReference: Output = { plan: () => undefined }
