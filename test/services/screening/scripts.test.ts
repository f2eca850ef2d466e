/** Names in Arabic and Chinese script against names in Latin letters, and Arabic names in one word or several. */
import { describe, expect, it } from "vitest"
import { makeListScreening } from "../../../src/services/screening/ListScreening.ts"
import { romanize } from "../../../src/services/screening/romanize.ts"
import { inWadeGiles } from "../../../src/services/screening/signNames.ts"

/** The score of a name against a list of one other. */
const scoreOf = (name: string, listed: string): number => {
  const entry = { entryId: "1", entityType: "individual", name: listed } as const
  const { screen } = makeListScreening({
    lists: [{ list: "one", stateDate: "2026-01-01", version: "1", entries: [entry] }]
  })
  return screen({ name, entityType: "individual" }, { threshold: 1 })?.matches[0]?.score ?? 0
}

const same: ReadonlyArray<readonly [string, string]> = [
  ["زاهر جبارين", "Zaher JABARIN"],
  ["محمد طاهر أنوري", "MUHAMMAD TAHER ANWARI"],
  ["حيدرى سلمان", "HEIDARI Salman"],
  ["بيات عيسى", "BAYAT Isa"],
  ["عبد الرحمن القادري", "Abdulrahman Al-Qadiri"],
  ["عبدالرحمن القادري", "Abd al-Rahman al-Qadiri"],
  ["حبيب الله كريمي", "Habibullah Karimi"],
  ["شمس الدين كريمي", "Shamsuddin Karimi"],
  ["خالد بن سالم الحربي", "Khalid bin Salem Al Harbi"],
  ["Abdur Rahman Qadiri", "Abdulrahman Qadiri"],
  ["Shams ud-Din Karimi", "Shamsuddin Karimi"],
  ["Habib Ullah Karimi", "Habibullah Karimi"],
  ["ميشال عون", "Michel Aoun"],
  ["عمر الكندري", "Omar Al-Kandari"],
  ["عيسى احمد", "Issa Ahmad"],
  ["عاطف نجيب", "Atif Najib"],
  ["صالح قاسمي", "Saleh Ghasemi"],
  ["فتحي حماد", "Fathi Hamad"],
  ["حسین آباد مهدي", "HOSEINABAD Mehdi"],
  ["الدكتور زاهر جبارين", "Zaher JABARIN"],
  ["黄卫", "Huang Wei"],
  ["李适时", "Li Shishi"],
  ["李留法", "Li Liufa"],
  ["李留法", "Li Liu-fa"],
  ["司马光明", "Sima Guangming"],
  // By Wade and Giles, as in Taiwan.
  ["黃志雄", "Huang Chih-hsiung"],
  ["謝國樑", "Hsieh Kuo-liang"],
  ["薛凌", "Hsueh Ling"],
  // In Cantonese, as in Hong Kong; some surnames are spelled in two ways.
  ["陳大文", "Chan Tai-man"],
  ["陈大文", "CHAN Tai Man"],
  ["歐陽小明", "Au Yeung Siu-ming"],
  ["周大文", "Chow Tai-man"],
  ["周大文", "Chau Tai-man"]
]

/** Names in signs, and those under which their bearers are known in Latin letters. */
const withForeignName: ReadonlyArray<readonly [string, string]> = [
  ["陳大文", "Paul CHAN Tai-man"],
  ["歐陽小明", "Dennis Au Yeung Siu-ming"]
]

const others: ReadonlyArray<readonly [string, string]> = [
  ["زاهر جبارين", "Tahir Jabbari"],
  ["خالد سالم", "Walid Salim"],
  ["عبد الرحمن كريمي", "Abdul Rahim Karami"],
  ["حسن منصور", "Hussein Nasser"],
  // A long vowel that is written is no other one.
  ["حسین جمال", "Jamil Hassan"],
  ["محسن احمد", "Mohsan Hamid"],
  ["Abdul Rahman Qadiri", "Abdul Karim Qadiri"],
  ["黄卫", "Wang Hui"],
  // The surname is another one, and signs are not mistyped.
  ["张永生", "Wang Yongsheng"],
  ["卢延东", "Liu Yandong"],
  ["陳大文", "Cheung Tai-man"],
  ["陳大文", "Chan Siu-ming"],
  // Surname and given name are no given name, in no order.
  ["朱明", "Dong Mingzhu"],
  ["王家宝", "Wang Baojia"],
  ["肖宏", "Xiaohong Ma"]
]

describe("names in several scripts", () => {
  it.each(same)("%s is %s", (one, other) => {
    expect(scoreOf(one, other)).toBeGreaterThanOrEqual(85)
    expect(scoreOf(other, one)).toBeGreaterThanOrEqual(85)
  })

  it.each(withForeignName)("%s is %s", (signs, listed) => {
    expect(scoreOf(signs, listed)).toBeGreaterThanOrEqual(85)
  })

  it("takes a third syllable for another name, and no foreign one", () => {
    expect(scoreOf("王薇", "Wang Wei Jun")).toBeLessThan(85)
  })

  it("takes no reading of another script for the same letters", () => {
    expect(scoreOf("黄卫", "Huang Wei")).toBeLessThan(100)
    expect(scoreOf("زاهر جبارين", "Zahr Jbaryn")).toBeLessThan(100)
  })

  it("finds two listed words that are one in Arabic script", () => {
    expect(scoreOf("غلامرضا سليماني", "Gholam Reza Soleimani")).toBeGreaterThanOrEqual(85)
  })

  it.each(others)("%s is not %s", (one, other) => {
    expect(scoreOf(one, other)).toBeLessThan(85)
    expect(scoreOf(other, one)).toBeLessThan(85)
  })
})

describe("Chinese names in a text", () => {
  const entries = [
    { entryId: "1", entityType: "individual", name: "Zhang Xiaochao" },
    { entryId: "2", entityType: "individual", name: "Wang Shulin", aliases: ["王树林"] }
  ] as const
  const { screen } = makeListScreening({ lists: [{ list: "one", stateDate: "2026-01-01", version: "1", entries }] })

  it.each([
    ["付款给张晓超", "1"],
    ["付款给王树林", "2"]
  ])("%s has a listed name", (name, entryId) => {
    expect(screen({ name, entityType: "individual", form: "text" })?.matches).toMatchObject([{ entryId }])
  })
})

describe("inWadeGiles", () => {
  // The table of syllables in Giles' dictionary, marks left out.
  const spellings =
    "zhang chang, qian chien, xiong hsiung, jue chueh, guo kuo, luo lo, shuo shuo, ge ko, de te, gui kuei, hui hui"
  const more =
    "zhi chih, si szu, ci tzu, ri jih, you yu, yan yen, rong jung, cao tsao, bai pai, dong tung, nie nieh, er erh"
  it.each(`${spellings}, ${more}`.split(", ").map((pair) => pair.split(" ")))("spells %s as %s", (pinyin, spelled) => {
    expect(inWadeGiles(pinyin!)).toBe(spelled)
  })
})

describe("romanize", () => {
  it("reads the Arabic article and words of descent as they are written in Latin letters", () => {
    expect(romanize("الحربي").map(({ text }) => text)).toEqual(["al", "hrby"])
    expect(romanize("بن")).toEqual([{ text: "bin", script: "letters" }])
  })

  it("keeps letters apart that would be read as one sound", () => {
    expect(romanize("زهر")[0]?.text).toBe("z'hr")
    expect(romanize("مدلل")[0]?.text).toBe("mdl'l")
  })
})
