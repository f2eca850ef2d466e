/** The elements that payment messages are written of, and the bounds within which they are read. */
import type { XmlElement, XmlLimits } from "../../../../src/plugin.ts"

/** Far above any payment message (the largest of the fixed set has a few hundred elements, twelve deep). Our choice. */
export const defaultLimits: XmlLimits = {
  characters: 262_144,
  depth: 32,
  elements: 5_000,
  attributesPerElement: 16,
  skipsInstructions: true,
  isDecoded: true
}

/** An element to be written, with elements inside. */
export const parentElement = (name: string, children: ReadonlyArray<XmlElement>, namespace = ""): XmlElement => ({
  name,
  namespace,
  attributes: [],
  children,
  text: ""
})
