/**
 * Words that say little about whose name it is, by kind of name. A class of words is a row here; how much a class weighs
 * is in `weights.ts`. The tables are our choice; words are in Latin letters, lower case, without accents.
 */
import type { ListedEntityType } from "./ScreeningResult.ts"

/** Persons are compared by other rules than everything else: companies, vessels, aircraft. */
export type NameKind = "person" | "organisation"

/** The kind of an entry's names. */
export const kindOf = (entityType: ListedEntityType): NameKind =>
  entityType === "individual" ? "person" : "organisation"

/**
 * What a word does in a name. An `ordinary` one tells names apart, and so does an `honorific` a little, which often is a
 * name; `generic`, `particle` and `empty` ones say less and less.
 */
export type WordClass = (typeof wordClasses)[number]

/** The classes; those up to `lastTelling` tell names apart, those up to `lastMeaning` say something. */
export const wordClasses = ["ordinary", "honorific", "generic", "particle", "empty"] as const

/** Place of the last class whose words tell names apart. */
export const lastTelling = wordClasses.indexOf("honorific")

/** Place of the last class whose words say anything. */
export const lastMeaning = wordClasses.indexOf("generic")

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/))

/** Titles and ranks of persons: a person is the same with and without them. */
export const titles = set(`
  dr eng engr hon madam miss mister mr mrs ms mx prof professor doctor rev sir dame lady lord
  gen general col colonel maj major capt captain lt lieutenant sgt brig brigadier adm admiral cmdr commander
  ayatollah hojjatoleslam president minister senator excellency herr frau monsieur madame senor senora ing lic
  jr sr ii iii iv phd md esq
`)

/** Honorifics that are used as names as well, and words that begin a name by which somebody is called. */
export const honorifics = set(`
  sheikh shaikh shaykh sheik cheikh haji hajji hajj hadji alhaj alhaji mullah mulla maulavi maulvi mawlawi molvi
  imam qari ustad hafiz sayyid sayyed seyyed seyed syed sayid sayed seyid
  abu abou aboo umm oum don dona
`)

/** Articles and words of descent and place in names of persons. */
export const particles = set(`
  al el ul il ad ed an en ar er as es at et az ez ash esh ould uld wuld ibn bin ben bint binti ibnu
  bu
  de del della di da das do dos du des la las le les los lo y e i van von vom der den ter ten zu zur zum
  ogli oglu ogly oghli kyzy kizi qizi ugli
`)

/** Legal forms of companies: a company is the same with and without them. Forms of several words stand word by word. */
export const legalForms = set(`
  ab ag ao aps as ooo oao zao pao nao tov chup odo bv bvba co company companies corp corporation cv eood ood eirl eurl fzc
  fzco fze fz gmbh ggmbh kgaa inc incorporated jsc cjsc ojsc pjsc kft zrt bt kg kk limited ltd limitada ltda llc llp lp lc
  nv oy oyj plc pt pte pty pvt private public sa sae sal sapi sarl sarlu sas se sl sp spa spolka spzoo srl sro sdn bhd doo dd
  ad dba mbh ev ltee cie compagnie compania cia limitee liability joint stock open closed
  sociedad societe societa anonima anonyme anonim anonymous responsabilidad responsabilite limitado capital variable
  sirketi sirket ticaret sanayi ve
  aktsionernoe aktsionernoye aktsionernaya obshchestvo obschestvo obshestvo ogranichennoi ogranichennoy otvetstvennostyu
  otvetstvennostiu publichnoe publichnoye otkrytoe otkrytoye zakrytoe zakrytoye
  societatea cu raspundere limitata
  gesellschaft aktiengesellschaft haftung beschraenkter beschrankter mit
  dmcc dwc jlt
`)

/** Words that many companies carry: equal ones are weak evidence. */
export const genericWords = set(`
  agency association bank banking bureau business capital center centre centro club commerce commercial committee complex
  comercial construction consulting council department development directorate distribution division energy engineering
  enterprise enterprises establishment exchange exploration export exports factory finance financial foundation freight front
  fund general global group grupo holding holdings import imports industrial industries industria industry institute
  international investment investments lines logistics maintenance management manufacturing marine maritime market
  marketing materials media medical metal mill mills mining ministry motor motors national network office offshore oil
  operations organization organisation partners partnership petroleum pharmaceutical plant power product production products
  project projects property properties real research resources retail sales school science sciences scientific security
  service services ship shipping software solution solutions star state steel storage store supplies supply support system
  systems tech technical technologies technology telecom telecommunications tours trade trader traders trading transport
  transportation travel trust union united universal university venture ventures works workshop world worldwide
`)

/** Words of names of companies that say nothing at all. */
export const emptyWords = set(`
  and the of for in on at by to from with und et y e i de del des der die das la le les los las el al do da dos das di
  du fur fuer pour para po na
`)

const classes: Readonly<Record<NameKind, ReadonlyArray<readonly [WordClass, ReadonlySet<string>]>>> = {
  person: [
    ["particle", particles],
    ["honorific", honorifics],
    ["empty", titles]
  ],
  organisation: [
    ["empty", legalForms],
    ["particle", emptyWords],
    ["generic", genericWords]
  ]
}

/** The class of a word in Latin letters. */
export const classOf = (word: string, kind: NameKind): WordClass => {
  for (const [name, words] of classes[kind]) if (words.has(word)) return name
  return "ordinary"
}
