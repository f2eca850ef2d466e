/** The list of documents, and the way to a new one. */
import { useState } from "react"
import type { PanelShape } from "../api/wire.ts"
import { ListPage } from "../list/ListPage.tsx"
import { Button } from "../parts/Button.tsx"
import { NewDocument } from "./NewDocument.tsx"

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
