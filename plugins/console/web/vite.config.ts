/** How the files of the console are built. Addresses are relative, so that a host may mount it anywhere. */
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

export default defineConfig({
  root: import.meta.dirname,
  base: "./",
  publicDir: false,
  plugins: [react()],
  build: {
    target: "es2023",
    modulePreload: { polyfill: false },
    // The policy of the page allows no data: address but for images.
    assetsInlineLimit: 0,
    license: { fileName: "LICENSES.md" },
    emptyOutDir: true
  }
})
