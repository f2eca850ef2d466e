/** What the server screens against: the lists of the configured folder, and in a sandbox the fictional ones as well. */
import type * as Layer from "effect/Layer"
import type { Clock } from "../services/Clock.ts"
import * as NodeScreening from "../services/NodeScreening.ts"
import { Screening } from "../services/Screening.ts"
import type { ServerConfig } from "./config.ts"

/**
 * In production without a folder nobody is screened, so nobody is clear: payments that need screening wait. The fictional
 * lists are for the sandbox only.
 */
export const screeningLayer = ({
  mode,
  screeningLists: folder
}: ServerConfig): Layer.Layer<Screening, NodeScreening.ListsUnusable, Clock> => {
  const sandbox = mode === "sandbox"
  if (folder !== undefined) return NodeScreening.layer({ folder, sandbox })
  return sandbox ? Screening.layer : Screening.layerLists({ lists: [] })
}
