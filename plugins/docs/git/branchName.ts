/** Names of branches, by the rules of `git check-ref-format --branch`. */

// eslint-disable-next-line no-control-regex
const forbidden = /[\x00-\x20\x7f~^:?*[\\]|\.\.|@\{|\/\/|\.lock(?:\/|$)|(?:^|\/)\.|\.$|\/$|^\//

/** Whether a text is the name of a branch. */
export const isBranchName = (name: string): boolean =>
  name !== "" && name !== "@" && name !== "HEAD" && name.length <= 250 && !name.startsWith("-") && !forbidden.test(name)
