/** What statuses of answers mean by themselves. */

/** Whether an answer is an error by its code: 4xx, 5xx, and those past 5xx, which are to be read as such (RFC 9110, section 15). */
export const isError = (status: string): boolean => /^[4-9]/.test(status)

const isDefault = (status: string): boolean => status.toLowerCase() === "default"

/** The errors among the answers of an operation. What no code is given for is one where a success is told beside it. */
export const errorsAmong = <Response extends { readonly code: string }>(
  responses: ReadonlyArray<Response>
): ReadonlyArray<Response> => {
  const tellsSuccess = responses.some(({ code }) => /^[1-3]/.test(code))
  return responses.filter(({ code }) => isError(code) || (tellsSuccess && isDefault(code)))
}

/** RFC 9110 and its registry, for codes that sources leave without words. */
const meanings: Readonly<Record<string, string>> = {
  "400": "Bad Request",
  "401": "Unauthorized",
  "402": "Payment Required",
  "403": "Forbidden",
  "404": "Not Found",
  "405": "Method Not Allowed",
  "406": "Not Acceptable",
  "408": "Request Timeout",
  "409": "Conflict",
  "410": "Gone",
  "412": "Precondition Failed",
  "413": "Content Too Large",
  "415": "Unsupported Media Type",
  "422": "Unprocessable Content",
  "423": "Locked",
  "424": "Failed Dependency",
  "428": "Precondition Required",
  "429": "Too Many Requests",
  "500": "Internal Server Error",
  "501": "Not Implemented",
  "502": "Bad Gateway",
  "503": "Service Unavailable",
  "504": "Gateway Timeout",
  default: "Any other status",
  "4XX": "Client error",
  "5XX": "Server error"
}

/** What a status means by itself. */
export const meaningOfStatus = (status: string): string => meanings[status] ?? meanings[status.toUpperCase()] ?? "Error"
