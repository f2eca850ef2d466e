/** How far back the risk engine looks (decisions C1), in milliseconds. */

const minuteMs = 60_000
export const shortWindowMs = 10 * minuteMs
export const hourMs = 60 * minuteMs
export const dayMs = 24 * hourMs
/** How long a device is known to be a customer's (our choice). */
export const deviceMemoryMs = 365 * dayMs
