/** The directory of banks in force, for operators. */
import * as Effect from "effect/Effect"
import { listPanel } from "../../../src/plugin.ts"
import { statusBy, type PanelNeeds } from "../panelParts.ts"
import type { Participant } from "./Participant.ts"
import { currentDirectory, findParticipant, listParticipants, participantPlaces } from "./repository.ts"

const windowRows = 200

const status = statusBy({ active: "good", inactive: "none", suspended: "bad" })

const rowOf = (bank: Participant) => ({
  id: bank.routingNumber,
  name: bank.name,
  status: status(bank.status),
  rtp: bank.rtp.participates,
  fednow: bank.fednow.participates,
  ach: bank.ach.participates,
  fedwire: bank.fedwire.participates
})

/** Banks in the order of their routing numbers. */
export const participantsPanel = listPanel<Participant, PanelNeeds>({
  id: "participants",
  title: "Participants",
  noun: ["bank", "banks"],
  empty: "The directory of banks is empty: no transfer can be sent.",
  group: "Bank",
  icon: "building",
  columns: [
    { key: "id", title: "Routing number", kind: "id" },
    { key: "name", title: "Name", kind: "text" },
    { key: "status", title: "Status", kind: "status" },
    { key: "rtp", title: "RTP", kind: "text" },
    { key: "fednow", title: "FedNow", kind: "text" },
    { key: "ach", title: "ACH", kind: "text" },
    { key: "fedwire", title: "Fedwire", kind: "text" }
  ],
  filters: [],
  list: {
    anchors: Effect.fnUntraced(function* (store) {
      const directory = yield* currentDirectory(store)
      if (directory === undefined) return { total: 0, capped: false, anchors: [] }
      return yield* participantPlaces(store, directory, windowRows)
    }),
    rows: Effect.fnUntraced(function* (store, _, after = "") {
      const directory = yield* currentDirectory(store)
      return directory === undefined ? [] : yield* listParticipants(store, { directory, after, rows: windowRows })
    })
  },
  rowOf,
  item: {
    find: findParticipant,
    show: (bank) => ({ title: bank.name, sections: [], json: bank, row: rowOf(bank) })
  }
})
