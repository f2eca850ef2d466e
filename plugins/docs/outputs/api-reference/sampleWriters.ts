/** A request as code of several languages. Whatever a source holds is quoted for the language it goes into. */
import type { CodeSampleLanguage } from "../../model/GeneratedDocument.ts"

/** How one field of a form is sent. */
export interface FormField {
  readonly name: string
  /** Of a file, its name. */
  readonly value: string
  readonly isFile: boolean
}

/** A request to show. */
export interface SampleRequest {
  readonly method: string
  readonly url: string
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
  readonly body: string | undefined
  /** Whether the server asks for a digest of the password, which is made of its first answer. */
  readonly isDigest?: boolean
  readonly form?: { readonly isMultipart: boolean; readonly fields: ReadonlyArray<FormField> } | undefined
}

/** Words in single quotes of a shell: nothing in them is special but the quote itself. */
const shell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** A string literal that is the same in JavaScript, Python and Go. */
const literal = (text: string): string =>
  JSON.stringify(text).replaceAll(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`
  )

const curlField = (isMultipart: boolean, { isFile, name, value }: FormField): string => {
  if (!isMultipart) return `  --data-urlencode ${shell(`${name}=${value}`)}`
  return isFile ? `  --form ${shell(`${name}=@${value}`)}` : `  --form-string ${shell(`${name}=${value}`)}`
}

const curl = ({ body, form, headers, isDigest = false, method, url }: SampleRequest): string =>
  [
    `curl --globoff ${method === "HEAD" ? "--head" : `--request ${shell(method)}`} ${shell(url)}`,
    ...(isDigest ? ["  --digest --user 'YOUR_USER:YOUR_PASSWORD'"] : []),
    ...headers.map(([name, value]) => `  --header ${shell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`  --data-raw ${shell(body)}`]),
    ...(form === undefined ? [] : form.fields.map((field) => curlField(form.isMultipart, field)))
  ].join(" \\\n")

const javascript = ({ body, form, headers, method, url }: SampleRequest): string => {
  const made = form?.fields.map(({ isFile, name, value }) =>
    isFile
      ? `form.append(${literal(name)}, await openAsBlob(${literal(value)}), ${literal(value)})`
      : `form.append(${literal(name)}, ${literal(value)})`
  )
  const lines = [
    `  method: ${literal(method)}`,
    ...(headers.length === 0
      ? []
      : [`  headers: { ${headers.map(([name, value]) => `${literal(name)}: ${literal(value)}`).join(", ")} }`]),
    ...(body === undefined ? [] : [`  body: ${literal(body)}`]),
    ...(form === undefined ? [] : ["  body: form"])
  ]
  return [
    ...(form?.fields.some(({ isFile }) => isFile) === true ? ['import { openAsBlob } from "node:fs"\n'] : []),
    ...(form === undefined
      ? []
      : [`const form = new ${form.isMultipart ? "FormData" : "URLSearchParams"}()`, ...made!]),
    `const response = await fetch(${literal(url)}, {\n${lines.join(",\n")}\n})\nconst text = await response.text()`
  ].join("\n")
}

/** Python has no surrogate pairs in literals. */
const python = (text: string): string =>
  JSON.stringify(text).replaceAll(/[\ud800-\udbff][\udc00-\udfff]|[\u007f-\uffff]/g, (unit) => {
    const point = unit.codePointAt(0)!
    return point > 0xffff ? `\\U${point.toString(16).padStart(8, "0")}` : `\\u${point.toString(16).padStart(4, "0")}`
  })

const pythonField = (isMultipart: boolean, { isFile, name, value }: FormField): string => {
  if (isFile) return `(${python(name)}, open(${python(value)}, "rb"))`
  return isMultipart ? `(${python(name)}, (None, ${python(value)}))` : `(${python(name)}, ${python(value)})`
}

const pythonSample = ({ body, form, headers, isDigest = false, method, url }: SampleRequest): string =>
  [
    "import requests",
    "",
    "response = requests.request(",
    `    ${python(method)},`,
    `    ${python(url)},`,
    ...(isDigest ? ['    auth=requests.auth.HTTPDigestAuth("YOUR_USER", "YOUR_PASSWORD"),'] : []),
    ...(headers.length === 0
      ? []
      : [`    headers={${headers.map(([name, value]) => `${python(name)}: ${python(value)}`).join(", ")}},`]),
    ...(body === undefined ? [] : [`    data=${python(body)}.encode("utf-8"),`]),
    ...(form === undefined
      ? []
      : [
          `    ${form.isMultipart ? "files" : "data"}=[${form.fields.map((field) => pythonField(form.isMultipart, field)).join(", ")}],`
        ]),
    ")",
    "print(response.text)"
  ].join("\n")

const goFails = "\tif err != nil {\n\t\tpanic(err)\n\t}"

const goFile = (name: string, path: string, at: number): ReadonlyArray<string> => [
  `\tfile${at}, err := os.Open(${python(path)})`,
  goFails,
  `\tpart${at}, err := form.CreateFormFile(${python(name)}, ${python(path)})`,
  goFails,
  `\tif _, err := io.Copy(part${at}, file${at}); err != nil {\n\t\tpanic(err)\n\t}`
]

/** What a form needs before the request, its body, and what it imports. */
const goForm = (form: NonNullable<SampleRequest["form"]>) =>
  form.isMultipart
    ? {
        imports: ["bytes", "mime/multipart", ...(form.fields.some(({ isFile }) => isFile) ? ["os"] : [])],
        lines: [
          "\tvar body bytes.Buffer",
          "\tform := multipart.NewWriter(&body)",
          ...form.fields.flatMap(({ isFile, name, value }, at) =>
            isFile ? goFile(name, value, at + 1) : [`\tform.WriteField(${python(name)}, ${python(value)})`]
          ),
          "\tform.Close()"
        ],
        body: "&body",
        after: ['\trequest.Header.Set("Content-Type", form.FormDataContentType())']
      }
    : {
        imports: ["net/url", "strings"],
        lines: [
          "\tform := url.Values{}",
          ...form.fields.map(({ name, value }) => `\tform.Add(${python(name)}, ${python(value)})`)
        ],
        body: "strings.NewReader(form.Encode())",
        after: ['\trequest.Header.Set("Content-Type", "application/x-www-form-urlencoded")']
      }

const goSample = ({ body, form, headers, method, url }: SampleRequest): string => {
  const made = form === undefined ? undefined : goForm(form)
  const imports = ["fmt", "io", "net/http", ...(made?.imports ?? (body === undefined ? [] : ["strings"]))].toSorted()
  const sent = made?.body ?? (body === undefined ? "nil" : `strings.NewReader(${python(body)})`)
  return [
    "package main",
    "",
    `import (\n${imports.map((name) => `\t"${name}"`).join("\n")}\n)`,
    "",
    "func main() {",
    ...(made?.lines ?? []),
    `\trequest, err := http.NewRequest(${python(method)}, ${python(url)}, ${sent})`,
    goFails,
    ...headers.map(([name, value]) => `\trequest.Header.Set(${python(name)}, ${python(value)})`),
    ...(made?.after ?? []),
    "\tresponse, err := http.DefaultClient.Do(request)",
    goFails,
    "\tdefer response.Body.Close()",
    "\ttext, err := io.ReadAll(response.Body)",
    goFails,
    "\tfmt.Println(string(text))",
    "}"
  ].join("\n")
}

/** Language → how a request is written in it, and the name of its fence. */
export const sampleWriters: Readonly<
  Record<CodeSampleLanguage, { readonly fence: string; readonly write: (request: SampleRequest) => string }>
> = {
  curl: { fence: "sh", write: curl },
  javascript: { fence: "javascript", write: javascript },
  python: { fence: "python", write: pythonSample },
  go: { fence: "go", write: goSample }
}
