/** The console in the browser: a session, then its pages. */
import { CSPProvider } from "@base-ui/react/csp-provider"
import { QueryClientProvider, useQuery } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode, useEffect, useState } from "react"
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

const Signed = () => {
  const { data, error, refetch } = useQuery(sessionQuery)
  const [ended, setEnded] = useState(false)
  const session = data?.session ?? null
  useLive(session !== null)
  useEffect(
    () =>
      onSessionEnd(() => {
        setEnded(true)
        queryClient.setQueryData(sessionQuery.queryKey, { session: null })
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
  if (session === null || data.engine === undefined) return <SignIn ended={ended} />
  return (
    <SessionContext value={{ session, engine: data.engine }}>
      <RouterProvider router={router} />
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
