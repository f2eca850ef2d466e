/** A drawing beside a word. It says nothing by itself: readers of a screen do not meet it. */
import { createElement } from "react"
import { icons } from "./icons.ts"

export const Icon = ({ name, size = 16 }: { readonly name: string; readonly size?: number }) => (
  <svg
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={2}
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
    focusable="false"
  >
    {(icons[name] ?? icons["circle"]!).map(([tag, attributes], index) =>
      createElement(tag, { key: index, ...attributes })
    )}
  </svg>
)
