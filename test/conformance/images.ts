/** Images for conformance tests: what a scanner would send, as far as a header tells, in base64. */

/** Beginning, frame (640 by 480), scan, end. */
const jpegHead = Buffer.from("ffd8ffc0000b0801e0028001011100ffda0008010100003f00", "hex")

/** A JPEG of so many bytes. */
export const jpegOf = (bytes: number): string =>
  Buffer.concat([jpegHead, Buffer.alloc(bytes - jpegHead.length - 2, 0x55), Buffer.from([0xff, 0xd9])]).toString(
    "base64"
  )

/** A small JPEG. */
export const jpeg = jpegOf(100)

/** A PNG of 64 by 64 pixels, all black. */
export const png =
  "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAG0lEQVR4nO3BgQAAAADDoPlT3+AEVQEAAAB8AxBAAAFGOA0dAAAAAElFTkSuQmCC"

/** The shortest submission. */
export const passport = { document_type: "passport", document_front: jpeg }
