/** What each event carries, for the published description. */
import type { Publication } from "../../src/plugin.ts"
import { eventData } from "./event-data.ts"
import { events, type BankEventType } from "./events.ts"

/** Every event with what its `data` holds. */
export const publishedEvents: Readonly<Record<string, Publication.PublishedEvent>> = Object.fromEntries(
  (Object.keys(events) as ReadonlyArray<BankEventType>).map((type) => [
    type,
    { description: `${events[type]}.`, data: eventData[type] }
  ])
)
