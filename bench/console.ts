/**
 * The console in Chromium on a store of many payments: first paint, and whether a list of all of them scrolls without a
 * stutter. Leaves out a network, a cold file cache, and other pages.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { chromium, type Page } from "playwright-core"
import { defineBench, numberOption, textOption } from "./options.ts"
import { rounded, writeLine } from "./report.ts"
import { makeSeededFolder } from "./seed.ts"
import { makeWorkplace, startServer } from "./servers.ts"

/** Scrolling for so long, by so many pixels each frame: a row, and ten of them. Our choices. */
const scrollMs = 5_000
const speedsPx = [44, 440]

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

const firstPaint = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((done) => new PerformanceObserver((list) => {
    const paint = list.getEntriesByName("first-contentful-paint")[0]
    if (paint) done(paint.startTime)
  }).observe({ type: "paint", buffered: true }))`)

/** The times between frames while the list scrolls, and its longest task. */
const scroll = async (
  page: Page,
  px: number
): Promise<{ readonly frames: ReadonlyArray<number>; readonly longestTaskMs: number }> =>
  page.evaluate(`new Promise((done) => {
    const list = document.querySelector(".grid-scroll")
    const frames = []
    let longestTaskMs = 0
    new PerformanceObserver((seen) => {
      for (const { duration } of seen.getEntries()) longestTaskMs = Math.max(longestTaskMs, duration)
    }).observe({ type: "longtask" })
    const begin = performance.now()
    let before = begin
    const step = (now) => {
      frames.push(now - before)
      before = now
      list.scrollTop += ${px}
      if (now - begin < ${scrollMs}) requestAnimationFrame(step)
      else done({ frames: frames.slice(1).sort((a, b) => a - b), longestTaskMs })
    }
    requestAnimationFrame(step)
  })`)

/** Until the rows at a place far away are there. */
const jump = (page: Page, share: number): Promise<number> =>
  page.evaluate(`new Promise((done) => {
    const list = document.querySelector(".grid-scroll")
    const begin = performance.now()
    list.scrollTop = list.scrollHeight * ${share}
    const look = () => {
      const rows = [...list.querySelectorAll(".grid-row.body")]
      if (rows.length > 10 && rows.every((row) => row.querySelector(".bone") === null)) done(performance.now() - begin)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(() => requestAnimationFrame(look))
  })`)

/** What the first page loads, each compressed by gzip: the page, and the files that it names. */
const firstLoadBytes = async (at: string): Promise<number> => {
  const bytes = async (path: string) => Buffer.from(await (await fetch(`${at}/${path}`)).arrayBuffer())
  const page = await bytes("")
  const named = new Set(Array.from(page.toString().matchAll(/assets\/[\w.-]+/g), ([path]) => path))
  const files = await Promise.all(Array.from(named, bytes))
  return [page, ...files].reduce((sum, file) => sum + gzipSync(file, { level: 9 }).length, 0)
}

/** The bench `console`. */
export const consoleInBrowser = defineBench({
  summary: "the console on a store of many payments, in Chromium",
  options: {
    payments: numberOption(100_000, { min: 1_000, max: 1_000_000 }, "payments in the list"),
    folder: textOption("folder for the data; default: the system's for temporary files"),
    cache: textOption("folder that keeps seeded data folders for the next run"),
    chromium: textOption("the browser; default: /usr/bin/chromium")
  },
  run: async (options) => {
    const place = makeWorkplace(options.folder)
    const { folder } = await makeSeededFolder("bursar", place, options)
    const server = await startServer("bursar", place, folder)
    const { admin } = JSON.parse(readFileSync(join(folder, "credentials.json"), "utf8")) as { admin: { token: string } }
    const browser = await chromium.launch({
      executablePath: options.chromium === "" ? "/usr/bin/chromium" : options.chromium,
      args: ["--no-sandbox"]
    })
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
    const at = `http://127.0.0.1:${server.port}/console`
    await page.goto(at)
    writeLine(`first load, gzip: ${rounded((await firstLoadBytes(at)) / 1_000, 0)} kB`)
    writeLine(`first paint of the sign-in page: ${rounded(await firstPaint(page), 0)} ms`)
    await page.getByLabel("Admin token").fill(admin.token)
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.getByRole("region", { name: "Engine time" }).waitFor()
    await page.goto(`${at}/cards.payments`)
    const paint = await firstPaint(page)
    await page.locator(".grid-row.body a").first().waitFor()
    const rowsMs = (await page.evaluate("performance.now()")) as number
    writeLine(`list of ${options.payments}: first paint ${rounded(paint, 0)} ms, rows within ${rounded(rowsMs, 0)} ms`)
    for (const px of speedsPx) {
      const { frames, longestTaskMs } = await scroll(page, px)
      const shares = [0.5, 0.95, 0.99, 1].map((share) => rounded(percentile(frames, share), 1)).join(", ")
      writeLine(`${px} px a frame: ${frames.length} frames, p50, p95, p99, max ${shares} ms`)
      writeLine(`  longest task ${longestTaskMs} ms`)
    }
    for (const share of [0.5, 0.99, 0.1]) {
      writeLine(`jump to ${share * 100} %: rows after ${rounded(await jump(page, share), 0)} ms`)
    }
    await browser.close()
    await server.stop()
  }
})
