/** The way to a new document: a description is dropped or pasted, or a project has its sources already, and a draft streams in. */
import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState, type DragEvent, type FormEvent } from "react"
import { FieldInput } from "../actions/Fields.tsx"
import type { Field } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { service } from "./service.ts"

const typeField: Field = {
  key: "docType",
  title: "Kind of document",
  kind: "choice",
  required: true,
  of: ["api-reference", "readme", "user-guide", "admin-guide", "release-notes"]
}
const nameField: Field = { key: "name", title: "Name of the source", kind: "text", required: true }
const contentField: Field = {
  key: "content",
  title: "Source",
  kind: "note",
  required: true,
  hint: "Paste it or drop a file here: an OpenAPI description, a commit log, notes."
}

const first = { docType: "api-reference", name: "openapi.json", content: "" }

/** Begins a draft of a source, or of those of a project, and goes to where it streams in. */
const useBegin = (projectId: string | undefined) => {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ content, docType, name }: typeof first) =>
      service<{ id: string }>("/generations", {
        method: "POST",
        body: projectId === undefined ? { docType, source: { name, content } } : { docType, projectId },
        why: projectId === undefined ? `A draft of ${name}` : "A draft of the sources of its project"
      }),
    onSuccess: ({ id }) => void navigate({ to: `/docs.drafts/${id}` })
  })
}

export const NewDocument = ({
  projectId,
  close
}: {
  /** Of its sources; without one a source is asked for. */
  readonly projectId?: string
  readonly close: () => void
}) => {
  const [typed, setTyped] = useState(first)
  const begin = useBegin(projectId)
  const drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file !== undefined) {
      const content = await file.text()
      setTyped((before) => ({ ...before, name: file.name, content }))
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    begin.mutate(typed)
  }
  const change = (key: string) => (value: string) => setTyped((before) => ({ ...before, [key]: value }))
  return (
    <Dialog
      open
      title="Write a document"
      text={`A draft is written from ${projectId === undefined ? "your source" : "the sources of the project"}; you see it as it comes.`}
      onClose={close}
    >
      <form
        onSubmit={submit}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => void drop(event)}
        noValidate
      >
        <FieldInput field={typeField} value={typed.docType} change={change("docType")} />
        {projectId === undefined ? (
          <>
            <FieldInput field={nameField} value={typed.name} change={change("name")} />
            <FieldInput field={contentField} value={typed.content} change={change("content")} />
          </>
        ) : null}
        {begin.error === null ? null : (
          <p className="refusal" role="alert">
            {begin.error.message}
          </p>
        )}
        <div className="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={begin.isPending}
            disabled={projectId === undefined && typed.content.trim() === ""}
          >
            Write it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
