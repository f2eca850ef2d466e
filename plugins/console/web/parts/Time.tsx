/** Times in the reader's zone; the pointer shows them in UTC, as the API writes them. */
import { useQuery } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { clockQuery } from "../api/queries.ts"
import { fromNow, seconds, time, utc } from "./format.ts"

/** Engine time as it goes on. It stands still when the engine's clock is frozen. */
export const useNow = (everyMs = 1_000): number => {
  const { data, dataUpdatedAt } = useQuery(clockQuery)
  const [passed, setPassed] = useState(0)
  const frozen = data?.mode === "frozen"
  useEffect(() => {
    const began = performance.now()
    setPassed(0)
    if (frozen) return
    const timer = setInterval(() => setPassed(performance.now() - began), everyMs)
    return () => clearInterval(timer)
  }, [dataUpdatedAt, everyMs, frozen])
  return (data?.now ?? 0) + passed
}

export const Time = ({ ms, as = "day" }: { readonly ms: number; readonly as?: "day" | "seconds" | "relative" }) => {
  const now = useNow(30_000)
  const text = as === "seconds" ? seconds(ms) : as === "relative" ? fromNow(ms, now) : time(ms, now)
  return (
    <time dateTime={new Date(ms).toISOString()} title={utc(ms)} className="time">
      {text}
    </time>
  )
}
