/** Where one can go: the panels of the plugins by their groups. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useRef } from "react"
import { Link, useLocation } from "@tanstack/react-router"
import { send } from "../api/call.ts"
import { panelsQuery, queryClient, sessionQuery } from "../api/queries.ts"
import type { PanelShape } from "../api/wire.ts"
import { number } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { Menu } from "../parts/Menu.tsx"
import { useRegion, useSession } from "./context.ts"
import { RegionPicker } from "./RegionPicker.tsx"
import { setTheme, useTheme, type Theme } from "./theme.ts"

interface Entry {
  readonly href: string
  readonly title: string
  readonly icon: string
  readonly badge?: number | undefined
}

const NavLink = ({ href, title, icon, badge = 0 }: Entry) => (
  <li>
    <Link
      to={href}
      className="nav-link"
      activeProps={{ "aria-current": "page" }}
      activeOptions={{ exact: href === "/", includeSearch: false }}
    >
      <Icon name={icon} size={17} />
      <span className="nav-title">{title}</span>
      {badge > 0 ? (
        <span className="badge tone-held">
          {number(badge)}
          <span className="unseen"> waiting</span>
        </span>
      ) : null}
    </Link>
  </li>
)

/** What belongs to a sandbox, and the engine's time, stand together at the end. */
const last = "Sandbox"

/** Groups in the order in which the plugins name them. */
const groupsOf = (panels: ReadonlyArray<PanelShape>): ReadonlyArray<readonly [string, ReadonlyArray<PanelShape>]> => {
  const groups = Map.groupBy(panels, ({ group }) => group)
  const sandbox = groups.get(last) ?? []
  groups.delete(last)
  return [...groups, [sandbox.length === 0 ? "Time" : last, sandbox]]
}

const timeEntry: Entry = { href: "/clock", title: "Time and faults", icon: "timer" }

const themes: ReadonlyArray<{ readonly theme: Theme; readonly title: string; readonly icon: string }> = [
  { theme: "light", title: "Light", icon: "sun" },
  { theme: "dark", title: "Dark", icon: "moon" },
  { theme: "system", title: "As the system", icon: "monitor" }
]

const ThemeMenu = () => {
  const { theme, dark } = useTheme()
  return (
    <Menu
      name="Light or dark"
      className="icon-button"
      choices={themes.map((one) => ({
        title: one.title,
        icon: one.icon,
        checked: one.theme === theme,
        choose: () => setTheme(one.theme)
      }))}
    >
      <Icon name={dark ? "moon" : "sun"} size={18} />
    </Menu>
  )
}

export const signOut = async (): Promise<void> => {
  await send("DELETE", "/session")
  queryClient.setQueryData(sessionQuery.queryKey, { session: null })
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "session" })
}

const Role = () => {
  const { session } = useSession()
  const admin = session.role === "admin"
  // A session of the one admin token has the name of the session.
  const person = session.name.startsWith("ses_") ? undefined : session.name
  return (
    <div className="role">
      <div>
        <strong>{person ?? (admin ? "Administrator" : "Reader")}</strong>
        <small>{admin ? "May change things" : "Looks, and changes nothing"}</small>
      </div>
      <ThemeMenu />
      <button
        type="button"
        className="icon-button"
        title="Sign out"
        aria-label="Sign out"
        onClick={() => void signOut()}
      >
        <Icon name="log-out" size={18} />
      </button>
    </div>
  )
}

/** Brings the link of the page into sight, where the navigation is longer than the window. */
const useCurrentInSight = (entries: number) => {
  const nav = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useEffect(() => {
    nav.current?.querySelector("[aria-current=page]")?.scrollIntoView({ block: "nearest" })
  }, [pathname, entries])
  return nav
}

export const Nav = () => {
  const region = useRegion()
  const { data = [] } = useQuery(panelsQuery(region))
  const nav = useCurrentInSight(data.length)
  const groups = groupsOf(data)
  return (
    <nav aria-label="Console" className="nav" ref={nav}>
      <RegionPicker />
      <ul>
        <NavLink href="/" title="Home" icon="house" />
      </ul>
      {groups.map(([group, panels]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <ul>
            {group === last || group === "Time" ? <NavLink {...timeEntry} /> : null}
            {panels.map(({ id, title, icon, badge }) => (
              <NavLink key={id} href={`/${id}`} title={title} icon={icon} badge={badge} />
            ))}
          </ul>
        </section>
      ))}
      <Role />
    </nav>
  )
}
