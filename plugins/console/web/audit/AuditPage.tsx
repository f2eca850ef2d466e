/** Who did what in the console, and why. */
import { useInfiniteQuery } from "@tanstack/react-query"
import { read } from "../api/call.ts"
import type { AuditRow } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { fullTime, utc, words } from "../parts/format.ts"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { useTitle } from "../shell/useTitle.ts"

interface Page {
  readonly rows: ReadonlyArray<AuditRow>
  readonly next?: string | null
}

const Line = ({ row }: { readonly row: AuditRow }) => (
  <tr>
    <td>
      <time dateTime={new Date(row.at).toISOString()} title={utc(row.at)}>
        {fullTime(row.at)}
      </time>
    </td>
    <td>{words(row.role)}</td>
    <td>
      <b>{row.action}</b>
      <small>{row.resource}</small>
    </td>
    <td>{row.reason === "" ? <span className="nothing">No reason given</span> : row.reason}</td>
    <td>{words(row.result)}</td>
  </tr>
)

const AuditTable = ({ rows }: { readonly rows: ReadonlyArray<AuditRow> }) => (
  <div className="audit" tabIndex={0} role="region" aria-label="Audit">
    <table>
      <thead>
        <tr>
          {["When", "Who", "What", "Why", "Result"].map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <Line key={index} row={row} />
        ))}
      </tbody>
    </table>
  </div>
)

export const AuditPage = () => {
  useTitle("Audit")
  const pages = useInfiniteQuery({
    queryKey: ["audit"],
    queryFn: ({ pageParam, signal }) => read<Page>("/audit", { anchor: pageParam }, signal),
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? undefined
  })
  const rows = pages.data?.pages.flatMap(({ rows }) => rows)
  return (
    <>
      <header className="page-head">
        <h1>Audit</h1>
        <p>Every action of a person, newest first. Nobody can change it.</p>
      </header>
      <section className="card">
        {pages.error !== null && rows === undefined ? (
          <Problem what="The audit could not be read" error={pages.error} again={() => void pages.refetch()} />
        ) : rows === undefined ? (
          <Skeleton name="Reading the audit" />
        ) : rows.length === 0 ? (
          <Empty icon="scroll-text" title="Nobody has done anything yet">
            <p>What people do here is written down: who, what, on which thing and why.</p>
          </Empty>
        ) : (
          <AuditTable rows={rows} />
        )}
        {pages.hasNextPage ? (
          <p className="more">
            <Button busy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
              Show older
            </Button>
          </p>
        ) : null}
      </section>
    </>
  )
}
