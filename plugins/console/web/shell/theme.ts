/** Light, dark, or as the system has it: the one thing that the console keeps in the browser. */
import { useSyncExternalStore } from "react"

export type Theme = "system" | "light" | "dark"

const key = "bursar-theme"
const dark = matchMedia("(prefers-color-scheme: dark)")
const changes = new EventTarget()

const stored = (): Theme => {
  const value = localStorage.getItem(key)
  return value === "light" || value === "dark" ? value : "system"
}

const apply = (): void => {
  const theme = stored()
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

export const setTheme = (theme: Theme): void => {
  if (theme === "system") localStorage.removeItem(key)
  else localStorage.setItem(key, theme)
  apply()
  changes.dispatchEvent(new Event("change"))
}

/** Before the first drawing, so that no reader of a dark page sees a white one. */
export const startTheme = apply

const watch = (changed: () => void): (() => void) => {
  changes.addEventListener("change", changed)
  dark.addEventListener("change", changed)
  return () => {
    changes.removeEventListener("change", changed)
    dark.removeEventListener("change", changed)
  }
}

export const useTheme = (): { readonly theme: Theme; readonly dark: boolean } => {
  const theme = useSyncExternalStore(watch, stored)
  const system = useSyncExternalStore(watch, () => dark.matches)
  return { theme, dark: theme === "dark" || (theme === "system" && system) }
}
