import { describe, expect, it } from "vitest"
import { importsOf } from "./imports.ts"
import { scan } from "./Source.ts"

const read = (text: string) => importsOf(scan("src/http/Gate.ts", text))

describe("the imports of a file", () => {
  it.each([
    [`import "./a.ts"`, "src/http/a.ts", "import", false, []],
    [`import a from "../a.ts"`, "src/a.ts", "import", false, ["default a"]],
    [`import * as a from "effect/Effect"`, "npm:effect/Effect", "import", false, ["* a"]],
    [`import {\n  a,\n  b as c,\n  type D\n} from "./a.ts"`, "src/http/a.ts", "import", false, ["a a", "b c", "D D"]],
    [`import type { A } from "./a.ts"`, "src/http/a.ts", "import", true, ["A A"]],
    [`import { type A } from "./a.ts"`, "src/http/a.ts", "import", false, ["A A"]],
    [`import a, { type B } from "./a.ts"`, "src/http/a.ts", "import", false, ["default a", "B B"]],
    [`export * from "./a.ts"`, "src/http/a.ts", "export", false, ["* *"]],
    [`export * as a from "./a.ts"`, "src/http/a.ts", "export", false, ["* a"]],
    [`export type { A as B } from "./a.ts"`, "src/http/a.ts", "export", true, ["A B"]],
    [`const a = await import("./a.ts")`, "src/http/a.ts", "load", false, ["* *"]],
    [`import("./a.ts").then((a) => a.b)`, "src/http/a.ts", "load", false, ["* *"]],
    [`let a: import("./a.ts").A`, "src/http/a.ts", "load", true, ["* *"]],
    [`let a: typeof import("./a.ts")`, "src/http/a.ts", "load", true, ["* *"]],
    [`new Worker(new URL("./a.ts", import.meta.url))`, "src/http/a.ts", "load", false, ["* *"]],
    [`import { a } from "fs"`, "node:fs", "import", false, ["a a"]]
  ])("reads %s", (text, target, kind, typeOnly, names) => {
    const found = read(text).map((one) => ({
      target: one.target,
      kind: one.kind,
      typeOnly: one.typeOnly,
      names: one.bindings.map(({ imported, local }) => `${imported} ${local}`)
    }))
    expect(found).toEqual([{ target, kind, typeOnly, names }])
  })

  it("tells statements apart and says where each stands", () => {
    const text = `import { a } from "./a.ts"\n\nexport { b }\nexport const c = "d"\nexport { e } from "./e.ts"\n`
    expect(read(text).map(({ line, specifier }) => `${line} ${specifier}`)).toEqual(["1 ./a.ts", "5 ./e.ts"])
  })

  it.each([
    [`a comment`, `// import "./a.ts"`],
    [`a text`, `const a = 'import "./a.ts"'`],
    [`a method called import`, `this.import("./a.ts")`],
    [`a page`, `new URL("./a", base)`]
  ])("sees none in %s", (_, text) => {
    expect(read(text)).toEqual([])
  })
})
