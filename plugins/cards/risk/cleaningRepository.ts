/** Forgets what the risk engine remembers, once no window reaches it any more. */
import type { Write } from "../../../src/plugin.ts"
import { dayMs, deviceMemoryMs, hourMs } from "./windows.ts"

/** Rows that one cleaning takes from each table at most (our choice): many more than come between two cleanings. */
const cleanedAtOnce = 256

/** Forgets rows of all accounts that no window reaches any more, the oldest first. */
export const cleaningWrites = (now: number): ReadonlyArray<Write> => [
  {
    text: `DELETE FROM cards_risk_attempts WHERE (scope, subject, at) IN (SELECT scope, subject, at
      FROM cards_risk_attempts WHERE at <= ? ORDER BY at LIMIT ${cleanedAtOnce})`,
    params: [now - hourMs]
  },
  {
    text: `DELETE FROM cards_risk_cards WHERE (scope, subject, card) IN (SELECT scope, subject, card
      FROM cards_risk_cards WHERE at <= ? ORDER BY at LIMIT ${cleanedAtOnce})`,
    params: [now - dayMs]
  },
  {
    text: `DELETE FROM cards_risk_devices WHERE (scope, customer, device) IN (SELECT scope, customer, device
      FROM cards_risk_devices WHERE at <= ? ORDER BY at LIMIT ${cleanedAtOnce})`,
    params: [now - deviceMemoryMs]
  }
]
