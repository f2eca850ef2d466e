/** What the requests of a collection send: bodies, forms, headers and values, and what of them is no business of readers (D3, D6). */
import { describe, expect, it } from "vitest"
import { make } from "./made.ts"

const schema = "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

const collected = (of: object) => make("api-reference", JSON.stringify({ info: { name: "C", schema }, ...of }))

const requested = (request: object, response: ReadonlyArray<object> = []) =>
  collected({ item: [{ name: "A", request: { method: "POST", url: "https://a.example/b", ...request }, response }] })

const json = [{ key: "Content-Type", value: "application/json" }]

describe("the body of a request in a collection", () => {
  it("D6 is shown with the remarks of its author, and sent without them", () => {
    const raw = '{\n  "url": "http://a.example/c", // where to\n  /* in euros */\n  "total": 12\n}'
    const { markdown } = requested({ header: json, body: { mode: "raw", raw } })
    expect(markdown).toContain(`\`\`\`json\n${raw}\n\`\`\``)
    expect(markdown).toContain(`--data-raw '{"url":"http://a.example/c","total":12}'`)
    const open = requested({ header: json, body: { mode: "raw", raw: '{\n  "total": {{total}} // in euros\n}\n\n' } })
    expect(open.markdown).toContain(`--data-raw '{\n  "total": {{total}}\n}'`)
  })

  it("D6 is sent where it is a text under the media type of a form", () => {
    const header = [{ key: "Content-Type", value: "application/x-www-form-urlencoded" }]
    const { markdown } = requested({ header, body: { mode: "raw", raw: "a=1&b=2" } })
    expect(markdown).toContain("--data-raw 'a=1&b=2'")
  })

  it("D6 has the variables of its query", () => {
    const graphql = { query: "query Q($id: ID) { a(id: $id) }", variables: '{"id": 7}' }
    const { markdown } = requested({ body: { mode: "graphql", graphql } })
    expect(markdown).toContain(`"variables":{"id":7}}'`)
  })

  it("D6 is the fields of a form that are enabled, all of them, with names for secrets and variables", () => {
    const urlencoded = [
      ...Array.from({ length: 12 }, (_, at) => ({ key: `f${at}`, value: `v${at}` })),
      { key: "f0", value: "again" },
      { key: "off", value: "never", disabled: true },
      { key: "password", value: "Xy12345678" },
      { key: "secret", value: "{{my_secret}}" }
    ]
    const { markdown } = requested({ body: { mode: "urlencoded", urlencoded } })
    const sample = markdown.slice(markdown.indexOf("**Request sample**"))
    for (const sent of ["f11=v11", "f0=again", "password={password}", "secret={my_secret}"])
      expect(sample).toContain(`--data-urlencode '${sent}'`)
    expect(sample).not.toContain("off=")
    expect(markdown).toContain('| `off` | string | Disabled in the collection. Example: `"never"`. |')
    expect(markdown).not.toContain("Xy12345678")
  })
})

describe("what may be a secret", () => {
  it("D6 is replaced in bodies and answers, and reported", () => {
    const signed = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abcDEF123"
    const raw = '{"email": "a@a.example", "password": "Paris@1998", "access_key": "{{key}}", "tokens": "12345678"}'
    const answer = { code: 200, name: "OK", body: `{"accessToken": "q1w2e3r4t5y6", "at": "${signed}"}` }
    const { markdown, report } = requested({ header: json, body: { mode: "raw", raw } }, [answer])
    expect(markdown).toContain('"password":"YOUR_PASSWORD","access_key":"{{key}}","tokens":"12345678"')
    expect(markdown).toContain('"accessToken": "YOUR_ACCESS_TOKEN",\n  "at": "YOUR_TOKEN"')
    expect(markdown).not.toMatch(/Paris|q1w2|eyJ/)
    expect(report.warnings.map(({ message }) => message)).toEqual(
      ["password", "accessToken", "a signed token"].map(
        (name) => `A value of ${name} in A is left out: it may be a secret`
      )
    )
  })

  it("D6 is what stands there in place of variables only", () => {
    const header = [
      { key: "X-Auth-Token", value: "{{AuthToken}}" },
      { key: "Cookie", value: "session={{sid}}" },
      { key: "X-Secret", value: "abc123" }
    ]
    const { markdown } = requested({ header })
    expect(markdown).toContain("'X-Auth-Token: {AuthToken}'")
    expect(markdown).toContain("'Cookie: session={sid}'")
    expect(markdown).toContain("'X-Secret: {X-Secret}'")
  })
})

describe("a description in a collection", () => {
  it("D6 is none where it says null", () => {
    expect(requested({ description: "null" }).markdown).not.toMatch(/null/)
  })

  it("D6 is no code where all of it is indented", () => {
    const description = "\n    ## Flow\n\n    1. Sign in\n       again\n    2. Pay\n"
    const { markdown } = collected({ info: { name: "C", schema, description }, item: [] })
    expect(markdown).toContain("**Flow**\n\n1. Sign in\n   again\n2. Pay")
  })
})

describe("a hostile collection", () => {
  it("D57 takes no longer because of blanks, marks and quotes without an end", () => {
    const long = 100_000
    const startedAt = performance.now()
    for (const part of ["/*", "// ", " ", "eyJ-", '"a"  :', "{{ ", "<blockquote>", "\t\n"]) {
      const text = `${part.repeat(long / part.length)}x`
      const header = [...json, { key: "X-A", value: text, description: text }]
      requested({ header, description: text, body: { mode: "raw", raw: `{${text}` } })
    }
    expect(performance.now() - startedAt).toBeLessThan(5_000)
  })
})

describe("a request of a collection", () => {
  it("D6 sends the headers for content that its body does not say", () => {
    const accept = { key: "Accept", value: "application/vnd.a+json" }
    const said = { ...json[0], description: "What is sent." }
    const { markdown } = requested({ header: [said, accept] })
    expect(markdown).toContain("--header 'Content-Type: application/json'")
    expect(markdown).toContain("--header 'Accept: application/vnd.a+json'")
    const full = requested({ header: [said], body: { mode: "raw", raw: "{}" } }).markdown
    expect(full).toContain("| `Content-Type` | header | string | What is sent.")
    expect(full.match(/--header 'Content-Type/g)).toHaveLength(1)
    const plain = requested({ method: "GET", header: [...json, { key: "Accept", value: "*/*" }] }).markdown
    expect(plain).not.toMatch(/Content-Type|Accept/)
  })

  it("D6 is sent to an address in parts as it is, with a slash at its end where the parts have one", () => {
    const sampleOf = (url: object) => /'(https:.*?)'/.exec(requested({ method: "GET", url }).markdown)?.[1]
    expect(sampleOf({ host: ["https://a.example/graphql"], query: [] })).toBe("https://a.example/graphql")
    expect(sampleOf({ protocol: "https", host: ["a", "example"], path: ["b", ""] })).toBe("https://a.example/b/")
    expect(sampleOf({ protocol: "https", host: "a.example", path: "/b" })).toBe("https://a.example/b")
    expect(sampleOf({ protocol: "https", host: "a.example", path: "b" })).toBe("https://a.example/b")
  })

  it("D6 keeps what a reader fills in, and encodes nothing twice", () => {
    const query = [
      { key: "filter", value: "id=='{{id}}'" },
      { key: "author", value: "A%20B" },
      { key: "none", value: "" },
      { key: "off", value: "1", disabled: true, description: "Rarely needed." }
    ]
    const { markdown } = requested({ method: "GET", url: { raw: "https://a.example/b", query } })
    expect(markdown).toContain("?filter=id%3D%3D'\\''{id}'\\''&author=A%20B&none='")
    expect(markdown).toContain("| `off` | query | string | Rarely needed.<br>Disabled in the collection.")
  })

  it("D6 has the credentials of its folder where it inherits them", () => {
    const auth = { type: "bearer", bearer: [{ key: "token", value: "{{TOKEN}}" }] }
    const request = { method: "GET", url: "https://a.example/b", auth: { type: "inherit" } }
    const { markdown } = collected({ auth, item: [{ name: "A", request }] })
    expect(markdown).toContain("Authorization: Bearer YOUR_TOKEN")
    expect(markdown).not.toContain("inherit")
    expect(markdown).toContain("| `TOKEN` |")
  })

  it("D6 is left out without an address, which is reported", () => {
    const request = { method: "GET", url: "https://a.example/b" }
    const { markdown, report } = collected({
      item: [
        { name: "A", request },
        { name: "Empty", request: { method: "GET" } }
      ]
    })
    expect(markdown).toContain("It describes 1 operation.")
    expect(report.warnings.map(({ message }) => message)).toEqual(["The request Empty has no address and is left out"])
  })
})

describe("the saved answers of a request in a collection", () => {
  const sent = (raw: string, url = "https://a.example/b") => ({
    originalRequest: { method: "POST", url, header: json, body: { mode: "raw", raw } }
  })

  it("D6 show its body where the request itself has none", () => {
    const { markdown } = requested({}, [
      { name: "Wrong", code: 422, ...sent('{"a":0}') },
      { name: "Least", code: 200, ...sent('{"a":1}') },
      { name: "All", code: 200, ...sent('{"a":1,"b":2}') }
    ])
    expect(markdown).toMatch(/Example, Least:\n\n```json\n\{\n {2}"a": 1\n\}[^]*Example, All:/)
    expect(markdown).toContain(`--data-raw '{"a":1}'`)
    expect(markdown).not.toContain('"a": 0')
  })

  it("D6 are left out where they were saved of another address, which is reported", () => {
    const url = "{{host}}/boxes/1/lids"
    const { markdown, report } = requested({ method: "GET", url }, [
      { name: "Other", code: 200, ...sent("", "https://a.example/v1/shops/all/keys") },
      { name: "Longer", code: 200, ...sent("", `${url}/details`) },
      { name: "Own", code: 200, ...sent("", "https://a.example/v1/boxes/27/lids") }
    ])
    expect(markdown).toContain("| `200` | Own |")
    expect(markdown).not.toMatch(/Other|Longer/)
    expect(report.warnings.map(({ message }) => message)).toEqual(
      ["Other", "Longer"].map((name) => `The answer ${name} of A is left out: it is of another address`)
    )
  })

  it("D6 are none where nothing was answered, and no error where no code is told", () => {
    const { markdown } = requested({}, [
      { name: "Fine", code: 200, body: "{}" },
      { name: "Never sent", code: null, body: "" },
      { name: "Untold", body: "{}" }
    ])
    expect(markdown).not.toContain("Never sent")
    expect(markdown).toContain("| `unknown` | Untold |")
    expect(markdown).not.toMatch(/`default`|## Error codes/)
  })
})

describe("values in a collection", () => {
  it("D6 are those that variables of an address name", () => {
    const variable = [
      { key: "base", value: "{{main}}" },
      { key: "main", value: "https://main.example/api" }
    ]
    const request = { method: "GET", url: "{{base}}/b" }
    expect(collected({ variable, item: [{ name: "A", request }] }).markdown).toContain("'https://main.example/api/b'")
  })

  it("D6 are shown where they are numbers of somebody, and withheld where they may be keys", () => {
    const variable = [
      { key: "partner", value: "BPNL000000000001" },
      { key: "external_id", value: "E2E_TEST_2412_1" },
      { key: "seed", value: "JBSWY3DPEHPK3PXP" },
      { key: "access", value: "AKIAIOSFODNN7EXAMPLE" }
    ]
    const { markdown } = collected({ variable, item: [] })
    expect(markdown).toContain("| `partner` | `BPNL000000000001` |\n| `external_id` | `E2E_TEST_2412_1` |")
    expect(markdown).not.toMatch(/JBSWY|AKIA/)
  })

  it("D6 have no blanks where they are sent", () => {
    const request = { method: "GET", url: "https://{{space}}.a.example/find(id=1, kind=2)" }
    const { markdown } = collected({
      item: [{ name: "A", request }],
      variable: [{ key: "space", value: "Name of the space" }]
    })
    expect(markdown).toContain("--request 'GET' 'https://{space}.a.example/find(id=1,%20kind=2)'")
    expect(markdown).toMatch(/`space` \| Name of the space/)
  })

  it("D6 keep the parameters of a media type, such as the boundary of a raw body", () => {
    const header = [{ key: "Content-Type", value: "multipart/mixed; boundary=b1; charset=utf-8" }]
    const { markdown } = requested({ header, body: { mode: "raw", raw: "--b1\n\nA\n--b1--" } })
    expect(markdown).toContain("--header 'Content-Type: multipart/mixed; boundary=b1; charset=utf-8'")
  })
})

describe("the scripts of a collection", () => {
  const event = (exec: ReadonlyArray<string>) => [{ listen: "prerequest", script: { exec } }]
  const item = [{ name: "A", request: { method: "GET", url: "https://a.example/b" } }]

  it("D6 that make the header Authorization are named below Authentication, and samples have the header", () => {
    const { markdown } = collected({
      event: event(['pm.request.headers.add({ key: "Authorization", value: k })']),
      item
    })
    expect(markdown).toContain("A script of the collection makes it before a request is sent.")
    expect(markdown).toContain("--header 'Authorization: {credentials}'")
  })

  it("D6 are not shown, for anything in them may be a secret, and are reported", () => {
    const exec = [
      "// Ann's password is lids",
      'const secret = "correcthorse", basic = btoa("ann:lids")',
      'pm.request.headers.add({ key: "Authorization", value: secret + basic })'
    ]
    const { markdown, report } = collected({ event: event(exec), item: [{ ...item[0], event: event(exec) }] })
    expect(markdown).not.toMatch(/lids|correcthorse/)
    expect(JSON.stringify(report)).not.toMatch(/lids|correcthorse/)
    expect(report.warnings.map(({ message }) => message)).toEqual([
      "A script of A is left out: what it does is not told",
      "A script of the collection is left out: what it does is not told"
    ])
  })
})

describe("a request of a collection", () => {
  it("D6 has no body where its form has no fields", () => {
    const { markdown } = requested({ method: "GET", body: { mode: "urlencoded", urlencoded: [] } })
    expect(markdown).not.toContain("Request body")
  })

  it("D6 has no path where its address has none", () => {
    const { markdown } = requested({ method: "GET", url: "{{tokenUrl}}" })
    expect(markdown).toContain("#### `GET {tokenUrl}`")
    expect(markdown).toContain("--request 'GET' '{tokenUrl}'\n")
  })

  it("D6 names saved answers, which are no meanings, in the order of their statuses", () => {
    const { markdown } = requested({}, [
      { name: "Too late", code: 409, body: "{}" },
      { name: "Fine", code: 200, body: "{}" }
    ])
    expect(markdown).toContain("| Status | Saved answer | Body |\n| --- | --- | --- |\n| `200` | Fine |")
    expect(markdown).toContain(
      "| Status | Saved answers | Body | Operations |\n| --- | --- | --- | --- |\n| `409` | Too late |"
    )
  })
})
