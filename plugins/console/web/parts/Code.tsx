/** A message or a sample as it stands, coloured, to copy. */
import type { RawText } from "../api/wire.ts"
import { piecesOf } from "./colour.ts"
import { CopyButton } from "./Copy.tsx"

/** Beyond this a text is shown without colours, in characters: our choice. */
const mostColoured = 60_000

export const Code = ({
  format,
  text,
  name
}: {
  readonly format: RawText["format"] | "text"
  readonly text: string
  readonly name: string
}) => (
  <div className="code">
    <CopyButton text={text} name={name} />
    <pre tabIndex={0} role="region" aria-label={name}>
      <code>
        {format === "text" || text.length > mostColoured
          ? text
          : piecesOf({ format, text }).map(({ text: piece, as, name: title }, index) =>
              as === undefined ? (
                piece
              ) : (
                <span key={index} className={`as-${as}`} title={title}>
                  {piece}
                </span>
              )
            )}
      </code>
    </pre>
  </div>
)
