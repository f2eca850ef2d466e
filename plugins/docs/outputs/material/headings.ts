/** Headings as plain words. */

/** A heading without marks of Markdown. */
export const plainHeading = (text: string): string =>
  text
    .replaceAll(/\s+/g, " ")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/!?\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/(?<![\w*\\])\*(?=[^\s*])([^*]*[^\s*])\*(?![\w*])/g, "$1")
    .replaceAll(/\*\*|__|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g, "")
    .trim()
    .replace(/:$/, "")
