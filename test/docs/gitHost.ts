/** A code host for tests: bare repositories behind git's own `http-backend` on loopback, with a token for pushes. */
import { execFileSync, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { onTestFinished } from "vitest"

/** The token that the host accepts. */
export const repoToken = "tok_5up3r-s3cret.of+tests"

const backend = join(execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim(), "git-http-backend")

/** Git without the machine's settings. */
const environment = {
  PATH: process.env["PATH"],
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.com",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.com",
  GIT_AUTHOR_DATE: "2026-01-10T10:00:00Z",
  GIT_COMMITTER_DATE: "2026-01-10T10:00:00Z"
}

export interface GitHost {
  readonly origin: string
  /** Address of the repository. */
  readonly url: string
  /** Runs git in the bare repository. */
  readonly git: (...args: ReadonlyArray<string>) => string
  /** Commits files to a branch as somebody else would. */
  readonly commit: (files: Readonly<Record<string, string | Uint8Array>>, message?: string, branch?: string) => void
  /** Headers of every request so far. */
  readonly seen: Array<{ readonly path: string; readonly authorization: string | undefined }>
  /** Called before a request is passed on. */
  onRequest: (path: string) => void
  /** Whether reading needs the token, too. */
  isPrivate: boolean
}

const parseCgi = (output: Buffer, response: ServerResponse) => {
  const end = output.indexOf("\r\n\r\n")
  let status = 200
  for (const line of output.subarray(0, end).toString().split("\r\n")) {
    const at = line.indexOf(": ")
    if (line.startsWith("Status: ")) status = Number(line.slice(8, 11))
    else if (at > 0) response.setHeader(line.slice(0, at), line.slice(at + 2))
  }
  response.statusCode = status
  response.end(output.subarray(end + 4))
}

const run = (root: string, request: IncomingMessage, response: ServerResponse) => {
  const url = new URL(request.url!, "http://host")
  const child = spawn(backend, [], {
    env: {
      ...environment,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method!,
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      REMOTE_USER: "tester",
      GIT_PROTOCOL: String(request.headers["git-protocol"] ?? "")
    }
  })
  const chunks: Array<Buffer> = []
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk))
  child.stdin.on("error", () => {})
  child.on("close", () => parseCgi(Buffer.concat(chunks), response))
  request.pipe(child.stdin)
}

/** Starts a host with one repository, `team/project.git`, gone when the test ends. */
export const startGitHost = async (
  files: Readonly<Record<string, string>> | undefined = { "README.md": "# Project\n" }
): Promise<GitHost> => {
  const root = mkdtempSync(join(tmpdir(), "bursar-git-host-"))
  const bare = join(root, "team", "project.git")
  execFileSync("git", ["init", "-q", "--bare", "-b", "main", bare], { env: environment })
  const git: GitHost["git"] = (...args) =>
    execFileSync("git", ["-C", bare, ...args], { env: environment, encoding: "utf8" })
  git("config", "http.receivepack", "true")
  const commit: GitHost["commit"] = (changed, message = "Change", branch = "main") => {
    const work = mkdtempSync(join(root, "work-"))
    const at = (...args: ReadonlyArray<string>) =>
      execFileSync("git", ["-C", work, ...args], { env: environment, stdio: "pipe" })
    at("init", "-q", "-b", branch)
    at("remote", "add", "origin", bare)
    try {
      at("pull", "-q", "origin", branch)
    } catch {
      // The branch begins here.
    }
    for (const [path, text] of Object.entries(changed)) {
      execFileSync("mkdir", ["-p", join(work, path, "..")])
      if (typeof text === "string" && text.startsWith("-> "))
        execFileSync("ln", ["-sfn", text.slice(3), join(work, path)])
      else execFileSync("tee", [join(work, path)], { input: text, stdio: ["pipe", "ignore", "inherit"] })
    }
    at("add", "-A")
    at("commit", "-q", "-m", message)
    at("push", "-q", "origin", branch)
  }
  const seen: GitHost["seen"] = []
  const host: Pick<GitHost, "onRequest" | "isPrivate"> = { onRequest: () => {}, isPrivate: false }
  const right = `:${repoToken}`
  const server = createServer((request, response) => {
    const path = request.url!
    const { authorization } = request.headers
    seen.push({ path, authorization })
    host.onRequest(path)
    const said = Buffer.from((authorization ?? "").replace(/^Basic /, ""), "base64").toString()
    if ((host.isPrivate || path.includes("receive-pack")) && !said.endsWith(right)) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end()
      return
    }
    run(root, request, response)
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
    rmSync(root, { recursive: true, force: true })
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  if (files !== undefined) commit(files, "Begin")
  return Object.assign(host, { origin, url: `${origin}/team/project.git`, git, commit, seen })
}
