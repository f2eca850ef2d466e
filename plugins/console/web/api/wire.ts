/** The answers of the console's own API, as the browser reads them. */

export type Tone = "good" | "wait" | "bad" | "held" | "none"

export interface MoneyValue {
  readonly amountMinor: number
  readonly currency: string
}

export interface StatusValue {
  readonly value: string
  readonly tone: Tone
}

export interface ClockNow {
  readonly now: number
  readonly mode?: "system" | "offset" | "frozen"
  readonly moves: boolean
}

export interface Session {
  /** The administrator, or the session where the token has no name. */
  readonly name: string
  readonly role: "admin" | "reader"
  readonly expiresAt: number
}

export interface SessionAnswer {
  readonly session: Session | null
  /** The one that has ended under the pages, which wait for another. */
  readonly ended?: Session
  readonly engine?: {
    readonly mode: string
    readonly regions: ReadonlyArray<string>
    readonly version: string
    readonly clock: ClockNow
  }
}

export interface Happening {
  readonly at: number
  readonly title: string
  readonly count?: number
  readonly tone?: Tone
  readonly href?: string
}

export interface Clock extends ClockNow {
  readonly upcoming: ReadonlyArray<Happening>
}

export interface Advanced {
  readonly now: number
  readonly ran: number
  readonly happened: ReadonlyArray<Happening>
}

export interface Figure {
  readonly title: string
  readonly value: number
  readonly unit?: string
  readonly tone?: Tone
  readonly href?: string
}

export interface VolumeDay {
  readonly day: string
  readonly currency: string
  readonly amountMinor: number
  readonly count: number
  readonly declined: number
}

export interface RecentEvent {
  readonly id: string
  /** Such as `payment.succeeded`. */
  readonly type: string
  readonly title: string
  readonly at: number
  readonly href?: string
}

export interface Overview {
  readonly well: boolean
  readonly needs: ReadonlyArray<{ readonly text: string; readonly href: string }>
  readonly figures: ReadonlyArray<Figure>
  readonly volume: ReadonlyArray<VolumeDay>
  readonly recent: ReadonlyArray<RecentEvent>
  readonly clock: { readonly now: number }
}

export interface Column {
  readonly key: string
  readonly title: string
  readonly kind: "text" | "id" | "money" | "status" | "time" | "number" | "code"
}

export interface Filter {
  readonly key: string
  readonly title: string
  readonly of?: ReadonlyArray<string>
  /** A number of hundredths. */
  readonly kind?: "money"
}

export interface Field {
  readonly key: string
  readonly title: string
  readonly kind: "text" | "money" | "choice" | "choices" | "note" | "number" | "json" | "switch" | "file"
  readonly required: boolean
  readonly of?: ReadonlyArray<string>
  readonly hint?: string
  readonly suggest?: ReadonlyArray<string>
  readonly value?: string
  /** Not to be read over a shoulder. */
  readonly secret?: boolean
}

export interface Action {
  readonly id: string
  readonly title: string
  readonly confirm: string
  readonly tone?: Tone
  readonly input: ReadonlyArray<Field>
  readonly on: "row" | "list"
  readonly sandbox?: boolean
}

export interface PanelShape {
  readonly id: string
  readonly plugin: string
  readonly title: string
  /** What one row is called, and several. */
  readonly noun: readonly [one: string, many: string]
  /** What an empty list says. */
  readonly empty?: string
  readonly group: string
  readonly icon: string
  readonly columns: ReadonlyArray<Column>
  readonly filters: ReadonlyArray<Filter>
  readonly actions: ReadonlyArray<Action>
  readonly badge?: number
  readonly hasItem: boolean
}

export interface Anchors {
  readonly total: number
  readonly capped: boolean
  readonly anchors: ReadonlyArray<string>
}

export interface Row {
  readonly id: string
  readonly account?: string
  readonly href?: string
  readonly actions?: ReadonlyArray<string>
  readonly [key: string]: unknown
}

export interface ItemField {
  readonly label: string
  readonly kind: Column["kind"] | "json"
  readonly value: unknown
}

export interface Item {
  readonly title: string
  readonly status?: StatusValue
  readonly sections: ReadonlyArray<{ readonly title: string; readonly fields: ReadonlyArray<ItemField> }>
  readonly json?: unknown
  readonly samples?: ReadonlyArray<{ readonly language: string; readonly text: string }>
  readonly actions?: ReadonlyArray<string>
  readonly links?: ReadonlyArray<{ readonly text: string; readonly href: string }>
}

export type StepKind = "request" | "risk" | "sca" | "screening" | "network" | "ledger" | "event" | "delivery" | "job"

export interface Posting extends MoneyValue {
  readonly account: string
}

export interface RawText {
  readonly format: "json" | "xml" | "nacha"
  readonly text: string
}

export interface Step {
  readonly at: number
  readonly kind: StepKind
  readonly title: string
  readonly text?: string
  readonly tone: Tone
  readonly why?: ReadonlyArray<{ readonly label: string; readonly weight: number }>
  readonly postings?: ReadonlyArray<Posting>
  readonly raw?: RawText
  readonly future?: boolean
}

export interface Story {
  readonly id: string
  readonly plugin: string
  readonly steps: ReadonlyArray<Step>
}

export interface ActionResult {
  readonly message: string
  readonly id?: string
  /** Shown once; it is kept nowhere. */
  readonly secret?: string
  /** What a dry run found. */
  readonly details?: unknown
}

export interface Found {
  readonly id: string
  readonly title: string
  readonly href: string
}
