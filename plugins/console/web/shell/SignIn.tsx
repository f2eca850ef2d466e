/** The admin token becomes a session. The token is held by the form alone, until it is sent. */
import { useMutation } from "@tanstack/react-query"
import { useEffect, useRef, useState, type FormEvent } from "react"
import { Refused, send } from "../api/call.ts"
import { queryClient, sessionQuery } from "../api/queries.ts"
import type { SessionAnswer } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Logo } from "./Logo.tsx"

const explained = (error: Error): string => {
  if (!(error instanceof Refused)) return error.message
  if (error.status === 429) return "Too many tries. Wait a minute, then try again."
  if (error.status === 401) return "This token is not the engine’s. Look in credentials.json, under admin."
  return error.message
}

export const SignIn = ({ ended = false }: { readonly ended?: boolean }) => {
  const [token, setToken] = useState("")
  const input = useRef<HTMLInputElement>(null)
  const signIn = useMutation({
    mutationFn: () => send<SessionAnswer>("POST", "/session", { token: token.trim() }),
    gcTime: 0,
    onSuccess: (answer) => {
      setToken("")
      queryClient.setQueryData(sessionQuery.queryKey, answer)
    },
    onError: () => input.current?.select()
  })
  useEffect(() => {
    input.current?.focus()
  }, [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (token.trim() !== "") signIn.mutate()
  }
  return (
    <main className="sign-in">
      <form onSubmit={submit} className="card sign-in-card">
        <Logo />
        <h1>Sign in</h1>
        <p>
          {ended
            ? "Your session has ended. Sign in again to go on where you were."
            : "See and steer the engine that runs here."}
        </p>
        <div className="field">
          <label htmlFor="token">Admin token</label>
          <input
            id="token"
            ref={input}
            type="password"
            autoComplete="off"
            spellCheck={false}
            value={token}
            onChange={(event) => setToken(event.target.value)}
            aria-describedby="token-about"
            aria-invalid={signIn.error === null ? undefined : true}
          />
          {signIn.error === null ? (
            <p id="token-about" className="hint">
              A sandbox writes it to <code>.bursar/credentials.json</code>; else it is <code>BURSAR_ADMIN_TOKEN</code>.
              With a read token you may look and change nothing.
            </p>
          ) : (
            <p id="token-about" className="hint bad" role="alert">
              <Icon name="circle-alert" size={14} /> {explained(signIn.error)}
            </p>
          )}
        </div>
        <Button type="submit" look="primary" busy={signIn.isPending} className="wide-button">
          Sign in
        </Button>
        <p className="fine">
          The token is exchanged for a cookie that scripts cannot read. It ends after 30 minutes without use.
        </p>
      </form>
    </main>
  )
}
