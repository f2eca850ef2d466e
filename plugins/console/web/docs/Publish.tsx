/** Sends the latest version into a repository as one commit. The token is held by the form until it is sent. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"
import { FieldInput } from "../actions/Fields.tsx"
import { reasonField, reasonKey } from "../actions/input.ts"
import type { Field } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { service } from "./service.ts"

const fields: ReadonlyArray<Field> = [
  { key: "repositoryUrl", title: "Repository", kind: "text", required: true, hint: "Its https address" },
  { key: "path", title: "Path of the file", kind: "text", required: true, hint: "Such as docs/pets.md" },
  { key: "branch", title: "Branch", kind: "text", required: false },
  reasonField,
  {
    key: "repoToken",
    title: "Token of the repository",
    kind: "text",
    required: true,
    secret: true,
    hint: "It is used once and kept nowhere."
  }
]

interface Publication {
  readonly id: string
  readonly status: "pending" | "succeeded" | "failed"
  readonly changed?: boolean | null
  readonly branch?: string | null
  readonly error?: { readonly message: string } | null
}

/** How often a publication on its way is looked at, in milliseconds: our choice. */
const lookMs = 1_000

/** Follows a publication to its end. */
const Progress = ({ id, close }: { readonly id: string; readonly close: () => void }) => {
  const { data, error } = useQuery({
    queryKey: ["docs", "publication", id],
    queryFn: () => service<Publication>(`/publications/${id}`),
    refetchInterval: ({ state }) => (state.data === undefined || state.data.status === "pending" ? lookMs : false)
  })
  const failed = error?.message ?? (data?.status === "failed" ? (data.error?.message ?? "It failed.") : undefined)
  const done =
    data?.status !== "succeeded"
      ? undefined
      : data.changed === false
        ? "The repository has this text already."
        : `Published: one commit on the branch ${data.branch ?? "of the repository"}.`
  return (
    <>
      {failed === undefined ? (
        <p className="dialog-text" role="status">
          {done ?? "On its way into the repository …"}
        </p>
      ) : (
        <p className="refusal" role="alert">
          {failed}
        </p>
      )}
      <div className="dialog-foot">
        <Button look="primary" onClick={close}>
          {done === undefined && failed === undefined ? "Go on meanwhile" : "Done"}
        </Button>
      </div>
    </>
  )
}

export const Publish = ({ id, close }: { readonly id: string; readonly close: () => void }) => {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const publish = useMutation({
    mutationFn: () =>
      service<Publication>(`/documents/${id}/publish`, {
        method: "POST",
        body: Object.fromEntries(Object.entries(typed).filter(([key, value]) => value !== "" && key !== reasonKey)),
        why: typed[reasonKey] ?? ""
      }),
    gcTime: 0,
    onSuccess: () => setTyped({})
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    publish.mutate()
  }
  if (publish.data !== undefined)
    return (
      <Dialog open title="Publish" onClose={close}>
        <Progress id={publish.data.id} close={close} />
      </Dialog>
    )
  return (
    <Dialog open title="Publish" text="The latest version becomes one commit, without force." onClose={close}>
      <form onSubmit={submit} noValidate>
        {fields.map((field) => (
          <FieldInput
            key={field.key}
            field={field}
            value={typed[field.key] ?? ""}
            change={(value) => setTyped((before) => ({ ...before, [field.key]: value }))}
          />
        ))}
        {publish.error === null ? null : (
          <p className="refusal" role="alert">
            {publish.error.message}
          </p>
        )}
        <div className="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={publish.isPending}>
            Publish
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
