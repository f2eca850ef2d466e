/** Ctrl-K: go anywhere by typing. Panels and commands are found here, ids by the engine. */
import { Dialog as Base } from "@base-ui/react/dialog"
import { useQuery } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useDeferredValue, useEffect, useState, type KeyboardEvent } from "react"
import { panelsQuery, searchQuery } from "../api/queries.ts"
import { Icon } from "../parts/Icon.tsx"
import { useRegion } from "./context.ts"
import { signOut } from "./Nav.tsx"
import { setTheme } from "./theme.ts"

interface Choice {
  readonly key: string
  readonly title: string
  readonly about: string
  readonly icon: string
  readonly run: () => void
}

const useChoices = (text: string, close: () => void): ReadonlyArray<Choice> => {
  const region = useRegion()
  const navigate = useNavigate()
  const { data: panels = [] } = useQuery(panelsQuery(region))
  const { data: found = [] } = useQuery(searchQuery(useDeferredValue(text.trim()), region))
  const go = (href: string) => (): void => void navigate({ to: href })
  const wanted = text.trim().toLowerCase()
  const places: ReadonlyArray<Choice> = [
    { key: "/", title: "Home", about: "Page", icon: "house", run: go("/") },
    ...panels.map(({ id, title, group, icon }) => ({ key: id, title, about: group, icon, run: go(`/${id}`) })),
    { key: "/clock", title: "Time and faults", about: "Engine", icon: "timer", run: go("/clock") },
    { key: "light", title: "Light", about: "Look", icon: "sun", run: () => setTheme("light") },
    { key: "dark", title: "Dark", about: "Look", icon: "moon", run: () => setTheme("dark") },
    { key: "out", title: "Sign out", about: "Session", icon: "log-out", run: () => void signOut() }
  ]
  const ids =
    text.trim().length > 2
      ? found.map(({ id, title, href }) => ({ key: `id ${id}`, title, about: id, icon: "arrow-right", run: go(href) }))
      : []
  const matching = places.filter(({ title, about }) => `${about} ${title}`.toLowerCase().includes(wanted))
  return [...ids, ...matching].map((choice) => ({
    ...choice,
    run: () => {
      close()
      choice.run()
    }
  }))
}

const Choices = ({
  choices,
  active,
  text
}: {
  readonly choices: ReadonlyArray<Choice>
  readonly active: number
  readonly text: string
}) =>
  choices.length === 0 ? (
    <p className="palette-none">Nothing is called “{text}”. An id is found when it is whole.</p>
  ) : (
    <ul role="listbox" id="palette-list" aria-label="Found" className="palette-list">
      {choices.map(({ key, title, about, icon, run }, index) => (
        <li
          key={key}
          id={`palette-${index}`}
          role="option"
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={run}
        >
          <Icon name={icon} size={17} />
          <span>{title}</span>
          <small>{about}</small>
        </li>
      ))}
    </ul>
  )

const PaletteBody = ({ close }: { readonly close: () => void }) => {
  const [text, setText] = useState("")
  const [at, setAt] = useState(0)
  const choices = useChoices(text, close)
  const active = Math.min(at, Math.max(0, choices.length - 1))
  useEffect(() => {
    void document.getElementById(`palette-${active}`)?.scrollIntoView({ block: "nearest" })
  }, [active])
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      setAt((active + step + choices.length) % Math.max(1, choices.length))
    } else if (event.key === "Enter") {
      event.preventDefault()
      choices[active]?.run()
    }
  }
  return (
    <>
      <div className="palette-input">
        <Icon name="search" size={18} />
        <input
          role="combobox"
          aria-label="Go to a page or an id"
          aria-expanded={choices.length > 0}
          aria-controls="palette-list"
          aria-activedescendant={choices.length > 0 ? `palette-${active}` : undefined}
          placeholder="A page, or an id such as pay_…"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <kbd>Esc</kbd>
      </div>
      <Choices choices={choices} active={active} text={text} />
    </>
  )
}

export const Palette = ({ open, setOpen }: { readonly open: boolean; readonly setOpen: (open: boolean) => void }) => {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [setOpen])
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Portal>
        <Base.Backdrop className="backdrop" />
        <Base.Popup className="palette">
          <Base.Title className="unseen">Go to</Base.Title>
          <PaletteBody close={() => setOpen(false)} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
