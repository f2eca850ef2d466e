/** Cells of panels, and what forms were filled in with, as most panels need them. */
import type { PanelInput, PanelRow, Tone } from "./Panel.ts"

/** A status cell by a table of tones. */
export const statusBy =
  (tones: Readonly<Record<string, Tone>>) =>
  (value: string): { readonly value: string; readonly tone: Tone } => ({ value, tone: tones[value] ?? "none" })

/** Whether the status of a row is one of these. */
export const isIn =
  (...values: ReadonlyArray<string>) =>
  ({ status }: PanelRow): boolean =>
    values.includes((status as { readonly value: string }).value)

/** A text of an action's input. */
export const textIn = (input: PanelInput, key: string): string | undefined => input[key] as string | undefined

/** A number of an action's input. */
export const numberIn = (input: PanelInput, key: string): number | undefined => input[key] as number | undefined
