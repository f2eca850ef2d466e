import { describe, expect, it } from "@effect/vitest"
import { Effect, Result, Schema } from "effect"
import { isDeepStrictEqual } from "node:util"
import { canonical, canonicalDigest } from "../../src/http/Canonical.ts"
import { LongJson } from "../../src/http/LongJson.ts"
import { InvalidJson } from "../../src/http/Refusal.ts"
import {
  defaultMostValues,
  details,
  isBody,
  maxDepth,
  mostDigits,
  mostKeyCharacters,
  parse
} from "../../src/http/StrictJson.ts"
import { cut } from "./cut.ts"

/** As a long body is read, in steps and pieces that are so small that every text is divided. */
const parseInSteps = (text: string, mostValues: number = defaultMostValues): Result.Result<unknown, InvalidJson> => {
  const reader = new LongJson(cut(text, 5), mostValues, { slice: 7, piece: 3 })
  while (reader.step());
  if (reader.isBlank) return Result.succeed({})
  return Result.filterOrFail(reader.outcome, isBody, () => new InvalidJson({ detail: details.notAnObject }))
}

/** The same value with the members of every object in the opposite order. */
const reordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reordered)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reordered(member)])
  )
}

/** As JSON keeps it: it knows one zero. */
const kept = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const WellFormed = Schema.String.check(Schema.makeFilter((text: string) => text.isWellFormed()))

/** V8 may read a key of one escaped character as another one: bodies with such keys are refused. */
const Key = WellFormed.check(Schema.makeFilter((text: string) => text.length !== 1 || /[ !#-[\]-\uffff]/.test(text)))
const Scalar = Schema.Union([WellFormed, Schema.Finite, Schema.Boolean, Schema.Null])
const Shallow = Schema.Union([Scalar, Schema.Array(Scalar), Schema.Record(Key, Scalar)])
const Body = Schema.Record(Key, Schema.Union([Shallow, Schema.Array(Shallow), Schema.Record(Key, Shallow)]))

/** The text that a body which was read at once hands on. */
const textFrom = (text: string): string => Result.getOrThrow(parse(text)).text

describe.each([
  [
    "at once",
    (text: string, mostValues?: number) => Result.map(parse(text, mostValues), ({ value }): unknown => value)
  ],
  ["in steps", parseInSteps]
] as const)("read %s", (_, reader) => {
  const read = (text: string) => Result.getOrThrow(reader(text))

  const refusalOf = (text: string): string | undefined => {
    const result = reader(text)
    return Result.isFailure(result) ? result.failure.detail : undefined
  }

  describe("a key that appears twice", () => {
    it.each([
      ["at the top", `{"a":1,"a":2}`],
      ["with equal values", `{"a":1,"a":1}`],
      ["after an object", `{"a":{"b":1},"a":2}`],
      ["in an object in an object", `{"x":{"y":{"a":1,"b":2,"a":3}}}`],
      ["in an object in a list", `{"x":[1,{"a":1},{"a":1,"a":1}]}`],
      ["spelled with an escape", String.raw`{"a":1,"\u0061":2}`],
      ["spelled with an escape first", String.raw`{"\u0061mount":1,"amount":2}`],
      ["spelled with two kinds of escape", String.raw`{"\/":1,"\u002f":2}`],
      ["as an escaped pair of surrogates", String.raw`{"😀":1,"\ud83d\ude00":2}`],
      ["as the empty key", `{"":1,"":2}`],
      ["as __proto__", `{"__proto__":1,"__proto__":2}`]
    ])("is refused %s", (_, text) => {
      expect(refusalOf(text)).toContain("appears twice")
    })

    it.each([
      ["in neighbouring objects", `{"x":{"a":1},"y":{"a":1}}`],
      ["in an object and the one inside it", `{"a":{"a":{"a":1}}}`],
      ["as a value", `{"a":"a","b":"a"}`],
      ["in a list of texts", `{"a":["a","a","a"],"b":["a"]}`],
      ["with another case", `{"a":1,"A":1}`]
    ])("is none %s", (_, text) => {
      expect(read(text)).toEqual(JSON.parse(text))
    })

    it("is named, cut to 40 characters", () => {
      expect(refusalOf(`{"amount":1,"amount":2}`)).toBe(`the key "amount" appears twice`)
      const long = "k".repeat(100)
      expect(refusalOf(`{"${long}":1,"${long}":2}`)).toBe(`the key "${"k".repeat(40)}" appears twice`)
    })
  })

  describe("half of a surrogate pair", () => {
    it.each([
      ["raw, high", `{"a":"\ud83d"}`],
      ["raw, low", `{"a":"x\ude00"}`],
      ["raw, in a key", `{"\ud83d":1}`],
      ["escaped, high", String.raw`{"a":"\ud83d"}`],
      ["escaped, low", String.raw`{"a":"\ude00"}`],
      ["escaped, in the wrong order", String.raw`{"a":"\ude00\ud83d"}`],
      ["escaped, in a key", String.raw`{"x":{"\uD83D":1}}`],
      ["escaped, in a list", String.raw`{"a":["ok","\ud83dx"]}`]
    ])("is refused: %s", (_, text) => {
      expect(refusalOf(text)).toBe("a text holds half of a surrogate pair")
    })

    it("is none when both halves are there, raw or escaped", () => {
      expect(read(String.raw`{"a":"😀","b":"\ud83d\ude00"}`)).toEqual({ a: "😀", b: "😀" })
    })
  })

  describe("a whole number written with a point or an exponent", () => {
    it.each(["1e3", "100.0", "1.0E2", "1E+2", "-1e3", "0.0", "-0.0", "0e0", "1.5e1", "1000e-1", "12e-400"])(
      "C92: %s reaches the schema as what no schema takes",
      (literal) => {
        expect(read(`{"a":${literal}}`)).toEqual({ a: [[literal]] })
        expect(textFrom(`{"a":${literal}}`)).toBe(`{"a":[["${literal}"]]}`)
      }
    )

    it.each(["0", "-0", "1", "-17", "100", "1.5", "-0.25", "15e-1", "123456789012345678901234567890"])(
      "%s is left as it is",
      (literal) => {
        const text = `{"a":${literal}}`
        expect(read(text)).toEqual(JSON.parse(text))
        expect(textFrom(text)).toBe(text)
      }
    )

    it("is marked wherever it stands, and nothing around it changes", () => {
      const text = `{ "a": [1e3, 2, 3.0] , "b":{"c":4.0}, "d" : 5.5 }`
      const marked = `{ "a": [[["1e3"]], 2, [["3.0"]]] , "b":{"c":[["4.0"]]}, "d" : 5.5 }`
      expect(read(text)).toEqual(JSON.parse(marked))
      expect(textFrom(text)).toBe(marked)
    })

    it.each([
      [`{"a":"1e3"}`],
      [`{"a":"100.0","b":["1E2"]}`],
      [`{"1e3":1,"100.0":"x"}`],
      [String.raw`{"a":"say \"1e3, 100.0\" twice","b":"\\"}`],
      [`{"a":"{\\"b\\":1.0}"}`]
    ])("is not seen in a text: %s", (text) => {
      expect(read(text)).toEqual(JSON.parse(text))
      expect(textFrom(text)).toBe(text)
    })
  })

  describe("nesting", () => {
    const nested = (open: string, close: string, levels: number) =>
      `{"a":${open.repeat(levels)}1${close.repeat(levels)}}`

    it.each([
      ["lists", "[", "]"],
      ["objects", `{"a":`, "}"]
    ])("of %s may have 32 levels with the body's own", (_, open, close) => {
      expect(refusalOf(nested(open, close, maxDepth - 1))).toBeUndefined()
      expect(refusalOf(nested(open, close, maxDepth))).toBe("it nests deeper than 32 levels")
    })

    it("counts levels, not brackets", () => {
      expect(refusalOf(`{"a":[${"[[]],{},".repeat(50)}1]}`)).toBeUndefined()
    })

    it("of half a million levels is refused like any other", () => {
      const levels = 500_000
      expect(refusalOf(nested("[", "]", levels))).toBe("it nests deeper than 32 levels")
    })
  })

  describe("a body", () => {
    it.each([[""], [" "], ["\n\t\r "]])("that is empty (%j) stands for an empty object", (text) => {
      expect(read(text)).toEqual({})
    })

    it.each([["[]"], [`[{"a":1}]`], ["1"], ["1e3"], [`"a"`], ["true"], ["null"]])("that is %s is refused", (text) => {
      expect(refusalOf(text)).toBe("it is not an object")
    })

    it.each([["{"], ["{a:1}"], [`{"a":1,}`], [`{"a":NaN}`], [`{"a":01}`], [`{"a":1}{}`], ["{'a':1}"], [`{"a":"\n"}`]])(
      "that is no JSON is refused: %s",
      (text) => {
        expect(refusalOf(text)).toBe("it cannot be parsed")
      }
    )

    it("may hold a key __proto__, which is a key like any other", () => {
      const value = read(`{"__proto__":{"admin":true}}`)
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
      expect(Object.keys(value as object)).toEqual(["__proto__"])
      expect(Reflect.get(value as object, "admin")).toBeUndefined()
      expect(canonical(value)).toBe(`{"__proto__":{"admin":true}}`)
    })

    it.prop("is read as it was written, whatever it holds", [Body], ([body]) => {
      const text = JSON.stringify(body)
      const value = read(text)
      expect(isDeepStrictEqual(value, JSON.parse(textFrom(text)))).toBe(true)
      if (textFrom(text) === text) expect(isDeepStrictEqual(value, kept(body))).toBe(true)
    })
  })

  describe("a key of one escaped character", () => {
    it.each([[String.raw`{"x":{"\n":1}}`], [String.raw`{"\"":1}`], [String.raw`{"\u0007":1}`]])(
      "that cannot stand as it is, is refused: %s",
      (text) => {
        expect(refusalOf(text)).toMatch(/^the key .+ is a single control character or quote$/)
      }
    )

    it("is spelled anew otherwise", () => {
      const text = String.raw`{"\u00e9":1,"b":{"\/":2},"\\":3,"c":100.0}`
      const value = read(text)
      expect(textFrom(text)).toBe(String.raw`{"é":1,"b":{"/":2},"\\":3,"c":[["100.0"]]}`)
      expect(Object.keys(value as object)).toEqual(["é", "b", "\\", "c"])
    })

    it("is told from its plain twin", () => {
      expect(refusalOf(String.raw`{"é":1,"\u00e9":2}`)).toBe('the key "é" appears twice')
    })
  })

  describe("how much a body may hold", () => {
    const list = (values: number) => JSON.stringify({ list: Array.from({ length: values }, () => 1) })

    it("is 10,000 values, brackets included, unless it is said otherwise", () => {
      expect(refusalOf(list(defaultMostValues - 1))).toBeUndefined()
      expect(refusalOf(list(defaultMostValues))).toBe("it holds more than 10000 values")
      expect(Result.isSuccess(reader(list(defaultMostValues), 20_000))).toBe(true)
    })

    it("is keys of up to 1,000 characters", () => {
      expect(refusalOf(`{"${"k".repeat(mostKeyCharacters)}":1}`)).toBeUndefined()
      expect(refusalOf(`{"${"k".repeat(mostKeyCharacters + 1)}":1}`)).toBe("a key in it has more than 1000 characters")
    })

    it("is numbers of up to 1,000 characters", () => {
      expect(refusalOf(`{"a":${"1".repeat(mostDigits)}}`)).toBeUndefined()
      expect(refusalOf(`{"a":${"1".repeat(mostDigits + 1)}}`)).toBe("a number in it has more than 1000 characters")
    })
  })
})

describe("the canonical text", () => {
  it("sorts keys at every depth and keeps the order of lists", () => {
    expect(canonical({ b: [2, 1, { z: 1, y: 2 }], a: { d: null, c: true } })).toBe(
      `{"a":{"c":true,"d":null},"b":[2,1,{"y":2,"z":1}]}`
    )
  })

  it("leaves out one key at the top, and only there", () => {
    const body = { key: "k", inner: { key: "k" }, list: [{ key: "k" }] }
    expect(canonical(body, "key")).toBe(`{"inner":{"key":"k"},"list":[{"key":"k"}]}`)
  })

  it("does not depend on white space", () => {
    const read = (text: string) => Result.getOrThrow(parse(text))
    expect(canonical(read(`{ "a" : [ 1 , 2 ],\n"b":"x y" }`).value)).toBe(
      canonical(read(`{"b":"x y","a":[1,2]}`).value)
    )
  })

  it.prop("does not depend on the order of keys", [Body], ([body]) => {
    expect(canonical(reordered(body))).toBe(canonical(body))
    expect(isDeepStrictEqual(JSON.parse(canonical(body)), kept(body))).toBe(true)
  })

  it.prop("is equal for equal bodies only", [Body, Body], ([one, other]) => {
    expect(canonical(one) === canonical(other)).toBe(isDeepStrictEqual(kept(one), kept(other)))
  })
})

describe("the digest of a long value", () => {
  const digestOf = (value: unknown) => canonicalDigest(value, "key")

  it.effect.prop("is equal where the canonical texts are", [Body, Body], ([one, other]) =>
    Effect.gen(function* () {
      expect(yield* digestOf(reordered(one))).toBe(yield* digestOf(one))
      expect((yield* digestOf(one)) === (yield* digestOf(other))).toBe(
        canonical(one, "key") === canonical(other, "key")
      )
    })
  )

  it.effect("of bytes is that of their characters, 262,144 at a time: kept fingerprints rest on it", () =>
    Effect.gen(function* () {
      const bytes = Uint8Array.from({ length: 600_000 }, (_, at) => at % 256)
      const text = new TextDecoder("latin1").decode(bytes)
      const texts = [text.slice(0, 262_144), text.slice(262_144, 524_288), text.slice(524_288)]
      expect(yield* digestOf(bytes)).toBe(yield* digestOf(texts))
      expect(yield* digestOf(bytes)).toBe("c44b7bb67c35d8e6476ffa6d70deb03804a1e34aa60592dc3ca34ac8435868ec")
    })
  )

  it.effect("goes to the end of long texts, whose characters it does not divide", () =>
    Effect.gen(function* () {
      const text = `x${"😀".repeat(200_000)}`
      const digest = yield* digestOf({ text })
      expect(yield* digestOf({ text: `${text}!` })).not.toBe(digest)
      expect(yield* digestOf({ text: `${text.slice(0, -2)}😁` })).not.toBe(digest)
      expect(yield* digestOf({ text, key: "left out" })).toBe(digest)
    })
  )
})

describe("a long body", () => {
  it.prop(
    "is read as a short one is, sound or broken",
    [
      Body,
      Schema.Int,
      Schema.Literals(['"', "\\", "{", "}", "[", "]", ",", ":", "e", ".", "0", "-", "\u0001", "", " "])
    ],
    ([body, place, put]) => {
      const sound = JSON.stringify(body)
      const at = Math.abs(place) % sound.length
      for (const text of [sound, `${sound.slice(0, at)}${put}${sound.slice(at + 1)}`]) {
        const [short, long] = [parse(text), parseInSteps(text)]
        expect(long._tag).toBe(short._tag)
        if (Result.isFailure(short) || Result.isFailure(long)) continue
        expect(isDeepStrictEqual(long.success, short.success.value)).toBe(true)
        expect(JSON.stringify(long.success)).toBe(JSON.stringify(short.success.value))
      }
    }
  )
})
