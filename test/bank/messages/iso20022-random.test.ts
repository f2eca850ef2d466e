import * as Result from "effect/Result"
import { describe, expect, it } from "vitest"
import { makeSeededRandom } from "../../../src/domain/Id.ts"
import * as Camt029 from "../../../plugins/bank/messages/Camt029.ts"
import * as Pacs008 from "../../../plugins/bank/messages/Pacs008.ts"
import { endToEndIdOf, fedNowMessageId, rtpMessageId } from "../../../plugins/bank/messages/iso/identifiers.ts"
import { readMessage } from "../../../plugins/bank/messages/xml/read.ts"
import * as Samples from "./samples.ts"

describe("random messages", () => {
  const random = makeSeededRandom(11)
  const below = (bound: number) => random() % bound
  const pick = <A>(values: ReadonlyArray<A>): A => values[below(values.length)] as A
  const letters = Array.from("abcXYZ019-./ '&<>\"")
  const word = (longest: number) =>
    `a${Array.from({ length: below(longest - 1) }, () => pick(letters)).join("")}b`.slice(0, longest)
  const maybe = <A extends object>(part: A): Partial<A> => (below(2) === 0 ? {} : part)
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join("")

  const place = () => ({ postalCode: word(16), city: word(35), state: word(35), country: "US" })

  const any = (): Pacs008.CreditTransfer => ({
    messageId: digits(30),
    // Instants of several years, in milliseconds, with both changes of the clock among them.
    createdAt: Date.parse("2024-01-01T00:00:00Z") + below(2 ** 31) * 64 + below(1000),
    ...maybe({ instructionId: digits(20) }),
    endToEndId: word(35).trim(),
    ...maybe({ uetr: Samples.uetr }),
    ...maybe({ categoryPurpose: pick(["consumer", "business"] as const) }),
    amount: { amountMinor: 1 + below(2 ** 31), currency: "usd" },
    settlementDate: pick(["2026-03-08", "2028-02-29", "2026-12-31"]),
    chargeBearer: "SLEV",
    instructingAgent: { routingNumber: digits(9) },
    instructedAgent: { routingNumber: digits(9), ...maybe({ name: word(140) }) },
    debtor: { name: word(140), ...maybe({ address: { ...place(), street: word(70) } }) },
    ...maybe({ debtorAccount: pick([{ number: digits(17) }, { iban: "DE89370400440532013000" }]) }),
    debtorAgent: { bic: "SIMBUS33XXX", ...maybe({ routingNumber: digits(9) }) },
    creditorAgent: { routingNumber: digits(9) },
    creditor: { name: word(140), ...maybe({ address: { ...place(), lines: [word(70), word(70)] } }) },
    ...maybe({ creditorAccount: { number: digits(10) } }),
    ...maybe({ purpose: "SUPP" }),
    ...maybe({ remittance: word(140) })
  })

  it("read back as they were written, 400 of them", () => {
    for (let round = 0; round < 400; round++) {
      const message = any()
      const xml = Result.getOrThrow(Pacs008.build(message, { profile: "fednow" }))
      expect(Result.getOrThrow(readMessage(xml))).toEqual(Samples.elementsOf(xml))
      expect(Result.getOrThrow(Pacs008.parse(xml)).message).toEqual(message)
    }
  })

  it("never throw when bytes are lost or doubled: they are read or refused", () => {
    const xml = Result.getOrThrow(Camt029.build(Samples.resolution, { profile: "rtp" }))
    for (let round = 0; round < 2_000; round++) {
      const at = below(xml.length)
      const cut =
        below(2) === 0
          ? xml.slice(0, at) + xml.slice(at + 1 + below(20))
          : xml.slice(0, at) + xml.slice(at - below(at + 1))
      const result = Camt029.parse(cut)
      expect(Result.isSuccess(result) || typeof result.failure._tag === "string").toBe(true)
    }
  })
})

describe("identifiers", () => {
  const parts = { date: "2026-06-15", connection: "099900014", reference: "ABC123" }

  it("have the shape of their network and at most 35 characters", () => {
    expect(fedNowMessageId(parts)).toBe("20260615099900014ABC123")
    expect(rtpMessageId(parts)).toBe("M20260615099900014T1B00000000ABC123")
    expect(rtpMessageId(parts)).toHaveLength(35)
    expect(fedNowMessageId({ ...parts, reference: "X".repeat(18) })).toHaveLength(35)
    expect(endToEndIdOf("pmt_inst_01j00000000000000000000000000")).toHaveLength(35)
  })

  it.each([
    { ...parts, reference: "" },
    { ...parts, reference: "X".repeat(19) },
    { ...parts, reference: "a-b" },
    { ...parts, connection: "12345678" }
  ])("are not made of parts that do not fit", (wrong) => {
    expect(() => fedNowMessageId(wrong)).toThrow(RangeError)
    expect(() => rtpMessageId(wrong)).toThrow(RangeError)
  })
})
