/** What reading gives; `undefined` where it throws. */
export const readOrNone = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The text that an escaped part of an address stands for; itself where it cannot be one. */
export const decoded = (text: string): string => readOrNone(() => decodeURIComponent(text)) ?? text

const utf8 = new TextDecoder("utf-8", { fatal: true })

/** Bytes as text; `undefined` where they are none in UTF-8. */
export const utf8In = (bytes: Uint8Array): string | undefined => readOrNone(() => utf8.decode(bytes))
