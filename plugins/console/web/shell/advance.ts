/** Moving the engine's clock: what runs on the way has happened when the answer comes. */
import { useMutation } from "@tanstack/react-query"
import { send } from "../api/call.ts"
import { clockQuery, queryClient, refreshAll } from "../api/queries.ts"
import type { Advanced, Clock } from "../api/wire.ts"
import { note } from "../parts/toasts.tsx"

/** By how far: seconds, a time, or the next thing that falls due. */
export type Move = { readonly seconds: number } | { readonly to: string }

export const useAdvance = (arrived: (advanced: Advanced) => void) =>
  useMutation({
    mutationFn: (move: Move) => send<Advanced>("POST", "/clock/advance", move),
    onSuccess: (advanced) => {
      queryClient.setQueryData(clockQuery.queryKey, (before: Clock | undefined) =>
        before === undefined ? before : { ...before, now: advanced.now }
      )
      void refreshAll()
      arrived(advanced)
    },
    onError: (error) => note({ title: error.message, tone: "bad" })
  })
