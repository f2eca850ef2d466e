/** A state as shape, word and colour: none of the three is needed to understand the other two. */
import type { StatusValue, Tone } from "../api/wire.ts"
import { words } from "./format.ts"
import { Icon } from "./Icon.tsx"

/** States whose shape says more than that of their tone. */
const shapes: Readonly<Record<string, string>> = {
  refunded: "undo-2",
  partially_refunded: "undo-2",
  reversed: "undo-2",
  returned: "undo-2",
  canceled: "circle-slash",
  cancelled: "circle-slash",
  disabled: "circle-slash",
  expired: "clock-alert"
}

const ofTone: Readonly<Record<Tone, string>> = {
  good: "check",
  wait: "clock",
  bad: "x",
  held: "pause",
  none: "circle"
}

export const toneIcon = (tone: Tone): string => ofTone[tone]

export const Status = ({ value, tone }: StatusValue) => (
  <span className={`status tone-${tone}`}>
    <Icon name={shapes[value] ?? ofTone[tone]} size={13} />
    {words(value)}
  </span>
)

export const isStatus = (value: unknown): value is StatusValue =>
  typeof value === "object" && value !== null && "tone" in value && "value" in value
