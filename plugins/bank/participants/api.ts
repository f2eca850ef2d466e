/** The directory on the wire (decisions B.5). */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { BodyLimit, BodyValues, Publication, Wire } from "../../../src/plugin.ts"
import { operation } from "../operation.ts"
import { refused } from "../refused.ts"
import { Amount, Cents, dataOf, matching, oneOf, pathId, RoutingNumber, SentTime, text } from "../wire.ts"
import type { BicEntry } from "./Bic.ts"
import { isReached, type Participant } from "./Participant.ts"
import type { Directory } from "./repository.ts"

const yesOrNo = Schema.Boolean.annotate({ expected: "true or false" })
const status = [oneOf(["active", "inactive"]), "Nothing is sent to, or from, an inactive bank."] as const

const participation = {
  participates: [yesOrNo, "Whether the bank takes part in the rail."],
  signedOff: [Schema.optionalKey(yesOrNo), "`true`: it takes part and cannot be reached now."]
} as const

const instant = {
  ...participation,
  rfp: [Schema.optionalKey(yesOrNo), "`true`: requests for payment can be sent to its customers."]
} as const

const ParticipationBody = Wire.body("Participation", "How a bank takes part in a rail.", participation)

/** A bank as an administrator writes it. */
export const ParticipantBody = Wire.body("Participant", "A bank in the directory.", {
  routingNumber: [RoutingNumber, "Its routing number, nine digits."],
  name: [text(140), "Its name."],
  status,
  ach: [ParticipationBody, "How it takes part in ACH."],
  fedwire: [ParticipationBody, "How it takes part in Fedwire."],
  rtp: [
    Wire.body("InstantParticipation", "How a bank takes part in an instant rail.", instant),
    "How it takes part in RTP."
  ],
  fednow: [
    Wire.body("FednowParticipation", "How a bank takes part in FedNow.", {
      ...instant,
      sendLimitCents: [
        Schema.optionalKey(Amount),
        "The most that it may send in one payment, in cents. Default: the limit of the network."
      ],
      receiveLimitCents: [
        Schema.optionalKey(Amount),
        "The most that it takes in one payment, in cents. Default: all that it can be sent."
      ]
    }),
    "How it takes part in FedNow."
  ]
})

export const DirectoryBody = Wire.body("ReplaceDirectory", "A whole directory of banks.", {
  name: [text(200), "Your name of this state of the directory, such as its date."],
  participants: [
    Schema.Array(ParticipantBody).annotate({ expected: "a list of participants" }),
    "Every bank; each routing number once."
  ]
})

/** A list whose items are read apart from the rest of their body. */
const itemsApart = (expected: string) => Schema.Array(Schema.Unknown).annotate({ expected })

/** Body of a whole directory, but for its participants. */
export const DirectoryRest = Schema.Struct({ name: text(200), participants: itemsApart("a list of participants") })

export const ImportBody = Wire.body("ImportDirectory", "A file of banks.", {
  name: [text(200), "Your name of this state of the directory, such as its date."],
  format: [
    oneOf(["fedach", "fedwire", "json"]),
    "`fedach`, `fedwire`: the text files of the Federal Reserve, which change one rail and leave the others as they are. `json`: a list of whole participants."
  ],
  content: [Schema.String.annotate({ expected: "the text of the file" }), "The text of the file."]
})

export const DirectoryShown = Wire.object<Directory>()("Directory", "The directory of banks that is in force.", {
  version: [Schema.Int, "One more with each replacement."],
  name: [Schema.String, "What whoever loaded it called it."],
  loadedAt: [SentTime, "When it came into force."],
  entries: [Schema.Int, "How many banks it has."]
})

/** The directory with one page of its banks. */
export interface Listed {
  readonly directory: Directory
  readonly participants: ReadonlyArray<Participant>
}

export const ListedBody = Wire.object<Listed>()("DirectoryPage", "A part of the directory.", {
  directory: [DirectoryShown, "The directory that is in force."],
  participants: [
    Schema.Array(ParticipantBody),
    (listed) => listed.participants as ReadonlyArray<typeof ParticipantBody.Encoded>,
    "Up to 1,000 banks in the order of their routing numbers."
  ]
})

const ReachRails = Wire.object<Participant>()("BankRails", "Over which rails a bank can be reached now.", {
  ach: [Schema.Boolean, (bank) => isReached(bank.ach), "Over ACH."],
  fedwire: [Schema.Boolean, (bank) => isReached(bank.fedwire), "Over Fedwire."],
  rtp: [
    Wire.object<Participant["rtp"]>()("RtpReach", "How a bank can be reached over RTP.", {
      participates: [Schema.Boolean, isReached, "Whether payments reach it now."],
      rfp: [Schema.Boolean, (rail) => rail.rfp ?? false, "Whether requests for payment can be sent to its customers."]
    }),
    "Over RTP."
  ],
  fednow: [
    Wire.object<Participant["fednow"]>()("FednowReach", "How a bank can be reached over FedNow.", {
      participates: [Schema.Boolean, isReached, "Whether payments reach it now."],
      rfp: [Schema.Boolean, (rail) => rail.rfp ?? false, "Whether requests for payment can be sent to its customers."],
      limit: [
        Schema.NullOr(Cents),
        (rail) => rail.sendLimitCents ?? null,
        "The most that it may send in one payment; `null`: the limit of the network."
      ]
    }),
    "Over FedNow."
  ]
})

/** A bank as clients see it. */
export const ReachBody = Wire.object<Participant>()("Bank", "A bank, and how it can be reached.", {
  routingNumber: [Schema.String, "Its routing number, nine digits."],
  name: [Schema.String, "Its name."],
  active: [Schema.Boolean, (bank) => bank.status === "active", "`false`: no payment can name it."],
  rails: [ReachRails, (bank) => bank, "Over which rails it can be reached now."]
})

/** A directory of a country has some ten thousand banks of about 300 bytes. */
const directoryBytes = 16 * 1_048_576

/** Values of a directory: of 40,000 banks, 25 each. */
export const directoryValues = 1_000_000

/** Values of a change to the directory of BICs: its bytes allow less than 20,000 BICs, of 4 values each. */
const bicValues = 80_000

/** A bank abroad as an administrator writes it. */
export const BicBody = Wire.body("SetBic", "A bank abroad.", {
  bic: [
    matching(/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/u, "a BIC of 8 or 11 characters", "INVALID_BIC"),
    "Its BIC in 8 or 11 characters; 8 name its head office."
  ],
  name: [text(140), "Its name."],
  status
})

export const BicsBody = Wire.body("KeepBics", "Banks abroad to add or to change.", {
  bics: [
    Schema.Array(BicBody).annotate({ expected: "a list of BICs" }),
    "Each bank once. Banks that are left out stay as they are."
  ]
})

/** The same, but for its BICs. */
export const BicsRest = Schema.Struct({ bics: itemsApart("a list of BICs") })

export const BicShown = Wire.object<BicEntry>()("BicEntry", "A bank abroad in the directory.", {
  bic: [Schema.String, "Its BIC in 11 characters."],
  name: [Schema.String, "Its name."],
  country: [Schema.String, "The ISO 3166-1 code of its country, as in its BIC."],
  status: [Schema.Literals(["active", "inactive"]), "Nothing is sent to an inactive bank."]
})

const BicList = dataOf(Schema.Array(BicShown))

export const ParticipantsApi = HttpApiGroup.make("participants")
  .add(
    HttpApiEndpoint.get("retrieve", "/v2/participants/:routingNumber", {
      params: pathId("routingNumber", "The routing number of the bank."),
      success: dataOf(ReachBody),
      error: refused("ParticipantNotFound")
    }).annotateMerge(
      operation(
        "Look up a bank",
        "Its name, and over which rails it can be reached, so that you can tell before you pay.",
        { scope: "participants:read" }
      )
    ),
    HttpApiEndpoint.get("list", "/v2/admin/participants", {
      query: Wire.parameters({
        after: [
          Schema.optionalKey(Schema.String),
          "Only banks with a higher routing number: the last one of the page before."
        ]
      }),
      success: dataOf(ListedBody),
      error: refused("ObjectNotFound")
    }).annotateMerge(
      operation(
        "List the directory",
        "Up to 1,000 banks in the order of their routing numbers. 404 before a directory was loaded.",
        { scope: "admin:read" }
      )
    ),
    HttpApiEndpoint.put("replace", "/v2/admin/participants", {
      payload: DirectoryBody,
      success: dataOf(DirectoryShown),
      error: refused()
    })
      .annotate(BodyLimit, directoryBytes)
      .annotate(BodyValues, directoryValues)
      .annotateMerge(
        operation(
          "Replace the directory",
          "The whole directory at once: payments see the old one or the new one, never a mixture.",
          { scope: "admin:write" }
        )
      ),
    HttpApiEndpoint.get("listBics", "/v2/admin/bics", {
      query: Wire.parameters({
        after: [Schema.optionalKey(Schema.String), "Only banks with a later BIC: the last one of the page before."]
      }),
      success: BicList,
      error: refused()
    }).annotateMerge(
      operation("List banks abroad", "Up to 1,000 banks in the order of their BICs.", { scope: "admin:read" })
    ),
    HttpApiEndpoint.put("keepBics", "/v2/admin/bics", {
      payload: BicsBody,
      success: BicList,
      error: refused()
    })
      .annotate(BodyValues, bicValues)
      .annotateMerge(
        operation(
          "Add or change banks abroad",
          "Answers with the banks as they are kept. No bank is ever removed; make it inactive.",
          { scope: "admin:write" }
        )
      ),
    HttpApiEndpoint.post("importFile", "/v2/admin/participants/import", {
      payload: ImportBody,
      success: dataOf(DirectoryShown),
      error: refused()
    })
      .annotate(BodyLimit, directoryBytes)
      .annotateMerge(
        operation(
          "Import a directory file",
          "A text file changes one rail: banks that it does not name no longer take part in that rail. A JSON file replaces the directory.",
          { scope: "admin:write" }
        )
      )
  )
  .annotateMerge(Publication.tag("Banks", "The directories of banks: looked up by clients, kept by administrators."))
