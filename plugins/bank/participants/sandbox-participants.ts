/**
 * The directory of the sandbox: invented banks (prefix 0999, with right check digits), and ten widely published routing
 * numbers. What they take part in is SIMULATED and says nothing about the real participation of any bank.
 */
import type { BicEntry } from "./Bic.ts"
import type { Participant } from "./Participant.ts"

/** FedNow limits in cents (spec bank §8). */
const usual = 50_000_000
const eligible = 100_000_000

const both = (fednowLimitCents = usual): Omit<Participant, "routingNumber" | "name"> => ({
  status: "active",
  ach: { participates: true },
  fedwire: { participates: true },
  rtp: { participates: true, rfp: true },
  fednow: { participates: true, rfp: true, sendLimitCents: fednowLimitCents }
})

/** Every bank abroad, and one at home. Iran is under sanctions; the bank in Paris is closed. */
export const sandboxBics: ReadonlyArray<BicEntry> = [
  { bic: "SIMBUS33XXX", name: "SIM BANK NEW YORK", country: "US", status: "active" },
  { bic: "SIMBGB2LXXX", name: "SIM BANK LONDON", country: "GB", status: "active" },
  { bic: "SIMBDEFFXXX", name: "SIM BANK FRANKFURT", country: "DE", status: "active" },
  { bic: "SIMBIRTHXXX", name: "SIM BANK TEHRAN", country: "IR", status: "active" },
  { bic: "SIMBFRPPXXX", name: "SIM BANK PARIS (CLOSED)", country: "FR", status: "inactive" }
]

const none = { participates: false } as const

const bank = (
  routingNumber: string,
  name: string,
  more: Partial<Omit<Participant, "routingNumber" | "name">> = {}
): Participant => ({ routingNumber, name, ...both(), ...more })

/** Every bank. */
export const sandboxParticipants: ReadonlyArray<Participant> = [
  bank("099900014", "SIM First Both Rails Bank", {
    fednow: { participates: true, rfp: true, sendLimitCents: eligible }
  }),
  bank("099900027", "SIM Second Both Rails Bank"),
  bank("099900030", "SIM RTP Only Bank", { fednow: none }),
  bank("099900043", "SIM FedNow Only Bank (default limit)", { rtp: none }),
  bank("099900056", "SIM FedNow Only Bank (eligible)", {
    rtp: none,
    fednow: { participates: true, rfp: true, sendLimitCents: eligible }
  }),
  bank("099900069", "SIM ACH And Wire Only Bank", { rtp: none, fednow: none }),
  bank("099900072", "SIM ACH Only Credit Union", { fedwire: none, rtp: none, fednow: none }),
  bank("099900085", "SIM Inactive Bank", { status: "inactive", ach: none, fedwire: none, rtp: none, fednow: none }),
  bank("099900098", "SIM RTP Without RfP Bank", { rtp: { participates: true, rfp: false }, fednow: none }),
  bank("099900108", "SIM FedNow Without RfP Bank", {
    rtp: none,
    fednow: { participates: true, rfp: false, sendLimitCents: usual }
  }),
  bank("099900111", "SIM Signed Off Bank (FedNow)", {
    fednow: { participates: true, rfp: true, sendLimitCents: usual, signedOff: true }
  }),
  bank("099900124", "SIM Signed Off Bank (both)", {
    rtp: { participates: true, rfp: true, signedOff: true },
    fednow: { participates: true, rfp: true, sendLimitCents: usual, signedOff: true }
  }),
  bank("099900137", "SIM Low FedNow Limit Bank", {
    rtp: none,
    fednow: { participates: true, rfp: true, sendLimitCents: 10_000_000 }
  }),
  bank("099900140", "SIM Wire Only Correspondent", { ach: none, rtp: none, fednow: none }),
  bank("021000021", "JPMORGAN CHASE"),
  bank("021000089", "CITIBANK NA"),
  bank("026009593", "BANK OF AMERICA N.A."),
  bank("121000248", "WELLS FARGO BANK, NA"),
  bank("091000022", "US BANK NA"),
  bank("043000096", "PNC BANK, NATIONAL ASSOCIATION"),
  bank("011401533", "CITIZENS BANK NA"),
  bank("071000013", "JPMORGAN CHASE"),
  bank("111000025", "BANK OF AMERICA, N.A."),
  bank("122000247", "WELLS FARGO BANK NA")
]
