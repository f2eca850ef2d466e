/** Text that is copied as it stands: an id, a sample, a secret. */
import { useState } from "react"
import { Icon } from "./Icon.tsx"

/** So long a copied text says that it was copied, in milliseconds: our choice. */
const saidMs = 1_500

export const CopyButton = ({ text, name }: { readonly text: string; readonly name: string }) => {
  const [copied, setCopied] = useState(false)
  const copy = (): void => {
    void navigator.clipboard.writeText(text).then(() => {
      setCopied(true)
      setTimeout(() => setCopied(false), saidMs)
    })
  }
  return (
    <button type="button" className="copy" onClick={copy} title={`Copy ${name}`} aria-label={`Copy ${name}`}>
      <Icon name={copied ? "check" : "copy"} size={14} />
      <span className="unseen" role="status">
        {copied ? "Copied" : ""}
      </span>
    </button>
  )
}
