/** One thing: its story at the left, what it is at the right, and what can be done with it. */
import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useEffect, useState, type ReactNode } from "react"
import { ActionDialog, type Asked } from "../actions/ActionDialog.tsx"
import { inBackground, Refused } from "../api/call.ts"
import { itemQuery, storyQuery } from "../api/queries.ts"
import type { Action, Item, MoneyValue, PanelShape } from "../api/wire.ts"
import { Button } from "../parts/Button.tsx"
import { besideCode, isMoney, words } from "../parts/format.ts"
import { Menu } from "../parts/Menu.tsx"
import { Empty, Problem, Skeleton } from "../parts/states.tsx"
import { Status } from "../parts/Status.tsx"
import { useMayChange, useRegion } from "../shell/context.ts"
import { useTitle } from "../shell/useTitle.ts"
import { Comparisons } from "./Comparisons.tsx"
import { isCompared } from "./comparison.ts"
import { Sections } from "./Sections.tsx"
import { Samples } from "./Samples.tsx"
import { StoryCard } from "./StoryCard.tsx"

/** As many buttons stand beside the title; further ones are in a menu. */
const mostButtons = 2

const amountOf = (item: Item | undefined): MoneyValue | undefined =>
  item?.sections
    .flatMap(({ fields }) => fields)
    .map(({ value }) => value)
    .find(isMoney)

/** A title of its own, else an amount, else what stands first in its list; its id stands above. */
const headlineOf = ({ columns }: PanelShape, item: Item | undefined, id: string): string => {
  if (item === undefined || item.title !== id) return item?.title ?? id
  const amount = amountOf(item)
  if (amount !== undefined) return besideCode(amount).join(" ")
  const [first] = columns
  const value = item.sections[0]?.fields.find(({ label }) => label === first?.title)?.value
  if (typeof value !== "string" || value === "" || value.startsWith("{")) return id
  return first?.kind === "text" ? value : first?.kind === "code" ? words(value) : id
}

/** What a dialog calls it beside its amount and id. */
const nameOfItem = (panel: PanelShape, item: Item | undefined, id: string): string | undefined => {
  const headline = headlineOf(panel, item, id)
  return headline === id || amountOf(item) !== undefined ? undefined : headline
}

const Actions = ({
  actions,
  ask
}: {
  readonly actions: ReadonlyArray<Action>
  readonly ask: (action: Action) => void
}) => {
  const few = actions.length <= mostButtons + 1
  const more = few ? [] : actions.slice(mostButtons)
  return (
    <div className="actions">
      {actions.slice(0, few ? actions.length : mostButtons).map((action, index) => (
        <Button
          key={action.id}
          look={index === 0 && action.tone !== "bad" ? "primary" : "plain"}
          onClick={() => ask(action)}
        >
          {action.title}
        </Button>
      ))}
      {more.length === 0 ? null : (
        <Menu
          className="button plain"
          choices={more.map((action) => ({
            title: action.title,
            danger: action.tone === "bad",
            choose: () => ask(action)
          }))}
        >
          More
        </Menu>
      )}
    </div>
  )
}

const ItemHead = ({
  panel,
  id,
  item,
  ask
}: {
  readonly panel: PanelShape
  readonly id: string
  readonly item: Item | undefined
  readonly ask: (action: Action) => void
}) => {
  const mayChange = useMayChange()
  const actions = mayChange
    ? panel.actions.filter((action) => action.on === "row" && item?.actions?.includes(action.id))
    : []
  return (
    <header className="page-head with-actions">
      <div>
        <nav className="crumbs" aria-label="Where this is">
          <Link to={`/${panel.id}`}>{panel.title}</Link> <span aria-hidden="true">/</span> <code>{id}</code>
        </nav>
        <div className="item-title">
          <h1>
            <bdi>{headlineOf(panel, item, id)}</bdi>
          </h1>
          {item?.status === undefined ? null : <Status {...item.status} />}
        </div>
        {item?.links === undefined || item.links.length === 0 ? null : (
          <p className="item-links">
            {item.links.map(({ text, href }) => (
              <Link key={href + text} to={href}>
                {text}
              </Link>
            ))}
          </p>
        )}
      </div>
      {actions.length === 0 ? null : <Actions actions={actions} ask={ask} />}
    </header>
  )
}

/** How often an item is read again: no event reports an attempt of a delivery, for instance (our choice). */
const readAgainMs = 5_000

/** `children`: what a page of its own shows above the story. */
export const ItemPage = ({
  panel,
  id,
  children
}: {
  readonly panel: PanelShape
  readonly id: string
  readonly children?: ReactNode
}) => {
  const region = useRegion()
  const { data: story } = useQuery(storyQuery(id, region))
  const isUntold = story !== undefined && story.steps.length === 0
  const { data: item, error, refetch } = useQuery({ ...itemQuery(panel.id, id, region), enabled: panel.hasItem })
  useTitle(item?.title ?? id)
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") inBackground(() => void refetch())
    }, readAgainMs)
    return () => clearInterval(timer)
  }, [refetch])
  const [asked, setAsked] = useState<Asked>()
  const ask = (action: Action): void =>
    setAsked({ panel: panel.id, action, id, name: nameOfItem(panel, item, id), amount: amountOf(item) })
  if (error instanceof Refused && error.status === 404)
    return (
      <Empty icon="circle-question-mark" title="There is nothing by this id">
        <p>
          <code>{id}</code> is not among the {panel.noun[1]} of this region. It may belong to another one.
        </p>
        <Link className="button plain" to={`/${panel.id}`}>
          All {panel.noun[1]}
        </Link>
      </Empty>
    )
  if (error !== null && item === undefined)
    return <Problem what="This could not be read" error={error} again={() => void refetch()} />
  return (
    <>
      <ItemHead panel={panel} id={id} item={item} ask={ask} />
      {children}
      <div className={isUntold ? "item-columns untold" : "item-columns"}>
        {isUntold && !item?.sections.some(isCompared) ? null : (
          <div className="item-main">
            {item === undefined ? null : <Comparisons sections={item.sections} />}
            {isUntold ? null : <StoryCard id={id} />}
          </div>
        )}
        <div className="item-side">
          {item === undefined && panel.hasItem ? (
            <div className="card section">
              <Skeleton lines={4} />
            </div>
          ) : null}
          {item === undefined ? null : <Sections sections={item.sections} />}
        </div>
      </div>
      {item === undefined ? null : <Samples item={item} />}
      <ActionDialog key={asked?.action.id ?? ""} asked={asked} onClose={() => setAsked(undefined)} />
    </>
  )
}
