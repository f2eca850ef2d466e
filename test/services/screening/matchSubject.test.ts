/** Which entries a subject may be: the rules around the likeness of names, on small lists made for each rule. */
import { describe, expect, it } from "@effect/vitest"
import { matchSubject } from "../../../src/services/screening/matchSubject.ts"
import { makeScreeningIndex } from "../../../src/services/screening/ScreeningIndex.ts"
import type { ScreeningSubject } from "../../../src/services/screening/ScreeningResult.ts"
import type { WatchListEntry } from "../../../src/services/screening/WatchList.ts"

const entry = (name: string, more: Partial<WatchListEntry> = {}): WatchListEntry => ({
  entryId: name,
  entityType: "individual",
  name,
  ...more
})

const company = (name: string, more: Partial<WatchListEntry> = {}) => entry(name, { entityType: "business", ...more })

const matches = (
  entries: ReadonlyArray<WatchListEntry>,
  subject: Partial<ScreeningSubject> & { name: string },
  threshold = 85
) =>
  matchSubject(makeScreeningIndex([{ list: "own", stateDate: "2026-01-01", version: "7", entries }]), {
    subject: { entityType: "any", ...subject },
    lists: new Map([[0, -1]]),
    threshold
  })

const ids = (...args: Parameters<typeof matches>) => matches(...args).map(({ entryId }) => entryId)

describe("matchSubject", () => {
  const dated = entry("Ivan Petrov", { datesOfBirth: ["1960-04-01"], countries: ["RU"] })

  it("S3: says which entry, which name, how alike and why", () => {
    const petrov = { ...dated, aliases: ["Wanja Petrow"], programs: ["TEST"] }
    const subject = { name: "Petrow, Wanya", dateOfBirth: "1960-04-01", country: "US", field: "beneficiary.name" }
    expect(matches([petrov], subject)).toEqual([
      {
        list: "own",
        entryId: "Ivan Petrov",
        entryVersion: expect.stringMatching(/^[0-9a-f]{14}$/),
        listedName: "Ivan Petrov",
        matchedName: "Wanja Petrow",
        score: 94,
        entityType: "individual",
        programs: ["TEST"],
        datesOfBirth: ["1960-04-01"],
        countries: ["RU"],
        field: "beneficiary.name",
        reasons: [
          { compared: "token", subject: "wanya", listed: "wanja", points: 98 },
          { compared: "token", subject: "petrow", listed: "petrow", points: 100 },
          { compared: "date_of_birth", subject: "1960-04-01", listed: "1960-04-01", points: 5 },
          { compared: "country", subject: "US", listed: "RU", points: -10 }
        ]
      }
    ])
  })

  it("S16: a date of birth that agrees raises, one that contradicts prevents a match", () => {
    const typo = { name: "Ivan Petrow" }
    const [without] = matches([dated], typo)
    const [agreeing] = matches([dated], { ...typo, dateOfBirth: "1960-04-01" })
    expect(agreeing!.score).toBeGreaterThan(without!.score)
    expect(agreeing!.score).toBeLessThan(100)
    expect(ids([dated], { name: "Ivan Petrov", dateOfBirth: "1990-01-01" })).toEqual([])
    // Two years off is no contradiction, three are.
    const [near] = matches([dated], { ...typo, dateOfBirth: "1962-01-01" })
    expect(near!.score).toBe(without!.score)
    expect(ids([dated], { name: "Ivan Petrov", dateOfBirth: "1963-01-01" })).toEqual([])
  })

  it("S17: another country lowers the score of a listed name without hiding it", () => {
    expect(matches([dated], { name: "Ivan Petrov", country: "US" })[0]?.score).toBe(90)
    expect(matches([dated], { name: "Ivan Petrov", country: "RU" })[0]?.score).toBe(100)
    expect(ids([dated], { name: "Ivan Karlov", country: "RU" })).toEqual([])
  })

  it("S14: a listed name of one word does not match a longer one unless the date of birth agrees", () => {
    const emma = company("EMMA LLC")
    expect(ids([emma], { name: "Emma Daniels" })).toEqual([])
    expect(ids([emma], { name: "Emma" })).toEqual(["EMMA LLC"])
    const hadi = entry("HADI", { datesOfBirth: ["1970-01-01"] })
    expect(ids([hadi], { name: "Hadi Karim", dateOfBirth: "1970-01-01" })).toEqual(["HADI"])
    expect(ids([hadi], { name: "Hadi Karim", dateOfBirth: "1971-01-01" })).toEqual([])
    expect(ids([hadi], { name: "Hadi Karim" }, 61)).toEqual([])
  })

  it("S14: one word of a longer listed name does not match", () => {
    expect(ids([dated], { name: "Petrov" }, 61)).toEqual([])
  })

  const generic = [company("BELLETECH CORP"), company("Blocked Trading LLC"), company("World Trading Company")]
  it.each(["CORP", "Corp.", "LLC", "Trading", "Trading LLC", "International Trading Co", "World Trading Group", "The"])(
    "S15: generic words alone never match: %s",
    (name) => {
      expect(ids(generic, { name }, 61)).toEqual([])
    }
  )

  it("S11: a listed name that consists of generic words is found by the same name", () => {
    expect(ids(generic, { name: "WORLD TRADING COMPANY" })).toEqual(["World Trading Company"])
  })

  it.each([
    [
      "Petr Ivanovich BORISENKOV (a.k.a. Piotr Ivanavich BARYSENKAU) Пётр Иванович БОРИСЕНКОВ",
      ["Petr Ivanovich Borisenkov", "Piotr Ivanavich Barysenkau", "Пётр Иванович Борисенков"]
    ],
    ["Simon AL HAKIM (Simon HAKIM, Samaan AL WAKEEL) – سيمون الحكيم, سيمون", ["Simon al Hakim", "Samaan al Wakeel"]],
    ["Qalandar, Maulavi (Head of the Archery Committee)", ["Maulavi Qalandar"]],
    ["Zoltan (a.k.a. Zoltán, Soltan) Mikhel OSTROVAR", ["Zoltan Mikhel Ostrovar"]],
    ["Elena Petrovna TIMSHOK (born ERMAKOVA (YERMAKOVA))", ["Elena Petrovna Timshok"]]
  ])("S8, S11: a person's names around brackets and in them are found: %s", (name, asked) => {
    for (const text of asked) expect(matches([entry(name)], { name: text })[0]?.score, text).toBeGreaterThanOrEqual(95)
  })

  it.each([
    ["ZAO Intervostok (IV)", ["ZAO Intervostok"]],
    ["Hanseatic Barge Trust (HBTX) GmbH", ["Hanseatic Barge Trust GmbH"]],
    ["JSC Lantek (АО ‘Полюс-Вега’)", ["JSC Lantek", "АО Полюс-Вега"]],
    ["El-Tarim (El-Tarim Middle East Company LLC)", ["El-Tarim Middle East Company"]],
    ["Office of Harbours (formerly Bureau of Northern Lighthouses)", ["Bureau of Northern Lighthouses"]]
  ])("S8, S11: a company's names around brackets and in them are found: %s", (name, asked) => {
    for (const text of asked)
      expect(matches([company(name)], { name: text })[0]?.score, text).toBeGreaterThanOrEqual(95)
  })

  it("S11: the same name comes before entries of which only a part is the same", () => {
    const branches = Array.from({ length: 25 }, (_, at) =>
      company(`Al-Haram Relief: Branch ${"abcdefghijklmnopqrstuvwxyz"[at]}`)
    )
    const listed = [...branches, company("Al-Haram Relief (Bangladesh)")]
    expect(matches(listed, { name: "AL-HARAM RELIEF (BANGLADESH)" })[0]).toMatchObject({
      entryId: "Al-Haram Relief (Bangladesh)",
      score: 100
    })
  })

  it("S10: a company with another place in brackets is another one", () => {
    const branch = company("Bank of Harbours (Norway) Limited")
    expect(ids([branch], { name: "Bank of Harbours (Peru) Limited" })).toEqual([])
    expect(ids([branch], { name: "Bank of Harbours (BOH) Limited" })).toEqual([branch.entryId])
    expect(ids([branch], { name: "Bank of Harbours Limited" })).toEqual([branch.entryId])
  })

  it("S15: a place in the brackets of a company is no name of it", () => {
    expect(ids([company("Al-Haram Relief (United Arab Emirates)")], { name: "United Arab Emirates Railways" })).toEqual(
      []
    )
  })

  it("S28: a name in the brackets of another one is looked for", () => {
    expect(ids([dated], { name: "Jane Quentin Marlowe (Ivan Petrov)", entityType: "individual" })).toEqual([
      "Ivan Petrov"
    ])
  })

  it.each([
    "Ivan Petrov (Finance Department, Room Seven)",
    "Ivan Petrov [Finance Department Room Seven]",
    "Ivan Petrov（Finance Department Room Seven）",
    "Ivan Petrov (Finance Department Room Sev",
    "Ivan Petrov: Finance Department Room Seven",
    "Finance Department Room Seven\nIvan Petrov",
    "Jane Quentin Marlowe/Ivan Petrov",
    "Jane Quentin Marlowe a.k.a. Ivan Petrov",
    "Jane Quentin Marlowe, formerly Ivan Petrov",
    "Jane Quentin Marlowe • Ivan Petrov"
  ])("S28: whatever else stands in the field, the name is found: %j", (name) => {
    expect(ids([dated], { name, entityType: "individual" })).toEqual(["Ivan Petrov"])
  })

  it("S28: a company in the brackets of another name is looked for where it has a legal form", () => {
    const listed = [company("Blockade Shipping LLC"), company("Hong Kong Ltd")]
    expect(ids(listed, { name: "Jane Quentin Marlowe (Blockade Shipping LLC)" })).toEqual(["Blockade Shipping LLC"])
    expect(ids(listed, { name: "Marlowe Bakeries (Hong Kong)" })).toEqual([])
  })

  it("S14: one word before such a sign is not a name alone", () => {
    expect(ids([entry("Hadi")], { name: "Hadi: Karim Daniels", entityType: "individual" })).toEqual([])
  })

  it("S18: a weak alias needs a second word, a date of birth or a country that agrees", () => {
    const bnc = company("Banco Nacional", { weakAliases: ["BNC", "Banco Uno"], countries: ["CU"] })
    const beetle = entry("Gregor Samsa", { weakAliases: ["Beetle"], datesOfBirth: ["1960-08-31"] })
    expect(ids([beetle], { name: "Beetle" }, 61)).toEqual([])
    expect(ids([beetle], { name: "Beetle", dateOfBirth: "1961-08-31" }, 61)).toEqual([])
    expect(ids([beetle], { name: "Beetle", dateOfBirth: "1960-08-31" })).toEqual(["Gregor Samsa"])
    expect(ids([bnc], { name: "BNC" }, 61)).toEqual([])
    expect(ids([bnc], { name: "BNC", country: "US" }, 61)).toEqual([])
    expect(ids([bnc], { name: "BNC", country: "CU" })).toEqual(["Banco Nacional"])
    expect(ids([bnc], { name: "Uno Banco" })).toEqual(["Banco Nacional"])
  })

  it("S19: persons do not hit companies, vessels and aircraft, nor the reverse, unless all types are requested", () => {
    const types = ["individual", "business", "vessel", "aircraft"] as const
    const all = types.map((entityType) => entry("Aurora Borealis", { entityType, entryId: entityType }))
    expect(ids(all, { name: "Aurora Borealis", entityType: "individual" })).toEqual(["individual"])
    expect(ids(all, { name: "Aurora Borealis", entityType: "business" })).toEqual(["business"])
    expect(ids(all, { name: "Aurora Borealis", entityType: "any" })).toEqual([...types])
  })

  it("S13: another entry or alias does not change the score against an entry", () => {
    const alone = matches([dated], { name: "Ivan Petrow" })
    const more = [entry("Ivan Petrow-Karlov"), entry("Petrow"), dated, entry("Ivan Ivan", { aliases: ["I Petrow"] })]
    expect(matches(more, { name: "Ivan Petrow" })).toContainEqual(alone[0])
  })

  it("finds either of two names in one field, and each of many", () => {
    expect(ids([dated], { name: "Karl Karlov / Ivan Petrov" })).toEqual(["Ivan Petrov"])
    const others = Array.from({ length: 30 }, (_, at) => `K${"aeiou"[at % 5]} ${"bcdfgh"[at % 6]}`).join("; ")
    expect(ids([dated], { name: `${others}; Ivan Petrov` })).toEqual(["Ivan Petrov"])
  })

  it.each([
    "Jane Roe and Ivan Petrov",
    "Ivan Petrov & Jane Roe",
    "Jane Roe or John Roe OR PETROV IVAN",
    "Jane Roe, John Roe, Ivan Petrov",
    "Roe, Jane and Petrov, Ivan",
    "Jane Roe c/o Ivan Petrov",
    "Acme Corp attn: Ivan Petrov",
    "Estate of Ivan Petrov",
    "Ivan and Jane Petrov",
    "The Ivan Petrov Revocable Trust",
    "Ivan Petrov POD Jane Roe",
    "Jane Roe - Ivan Petrov",
    `${"A & ".repeat(40)}Ivan Petrov`
  ])("finds each of several people in one field: %s", (name) => {
    expect(ids([dated], { name })).toEqual(["Ivan Petrov"])
  })

  it.each(["Ivan and Sons of Petrov", "Ivan Sidorov and Jane Petrov", "Jane or Ivan Roe"])(
    "puts no people together of whom only a part is named: %s",
    (name) => {
      expect(ids([dated, company("Jane Roe Ltd")], { name })).toEqual([])
    }
  )

  it.each([
    "Jane Petrov Ivan Petrov",
    "PETROV IVAN/ROE JANE",
    "Roe Jane/Petroff Ivan",
    "Petrov, Ivan, Roe, Jane",
    "Ivan Petrov\nJane Mary Roe",
    "Jane Mary Anne Roe (Ivan Petrov)"
  ])("S28: finds each of two people of one family, or with a sign between them: %j", (name) => {
    expect(ids([dated], { name })).toEqual(["Ivan Petrov"])
  })

  it("takes the half of a name for another person's only where it is nearly that one's", () => {
    expect(ids([dated], { name: "Ivan Roe Ivan Petroff" })).toEqual([])
    expect(ids([dated], { name: "Jane Roe Ivan Petrov" })).toEqual([])
    expect(ids([dated], { name: "Jane Ivan Petrov Roe" })).toEqual([])
  })

  it("takes no company apart", () => {
    expect(ids([company("Golden Star Co")], { name: "Golden Star Import and Export Co" })).toEqual([])
  })

  it("finds a name that is written twice, and no more than that", () => {
    const list = [entry("Ivan Petrov Sidorov"), entry("Ivan"), company("Aurora Borealis Ltd")]
    for (const name of ["Ivan Petrov Sidorov Ivan Petrov Sidorov", "SIDOROV, Ivan Petrov, Sidorov Ivan Petrov"]) {
      expect(ids(list, { name })).toEqual(["Ivan Petrov Sidorov"])
    }
    expect(ids(list, { name: "Aurora Borealis Ltd Aurora Borealis Ltd", entityType: "any" })).toEqual([
      "Aurora Borealis Ltd"
    ])
    expect(ids(list, { name: "Ivan Ivan" })).toEqual([])
  })

  it("passes over digits in the name of a person, and not in that of a company", () => {
    const list = [entry("Saddam Hussein"), company("Channel 44"), company("Channel 88")]
    for (const name of ["Saddam Hussein 1937", "Saddam2 Hussein", "S4ddam Hussein", "Hussein007, Saddam 99"]) {
      expect(ids(list, { name })).toEqual(["Saddam Hussein"])
    }
    expect(ids(list, { name: "Channel 44" })).toEqual(["Channel 44"])
    expect(ids(list, { name: "2026" })).toEqual([])
  })

  it("hits an entry of everyday words only with its whole name", () => {
    const testPerson = entry("Test Pep Person", { wholeName: true })
    expect(ids([testPerson], { name: "Test Person" })).toEqual([])
    expect(ids([testPerson], { name: "Test Pepp Person" })).toEqual(["Test Pep Person"])
  })

  /** Names that users of other programs reported as false matches, with the listed name that they hit. */
  const reported: ReadonlyArray<readonly [string, WatchListEntry]> = [
    ["CORP", company("BELLETECH CORP")],
    ["Emma Daniels", company("EMMA LLC")],
    ["Hadi Peterson", entry("HADI")],
    ["George Bush", entry("George HABBASH")],
    ["Ian McKinley", entry("Ian McKinnon AGNEW")],
    ["Syria Johnson", company("SYRIAN ARAB AIRLINES")],
    ["Jesus Christ Superstar Ltd", company("SUPERSTAR TRADING LTD")],
    ["Easy Verification Inc", company("EASY INTERNATIONAL TRADING INC")],
    ["Technolab Moomoo", company("TECHNOLAB")]
  ]
  it.each(reported)("S15: does not take %s for a listed name as was reported of others", (name, listed) => {
    expect(ids([listed], { name })).toEqual([])
  })

  it("tells each entry once, by its best name, best entry first", () => {
    const entries = [entry("Ivan Petrof"), { ...dated, aliases: ["Iwan Petrow", "Ivan Petrow"] }]
    const found = matches(entries, { name: "Ivan Petrow" })
    expect(found.map(({ entryId, matchedName, score }) => [entryId, matchedName, score])).toEqual([
      ["Ivan Petrov", "Ivan Petrow", 100],
      ["Ivan Petrof", "Ivan Petrof", 91]
    ])
  })

  it("counts a score that equals the threshold as a match", () => {
    const { score } = matches([dated], { name: "Ivan Petrow" })[0]!
    expect(ids([dated], { name: "Ivan Petrow" }, score)).toEqual(["Ivan Petrov"])
    expect(ids([dated], { name: "Ivan Petrow" }, score + 1)).toEqual([])
  })

  it("finds a listed name inside free text, and only there when asked to", () => {
    const text = "Invoice 7 by Petrov Ivan, thank you"
    expect(matches([dated], { name: text, form: "text" })).toMatchObject([{ entryId: "Ivan Petrov", score: 100 }])
    expect(ids([dated], { name: text })).toEqual([])
    expect(ids([dated], { name: "Ivan paid Petra", form: "text" })).toEqual([])
    expect(ids([company("EMMA LLC")], { name: "Present for Emma", form: "text" })).toEqual([])
  })

  it("S22: answers names of 500 characters, of 100 words and of no word", () => {
    const hostile = ["ivan ".repeat(100), "a".repeat(500), "i v ".repeat(125), "\u0000\u200b\u202e", "💥".repeat(250)]
    for (const form of ["name", "text"] as const) {
      for (const name of hostile) expect(ids([dated], { name, form })).toEqual([])
    }
  })
})
