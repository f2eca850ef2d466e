/** What changed since the baseline, a snapshot or any other version, by sections. Here versions are named and made the baseline. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useId, useState, type FormEvent } from "react"
import { FieldInput } from "../actions/Fields.tsx"
import { queryClient } from "../api/queries.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { count } from "../parts/format.ts"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { note } from "../parts/toasts.tsx"
import { useMayChange } from "../shell/context.ts"
import { service, type Diff, type Document } from "./service.ts"

interface Version {
  readonly id: string
  readonly number: number
  readonly name?: string | null
}

const useVersions = (document: Document) =>
  useQuery({
    queryKey: ["docs", "versions", document.id, document.latestVersionId],
    queryFn: async () =>
      (
        await service<{ items: ReadonlyArray<Version> }>(`/documents/${document.id}/versions`, {
          query: { limit: "100" }
        })
      ).items
  })

const useDiff = (document: Document, from: string | undefined) =>
  useQuery({
    queryKey: ["docs", "diff", document.id, document.latestVersionId, from],
    enabled: from !== undefined,
    queryFn: () => service<Diff>(`/documents/${document.id}/diff`, { query: { from, to: "latest" } })
  })

const titleOf = ({ name, number }: Version): string =>
  name === undefined || name === null || name === "" ? `Version ${number}` : `${name} (version ${number})`

const nameField = {
  key: "name",
  title: "Name",
  kind: "text",
  required: true,
  hint: "Such as 1.4, as released"
} as const

/** Asks what the text as it is now is called. */
const Snapshot = ({ document, close }: { readonly document: Document; readonly close: () => void }) => {
  const [name, setName] = useState("")
  const keep = useMutation({
    mutationFn: () =>
      service(`/documents/${document.id}/versions`, {
        method: "POST",
        body: { name: name.trim() },
        why: `Kept as ${name.trim()}`
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["docs"] })
      note({ title: "The snapshot was kept" })
      close()
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    keep.mutate()
  }
  return (
    <Dialog
      open
      title="Keep a snapshot"
      text="The latest text is kept under a name, to compare with later."
      onClose={close}
    >
      <form onSubmit={submit} noValidate>
        <FieldInput field={nameField} value={name} change={setName} />
        {keep.error === null ? null : (
          <p className="refusal" role="alert">
            {keep.error.message}
          </p>
        )}
        <div className="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={keep.isPending} disabled={name.trim() === ""}>
            Keep a snapshot
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const useBaseline = (document: Document) =>
  useMutation({
    mutationFn: () =>
      service(`/documents/${document.id}/baseline`, {
        method: "POST",
        body: { versionId: document.latestVersionId },
        why: `Changes are shown since version ${document.latestNumber}`
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["docs"] })
      note({ title: "Changes are shown since this version from now on" })
    },
    onError: (error) => note({ title: error.message, tone: "bad" })
  })

interface HeadProps {
  readonly document: Document
  readonly versions: ReadonlyArray<Version>
  readonly from: string | undefined
  readonly choose: (from: string) => void
}

const DiffHead = ({ document, versions, from, choose }: HeadProps) => {
  const id = useId()
  const [naming, setNaming] = useState(false)
  const baseline = useBaseline(document)
  const mayChange = useMayChange()
  return (
    <header className="diff-head">
      <div className="field">
        <label htmlFor={id}>Compare with</label>
        <select id={id} value={from ?? ""} onChange={(event) => choose(event.target.value)}>
          {document.baselineVersionId === null ? null : <option value="baseline">The baseline</option>}
          {versions.map((version) => (
            <option key={version.id} value={version.id}>
              {titleOf(version)}
            </option>
          ))}
        </select>
      </div>
      {mayChange ? (
        <div className="actions">
          <Button onClick={() => setNaming(true)}>Keep a snapshot</Button>
          <Button
            busy={baseline.isPending}
            disabled={document.baselineVersionId === document.latestVersionId}
            onClick={() => baseline.mutate()}
          >
            Make it the baseline
          </Button>
        </div>
      ) : null}
      {naming ? <Snapshot document={document} close={() => setNaming(false)} /> : null}
    </header>
  )
}

const classes: Readonly<Record<string, string>> = { "+": "added", "-": "removed" }

const Changes = ({ document, from }: { readonly document: Document; readonly from: string | undefined }) => {
  const { data, error, refetch } = useDiff(document, from)
  if (error !== null && data === undefined)
    return <Problem what="The versions could not be compared" error={error} again={() => void refetch()} />
  if (data === undefined) return <Skeleton />
  if (data.identical)
    return (
      <Empty icon="git-compare" title="Nothing has changed">
        <p>The latest text is that of the version above. Save a change, or compare with another version.</p>
      </Empty>
    )
  return (
    <div className="diff">
      <p className="fine">
        {count(data.stats.added, "section")} added, {data.stats.changed} changed, {data.stats.removed} removed
      </p>
      {data.sections.map(({ path, change, hunks }) => (
        <section key={path.join("/")} aria-label={path.join(", ")}>
          <h3>
            {path.at(-1)} <small>{change}</small>
          </h3>
          <pre tabIndex={0}>
            {hunks
              .flatMap(({ lines }) => lines)
              .map(({ op, text }, index) => (
                <span key={index} className={`diff-line ${classes[op] ?? ""}`}>
                  {op} {text}
                  {"\n"}
                </span>
              ))}
          </pre>
        </section>
      ))}
    </div>
  )
}

/** The baseline first; without one the oldest version that is listed. */
export const DiffView = ({ document }: { readonly document: Document }) => {
  const { data: versions, error, refetch } = useVersions(document)
  const [chosen, setChosen] = useState<string>()
  if (error !== null && versions === undefined)
    return <Problem what="The versions could not be read" error={error} again={() => void refetch()} />
  if (versions === undefined) return <Skeleton />
  const oldest = versions.toSorted((a, b) => a.number - b.number)[0]
  const from = chosen ?? (document.baselineVersionId === null ? oldest?.id : "baseline")
  return (
    <>
      <DiffHead {...{ document, versions, from }} choose={setChosen} />
      <Changes document={document} from={from} />
    </>
  )
}
