/** Asks before something is done: what it does, what it needs, and why. Its button repeats the amount. */
import { useMutation } from "@tanstack/react-query"
import { Fragment, useState, type FormEvent } from "react"
import { accountsOf } from "../api/accounts.ts"
import { Refused, send } from "../api/call.ts"
import { queryClient, refreshAll } from "../api/queries.ts"
import type { Action, ActionResult, Field, MoneyValue } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Code } from "../parts/Code.tsx"
import { CopyButton } from "../parts/Copy.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { besideCode, money } from "../parts/format.ts"
import { Icon } from "../parts/Icon.tsx"
import { note } from "../parts/toasts.tsx"
import { useRegion, useSession } from "../shell/context.ts"
import { FieldInput, type Typed } from "./Fields.tsx"
import { checked, currencyOf, firstTyped, minorOf, reasonField, reasonKey } from "./input.ts"

/** An action on a row, or on a list when it has no id. */
export interface Asked {
  readonly panel: string
  readonly action: Action
  readonly id?: string
  /** What a person calls the row, beside its id. */
  readonly name?: string | undefined
  /** The amount of the row, which gives a currency to amounts that are typed. */
  readonly amount?: MoneyValue | undefined
}

/** A longer form has two columns, where there is room: our choice. */
const mostInColumn = 7

/** In a sandbox only what takes something away has to be explained by hand. */
const firstReason = ({ tone }: Action, mode: string): string =>
  mode === "sandbox" && tone !== "bad" && tone !== "held" ? "Tried in the sandbox" : ""

const Secret = ({ result, onClose }: { readonly result: ActionResult; readonly onClose: () => void }) => (
  <>
    <p className="dialog-text">{result.message}</p>
    {result.secret === undefined ? null : (
      <div className="secret">
        <p>
          <Icon name="eye" /> Copy it now: it is shown once.
        </p>
        <div className="secret-text">
          <code>{result.secret}</code>
          <CopyButton text={result.secret} name="the secret" />
        </div>
      </div>
    )}
    {result.details === undefined ? null : (
      <Code format="json" text={JSON.stringify(result.details)} name="What was found" />
    )}
    <div className="dialog-foot">
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </>
)

/** Browsers have `randomUUID` over https and on this machine only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("")

const useAction = ({ panel, action, id }: Asked, done: (result: ActionResult) => void) => {
  const region = useRegion()
  // The same as long as the dialog is open: what moves money does it once, however often its form is sent.
  const [key, setKey] = useState(newKey)
  return useMutation({
    mutationFn: (body: { readonly input: unknown; readonly reason: string }) =>
      send<ActionResult>(
        "POST",
        `/panels/${panel}/actions/${action.id}`,
        { ...(id === undefined ? {} : { id }), key, ...body },
        { region }
      ),
    // A secret is held by the dialog alone, and only while it is open.
    gcTime: 0,
    onSuccess: (result) => {
      void refreshAll()
      done(result)
    },
    // A refusal is an answer: whoever changes the form and sends it again asks for something else.
    onError: (error) => {
      if (error instanceof Refused && error.status > 0 && error.status < 500) setKey(newKey())
    }
  })
}

const buttonText = ({ action, amount }: Asked, typed: Typed): string => {
  const field = action.input.find(({ kind }) => kind === "money")
  const currency = currencyOf(typed, amount)
  if (field === undefined || currency === undefined) return action.title
  const minor = minorOf(typed[field.key] ?? "", currency)
  if (minor !== undefined) return `${action.title} ${money({ amountMinor: minor, currency })}`
  return action.title
}

/** Accounts that were seen are offered, and one that is alone stands there at first. */
const withAccounts = ({ action, panel }: Asked): ReadonlyArray<Field> => {
  const accounts = accountsOf(panel)
  const [account, ...others] = accounts
  if (account === undefined) return action.input
  return action.input.map((field) =>
    field.key !== "account" || field.kind !== "text"
      ? field
      : { ...field, suggest: accounts, ...(field.required && others.length === 0 ? { value: account } : {}) }
  )
}

const ActionForm = ({
  asked,
  onClose,
  onResult
}: {
  readonly asked: Asked
  readonly onClose: () => void
  readonly onResult: (result: ActionResult) => void
}) => {
  const { action, amount } = asked
  const [fields] = useState(() => [...withAccounts(asked), reasonField])
  const { mode } = useSession().engine
  const [typed, setTyped] = useState<Typed>(() => ({ ...firstTyped(fields), [reasonKey]: firstReason(action, mode) }))
  const [tried, setTried] = useState(false)
  const run = useAction(asked, onResult)
  const results = fields.map((field) => ({ field, result: checked(field, typed, amount) }))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (results.some(({ result }) => result !== undefined && "problem" in result)) return
    const input = Object.fromEntries(
      results.flatMap(({ field, result }) =>
        field.key !== reasonKey && result !== undefined && "value" in result ? [[field.key, result.value]] : []
      )
    )
    run.mutate({ input, reason: typed[reasonKey]?.trim() ?? "" })
  }
  return (
    <form onSubmit={submit} noValidate className={fields.length > mostInColumn ? "two-columns" : undefined}>
      {results.map(({ field, result }) => (
        <FieldInput
          key={field.key}
          field={field}
          value={typed[field.key] ?? ""}
          change={(value) => setTyped((before) => ({ ...before, [field.key]: value }))}
          currency={currencyOf(typed, amount)}
          problem={tried && result !== undefined && "problem" in result ? result.problem : undefined}
        />
      ))}
      {run.error === null ? null : (
        <p className="refusal" role="alert">
          <Icon name="circle-alert" /> {run.error.message}
        </p>
      )}
      <div className="dialog-foot">
        {/* Beside "Cancel the transfer" a second "Cancel" would be a riddle. */}
        <Button onClick={onClose}>{/^cancel/i.test(action.title) ? "Keep it" : "Cancel"}</Button>
        <Button type="submit" look={action.tone === "bad" ? "danger" : "primary"} busy={run.isPending}>
          {buttonText(asked, typed)}
        </Button>
      </div>
    </form>
  )
}

/** On what it is done: nobody should have to remember which row it was. */
const Subject = ({ asked: { amount, id, name } }: { readonly asked: Asked }) => (
  <>
    {[name, amount === undefined ? undefined : besideCode(amount).join(" ")]
      .filter((part) => part !== undefined && part !== id)
      .map((part) => (
        <Fragment key={part}>
          <bdi>{part}</bdi> ·{" "}
        </Fragment>
      ))}
    <code>{id}</code>
  </>
)

export const ActionDialog = ({
  asked,
  onClose
}: {
  readonly asked: Asked | undefined
  readonly onClose: () => void
}) => {
  const [result, setResult] = useState<ActionResult>()
  const close = (): void => {
    setResult(undefined)
    onClose()
  }
  // A failure is shown in the dialog alone.
  const leave = (): void => (queryClient.isMutating() > 0 ? undefined : close())
  const done = (result: ActionResult): void => {
    if (result.secret !== undefined || result.details !== undefined) return setResult(result)
    note({
      title: result.message,
      href: result.id === undefined || result.id === asked?.id ? undefined : `/${asked?.panel}/${result.id}`
    })
    close()
  }
  if (asked === undefined) return null
  return (
    <Dialog
      open
      wide={asked.action.input.length >= mostInColumn}
      title={asked.action.title}
      about={asked.id === undefined ? undefined : <Subject asked={asked} />}
      text={result === undefined ? asked.action.confirm : undefined}
      onClose={leave}
    >
      {result === undefined ? (
        <ActionForm asked={asked} onClose={leave} onResult={done} />
      ) : (
        <Secret result={result} onClose={close} />
      )}
    </Dialog>
  )
}
