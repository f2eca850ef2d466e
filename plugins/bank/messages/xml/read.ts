/** Reads messages. Several parts of the service look at one: the journal that keeps it, the rail, the simulated network. */
import type * as Result from "effect/Result"
import { readXml, type XmlElement, type XmlRefused } from "../../../../src/plugin.ts"
import { defaultLimits } from "./elements.ts"

type Reading = Result.Result<XmlElement, XmlRefused>

/** What was read lately, by its text, the oldest first; longer texts are read anew. Our choice. */
const lately = new Map<string, Reading>()
const mostKept = 64
const longestKept = 8_192

/** The root element of a message within the usual bounds. A text that was read lately is not read again. */
export const readMessage = (text: string): Reading => {
  const known = lately.get(text)
  if (known !== undefined) return known
  const reading = readXml(text, defaultLimits)
  if (text.length > longestKept) return reading
  if (lately.size >= mostKept) lately.delete(lately.keys().next().value!)
  lately.set(text, reading)
  return reading
}
