/** Payments that an officer ends by hand, after asking the network in person. */
export { resolveByHand } from "../payments/network.ts"
