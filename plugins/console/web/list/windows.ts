/**
 * The rows of a list by windows of 200, so that its scroll bar is true at any length. When rows come in at its head, what is
 * in sight stays in sight: the new windows are read first, then the list moves on by as many rows.
 */
import { useQueries, useQuery } from "@tanstack/react-query"
import { useCallback, useEffect, useRef, useState, type RefObject } from "react"
import type { Query } from "../api/call.ts"
import { anchorsQuery, queryClient, rowsQuery, windowRows } from "../api/queries.ts"
import type { Anchors, Row } from "../api/wire.ts"

const anchorOf = ({ anchors }: Anchors, index: number): string | undefined =>
  index === 0 ? undefined : anchors[index - 1]

const windowOf = (row: number): number => Math.floor(row / windowRows)

const windowsOf = (first: number, last: number): ReadonlyArray<number> =>
  Array.from({ length: windowOf(last) - windowOf(first) + 1 }, (_, index) => windowOf(first) + index)

/** While the first window is not full, its rows are all there are: the count may be some seconds old. */
const totalOf = ({ total }: Anchors, first: ReadonlyArray<Row> | undefined): number =>
  first !== undefined && total < windowRows && first.length < windowRows ? first.length : total

interface Sight {
  readonly first: number
  readonly last: number
}

/** The anchors that are shown: those of the engine, as soon as the rows in sight have been read with them. */
const useShown = (panel: string, filter: Query, sight: Sight) => {
  const anchors = useQuery(anchorsQuery(panel, filter))
  const [shown, setShown] = useState<{ readonly key: string; readonly anchors: Anchors }>()
  const key = JSON.stringify([panel, filter])
  const seen = useRef(sight)
  seen.current = sight
  useEffect(() => {
    const { data } = anchors
    if (data === undefined) return
    let stale = false
    const windows = windowsOf(seen.current.first, Math.min(seen.current.last, Math.max(0, data.total - 1)))
    const reads = windows.map((index) => queryClient.ensureQueryData(rowsQuery(panel, filter, anchorOf(data, index))))
    void Promise.allSettled(reads).then(() => {
      if (!stale) setShown({ key, anchors: data })
    })
    return () => {
      stale = true
    }
    // The filter is the same as long as its text is.
  }, [anchors.data, key])
  return { anchors, shown: shown?.key === key ? shown.anchors : undefined }
}

/** New rows come in above: the place in the list stays by moving it. */
const useSteady = (total: number | undefined, scroller: RefObject<HTMLDivElement | null>, rowPx: number): void => {
  const before = useRef(total)
  useEffect(() => {
    const was = before.current
    before.current = total
    const element = scroller.current
    if (was === undefined || total === undefined || element === null || total <= was || element.scrollTop < rowPx)
      return
    element.scrollTop += (total - was) * rowPx
  }, [total, scroller, rowPx])
}

export const useWindows = (panel: string, filter: Query, scroller: RefObject<HTMLDivElement | null>, rowPx: number) => {
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 })
  const { anchors, shown } = useShown(panel, filter, sight)
  useSteady(shown?.total, scroller, rowPx)
  const windows = shown === undefined ? [] : windowsOf(sight.first, Math.max(0, Math.min(sight.last, shown.total - 1)))
  const answers = useQueries({ queries: windows.map((index) => rowsQuery(panel, filter, anchorOf(shown!, index))) })
  const rowAt = (index: number): Row | undefined => {
    const at = windows.indexOf(Math.floor(index / windowRows))
    return answers[at]?.data?.[index % windowRows]
  }
  const onVisible = useCallback(
    (first: number, last: number) =>
      setSight((before) =>
        windowOf(before.first) === windowOf(first) && windowOf(before.last) === windowOf(last)
          ? before
          : { first, last }
      ),
    []
  )
  const failed = answers.find(({ error, data }) => error !== null && data === undefined)?.error
  return {
    shown:
      shown === undefined
        ? undefined
        : { ...shown, total: totalOf(shown, windows[0] === 0 ? answers[0]?.data : undefined) },
    rowAt,
    onVisible,
    error: anchors.error ?? failed,
    again: () => Promise.all([anchors.refetch(), ...answers.map(({ refetch }) => refetch())])
  }
}
