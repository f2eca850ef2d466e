/** Images for conformance tests: what a scanner would send, as far as a header tells, in base64. */

/** Beginning, frame (640 by 480), scan, end. */
const jpegBytes = [
  ...[0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0x01, 0xe0, 0x02, 0x80, 1, 1, 0x11, 0],
  ...[0xff, 0xda, 0, 8, 1, 1, 0, 0, 63, 0]
]

/** A JPEG of so many bytes. */
export const jpegOf = (bytes: number): string =>
  Buffer.concat([
    Buffer.from(jpegBytes),
    Buffer.alloc(bytes - jpegBytes.length - 2, 0x55),
    Buffer.from([0xff, 0xd9])
  ]).toString("base64")

/** A small JPEG. */
export const jpeg = jpegOf(100)

/** A PNG of 64 by 64 pixels, all black. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR4nO3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAFGOA0dAAAAAElFTkSuQmCC"

/** The shortest submission. */
export const passport = { document_type: "passport", document_front: jpeg }
