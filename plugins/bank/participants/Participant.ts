/** A bank in the directory: which rails it takes part in. */

/** One rail of a bank. */
export interface Participation {
  readonly participates: boolean
  /** Takes part but is not there now: nothing reaches it over this rail. */
  readonly signedOff?: boolean | undefined
}

/** Whether payments reach a bank over a rail now. */
export const isReached = ({ participates, signedOff }: Participation): boolean => participates && signedOff !== true

/** An instant rail of a bank. */
export interface InstantParticipation extends Participation {
  /** Whether its customers can be sent requests for payment. */
  readonly rfp?: boolean | undefined
}

/** A bank. */
export interface Participant {
  readonly routingNumber: string
  readonly name: string
  readonly status: "active" | "inactive"
  readonly ach: Participation
  readonly fedwire: Participation
  readonly rtp: InstantParticipation
  readonly fednow: InstantParticipation & {
    /** What the bank may send over FedNow at most, in cents; absent: the network's default (decisions B46). */
    readonly sendLimitCents?: number | undefined
    /** What it takes at most; absent: it takes what it may be sent. */
    readonly receiveLimitCents?: number | undefined
  }
}
