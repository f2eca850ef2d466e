/** The directory of banks in force, for operators. */
import * as Effect from "effect/Effect"
import { listPanel, statusBy } from "../../../src/plugin.ts"
import { type PanelNeeds } from "../panelParts.ts"
import type { Participant } from "./Participant.ts"
import { currentDirectory, findParticipant, listParticipants, participantPlaces } from "./repository.ts"

const windowRows = 200

const status = statusBy({ active: "good", inactive: "none", suspended: "bad" })

/** Banks in the order of their routing numbers. */
export const participantsPanel = listPanel<Participant, PanelNeeds>({
  id: "participants",
  title: "Participants",
  noun: ["bank", "banks"],
  empty: "The directory of banks is empty: no transfer can be sent.",
  group: "Bank",
  icon: "building",
  columns: {
    id: ["Routing number", "id", (bank) => bank.routingNumber],
    name: ["Name", "text", ({ name }) => name],
    status: ["Status", "status", (bank) => status(bank.status)],
    rtp: ["RTP", "text", ({ rtp }) => rtp.participates],
    fednow: ["FedNow", "text", ({ fednow }) => fednow.participates],
    ach: ["ACH", "text", ({ ach }) => ach.participates],
    fedwire: ["Fedwire", "text", ({ fedwire }) => fedwire.participates]
  },
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
  rowOf: (bank) => ({ id: bank.routingNumber }),
  item: { find: findParticipant, show: (bank) => ({ title: bank.name, sections: [], json: bank }) }
})
