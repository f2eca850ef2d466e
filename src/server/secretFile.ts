/** Files that hold secrets: readable by their owner only, and never seen half written. */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync
} from "node:fs"
import { dirname } from "node:path"

/** Read and write for the owner, nothing for anybody else. */
const ownerOnly = 0o600

const permissionBits = 0o777

const isCode = (error: unknown, code: string): boolean =>
  typeof error === "object" && error !== null && Reflect.get(error, "code") === code

const writeBeside = (path: string, text: string): string => {
  const beside = `${path}.${process.pid}.new`
  rmSync(beside, { force: true })
  const file = openSync(beside, "wx", ownerOnly)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return beside
}

/** Flushes the names in the folder of a file: until then a loss of power takes a new one away. Windows knows no such flush. */
const flushNames = (path: string): void => {
  if (process.platform === "win32") return
  const folder = openSync(dirname(path), "r")
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}

/** The text of a secret file, or `undefined` where there is none. Takes away rights that others have on it. */
export const readSecretFile = (path: string): string | undefined => {
  try {
    if ((statSync(path).mode & permissionBits) !== ownerOnly) chmodSync(path, ownerOnly)
    return readFileSync(path, "utf8")
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined
    throw error
  }
}

/**
 * Makes a secret file, unless there is one: then nothing changes and `false` is the answer. Of several processes that
 * make the same file one succeeds. It is on disk when this answers.
 */
export const createSecretFile = (path: string, text: string): boolean => {
  const beside = writeBeside(path, text)
  try {
    linkSync(beside, path)
    return true
  } catch (error) {
    if (isCode(error, "EEXIST")) return false
    throw error
  } finally {
    rmSync(beside, { force: true })
    flushNames(path)
  }
}

/** Puts a text in place of a secret file, whole or not at all. */
export const replaceSecretFile = (path: string, text: string): void => {
  renameSync(writeBeside(path, text), path)
  flushNames(path)
}
