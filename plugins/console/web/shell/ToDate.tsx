/** A date and a time, in the reader's zone, to which the clock is to move. */
import { useState, type FormEvent } from "react"
import { Button } from "../parts/Button.tsx"
import { fullTime, zone } from "../parts/format.ts"

/** `2026-11-23T16:06`, in the reader's zone, as the input writes it. */
const local = (ms: number): string => {
  const date = new Date(ms)
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const dayMs = 86_400_000

interface ToDateProps {
  readonly now: number
  readonly move: (iso: string) => void
  readonly cancel: () => void
}

export const ToDate = ({ now, move, cancel }: ToDateProps) => {
  const [typed, setTyped] = useState(() => local(now + dayMs))
  const at = Date.parse(typed)
  const problem = Number.isNaN(at) ? "This is not a date." : at <= now ? "The clock moves forward only." : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (problem === undefined) move(new Date(at).toISOString())
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className="field">
        <label htmlFor="to-date">Date and time</label>
        <input
          id="to-date"
          type="datetime-local"
          value={typed}
          min={local(now)}
          onChange={(event) => setTyped(event.target.value)}
          aria-describedby="to-date-about"
          aria-invalid={problem === undefined ? undefined : true}
        />
        <p id="to-date-about" className={problem === undefined ? "hint" : "hint bad"}>
          {problem ?? `In your zone, ${zone()}: ${fullTime(at)}`}
        </p>
      </div>
      <div className="dialog-foot">
        <Button onClick={cancel}>Cancel</Button>
        <Button type="submit" look="primary" disabled={problem !== undefined}>
          Move the clock
        </Button>
      </div>
    </form>
  )
}
