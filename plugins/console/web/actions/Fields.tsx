/** What an action asks for: a labelled input for each of its fields. */
import { useId, type ReactNode } from "react"
import type { Field } from "../api/wire.ts"
import { words } from "../parts/format.ts"

/** What was typed, by field; a switch is "true" or nothing. */
export type Typed = Readonly<Record<string, string>>

/** What was chosen in a field of the kind `choices`. */
export const chosenIn = (typed: string): ReadonlyArray<string> => (typed === "" ? [] : typed.split(","))

interface InputProps {
  readonly field: Field
  readonly value: string
  readonly change: (value: string) => void
  readonly problem?: string | undefined
  /** Beside an amount. */
  readonly currency?: string | undefined
}

const Labelled = ({
  field,
  problem,
  children
}: Pick<InputProps, "field" | "problem"> & {
  readonly children: (ids: {
    readonly id: string
    readonly "aria-describedby": string | undefined
    readonly "aria-invalid": boolean | undefined
    readonly required: boolean
  }) => ReactNode
}) => {
  const id = useId()
  const about = problem ?? field.hint
  return (
    <div className="field">
      <label htmlFor={id}>
        {field.title}
        {field.required ? null : <small> optional</small>}
      </label>
      {children({
        id,
        "aria-describedby": about === undefined ? undefined : `${id}-about`,
        "aria-invalid": problem === undefined ? undefined : true,
        required: field.required
      })}
      {about === undefined ? null : (
        <p id={`${id}-about`} className={problem === undefined ? "hint" : "hint bad"}>
          {about}
        </p>
      )}
    </div>
  )
}

const SwitchField = ({ field, value, change }: InputProps) => (
  <label className="switch-field">
    <input
      type="checkbox"
      checked={value === "true"}
      onChange={(event) => change(event.target.checked ? "true" : "")}
    />
    <span>
      {field.title}
      {field.hint === undefined ? null : <small>{field.hint}</small>}
    </span>
  </label>
)

/** Some of what is offered; they are kept apart by commas. */
const ChoicesField = ({ field, value, change }: InputProps) => {
  const chosen = chosenIn(value)
  return (
    <fieldset className="choices-field">
      <legend>
        {field.title}
        {field.required ? null : <small> optional</small>}
      </legend>
      {field.hint === undefined ? null : <p className="hint">{field.hint}</p>}
      <div className="choices">
        {(field.of ?? []).map((choice) => (
          <label key={choice}>
            <input
              type="checkbox"
              checked={chosen.includes(choice)}
              onChange={({ target: { checked } }) =>
                change((checked ? [...chosen, choice] : chosen.filter((one) => one !== choice)).join(","))
              }
            />
            <code>{choice}</code>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const ChoiceField = ({ field, value, change, problem }: InputProps) => (
  <Labelled field={field} problem={problem}>
    {(rest) => (
      <select {...rest} value={value} onChange={(event) => change(event.target.value)}>
        {field.required ? null : <option value="">–</option>}
        {(field.of ?? []).map((choice) => (
          <option key={choice} value={choice}>
            {/^[a-z][a-z_]*$/.test(choice) && choice.length > 3 ? words(choice) : choice}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

/** The bytes of a file in base64, which a browser gives after the name of a data address. */
const readFile = (file: File, done: (base64: string) => void): void => {
  const reader = new FileReader()
  reader.addEventListener("load", () => done(String(reader.result).replace(/^[^,]*,/, "")))
  reader.readAsDataURL(file)
}

const FileField = ({ field, change, problem }: InputProps) => (
  <Labelled field={field} problem={problem}>
    {(rest) => (
      <input
        {...rest}
        type="file"
        accept={field.of?.join(",")}
        onChange={({ target: { files } }) => {
          const file = files?.[0]
          if (file === undefined) change("")
          else readFile(file, change)
        }}
      />
    )}
  </Labelled>
)

export const FieldInput = (props: InputProps) => {
  const { field, value, change, problem, currency } = props
  if (field.kind === "switch") return <SwitchField {...props} />
  if (field.kind === "choices") return <ChoicesField {...props} />
  if (field.kind === "file") return <FileField {...props} />
  if (field.of !== undefined && field.of.length > 0 && field.kind !== "money") return <ChoiceField {...props} />
  return (
    <Labelled field={field} problem={problem}>
      {(rest) => {
        const given = { ...rest, value, onChange: (event: { target: { value: string } }) => change(event.target.value) }
        if (field.kind === "note") return <textarea {...given} rows={3} />
        if (field.kind === "json") return <textarea {...given} rows={6} className="code-input" spellCheck={false} />
        if (field.kind === "money")
          return (
            <span className="money-input">
              <input {...given} inputMode="decimal" autoComplete="off" />
              {currency === undefined ? null : <span aria-hidden="true">{currency.toUpperCase()}</span>}
            </span>
          )
        return (
          <>
            <input
              {...given}
              type={field.secret === true ? "password" : undefined}
              inputMode={field.kind === "number" ? "decimal" : undefined}
              autoComplete="off"
              list={field.suggest === undefined ? undefined : `${rest.id}-offered`}
            />
            {field.suggest === undefined ? null : (
              <datalist id={`${rest.id}-offered`}>
                {field.suggest.map((value) => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            )}
          </>
        )
      }}
    </Labelled>
  )
}
