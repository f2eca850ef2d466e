/**
 * A draft as it is written: its sections come in one after the other. The stream of one that has ended is gone after some time, so
 * that one is shown by its document.
 */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useState } from "react"
import { itemQuery } from "../api/queries.ts"
import type { PanelShape } from "../api/wire.ts"
import { ItemPage } from "../item/ItemPage.tsx"
import { Icon } from "../parts/Icon.tsx"
import { Status } from "../parts/Status.tsx"
import { useRegion } from "../shell/context.ts"
import { service, serviceAddress, type Document } from "./service.ts"

interface Draft {
  readonly text: string
  readonly state: "running" | "succeeded" | "failed"
  readonly documentId?: string | undefined
}

const runs: ReadonlySet<unknown> = new Set(["queued", "running"])

/** Whether the draft was written on when its page was opened; `undefined` until that is known. */
const useRan = (panel: string, id: string): boolean | undefined => {
  const { data: item } = useQuery(itemQuery(panel, id, useRegion()))
  const [ran, setRan] = useState<{ readonly id: string; readonly ran: boolean }>()
  if (item !== undefined && ran?.id !== id) setRan({ id, ran: runs.has(item.status?.value) })
  return ran?.id === id ? ran.ran : undefined
}

/** The document of a draft that has ended. */
const useEnded = (id: string, enabled: boolean): Draft | undefined => {
  const { data } = useQuery({
    queryKey: ["docs", "draft", id],
    enabled,
    queryFn: async (): Promise<Draft> => {
      const { documentId } = await service<{ documentId?: string }>(`/generations/${id}`)
      if (documentId === undefined) return { text: "", state: "failed" }
      const { content } = await service<Document>(`/documents/${documentId}`)
      return { text: content, state: "succeeded", documentId }
    }
  })
  return data
}

const useStreamed = (id: string, enabled: boolean): Draft => {
  const [draft, setDraft] = useState<Draft>({ text: "", state: "running" })
  useEffect(() => {
    if (!enabled) return
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
  }, [enabled, id])
  return draft
}

export const DraftPage = ({ panel, id }: { readonly panel: PanelShape; readonly id: string }) => {
  const ran = useRan(panel.id, id)
  const ended = useEnded(id, ran === false)
  const streamed = useStreamed(id, ran === true)
  const { text, state, documentId } = ended ?? streamed
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
