/** The directory on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, BodyValues } from "../../../src/plugin.ts"
import { timestamp } from "../events.ts"
import { Amount, dataOf, ErrorBody, matching, oneOf, RequiredScope, RoutingNumber, text } from "../wire.ts"
import type { Participant } from "./Participant.ts"
import type { Directory } from "./repository.ts"

const yesOrNo = Schema.Boolean.annotate({ expected: "true or false" })
const participation = { participates: yesOrNo, signedOff: Schema.optionalKey(yesOrNo) }
const instant = { ...participation, rfp: Schema.optionalKey(yesOrNo) }

/** A bank as an administrator writes it. */
export const ParticipantBody = Schema.Struct({
  routingNumber: RoutingNumber,
  name: text(140),
  status: oneOf(["active", "inactive"]),
  ach: Schema.Struct(participation),
  fedwire: Schema.Struct(participation),
  rtp: Schema.Struct(instant),
  fednow: Schema.Struct({
    ...instant,
    sendLimitCents: Schema.optionalKey(Amount),
    receiveLimitCents: Schema.optionalKey(Amount)
  })
})

/** Body of a whole directory. */
export const DirectoryBody = Schema.Struct({
  name: text(200),
  participants: Schema.Array(ParticipantBody).annotate({ expected: "a list of participants" })
})

/** A list whose items are read apart from the rest of their body. */
const itemsApart = (expected: string) => Schema.Array(Schema.Unknown).annotate({ expected })

/** Body of a whole directory, but for its participants. */
export const DirectoryRest = Schema.Struct({ name: text(200), participants: itemsApart("a list of participants") })

/** Body of an import. */
export const ImportBody = Schema.Struct({
  name: text(200),
  format: oneOf(["fedach", "fedwire", "json"]),
  content: Schema.String.annotate({ expected: "the text of the file" })
})

const DirectoryShown = Schema.Struct({
  version: Schema.Int,
  name: Schema.String,
  loadedAt: Schema.String,
  entries: Schema.Int
})

/** A bank as clients see it. */
export const ReachBody = Schema.Struct({
  routingNumber: Schema.String,
  name: Schema.String,
  active: Schema.Boolean,
  rails: Schema.Struct({
    ach: Schema.Boolean,
    fedwire: Schema.Boolean,
    rtp: Schema.Struct({ participates: Schema.Boolean, rfp: Schema.Boolean }),
    fednow: Schema.Struct({ participates: Schema.Boolean, rfp: Schema.Boolean, limit: Schema.NullOr(Schema.Int) })
  })
})

/** A directory of a country has some ten thousand banks of about 300 bytes. */
const directoryBytes = 16 * 1_048_576

/** Values of a directory: of 40,000 banks, 25 each. */
export const directoryValues = 1_000_000

/** Values of a change to the directory of BICs: its bytes allow less than 20,000 BICs, of 4 values each. */
const bicValues = 80_000

/** A bank abroad as an administrator writes it. */
export const BicBody = Schema.Struct({
  bic: matching(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/, "a BIC of 8 or 11 characters", "INVALID_BIC"),
  name: text(140),
  status: oneOf(["active", "inactive"])
})

/** Body of a change to the directory of BICs. */
export const BicsBody = Schema.Struct({ bics: Schema.Array(BicBody).annotate({ expected: "a list of BICs" }) })

/** The same, but for its BICs. */
export const BicsRest = Schema.Struct({ bics: itemsApart("a list of BICs") })

const BicShown = Schema.Struct({
  bic: Schema.String,
  name: Schema.String,
  country: Schema.String,
  status: Schema.Literals(["active", "inactive"])
})

/** The endpoints of this slice. */
export const ParticipantsApi = HttpApiGroup.make("participants").add(
  HttpApiEndpoint.get("retrieve", "/v2/participants/:routingNumber", {
    params: { routingNumber: Schema.String },
    success: dataOf(ReachBody),
    error: ErrorBody
  }).annotate(RequiredScope, "participants:read"),
  HttpApiEndpoint.get("list", "/v2/admin/participants", {
    query: { after: Schema.optionalKey(Schema.String) },
    success: dataOf(Schema.Struct({ directory: DirectoryShown, participants: Schema.Array(ParticipantBody) })),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.put("replace", "/v2/admin/participants", {
    payload: DirectoryBody,
    success: dataOf(DirectoryShown),
    error: ErrorBody
  })
    .annotate(RequiredScope, "admin:write")
    .annotate(BodyLimit, directoryBytes)
    .annotate(BodyValues, directoryValues),
  HttpApiEndpoint.get("listBics", "/v2/admin/bics", {
    query: { after: Schema.optionalKey(Schema.String) },
    success: dataOf(Schema.Array(BicShown)),
    error: ErrorBody
  }).annotate(RequiredScope, "admin:read"),
  HttpApiEndpoint.put("keepBics", "/v2/admin/bics", {
    payload: BicsBody,
    success: dataOf(Schema.Array(BicShown)),
    error: ErrorBody
  })
    .annotate(RequiredScope, "admin:write")
    .annotate(BodyValues, bicValues),
  HttpApiEndpoint.post("importFile", "/v2/admin/participants/import", {
    payload: ImportBody,
    success: dataOf(DirectoryShown),
    error: ErrorBody
  })
    .annotate(RequiredScope, "admin:write")
    .annotate(BodyLimit, directoryBytes)
)

/** A directory as it is shown. */
export const encodeDirectory = (directory: Directory): typeof DirectoryShown.Type => ({
  ...directory,
  loadedAt: timestamp(directory.loadedAt)
})

/** A bank as clients see it. */
export const encodeReach = (bank: Participant): typeof ReachBody.Type => ({
  routingNumber: bank.routingNumber,
  name: bank.name,
  active: bank.status === "active",
  rails: {
    ach: bank.ach.participates,
    fedwire: bank.fedwire.participates,
    rtp: { participates: bank.rtp.participates && bank.rtp.signedOff !== true, rfp: bank.rtp.rfp ?? false },
    fednow: {
      participates: bank.fednow.participates && bank.fednow.signedOff !== true,
      rfp: bank.fednow.rfp ?? false,
      limit: bank.fednow.sendLimitCents ?? null
    }
  }
})
