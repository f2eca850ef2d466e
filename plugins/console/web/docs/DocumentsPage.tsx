/** The list of documents, and the way to a new one: a description is dropped or pasted, and a draft streams in. */
import { useMutation } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useState, type DragEvent, type FormEvent } from "react"
import { FieldInput } from "../actions/Fields.tsx"
import type { Field, PanelShape } from "../api/wire.ts"
import { ListPage } from "../list/ListPage.tsx"
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

const NewDocument = ({ close }: { readonly close: () => void }) => {
  const navigate = useNavigate()
  const [typed, setTyped] = useState({ docType: "api-reference", name: "openapi.json", content: "" })
  const begin = useMutation({
    mutationFn: () =>
      service<{ id: string }>("/generations", {
        method: "POST",
        body: { docType: typed.docType, source: { name: typed.name, content: typed.content } }
      }),
    onSuccess: ({ id }) => void navigate({ to: `/docs.drafts/${id}` })
  })
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
    begin.mutate()
  }
  const change = (key: string) => (value: string) => setTyped((before) => ({ ...before, [key]: value }))
  return (
    <Dialog
      open
      title="Write a document"
      text="A draft is written from your source; you see it as it comes."
      onClose={close}
    >
      <form
        onSubmit={submit}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => void drop(event)}
        noValidate
      >
        <FieldInput field={typeField} value={typed.docType} change={change("docType")} />
        <FieldInput field={nameField} value={typed.name} change={change("name")} />
        <FieldInput field={contentField} value={typed.content} change={change("content")} />
        {begin.error === null ? null : (
          <p className="refusal" role="alert">
            {begin.error.message}
          </p>
        )}
        <div className="dialog-foot">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" look="primary" busy={begin.isPending} disabled={typed.content.trim() === ""}>
            Write it
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

export const DocumentsPage = ({ panel }: { readonly panel: PanelShape }) => {
  const [writing, setWriting] = useState(false)
  const write = (
    <Button look="primary" icon="file-pen" onClick={() => setWriting(true)}>
      Write a document
    </Button>
  )
  return (
    <>
      <ListPage panel={panel} own={write} />
      {writing ? <NewDocument close={() => setWriting(false)} /> : null}
    </>
  )
}
