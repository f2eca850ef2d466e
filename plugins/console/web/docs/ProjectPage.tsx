/** A project: its sources, which are dropped here, and a document that is written of all of them. */
import { useMutation, useQuery } from "@tanstack/react-query"
import { useRef, useState, type DragEvent } from "react"
import { queryClient } from "../api/queries.ts"
import type { PanelShape } from "../api/wire.ts"
import { ItemPage } from "../item/ItemPage.tsx"
import { Button, IconButton } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { words } from "../parts/format.ts"
import { Problem, Skeleton } from "../parts/states.tsx"
import { note } from "../parts/toasts.tsx"
import { useMayChange } from "../shell/context.ts"
import { NewDocument } from "./NewDocument.tsx"
import { service } from "./service.ts"

interface Source {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly detected: { readonly format: string; readonly version: string | null } | null
}

const aboutOf = ({ detected, kind }: Source): string =>
  detected === null ? words(kind) : [words(detected.format), detected.version ?? ""].join(" ").trim()

const useSources = (id: string) => {
  const path = `/projects/${encodeURIComponent(id)}/sources`
  const listed = useQuery({
    queryKey: ["docs", "sources", id],
    queryFn: async () => (await service<{ items: ReadonlyArray<Source> }>(path, { query: { limit: "100" } })).items
  })
  const after = (title: string) => ({
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["docs", "sources", id] })
      note({ title })
    },
    onError: (error: Error) => note({ title: error.message, tone: "bad" })
  })
  const add = useMutation({
    mutationFn: async (files: ReadonlyArray<File>) => {
      for (const file of files) {
        await service(path, {
          method: "POST",
          body: { name: file.name, content: await file.text() },
          why: `The file ${file.name} was added`
        })
      }
    },
    ...after("The source was added")
  })
  const remove = useMutation({
    mutationFn: (source: Source) =>
      service(`/sources/${source.id}`, { method: "DELETE", why: `The source ${source.name} was taken out` }),
    ...after("The source was taken out")
  })
  return { listed, add, remove }
}

type Working = ReturnType<typeof useSources>

const TakeOut = ({
  source,
  of,
  close
}: {
  readonly source: Source
  readonly of: Working
  readonly close: () => void
}) => (
  <Dialog
    open
    title="Take the source out"
    about={source.name}
    text="Its text is deleted for good. Documents that were written of it stay."
    onClose={close}
  >
    <div className="dialog-foot">
      <Button onClick={close}>Cancel</Button>
      <Button
        look="danger"
        onClick={() => {
          of.remove.mutate(source)
          close()
        }}
      >
        Take it out
      </Button>
    </div>
  </Dialog>
)

const List = ({ id, of }: { readonly id: string; readonly of: Working }) => {
  const mayChange = useMayChange()
  const [leaving, setLeaving] = useState<Source>()
  const { data, error, refetch } = of.listed
  if (error !== null && data === undefined)
    return <Problem what="The sources could not be read" error={error} again={() => void refetch()} />
  if (data === undefined) return <Skeleton lines={3} name="Reading the sources" />
  if (data.length === 0)
    return (
      <p className="quiet-text">
        No sources yet. {mayChange ? "Drop a file here: an OpenAPI description, a commit log, notes." : ""}
      </p>
    )
  return (
    <>
      <ul aria-labelledby={`sources-${id}`}>
        {data.map((source) => (
          <li key={source.id}>
            <span>
              <b>{source.name}</b> <small>{aboutOf(source)}</small>
            </span>
            {mayChange ? (
              <IconButton name={`Take ${source.name} out`} icon="x" onClick={() => setLeaving(source)} />
            ) : null}
          </li>
        ))}
      </ul>
      {leaving === undefined ? null : <TakeOut source={leaving} of={of} close={() => setLeaving(undefined)} />}
    </>
  )
}

const Sources = ({ id }: { readonly id: string }) => {
  const of = useSources(id)
  const mayChange = useMayChange()
  const [over, setOver] = useState(false)
  const [writing, setWriting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null): void => {
    if (files !== null && files.length > 0) of.add.mutate(Array.from(files))
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    if (mayChange) take(event.dataTransfer.files)
  }
  return (
    <section
      className={over ? "card sources is-over" : "card sources"}
      aria-labelledby={`sources-${id}`}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(mayChange)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <h2 id={`sources-${id}`}>Sources</h2>
        {mayChange ? (
          <div className="actions">
            <input
              ref={input}
              type="file"
              multiple
              hidden
              aria-label="Files of sources"
              onChange={({ target }) => {
                take(target.files)
                target.value = ""
              }}
            />
            <Button busy={of.add.isPending} onClick={() => input.current?.click()}>
              Add files
            </Button>
            <Button
              look="primary"
              icon="file-pen"
              disabled={of.listed.data === undefined || of.listed.data.length === 0}
              onClick={() => setWriting(true)}
            >
              Write a document
            </Button>
          </div>
        ) : null}
      </header>
      <List id={id} of={of} />
      {writing ? <NewDocument projectId={id} close={() => setWriting(false)} /> : null}
    </section>
  )
}

export const ProjectPage = ({ panel, id }: { readonly panel: PanelShape; readonly id: string }) => (
  <ItemPage panel={panel} id={id}>
    <Sources id={id} />
  </ItemPage>
)
