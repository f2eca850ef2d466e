/** A document: its text to edit, what style rules found in it, what changed, and its way into a repository. */
import { Tabs } from "@base-ui/react/tabs"
import type { EditorView } from "@codemirror/view"
import { useMutation, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useCallback, useEffect, useRef, useState } from "react"
import { queryClient } from "../api/queries.ts"
import type { PanelShape } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { words } from "../parts/format.ts"
import { Menu } from "../parts/Menu.tsx"
import { Problem, Skeleton } from "../parts/states.tsx"
import { note } from "../parts/toasts.tsx"
import { useMayChange } from "../shell/context.ts"
import { useTitle } from "../shell/useTitle.ts"
import { DiffView } from "./DiffView.tsx"
import { Findings } from "./Findings.tsx"
import { Publish } from "./Publish.tsx"
import { service, type Check, type Document, type Finding } from "./service.ts"
import { TextEditor } from "./TextEditor.tsx"

const kinds = ["simplify", "condense", "expand", "add_example", "add_troubleshooting", "create_diagram"]

/** Typing rests so long before the text is checked, in milliseconds: our choice. */
const restMs = 500

const useRested = (text: string): string => {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}

/** Where a finding stands in the text of the editor. */
const placeOf = (
  view: EditorView,
  { line, column, endLine, endColumn }: Finding
): { readonly from: number; readonly to: number } => {
  const doc = view.state.doc
  const at = (line: number, column: number): number =>
    Math.min(doc.line(Math.min(line, doc.lines)).from + column - 1, doc.length)
  return { from: at(line, column), to: at(endLine, endColumn) }
}

const replace = (view: EditorView, from: number, to: number, insert: string): void => {
  view.dispatch({
    changes: { from, to, insert },
    selection: { anchor: from, head: from + insert.length },
    scrollIntoView: true
  })
  view.focus()
}

const useEditing = (document: Document) => {
  const [text, setText] = useState(document.content)
  const view = useRef<EditorView>(null)
  const ready = useCallback((made: EditorView) => {
    view.current = made
  }, [])
  const rested = useRested(text)
  const check = useQuery({
    queryKey: ["docs", "check", rested],
    queryFn: () => service<Check>("/checks", { method: "POST", body: { text: rested } }),
    enabled: rested !== "",
    placeholderData: (before: Check | undefined) => before
  })
  const save = useMutation({
    mutationFn: () =>
      service(`/documents/${document.id}/content`, {
        method: "PUT",
        body: { content: text },
        why: "Edited by hand",
        headers: { "if-match": `"${document.latestVersionId}"` }
      }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: ["docs"] })
      note({ title: "Saved as a new version" })
    },
    onError: (error) => note({ title: error.message, tone: "bad" })
  })
  const transform = useMutation({
    mutationFn: async (kind: string) => {
      const { from, to } = view.current!.state.selection.main
      const [start, end] = from === to ? [0, view.current!.state.doc.length] : [from, to]
      const {
        result,
        changed,
        warnings = []
      } = await service<{ result: string; changed: boolean; warnings?: ReadonlyArray<{ message: string }> }>(
        "/transformations",
        {
          method: "POST",
          body: { text: view.current!.state.sliceDoc(start, end), kind, context: { documentId: document.id } }
        }
      )
      if (changed) replace(view.current!, start, end, result)
      note({
        title: changed ? "The text was changed" : (warnings[0]?.message ?? "The text stays as it is"),
        tone: changed ? "good" : "bad"
      })
    },
    onError: (error) => note({ title: error.message, tone: "bad" })
  })
  return { text, setText, view, ready, check, save, transform }
}

type Editing = ReturnType<typeof useEditing>

const Tools = ({
  editing,
  document,
  publish
}: {
  readonly editing: Editing
  readonly document: Document
  readonly publish: () => void
}) => (
  <div className="actions">
    <Menu
      className="button plain"
      choices={kinds.map((kind) => ({
        title: words(kind),
        icon: "wand-sparkles",
        choose: () => editing.transform.mutate(kind)
      }))}
    >
      Rewrite the selection
    </Menu>
    <Button onClick={publish}>Publish</Button>
    <Button
      look="primary"
      busy={editing.save.isPending}
      disabled={editing.text === document.content}
      onClick={() => editing.save.mutate()}
    >
      Save
    </Button>
  </div>
)

const Write = ({
  editing,
  document,
  mayChange
}: {
  readonly editing: Editing
  readonly document: Document
  readonly mayChange: boolean
}) => {
  const { view, check } = editing
  const go = (finding: Finding): void => {
    if (view.current === null) return
    const { from, to } = placeOf(view.current, finding)
    view.current.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true })
    view.current.focus()
  }
  const fix = (finding: Finding): void => {
    if (view.current === null) return
    const { from, to } = placeOf(view.current, finding)
    replace(view.current, from, to, finding.suggestion?.replacement ?? "")
  }
  return (
    <div className="write">
      <TextEditor
        name={`Text of ${document.title}`}
        text={document.content}
        readOnly={!mayChange}
        onChange={editing.setText}
        onReady={editing.ready}
      />
      <aside className="card findings-card" aria-labelledby="findings">
        <h2 id="findings">Findings {check.data === undefined ? null : <small>{check.data.score} of 100</small>}</h2>
        {check.data === undefined ? (
          <Skeleton lines={4} name="Checking the text" />
        ) : (
          <Findings check={check.data} go={go} fix={mayChange ? fix : undefined} />
        )}
      </aside>
    </div>
  )
}

const Loaded = ({ panel, document }: { readonly panel: PanelShape; readonly document: Document }) => {
  const mayChange = useMayChange()
  const editing = useEditing(document)
  const [publishing, setPublishing] = useState(false)
  useTitle(document.title)
  return (
    <Tabs.Root defaultValue="write" className="document">
      <header className="page-head with-actions">
        <div>
          <nav className="crumbs" aria-label="Where this is">
            <Link to={`/${panel.id}`}>{panel.title}</Link> <span aria-hidden="true">/</span> <code>{document.id}</code>
          </nav>
          <h1>{document.title}</h1>
          <p>
            {words(document.docType)}, version {document.latestNumber}
          </p>
        </div>
        {mayChange ? <Tools editing={editing} document={document} publish={() => setPublishing(true)} /> : null}
      </header>
      <Tabs.List className="tabs" aria-label="Views of the document">
        <Tabs.Tab value="write" className="tab">
          Text
        </Tabs.Tab>
        <Tabs.Tab value="diff" className="tab">
          Changes
        </Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write" keepMounted>
        <Write editing={editing} document={document} mayChange={mayChange} />
      </Tabs.Panel>
      <Tabs.Panel value="diff">
        <section className="card">
          <DiffView document={document} />
        </section>
      </Tabs.Panel>
      {publishing ? <Publish id={document.id} close={() => setPublishing(false)} /> : null}
    </Tabs.Root>
  )
}

export const DocumentPage = ({ panel, id }: { readonly panel: PanelShape; readonly id: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ["docs", "document", id],
    queryFn: () => service<Document>(`/documents/${encodeURIComponent(id)}`)
  })
  if (error !== null && data === undefined)
    return <Problem what="The document could not be read" error={error} again={() => void refetch()} />
  if (data === undefined) return <Skeleton name="Reading the document" />
  return <Loaded panel={panel} document={data} />
}
