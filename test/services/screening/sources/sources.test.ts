/** Each list source: a small made-up file in the form of the authority, and what is refused with file, line and field. */
import { describe, expect, it } from "vitest"
import { readLists, roleOf } from "../../../../src/services/screening/readLists.ts"
import { makeScreeningIndex } from "../../../../src/services/screening/ScreeningIndex.ts"
import type { SourceFile } from "../../../../src/services/screening/sources/ListSource.ts"

const file = (name: string, text: string, date = "2026-01-02"): SourceFile => ({ name, text, date })

const sdn = [
  `36,"AERO EXAMPLE AIRLINES",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- `,
  `2674,"SAMSA, Gregor","individual","SDGT] [SYRIA","Clerk",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 31 Aug 1960; alt. DOB circa 1958; nationality Austria; a.k.a. 'THE CLERK'."`,
  `4238,"MAR ""AZUL""","vessel","CUBA",-0- ,"CL2192","Tug",-0- ,"212","Cuba","Navegacion",-0- `,
  "\u001a"
].join("\r\n")

const alt = [`2674,12,"aka","SAMSA, Grigor",-0- `, `2674,13,"aka","SAMSSA, G.","weak"`].join("\r\n")

const add = `2674,1,"1 Main Street","Prague","Czech Republic",-0- `

const un = `<?xml version="1.0" encoding="UTF-8"?>
<CONSOLIDATED_LIST dateGenerated="2026-02-27T00:00:09.554Z">
  <INDIVIDUALS>
    <INDIVIDUAL>
      <FIRST_NAME>GREGOR</FIRST_NAME><SECOND_NAME>SAMSA &amp; SON</SECOND_NAME>
      <UN_LIST_TYPE>DRC</UN_LIST_TYPE><REFERENCE_NUMBER>CDi.001</REFERENCE_NUMBER>
      <NATIONALITY><VALUE>Democratic Republic of the Congo</VALUE></NATIONALITY>
      <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Grigor</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Beetle</ALIAS_NAME></INDIVIDUAL_ALIAS>
      <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1960</FROM_YEAR><TO_YEAR>1962</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
      <SORT_KEY/>
    </INDIVIDUAL>
  </INDIVIDUALS>
  <ENTITIES><ENTITY><FIRST_NAME>CASTLE</FIRST_NAME><REFERENCE_NUMBER>CDe.001</REFERENCE_NUMBER></ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`

const eu = `celex,recordId,annex,programKey,measure,schema,name,alias,weakAlias,birthDate,nationality
1R1,1,I,EU-X,Asset freeze,Person,SAMSA Gregor,Grigor SAMSA; Григорий ЗАМЗА,The Beetle,31.8.1960; 4 Apr. 1961,Austria
1R1,2,I,EU-X,Export control,LegalEntity,NOT FROZEN,,,,
1R1,1,I,EU-X,Asset freeze,LegalEntity,"CASTLE, Ltd",,,,
`

const fsf = `\ufefffileGenerationDate;Entity_LogicalId;Entity_SubjectType_ClassificationCode;Entity_Regulation_Programme;NameAlias_WholeName;BirthDate_BirthDate
21/08/2026;13;P;IRQ;Gregor Samsa;1960-08-31
21/08/2026;13;P;IRQ;Grigor Samsa;
21/08/2026;14;E;IRQ;Castle;
`

const uk = `Last Updated,13/04/2018,,,,,,,
Name 6,Name 1,Name 2,DOB,Nationality,Group Type,Alias Type,Regime,Group ID
SAMSA,Grigor,,00/00/1961,,Individual,AKA,Prague,12999
SAMSA,Gregor,F,31/08/1960,1) Austria 2) Germany,Individual,Prime Alias,Prague,12999
CASTLE LTD,,,,,Entity,Prime Alias,Prague,13000
`

const pep = `- id:
    bioguide: S000001
  name:
    first: Gregor
    middle: F.
    last: Samsa
    official_full: Gregor F. Samsa
  bio:
    birthday: '1960-08-31'
  terms:
  - type: rep
    start: '2021-01-03'
    end: '2027-01-03'
- id:
    bioguide: S000002
  name:
    first: Josef
    last: Retired
  terms:
  - type: rep
    end: '2001-01-03'
`

const custom = `{"id":"h1","type":"individual","name":"Gregor Samsa","aliases":["G. Samsa"],"dob":["1960"],"countries":["Austria"]}\n`

const read = (...files: ReadonlyArray<SourceFile>) => {
  const { lists, refusals } = readLists(files)
  expect(refusals).toEqual([])
  return lists
}

describe("S26 list sources", () => {
  it("reads the three files of OFAC together", () => {
    const [list] = read(file("sdn.csv", sdn), file("alt.csv", alt), file("add.csv", add))
    expect(list).toMatchObject({ list: "ofac_sdn", stateDate: "2026-01-02", maxAgeHours: 24 })
    expect(list?.entries).toEqual([
      { entryId: "36", entityType: "business", name: "AERO EXAMPLE AIRLINES", programs: ["CUBA"] },
      {
        entryId: "2674",
        entityType: "individual",
        name: "SAMSA, Gregor",
        aliases: ["SAMSA, Grigor"],
        weakAliases: ["SAMSSA, G.", "THE CLERK"],
        programs: ["SDGT", "SYRIA"],
        datesOfBirth: ["1960-08-31", "1956/1960"],
        countries: ["CZ", "AT"]
      },
      { entryId: "4238", entityType: "vessel", name: 'MAR "AZUL"', programs: ["CUBA"] }
    ])
  })

  it("reads the XML of the UN", () => {
    const [list] = read(file("un_consolidated-2026-02-28.xml", un))
    expect(list).toMatchObject({ list: "un_consolidated", stateDate: "2026-02-27" })
    expect(list?.entries).toEqual([
      {
        entryId: "CDi.001",
        entityType: "individual",
        name: "GREGOR SAMSA & SON",
        aliases: ["Grigor"],
        weakAliases: ["Beetle"],
        programs: ["DRC"],
        datesOfBirth: ["1960/1962"],
        countries: ["CD"]
      },
      { entryId: "CDe.001", entityType: "business", name: "CASTLE" }
    ])
  })

  it("reads the asset freezes of the EU's Official Journal", () => {
    const [list] = read(file("eu_oj_consolidated.csv", eu))
    expect(list?.entries).toEqual([
      {
        entryId: "1R1:I:1",
        entityType: "individual",
        name: "SAMSA Gregor",
        aliases: ["Grigor SAMSA", "Григорий ЗАМЗА"],
        weakAliases: ["The Beetle"],
        programs: ["EU-X"],
        datesOfBirth: ["1960-08-31", "1961-04-04"],
        countries: ["AT"]
      },
      { entryId: "1R1:I:1:2", entityType: "business", name: "CASTLE, Ltd", programs: ["EU-X"] }
    ])
  })

  it("reads the EU's Financial Sanctions Files, a row per name", () => {
    const [list] = read(file("20260821-FULL-1_1(xsd)-fullSanctionsList.csv".replace("-FULL-1_1(xsd)-", ""), fsf))
    expect(list).toMatchObject({ list: "eu_amld6", stateDate: "2026-08-21" })
    expect(list?.entries).toEqual([
      {
        entryId: "13",
        entityType: "individual",
        name: "Gregor Samsa",
        aliases: ["Grigor Samsa"],
        programs: ["IRQ"],
        datesOfBirth: ["1960-08-31"]
      },
      { entryId: "14", entityType: "business", name: "Castle", programs: ["IRQ"] }
    ])
  })

  it("reads the UK's list, rows of one group as one entry", () => {
    const [list] = read(file("ConList.csv", uk))
    expect(list).toMatchObject({ list: "uk_hmt", stateDate: "2018-04-13" })
    expect(list?.entries).toEqual([
      {
        entryId: "12999",
        entityType: "individual",
        name: "Gregor F SAMSA",
        aliases: ["Grigor SAMSA"],
        programs: ["Prague"],
        datesOfBirth: ["1961", "1960-08-31"],
        countries: ["AT", "DE"]
      },
      { entryId: "13000", entityType: "business", name: "CASTLE LTD", programs: ["Prague"] }
    ])
  })

  it("reads politically exposed persons in office", () => {
    const [list] = read(file("legislators-current.yaml", pep))
    expect(list?.entries).toEqual([
      {
        entryId: "S000001",
        entityType: "individual",
        name: "Gregor F. Samsa",
        aliases: ["Gregor Samsa"],
        programs: ["rep"],
        datesOfBirth: ["1960-08-31"],
        countries: ["US"]
      }
    ])
  })

  it("S35: names lists of one's own and adverse media by their files", () => {
    const lists = read(file("custom_house-2026-01-01.jsonl", custom), file("adverse_media.jsonl", custom))
    expect(lists.map(({ list }) => list)).toEqual(["house", "adverse_media"])
    expect(lists[0]?.entries).toEqual([
      {
        entryId: "h1",
        entityType: "individual",
        name: "Gregor Samsa",
        aliases: ["G. Samsa"],
        datesOfBirth: ["1960"],
        countries: ["AT"]
      }
    ])
  })

  it("S31: US lists may be a day old, those of the UN, the EU and the UK two, all others eight", () => {
    const lists = read(
      file("sdn.csv", sdn),
      file("un_consolidated-2026-02-28.xml", un),
      file("eu_oj_consolidated.csv", eu),
      file("ConList.csv", uk),
      file("legislators-current.yaml", pep),
      file("custom_house-2026-01-01.jsonl", custom)
    )
    const hours = Object.fromEntries(lists.map(({ list, maxAgeHours }) => [list, maxAgeHours]))
    expect(hours).toEqual({
      ofac_sdn: 24,
      un_consolidated: 48,
      eu_amld6: 48,
      uk_hmt: 48,
      pep: 192,
      house: 192
    })
  })

  it("takes the newest of several files of one role, and knows no other files", () => {
    const [list] = read(file("sdn-1.csv", sdn, "2026-01-01"), file("sdn-2.csv", sdn, "2026-02-01"))
    expect(list?.stateDate).toBe("2026-02-01")
    expect(roleOf("README.md")).toBeUndefined()
    expect(roleOf("entities.jsonl")).toBeUndefined()
  })

  it("versions a list by its content alone", () => {
    const [one] = read(file("custom_a.jsonl", custom, "2026-01-01"))
    const [other] = read(file("custom_a.jsonl", custom, "2026-02-01"))
    const [third] = read(file("custom_a.jsonl", custom.replace("G. Samsa", "Grigor")))
    expect(one?.version).toBe(other?.version)
    expect(one?.version).not.toBe(third?.version)
  })
})

const refused: ReadonlyArray<readonly [string, SourceFile, string]> = [
  [
    "a row that is cut off",
    file("sdn.csv", sdn.slice(0, 200)),
    "sdn.csv, line 2, field 12: the quotation marks do not fit"
  ],
  ["too few fields", file("sdn.csv", `36,"A"`), "sdn.csv, line 1: has 2 fields instead of 12"],
  [
    "a doubled entry",
    file("sdn.csv", `${sdn.split("\r\n")[0]}\r\n${sdn.split("\r\n")[0]}`),
    "sdn.csv, line 2, id: 36 is there twice"
  ],
  ["an empty file", file("sdn.csv", ""), "sdn.csv: holds no entry"],
  [
    "aliases alone",
    file("alt.csv", alt),
    "alt.csv: the list ofac_sdn needs its main file as well: US OFAC, Specially Designated Nationals: sdn.csv, alt.csv, add.csv"
  ],
  [
    "XML that ends in the middle",
    file("consolidated.xml", un.slice(0, un.indexOf("<REFERENCE_NUMBER>"))),
    "consolidated.xml, line 6: <INDIVIDUAL> is not closed"
  ],
  [
    "another XML",
    file("consolidated.xml", "<LIST></LIST>"),
    "consolidated.xml, line 1, LIST: is not CONSOLIDATED_LIST"
  ],
  [
    "a document type",
    file("consolidated.xml", `<!DOCTYPE x [<!ENTITY a "b">]><CONSOLIDATED_LIST/>`),
    "consolidated.xml, line 1: document type declarations are not read"
  ],
  [
    "an unknown entity",
    file("consolidated.xml", "<CONSOLIDATED_LIST>&a;</CONSOLIDATED_LIST>"),
    "consolidated.xml, line 1: the reference &a; is not resolved"
  ],
  [
    "a missing column",
    file("eu_oj.csv", eu.replace("measure", "what")),
    "eu_oj.csv, line 1, measure: the column is missing"
  ],
  [
    "a row of another width",
    file("ConList.csv", `${uk}x,y\n`),
    "ConList.csv, line 6: has 2 fields, but there are 9 columns"
  ],
  [
    "a person without name",
    file("legislators-current.yaml", "- id: {a: 1}\n  terms: []\n"),
    "legislators-current.yaml, person 1: lacks a name, an id or terms"
  ],
  ["no JSON", file("custom_a.jsonl", "{"), "custom_a.jsonl, line 1: is no valid JSON"],
  [
    "an unknown type",
    file("custom_a.jsonl", `${custom}{"id":"2","type":"ghost","name":"x"}`),
    "custom_a.jsonl, line 2, type: is missing or not allowed"
  ],
  [
    "no date",
    file("custom_a.jsonl", `{"id":"2","type":"business","name":"x","dob":["soon"]}`),
    'custom_a.jsonl, line 1, dob: "soon" is no date'
  ]
]

describe("S25 a list that is not as expected", () => {
  it.each(refused)("is refused: %s", (_, source, reason) => {
    expect(readLists([source])).toMatchObject({ lists: [], refusals: [{ reason }] })
  })

  const many = (count: number) =>
    file(
      "custom_a.jsonl",
      Array.from({ length: count }, (_, at) =>
        JSON.stringify({ id: `${at}`, type: "individual", name: `Name ${at}` })
      ).join("\n")
    )

  it("stays as it was when the new one has more than a tenth fewer entries", () => {
    const before = makeScreeningIndex(readLists([many(100)]).lists)
    const { lists, refusals } = readLists([many(89)], before)
    expect(refusals).toEqual([
      { list: "a", reason: "a: has 89 entries where it had 100: more than a tenth fewer is not believed" }
    ])
    expect(lists[0]?.entries).toHaveLength(100)
    expect(lists[0]?.version).toBe(before.lists[0]?.version)
    expect(readLists([many(90)], before).refusals).toEqual([])
  })

  it("stays as it was when it is damaged or gone", () => {
    const before = makeScreeningIndex(readLists([many(3)]).lists)
    for (const files of [[], [file("custom_a.jsonl", "{")], [file("custom_a.jsonl", "")]]) {
      const { lists, refusals } = readLists(files, before)
      expect(refusals).toHaveLength(1)
      expect(lists[0]?.entries).toHaveLength(3)
    }
  })
})
