/** What happens to verifications when time passes. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { RetryPolicy } from "../../../src/domain.ts"
import { carryOutJob, defineJob, storedAs } from "../../../src/plugin.ts"
import { ask, expire, isUnanswered } from "./operations.ts"
import { jobNames, type VerificationJob } from "./Verification.ts"

/** The provider has no result after 60 seconds: what an operator reads on the job. It names the verification only. */
class ProviderSilent extends Data.TaggedError("ProviderSilent")<{ readonly verification: string }> {
  override get message(): string {
    return `The provider has no result of ${this.verification}. Report one, or ask the provider, and run the job again`
  }
}

const payload = storedAs<VerificationJob>({ table: "jobs/cards.kyc", form: { verification: "text", scope: "text" } })

const askProvider = defineJob({
  name: jobNames.ask,
  title: "Ask the provider about a verification",
  payload,
  // A provider may take its time; what else falls due must not wait for it.
  lane: "parallel",
  run: (job, store) =>
    Effect.flatMap(ask(store, job.payload), (step) =>
      step === undefined ? Effect.succeed("done" as const) : carryOutJob(store, step, job)
    )
})

const expireVerification = defineJob({
  name: jobNames.expire,
  title: "End a verification that had no result in time",
  payload,
  run: (job, store) => carryOutJob(store, expire(store, job.payload), job)
})

/** Given up at once unless there is a result: that is how operators hear of it. Run again, it looks again. */
const tellOperator = defineJob({
  name: jobNames.unanswered,
  title: "Tell the operator about a verification without an answer",
  payload,
  retry: RetryPolicy.fromWaits("told once", [0]),
  run: Effect.fnUntraced(function* (job, store) {
    const { verification } = job.payload
    if (yield* isUnanswered(store, job.payload)) return yield* new ProviderSilent({ verification })
    return "done" as const
  })
})

export const kycJobs = [askProvider, expireVerification, tellOperator]
