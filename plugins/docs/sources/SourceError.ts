/** The one exception of readers: a source that cannot be read. Readers are plain functions that run on other threads. */
import type { SourceFailure, SourceFailureCode } from "../model/SourceModel.ts"
import type { SourceLocation } from "../model/Warning.ts"

/** A source cannot be read; `failure` says why and where. */
export class SourceError extends Error {
  override readonly name = "SourceError"
  readonly failure: SourceFailure
  constructor(failure: SourceFailure) {
    super(failure.message)
    this.failure = failure
  }
}

export const refuseSource = (code: SourceFailureCode, message: string, location?: SourceLocation): SourceError =>
  new SourceError({ code, message, location })
