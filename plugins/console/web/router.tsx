/** The addresses of the console. A page that few need is loaded when it is opened. */
import { useQuery } from "@tanstack/react-query"
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  redirect,
  retainSearchParams,
  useParams
} from "@tanstack/react-router"
import { Suspense, type ComponentType } from "react"
import { mount } from "./api/call.ts"
import { panelsQuery } from "./api/queries.ts"
import type { PanelShape } from "./api/wire.ts"
import { HomePage } from "./home/HomePage.tsx"
import { ItemPage } from "./item/ItemPage.tsx"
import { StoryPage } from "./item/StoryPage.tsx"
import { ListPage } from "./list/ListPage.tsx"
import { Empty, Problem, Skeleton } from "./parts/states.tsx"
import { useRegion } from "./shell/context.ts"
import { Shell } from "./shell/Shell.tsx"
import { itemPages, listPages } from "./pages.ts"

/** The audit is a list like others. */
const auditPath: string = "/console.audit"

type Search = Readonly<Record<string, string>>

const Unknown = () => (
  <Empty icon="map-pin" title="There is no such page">
    <p>The address may be of a plugin that this engine does not run.</p>
    <Link className="button plain" to="/">
      To the beginning
    </Link>
  </Empty>
)

/** A page of a panel, once it is known what panels there are. */
const Panelled = ({
  of
}: {
  readonly of: (panel: PanelShape) => ComponentType<{ readonly panel: PanelShape; readonly id: string }>
}) => {
  const { panel: name, id = "" }: { readonly panel?: string; readonly id?: string } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(panelsQuery(useRegion()))
  if (error !== null && data === undefined)
    return <Problem what="The pages could not be read" error={error} again={() => void refetch()} />
  if (data === undefined) return <Skeleton />
  const panel = data.find((one) => one.id === name)
  if (panel === undefined) return <Unknown />
  const Page = of(panel)
  return (
    <Suspense fallback={<Skeleton />}>
      <Page key={`${panel.id} ${id}`} panel={panel} id={id} />
    </Suspense>
  )
}

const Broken = ({ error, reset }: { readonly error: unknown; readonly reset: () => void }) => (
  <Problem what="This page broke" error={error} again={reset} />
)

const root = createRootRoute({
  component: Shell,
  notFoundComponent: Unknown,
  validateSearch: (search: Search): Search => search,
  search: { middlewares: [retainSearchParams(["region"])] }
})

const routes = [
  createRoute({ getParentRoute: () => root, path: "/", component: HomePage }),
  createRoute({
    getParentRoute: () => root,
    path: "/clock",
    component: lazyRouteComponent(() => import("./clock/ClockPage.tsx"), "ClockPage")
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/audit",
    beforeLoad: () => {
      throw redirect({ to: auditPath })
    }
  }),
  createRoute({ getParentRoute: () => root, path: "/story/$id", component: StoryPage }),
  createRoute({
    getParentRoute: () => root,
    path: "/$panel",
    component: () => <Panelled of={({ id }) => listPages[id] ?? ListPage} />
  }),
  createRoute({
    getParentRoute: () => root,
    path: "/$panel/$id",
    component: () => <Panelled of={({ id }) => itemPages[id] ?? ItemPage} />
  })
]

/** Search parameters are texts, so that an address reads as it was meant. */
const parseSearch = (text: string): Search => Object.fromEntries(new URLSearchParams(text))

const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const given = Object.entries(search).flatMap(([key, value]) =>
    typeof value === "string" && value !== "" ? [[key, value]] : []
  )
  const text = new URLSearchParams(given).toString()
  return text === "" ? "" : `?${text}`
}

export const router = createRouter({
  routeTree: root.addChildren(routes),
  basepath: mount.replace(/\/$/, ""),
  parseSearch,
  stringifySearch,
  // Whoever comes back finds a page and its list where they were; another page begins at its top.
  scrollRestoration: true,
  scrollToTopSelectors: ["#page", ".grid-scroll"],
  defaultErrorComponent: Broken,
  defaultPendingComponent: Skeleton,
  defaultPreload: "intent",
  // The pages keep their own data; the router has none.
  defaultPreloadStaleTime: 0
})
