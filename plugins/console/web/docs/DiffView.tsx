/** What changed since the baseline, by sections; without one, since the first version. */
import { useQuery } from "@tanstack/react-query"
import { count } from "../parts/format.ts"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { service, type Diff, type Document } from "./service.ts"

interface Version {
  readonly id: string
  readonly number: number
  readonly name?: string | null
}

const useDiff = (document: Document) =>
  useQuery({
    queryKey: ["docs", "diff", document.id, document.latestVersionId],
    queryFn: async () => {
      const { items } = await service<{ items: ReadonlyArray<Version> }>(`/documents/${document.id}/versions`)
      const oldest = items.reduce<Version | undefined>(
        (old, one) => (old === undefined || one.number < old.number ? one : old),
        undefined
      )
      const from = document.baselineVersionId === null ? oldest?.id : "baseline"
      return service<Diff>(`/documents/${document.id}/diff`, { query: { from, to: "latest" } })
    }
  })

const classes: Readonly<Record<string, string>> = { "+": "added", "-": "removed" }

export const DiffView = ({ document }: { readonly document: Document }) => {
  const { data, error, refetch } = useDiff(document)
  if (error !== null && data === undefined)
    return <Problem what="The versions could not be compared" error={error} again={() => void refetch()} />
  if (data === undefined) return <Skeleton />
  if (data.identical)
    return (
      <Empty icon="git-compare" title="Nothing has changed">
        <p>Save a change, then it stands here.</p>
      </Empty>
    )
  return (
    <div className="diff">
      <p className="fine">
        {document.baselineVersionId === null ? "Since the first version" : "Since the baseline"}:{" "}
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
