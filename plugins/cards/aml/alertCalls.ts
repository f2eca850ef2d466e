/** What people do with alerts, in process: the same as over HTTP. `calls.ts` says what each does. */
import { paged, type CallerShape, type HostPage } from "../../../src/plugin.ts"
import { CardsApi } from "../api.ts"
import { callsOf } from "../callsOf.ts"
import type { ChangeAlert } from "./Alert.ts"
import * as operations from "./operations.ts"

const alerts = callsOf(CardsApi, "aml")
const updating = alerts.change("change")
const listing = alerts.list("list", { customer: "customer_id" })

export const list = (caller: CallerShape, filter: operations.AlertFilter = {}, page?: HostPage) =>
  listing(caller, { filter, page }, (asking, { customer_id, sar_required, status }, of) =>
    operations.list(asking, { customer: customer_id, sarRequired: sar_required, status }, of)
  )

export const retrieve = (caller: CallerShape, id: string) => operations.retrieve(caller, id)

export const update = (caller: CallerShape, id: string, command: Omit<ChangeAlert, "actor">) =>
  updating(caller, { id, command }, (asking, { note, status }) => operations.change(asking, id, { note, status }))

export const listHistory = (caller: CallerShape, id: string, page?: HostPage) =>
  paged(page, (of) => operations.history(caller, id, of))
