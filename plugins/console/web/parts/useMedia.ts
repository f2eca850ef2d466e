/** Whether a media query holds, now and when it changes. */
import { useSyncExternalStore } from "react"

export const useMedia = (query: string): boolean =>
  useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query)
      media.addEventListener("change", changed)
      return () => media.removeEventListener("change", changed)
    },
    () => matchMedia(query).matches
  )
