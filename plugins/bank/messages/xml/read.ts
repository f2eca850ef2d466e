/** Reads messages. Several parts of the service look at one: the journal that keeps it, the rail, the simulated network. */
import * as Result from "effect/Result"
import { readXml, type XmlElement, type XmlRefused } from "../../../../src/plugin.ts"
import { defaultLimits } from "./elements.ts"
import { writeDocument, type XmlUnwritable } from "./write.ts"

type Reading = Result.Result<XmlElement, XmlRefused>

/**
 * What was read or written last. Its readers look at a message one right after the other; more of them would be kept from
 * the collector for longer than the payments that they belong to.
 */
let last: { readonly text: string; readonly reading: Reading } | undefined

/** The root element of a message within the usual bounds. The text that was read or written last is not read again. */
export const readMessage = (text: string): Reading => {
  if (last?.text === text) return last.reading
  const reading = readXml(text, defaultLimits)
  last = { text, reading }
  return reading
}

/** Writes a message whose elements all say their namespace: so they are what its reader would find. */
export const writeMessage = (root: XmlElement): Result.Result<string, XmlUnwritable> =>
  Result.map(writeDocument(root), (text) => {
    last = { text, reading: Result.succeed(root) }
    return text
  })
