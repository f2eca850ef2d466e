/** The name of the page in the window's title, so that tabs and the history can be told apart. */
import { useEffect } from "react"

export const useTitle = (title: string | undefined): void => {
  useEffect(() => {
    document.title = title === undefined ? "Bursar" : `${title} · Bursar`
  }, [title])
}
