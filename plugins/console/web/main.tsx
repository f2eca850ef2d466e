/** The console in the browser: a session, then its pages. */
import { CSPProvider } from "@base-ui/react/csp-provider"
import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode, useEffect, useRef, useState } from "react"
import { createRoot } from "react-dom/client"
import { onSessionEnd } from "./api/call.ts"
import { useLive } from "./api/live.ts"
import { queryClient, sessionQuery } from "./api/queries.ts"
import { Problem, Skeleton } from "./parts/states.tsx"
import { router } from "./router.tsx"
import { SessionContext } from "./shell/context.ts"
import { SignIn } from "./shell/SignIn.tsx"
import { startTheme } from "./shell/theme.ts"
import "./styles/all.css"

/** Over the pages, which keep what somebody typed. */
const SignInAgain = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  const [before] = useState(() => document.activeElement)
  const show = (): void => dialog.current?.showModal()
  useEffect(() => {
    show()
    return () => {
      if (before instanceof HTMLElement) before.focus()
    }
  }, [before])
  return (
    <dialog ref={dialog} className="sign-in-again" aria-label="Sign in" onClose={show}>
      <SignIn ended />
    </dialog>
  )
}

const Signed = () => {
  const { data, error, refetch } = useQuery(sessionQuery)
  const session = data?.session ?? null
  useLive(session !== null)
  useEffect(
    () =>
      onSessionEnd(() => {
        queryClient.setQueryData(sessionQuery.queryKey, (known) =>
          known?.session ? { ...known, session: null, ended: known.session } : known
        )
      }),
    []
  )
  if (error !== null)
    return (
      <main className="alone">
        <Problem what="The engine cannot be reached" error={error} again={() => void refetch()} />
      </main>
    )
  if (data === undefined)
    return (
      <main className="alone">
        <Skeleton name="Looking for a session" />
      </main>
    )
  const shown = session ?? data.ended
  if (shown === undefined || data.engine === undefined) return <SignIn />
  return (
    <SessionContext value={{ session: shown, engine: data.engine, hasEnded: session === null }}>
      <RouterProvider router={router} />
      {session === null ? <SignInAgain /> : null}
    </SessionContext>
  )
}

startTheme()
createRoot(document.getElementById("console")!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Signed />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>
)
