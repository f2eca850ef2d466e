/** Who is signed in, what engine it is, and which region is looked at. */
import { useSearch } from "@tanstack/react-router"
import { createContext, useContext } from "react"
import type { Session, SessionAnswer } from "../api/wire.ts"

export interface SignedIn {
  readonly session: Session
  readonly engine: NonNullable<SessionAnswer["engine"]>
  /** The pages wait for another session. */
  readonly hasEnded: boolean
}

export const SessionContext = createContext<SignedIn | undefined>(undefined)

export const useSession = (): SignedIn => {
  const value = useContext(SessionContext)
  if (value === undefined) throw new Error("This part needs a session")
  return value
}

/** The region of the address; none means the engine's first. */
export const useRegion = (): string | undefined => {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false })
  return search["region"]
}

export const useMayChange = (): boolean => useSession().session.role === "admin"
