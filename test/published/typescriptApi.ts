/**
 * Loaded before a generator of others: these write with the JavaScript API of TypeScript, which version 7 has no more. They
 * get that of version 5 instead, as @ts-morph/common holds it.
 */
import { createRequire, registerHooks } from "node:module"

const { ts } = createRequire(import.meta.url)("@ts-morph/common") as { readonly ts: Readonly<Record<string, unknown>> }

const standIn = "stand-in:typescript"

const source = [
  `import { createRequire } from "node:module"`,
  `const { ts } = createRequire(${JSON.stringify(import.meta.url)})("@ts-morph/common")`,
  `export default ts`,
  ...Object.keys(ts)
    .filter((name) => /^[A-Za-z]\w*$/.test(name) && name !== "default")
    .map((name) => `export const ${name} = ts.${name}`)
].join("\n")

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "typescript" ? { url: standIn, shortCircuit: true } : next(specifier, context),
  load: (url, context, next) =>
    url === standIn ? { format: "module", source, shortCircuit: true } : next(url, context)
})
