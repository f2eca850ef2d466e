/** The text that an escaped part of an address stands for; itself where it cannot be one. */
export const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
