/** Sends the latest version into a repository as one commit. The token is held by the form until it is sent. */
import { useMutation } from "@tanstack/react-query"
import { useState, type FormEvent } from "react"
import { FieldInput } from "../actions/Fields.tsx"
import type { Field } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { note } from "../parts/toasts.tsx"
import { service } from "./service.ts"

const fields: ReadonlyArray<Field> = [
  { key: "repositoryUrl", title: "Repository", kind: "text", required: true, hint: "Its https address" },
  { key: "path", title: "Path of the file", kind: "text", required: true, hint: "Such as docs/pets.md" },
  { key: "branch", title: "Branch", kind: "text", required: false },
  {
    key: "repoToken",
    title: "Token of the repository",
    kind: "text",
    required: true,
    hint: "It is used once and kept nowhere."
  }
]

export const Publish = ({ id, close }: { readonly id: string; readonly close: () => void }) => {
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const publish = useMutation({
    mutationFn: () =>
      service(`/documents/${id}/publish`, {
        method: "POST",
        body: Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ""))
      }),
    gcTime: 0,
    onSuccess: () => {
      note({ title: "The document is on its way into the repository" })
      close()
    }
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    publish.mutate()
  }
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
