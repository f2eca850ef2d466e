/** The fact guard: what prose may say with given facts, by example and against generated adversaries (D64, D65). */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { guardOf } from "../../../plugins/docs/writer/factGuard.ts"
import type { SectionInput } from "../../../plugins/docs/writer/Section.ts"

const draft =
  "This is the reference of Pet store, version 1.2.0. It describes 4 operations and 2 schemas. " +
  "See https://pets.example.com/about, or [more](https://pets.example.com/about)."

const input: SectionInput = {
  docType: "api-reference",
  sectionId: "overview",
  title: "Overview",
  intent: "overview",
  facts: [
    { name: "title", text: "Pet store" },
    { name: "endpoint", text: "GET /pets/{id}" },
    { name: "endpoint", text: "DELETE /store/orders" },
    { name: "server", text: "https://pets.example.com/v1" },
    { name: "limit", text: "Requests end after 30 seconds. Pages hold up to 1,000 items (limit=100)." },
    { name: "variable", text: "PETS_API_KEY and petId" },
    { name: "security", text: "Bearer token in X-Pets-Key" }
  ],
  audience: "developer",
  tone: "neutral",
  instructions: [],
  glossary: [{ term: "keeper", definition: "Whoever feeds a pet", avoid: ["owner"] }],
  requiredTokens: ["Pet store"],
  maxWords: 80
}

const check = (text: string, more: Partial<SectionInput> = {}) => guardOf({ ...input, ...more }, draft)(text)

describe("D64 the fact guard lets prose say the facts in other words", () => {
  const good: ReadonlyArray<readonly [string, string]> = [
    ["the rules' own text", draft],
    ["less than the facts", "Pet store keeps pets well."],
    ["numbers in words", "Pet store has four operations and two schemas."],
    ["a number with its unit", "Pet store ends requests after 30 seconds."],
    ["a number with its unit and a hyphen", "Pet store has a 30-second bound."],
    ["a number in another notation", "Pet store returns up to 1000 items."],
    ["a number out of an assignment", "Pet store returns 100 at first."],
    ["names in code", "Pet store reads `PETS_API_KEY` and answers `GET /pets/{id}`."],
    ["paths and variables in words", "Pet store serves /store/orders and takes petId."],
    ["an address in code", "Pet store lives at `https://pets.example.com/v1`."],
    ["an address that the rules show live", "Pet store is kept with care, says https://pets.example.com/about."],
    ["a link of the rules", "Pet store has [a page](https://pets.example.com/about)."],
    ["emphasis", "*Pet store* keeps **pets**."],
    ["paragraphs", "Pet store keeps pets.\n\nEach keeper feeds a pet."],
    ["capitals where sentences begin", "Pet store keeps pets. Every keeper knows it. (See the table.)"],
    ["common acronyms and short forms", "Pet store is an HTTP API, e.g. for keepers and/or pets."],
    ["a word that every object has", "Pet store has a constructor."],
    ["an English word that other languages have too", "Pet store keeps one keeper per pet."],
    ["words about authentication that the facts use", "Pet store takes a token in X-Pets-Key."]
  ]

  it.each(good)("%s", (_, text) => {
    expect(check(text)).toBeUndefined()
  })
})

/** What no model may bring in, by kind. Each has `Pet store` in it or beside it. */
const bad: ReadonlyArray<readonly [string, string]> = [
  ["nothing", " \n "],
  ["no required text", "Pets are kept well."],
  ["a required text only inside another word", "Pet stores are kept well."],
  ["a heading", "Pet store\n\n# Admin"],
  ["a heading under a line", "Pet store\n==="],
  ["a heading in all but name", "**Admin access**\n\nPet store"],
  ["a line across the page", "Pet store\n\n***"],
  ["HTML", "Pet store <b>sells</b>"],
  ["HTML across lines", 'Pet store\n<img\nsrc="x">'],
  ["a comment", "Pet store <!-- hidden -->"],
  ["a script", "<script>steal()</script> Pet store"],
  ["an image", "Pet store ![pixel](https://pets.example.com/v1)"],
  ["a link to an address that the rules do not show live", "Pet store [is here](https://pets.example.com/v1)"],
  ["an address that the rules do not show live", "Pet store is at https://pets.example.com/v1"],
  ["a link elsewhere", "Pet store [is here](https://evil.example)"],
  ["a link that runs", "Pet store [is here](javascript:steal())"],
  ["a link that hides how it runs", "Pet store [is here](java&#115;cript:steal())"],
  ["a link into the document", "Pet store [is here](#admin)"],
  ["a link with a title", 'Pet store [is here](https://pets.example.com/about "Sign here")'],
  ["a link by reference", "Pet store [is here][x]\n\n[x]: https://evil.example"],
  ["a link in angle brackets", "Pet store <https://evil.example>"],
  ["an address in words", "Pet store is at evil.example.com"],
  ["an address of mail", "Pet store answers a@evil.example"],
  ["somebody's handle", "Pet store is kept by @mallory"],
  ["a footnote", "Pet store[^1]\n\n[^1]: is kept"],
  ["a code block", "Pet store\n\n```sh\nls\n```"],
  ["an indented code block", "Pet store\n\n    ls"],
  ["a code block that does not end", "Pet store\n\n```"],
  ["a table", "Pet store\n\n| a | b |\n| - | - |\n| c | d |"],
  ["a list where there is none", "Pet store\n\n- keeps pets"],
  ["a quote where there is none", "> Pet store"],
  ["code of its own", "Pet store `ls`"],
  ["an endpoint of two halves", "Pet store `DELETE /pets/{id}`"],
  ["a piece of a path", "Pet store serves /pets"],
  ["a longer path", "Pet store serves /pets/{id}/admin"],
  ["a path without its slash", "Pet store serves store/admin"],
  ["a method", "Pet store has PUT too"],
  ["a number", "Pet store has 5 operations"],
  ["a digit of a known number", "Pet store has 12 operations"],
  ["a part of a version", "Pet store has version 1.2"],
  ["a number in words", "Pet store has five operations"],
  ["a large number in words", "Pet store has twenty-five hundred operations"],
  ["another unit", "Pet store ends requests after 30 minutes"],
  ["another unit in words", "Pet store ends requests after thirty minutes"],
  ["another unit with a hyphen", "Pet store has a 30-minute bound"],
  ["a number by entities", "Pet store has &#57;&#57; operations"],
  ["a number in bold pieces", "Pet store has 9**9** operations"],
  ["a number in other digits", "Pet store has ٩٩ operations"],
  ["a number in wide digits", "Pet store has ９９ operations"],
  ["a percentage", "Pet store answers 100% of requests"],
  ["a price", "Pet store costs $100"],
  ["an option", "Pet store takes --force"],
  ["a variable of the environment", "Pet store reads ADMIN_KEY"],
  ["a parameter", "Pet store takes adminId"],
  ["a schema", "Pet store returns AdminPet"],
  ["a name", "You know Pet store from Acme"],
  ["an acronym of the law", "As Pet store is under GDPR, you are safe"],
  ["a template of a site", "Pet store {{ site.secret }}"],
  ["an expression", "Pet store {process}"],
  ["a negation", "Pet store takes requests without a token"],
  ["a requirement", "You must call Pet store"],
  ["a permission", "The token of Pet store is optional"],
  ["a promise", "Pet store is guaranteed"],
  ["a question for a secret", "Give your password to Pet store"],
  ["an errand", "To use Pet store, download it"],
  ["talk about itself", "Certainly: Pet store keeps pets"],
  ["a character that cannot be seen", "Pet store\u200b keeps pets"],
  ["a character that turns the text", "Pet store \u202eterces"],
  ["a character that cannot be seen, by entity", "Pet store &#8203; keeps pets"],
  ["another language", "Pet store est gratuit"],
  ["a sentence in other letters", "Pet store \u5546\u5e97\u662f\u514d\u8d39\u7684"],
  ["another number of what is counted", "Pet store has 2 operations and 4 schemas"],
  ["half a character", "Pet store \ud800"],
  ["letters of another script", "Give your p\u0430ssword to Pet store"],
  ["too many words", `Pet store ${"keeps pets ".repeat(60)}`]
]

describe("D64 D65 the fact guard refuses", () => {
  it.each(bad)("%s", (_, text) => {
    expect(check(text)).toMatch(/^the text /)
  })

  it("nothing for a required text that the rules' own text has only as a part of another", () => {
    const model = "See https://pets.example.com/v1.2.md."
    const facts = { ...input, facts: [], requiredTokens: ["1.2"] }
    expect(guardOf(facts, model)(model)).toBeUndefined()
    expect(guardOf(facts, model)("See nothing.")).toMatch(/^the text /)
  })

  it("the opposite of what the rules say, without its negation", () => {
    const model = "Pet store keeps pets. Requests are not tried again, unless they are old."
    expect(guardOf(input, model)("Pet store tries requests again.")).toBe("the text loses a negation")
    expect(guardOf(input, model)("Never are requests of Pet store tried again, unless old.")).toBeUndefined()
  })

  it("no other letters where the facts have such", () => {
    const model = "Pet store \u0445\u0440\u0430\u043d\u0438\u0442 pets."
    expect(guardOf(input, model)("Pet store \u0438\u043c\u0435\u0435\u0442 pets.")).toBeUndefined()
  })

  it("a list or a code block that is not the rules' own", () => {
    const model = "Do this:\n\n1. Feed the pet.\n\n```sh\nfeed --all\n```"
    const facts = { ...input, facts: [], requiredTokens: [] }
    expect(guardOf(facts, model)("Do this now:\n\n1. Feed the pet.\n\n```sh\nfeed --all\n```")).toBeUndefined()
    expect(guardOf(facts, model)("Do this:\n\n1. Feed the pet.\n\n```sh\nfeed --all --force\n```")).toMatch(/code/)
    expect(guardOf(facts, model)("Do this:\n\n```\nfeed --all\n```")).toMatch(/code/)
  })
})

/** What is bad of a text as a whole, or only at its end. */
const ofTheWhole = new Set([
  "nothing",
  "no required text",
  "a required text only inside another word",
  "a code block that does not end",
  "too many words"
])

const Snippet = Schema.Literals(bad.filter(([name]) => !ofTheWhole.has(name)).map(([, text]) => text))
const Word = Schema.Literals(["pets", "well", "keeper", "feeds", "table", "each", "store", "the"])
const Sentence = Schema.NonEmptyArray(Word)

describe("D65 whatever surrounds it", () => {
  const sentence = (words: ReadonlyArray<string>) => `${words.slice(0, 6).join(" ")}.`

  it.prop(
    "a bad piece stays bad before and behind good paragraphs",
    [Sentence, Snippet, Sentence],
    ([a, snippet, b]) => {
      const text = `Here is Pet store: ${sentence(a)}\n\n${snippet}\n\n${sentence(b)}`
      expect(check(text), text).toMatch(/^the text /)
    }
  )

  it.prop("a number that is not in the facts is refused in any dress", [Schema.Int, Schema.Int], ([number, dress]) => {
    const digits = String(Math.abs(number) + 100_001)
    const dresses = [
      digits,
      `**${digits}**`,
      `${digits[0]}*${digits.slice(1)}*`,
      `\`${digits}\``,
      `"${digits}"`,
      `(${digits})`,
      `${digits}-day`,
      [...digits].map((digit) => `&#${digit.charCodeAt(0)};`).join(""),
      `[${digits}](https://pets.example.com/v1)`,
      `v${digits}`,
      `${digits}.`
    ]
    const text = `Pet store has ${dresses[Math.abs(dress) % dresses.length]} pets`
    expect(check(text), text).toMatch(/^the text /)
  })

  it.prop("every sentence made of the facts' plain words is let through", [Sentence], ([words]) => {
    expect(check(`Pet store: ${sentence(words)}`)).toBeUndefined()
  })

  it.prop("any text gets an answer, and one with marks of code or HTML never passes", [Schema.String], ([text]) => {
    const answer = check(`Pet store ${text}`)
    if (answer === undefined) expect(text).not.toMatch(/<[a-z/!]|`[^`]+`|\]\(|^#|\d{2}/)
  })
})

describe("the fact guard's time", () => {
  const hostile: ReadonlyArray<readonly [string, string]> = [
    ["brackets", "[".repeat(20_000)],
    ["links that do not end", "[a](".repeat(5_000)],
    ["stars", "*a_".repeat(6_600)],
    ["backticks of all lengths", Array.from({ length: 190 }, (_, at) => "`".repeat(at + 1)).join(" ")],
    ["quotes", "> ".repeat(10_000)],
    ["lists", Array.from({ length: 180 }, (_, at) => `${" ".repeat(at)}- a`).join("\n")],
    ["entities", "&#9;".repeat(5_000)],
    ["half tags", "<a ".repeat(6_600)],
    ["stops", "a.".repeat(10_000)],
    ["hyphens", "a-".repeat(10_000)],
    ["stops in a row", `${".".repeat(19_000)}x@y.z`],
    ["signs of mail", "a@".repeat(10_000)],
    ["colons", "a://".repeat(5_000)],
    ["quotes and stops", `"${".'s".repeat(6_000)}x`]
  ]

  it.each(hostile)("D57 stays short for %s", (_, text) => {
    const startedAt = performance.now()
    check(text, { maxWords: 100_000 })
    // Far above what it takes, and far below what a bad case would.
    expect(performance.now() - startedAt).toBeLessThan(1_500)
  })
})
