/** Beside every page of a sandbox: what happens next, and what can be made to go wrong. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useRef } from "react"
import { clockQuery } from "../api/queries.ts"
import { IconButton } from "../parts/Button.tsx"
import { Tools } from "./Tools.tsx"
import { Upcoming } from "./Upcoming.tsx"

/** As many of the things to come stand in the panel; all are on their page. Our choice. */
const mostUpcoming = 4

export const SandboxPanel = ({ close }: { readonly close: () => void }) => {
  const { data: clock } = useQuery(clockQuery)
  const head = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    head.current?.focus()
  }, [])
  return (
    <aside
      className="sandbox"
      aria-labelledby="sandbox"
      onKeyDown={({ key, target, currentTarget }) => {
        // Escape in a dialog of the panel closes the dialog.
        if (key === "Escape" && currentTarget.contains(target as Node)) close()
      }}
    >
      <header>
        <h2 id="sandbox" ref={head} tabIndex={-1}>
          Sandbox
        </h2>
        <IconButton name="Close the sandbox panel" icon="x" onClick={close} />
      </header>
      {clock === undefined ? null : (
        <section className="sandbox-next" aria-labelledby="sandbox-next">
          <h3 id="sandbox-next">
            What happens next
            {clock.upcoming.length > mostUpcoming ? <Link to="/clock">All {clock.upcoming.length}</Link> : null}
          </h3>
          <Upcoming clock={clock} most={mostUpcoming} />
        </section>
      )}
      <Tools />
    </aside>
  )
}
