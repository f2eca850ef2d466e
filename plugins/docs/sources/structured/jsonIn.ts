/** JSON within the texts of a source. */
import type { Json } from "../../model/Json.ts"

/** What a text says that is JSON. */
export const jsonIn = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
