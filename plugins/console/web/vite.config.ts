/** How the files of the console are built. Addresses are relative, so that a host may mount it anywhere. */
import react from "@vitejs/plugin-react"
import subsetFont from "subset-font"
import { defineConfig, type Plugin } from "vite"

/** What `tokens.css` takes from the large file of letters beyond Western Europe's: those of Europe's languages, and signs of currencies. */
const ranges = [
  [0x0100, 0x017f],
  [0x0192, 0x0192],
  [0x0218, 0x021b],
  [0x1e9e, 0x1e9e],
  [0x20a0, 0x20c0]
] as const

const letters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
  .join("")

/** Fonts cannot be compressed any further. Of this one a quarter is left: 21 kB in place of 85. */
const smallFont: Plugin = {
  name: "small font",
  async generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== "asset" || !file.fileName.includes("latin-ext") || typeof file.source === "string") continue
      file.source = await subsetFont(Buffer.from(file.source), letters, { targetFormat: "woff2" })
    }
  }
}

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  publicDir: false,
  plugins: [react(), smallFont],
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    // The policy of the page allows no data: address but for images.
    assetsInlineLimit: 0,
    license: { fileName: "LICENSES.md" },
    emptyOutDir: true
  }
})
