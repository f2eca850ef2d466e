/** A console on a test engine, and somebody at a browser. */
import { onTestFinished } from "vitest"
import { webConsole, type ConsoleOptions } from "../../plugins/console/index.ts"
import type { CreateEngineOptions } from "../../src/index.ts"
import type { CoreServices, Plugin } from "../../src/plugin.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"

export const adminToken = "admin-token-of-the-tests"
export const readToken = "read-token-of-the-tests"

/** Tokens of administrators who are named. */
export const administratorTokens = { anna: "token-of-anna-for-tests", ben: "token-of-ben-for-tests" }

/** Host of the requests that a test engine is asked with. */
export const origin = "http://engine.test"

/** What the console's own page sends with a change. */
export const ownPage = { origin, "x-bursar-console": "1", "content-type": "application/json", authorization: undefined }

let forms = 0

export interface Browser {
  /** The cookie, without its attributes. */
  cookie: string | undefined
  readonly get: (path: string, headers?: TestEngine.RequestHeaders) => Promise<TestEngine.TestAnswer>
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: TestEngine.RequestHeaders
  ) => Promise<TestEngine.TestAnswer>
  readonly signIn: (token?: string) => Promise<TestEngine.TestAnswer>
  /** Runs an action of a panel. */
  readonly act: (
    action: string,
    on: {
      readonly id?: string
      readonly input?: object
      readonly reason?: string
      readonly region?: string
      readonly key?: string
    }
  ) => Promise<TestEngine.TestAnswer>
  readonly rows: (panel: string, query?: string) => Promise<ReadonlyArray<any>>
}

/** A browser at the console of an engine, signed out. */
export const browserAt = (engine: Pick<TestEngine.TestEngine, "request">, mount = "/console"): Browser => {
  const browser: Browser = {
    cookie: undefined,
    get: (path, headers = {}) =>
      engine.request("GET", `${mount}${path}`, undefined, {
        authorization: undefined,
        "content-type": undefined,
        cookie: browser.cookie,
        ...headers
      }),
    send: (method, path, body, headers = {}) =>
      engine.request(method, `${mount}${path}`, body, { ...ownPage, cookie: browser.cookie, ...headers }),
    signIn: async (token = adminToken) => {
      const answer = await browser.send("POST", "/api/session", { token })
      browser.cookie = answer.headers.get("set-cookie")?.split(";")[0]
      return answer
    },
    act: (action, { region, ...on }) => {
      const [plugin, panel, name] = action.split(".")
      const query = region === undefined ? "" : `?region=${region}`
      return browser.send("POST", `/api/panels/${plugin}.${panel}/actions/${name}${query}`, {
        reason: "The customer asked for it",
        key: `form-${String((forms += 1)).padStart(8, "0")}`,
        ...on
      })
    },
    rows: async (panel, query = "") => (await browser.get(`/api/panels/${panel}/rows${query}`)).json.rows
  }
  return browser
}

/** Starts an engine with a console beside other plugins, and signs a browser in. */
export const startConsole = async (
  of: {
    readonly plugins?: ReadonlyArray<Plugin<CoreServices>>
    readonly console?: Partial<ConsoleOptions>
    readonly engine?: Partial<CreateEngineOptions<never>>
  } = {}
): Promise<{ readonly engine: TestEngine.TestEngine; readonly browser: Browser }> => {
  const engine = await TestEngine.make({
    ...of.engine,
    plugins: [
      ...(of.plugins ?? []),
      webConsole({ adminToken: () => adminToken, readToken: () => readToken, ...of.console })
    ]
  })
  onTestFinished(() => engine.close())
  const browser = browserAt(engine)
  await browser.signIn()
  return { engine, browser }
}
