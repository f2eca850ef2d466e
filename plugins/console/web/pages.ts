/** Pages of their own for panels that need more than a list and a story. They appear only when the panel does. */
import { lazy, type ComponentType } from "react"
import type { PanelShape } from "./api/wire.ts"

type PanelPage = ComponentType<{ readonly panel: PanelShape; readonly id: string }>

/** In place of the list, by the id of the panel. */
export const listPages: Readonly<Record<string, PanelPage>> = {
  "docs.documents": lazy(async () => ({ default: (await import("./docs/DocumentsPage.tsx")).DocumentsPage }))
}

/** In place of the story. */
export const itemPages: Readonly<Record<string, PanelPage>> = {
  "docs.documents": lazy(async () => ({ default: (await import("./docs/DocumentPage.tsx")).DocumentPage })),
  "docs.projects": lazy(async () => ({ default: (await import("./docs/ProjectPage.tsx")).ProjectPage })),
  "docs.drafts": lazy(async () => ({ default: (await import("./docs/DraftPage.tsx")).DraftPage }))
}
