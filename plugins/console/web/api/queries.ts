/** What the pages read, by the keys under which it is kept while it is fresh. */
import { keepPreviousData, QueryClient, queryOptions } from "@tanstack/react-query"
import { noteAccounts } from "./accounts.ts"
import { read, Refused, type Query } from "./call.ts"
import type { Anchors, Clock, Found, Item, Overview, PanelShape, Row, SessionAnswer, Story } from "./wire.ts"

/** Rows between two anchors. */
export const windowRows = 200

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      // A refusal does not change by asking again; a server that restarts comes back.
      retry: (count, error) => error instanceof Refused && error.status === 0 && count < 2
    }
  }
})

export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: ({ signal }) => read<SessionAnswer>("/session", {}, signal),
  staleTime: Infinity
})

export const panelsQuery = (region: string | undefined) =>
  queryOptions({
    queryKey: ["panels", region],
    queryFn: async ({ signal }) =>
      (await read<{ panels: ReadonlyArray<PanelShape> }>("/panels", { region }, signal)).panels,
    placeholderData: keepPreviousData
  })

export const overviewQuery = (region: string | undefined) =>
  queryOptions({
    queryKey: ["overview", region],
    queryFn: ({ signal }) => read<Overview>("/overview", { region }, signal),
    placeholderData: keepPreviousData
  })

export const anchorsQuery = (panel: string, filter: Query) =>
  queryOptions({
    queryKey: ["anchors", panel, filter],
    queryFn: ({ signal }) => read<Anchors>(`/panels/${panel}/anchors`, filter, signal)
  })

export const rowsQuery = (panel: string, filter: Query, anchor: string | undefined) =>
  queryOptions({
    queryKey: ["rows", panel, filter, anchor ?? ""],
    queryFn: async ({ signal }) => {
      const { rows } = await read<{ rows: ReadonlyArray<Row> }>(`/panels/${panel}/rows`, { ...filter, anchor }, signal)
      noteAccounts(panel, rows)
      return rows
    }
  })

export const itemQuery = (panel: string, id: string, region: string | undefined) =>
  queryOptions({
    queryKey: ["item", panel, id, region],
    queryFn: ({ signal }) => read<Item>(`/panels/${panel}/items/${encodeURIComponent(id)}`, { region }, signal)
  })

export const storyQuery = (id: string, region: string | undefined) =>
  queryOptions({
    queryKey: ["story", id, region],
    queryFn: ({ signal }) => read<Story>(`/story/${encodeURIComponent(id)}`, { region }, signal)
  })

export const clockQuery = queryOptions({
  queryKey: ["clock"],
  queryFn: ({ signal }) => read<Clock>("/clock", {}, signal),
  placeholderData: keepPreviousData
})

export const searchQuery = (text: string, region: string | undefined) =>
  queryOptions({
    queryKey: ["search", text, region],
    queryFn: async ({ signal }) =>
      (await read<{ found: ReadonlyArray<Found> }>("/search", { q: text, region }, signal)).found,
    enabled: text.length > 2,
    placeholderData: keepPreviousData
  })

/** What no event of the engine changes: a session, what was searched, and a text that somebody edits. */
const mine = new Set(["session", "search", "docs"])

/** Everything that may have changed when something happened in the engine. */
export const refreshAll = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !mine.has(String(queryKey[0])) })
