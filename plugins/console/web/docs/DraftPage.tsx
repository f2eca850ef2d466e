/** A draft as it is written: its sections come in one after the other. */
import { Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import type { PanelShape } from "../api/wire.ts"
import { ItemPage } from "../item/ItemPage.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Status } from "../parts/Status.tsx"
import { serviceAddress } from "./service.ts"

interface Draft {
  readonly text: string
  readonly state: "running" | "succeeded" | "failed"
  readonly documentId?: string | undefined
}

const useDraft = (id: string): Draft => {
  const [draft, setDraft] = useState<Draft>({ text: "", state: "running" })
  useEffect(() => {
    const source = new EventSource(serviceAddress(`/generations/${id}/stream`))
    const on = (name: string, run: (data: Readonly<Record<string, string>>) => void): void =>
      source.addEventListener(name, (event) =>
        run(JSON.parse((event as MessageEvent<string>).data) as Readonly<Record<string, string>>)
      )
    on("generation.started", () => setDraft({ text: "", state: "running" }))
    on("delta", ({ text = "" }) => setDraft((before) => ({ ...before, text: before.text + text })))
    const end = (state: Draft["state"]) => (data: Readonly<Record<string, string>>) => {
      source.close()
      setDraft((before) => ({ ...before, state, documentId: data["documentId"] }))
    }
    on("generation.completed", end("succeeded"))
    for (const name of ["generation.failed", "generation.cancelled", "generation.skipped"]) on(name, end("failed"))
    return () => source.close()
  }, [id])
  return draft
}

export const DraftPage = ({ panel, id }: { readonly panel: PanelShape; readonly id: string }) => {
  const { text, state, documentId } = useDraft(id)
  return (
    <ItemPage panel={panel} id={id}>
      {text === "" ? null : (
        <section className="card draft" aria-labelledby="draft">
          <header>
            <h2 id="draft">
              <Icon name="file-pen" /> Draft
            </h2>
            <Status value={state} tone={state === "running" ? "wait" : state === "succeeded" ? "good" : "bad"} />
            {documentId === undefined ? null : (
              <Link className="button primary small" to={`/docs.documents/${documentId}`}>
                Edit it
              </Link>
            )}
          </header>
          <pre tabIndex={0} role="region" aria-label="Text of the draft" aria-live="off">
            {text}
          </pre>
        </section>
      )}
    </ItemPage>
  )
}
