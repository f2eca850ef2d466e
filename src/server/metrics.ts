/** Figures for operators in the text format of Prometheus: answered requests, jobs, memory and processor time. */
import * as Effect from "effect/Effect"
import { monitorEventLoopDelay } from "node:perf_hooks"
import type { JobStatus } from "../engine/Engine.ts"
import type { LateJobs } from "../engine/lateJobs.ts"
import type { StoreUnavailable } from "../services/Store.ts"

/** What became of the requests under one mount: plain counters, so that counting costs a request nothing to speak of. */
export interface Tally {
  readonly mount: string
  /** Answers by the first digit of their status. */
  readonly answers: Array<number>
  /** Requests whose caller went away before the answer. */
  abandoned: number
}

/** A tally with nothing in it. */
export const makeTally = (mount: string): Tally => ({ mount, answers: [0, 0, 0, 0, 0, 0], abandoned: 0 })

export const countAnswer = ({ answers }: Tally, status: number): void => {
  const digit = Math.trunc(status / 100)
  answers[digit] = (answers[digit] ?? 0) + 1
}

/**
 * Counting jobs reads their whole index. A figure is used again for this many times as long as it took to count, so
 * that whoever asks, and however often, counting takes at most one hundredth of the time.
 */
const reuseFactor = 100

/** How jobs stand, counted anew or a moment ago. */
export const makeJobMeter = <A>(
  jobs: Effect.Effect<A, StoreUnavailable>,
  monotonicMs: () => number = () => performance.now()
): Effect.Effect<A, StoreUnavailable> => {
  let latest: A | undefined
  let usableUntilMs = 0
  return Effect.suspend(() => {
    const startMs = monotonicMs()
    if (latest !== undefined && startMs < usableUntilMs) return Effect.succeed(latest)
    return Effect.tap(jobs, (status) =>
      Effect.sync(() => {
        const endMs = monotonicMs()
        latest = status
        usableUntilMs = endMs + (endMs - startMs) * reuseFactor
      })
    )
  })
}

interface Family {
  readonly name: string
  readonly type: "counter" | "gauge"
  readonly help: string
  readonly samples: ReadonlyArray<{ readonly labels?: Readonly<Record<string, string>>; readonly value: number }>
}

const escapeLabel = (text: string) =>
  text.replace(/[\\"\n]/g, (character) => (character === "\n" ? "\\n" : `\\${character}`))

const labelText = (labels: Readonly<Record<string, string>> = {}): string => {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`
}

const renderFamily = ({ help, name, samples, type }: Family): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value }) => `${name}${labelText(labels)} ${value}`),
    ""
  ].join("\n")

const requestSamples = (tallies: ReadonlyArray<Tally>): Family["samples"] =>
  tallies.flatMap(({ abandoned, answers, mount }) => [
    ...answers.flatMap((value, digit) => (value === 0 ? [] : [{ labels: { mount, status: `${digit}xx` }, value }])),
    ...(abandoned === 0 ? [] : [{ labels: { mount, status: "abandoned" }, value: abandoned }])
  ])

const microsecondsPerSecond = 1_000_000

const single = (name: string, type: Family["type"], help: string, value: number): Family => ({
  name,
  type,
  help,
  samples: [{ value }]
})

/** How often the delay of the event loop is looked at, in milliseconds. Our choice: it costs nothing to speak of. */
const delayEveryMs = 20

const nanosecondsPerSecond = 1e9

/** Measures how late the event loop is, from now on. Each reading is of the time since the one before. */
export const makeDelayMeter = () => {
  const delays = monitorEventLoopDelay({ resolution: delayEveryMs })
  delays.enable()
  return (): EventLoopDelay => {
    const read = (nanoseconds: number) => Math.max(0, (nanoseconds || 0) / nanosecondsPerSecond - delayEveryMs / 1_000)
    const delay = { p50: read(delays.percentile(50)), p99: read(delays.percentile(99)), max: read(delays.max) }
    delays.reset()
    return delay
  }
}

/** How late the event loop was, in seconds. */
export interface EventLoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const delayFamilies = (delay: EventLoopDelay | undefined): ReadonlyArray<Family> =>
  delay === undefined
    ? []
    : [
        {
          name: "nodejs_eventloop_delay_seconds",
          type: "gauge",
          help: "How late the event loop was since the last reading.",
          samples: Object.entries(delay).map(([quantile, value]) => ({ labels: { quantile }, value }))
        }
      ]

const dueFamilies = (due: ReadonlyArray<LateJobs> = []): ReadonlyArray<Family> => [
  {
    name: "bursar_jobs_due",
    type: "gauge",
    help: "Jobs that are due and not done, by name.",
    samples: due.map(({ due: value, name }) => ({ labels: { job_name: name }, value }))
  },
  {
    name: "bursar_jobs_late_seconds",
    type: "gauge",
    help: "How long the oldest job that is due has been so, by name, in engine time.",
    samples: due.map(({ lateMs, name }) => ({ labels: { job_name: name }, value: lateMs / 1_000 }))
  }
]

const processFamilies = (): ReadonlyArray<Family> => {
  const memory = process.memoryUsage()
  const { system, user } = process.cpuUsage()
  return [
    single("process_resident_memory_bytes", "gauge", "Memory of the process.", memory.rss),
    single("nodejs_heap_size_used_bytes", "gauge", "Memory of the JavaScript heap in use.", memory.heapUsed),
    single("process_cpu_seconds_total", "counter", "Processor time.", (system + user) / microsecondsPerSecond),
    single("process_start_time_seconds", "gauge", "When the process started.", performance.timeOrigin / 1_000)
  ]
}

/** What the figures are taken from. */
export interface MetricsSources {
  readonly version: string
  readonly tallies: ReadonlyArray<Tally>
  /** `undefined` while the store cannot be read. */
  readonly jobs: JobStatus | undefined
  /** Jobs that are due; `undefined` while the store cannot be read. */
  readonly due?: ReadonlyArray<LateJobs> | undefined
  readonly delay?: EventLoopDelay | undefined
}

/** The server's own figures. */
export const renderMetrics = ({ delay, due, jobs, tallies, version }: MetricsSources): string => {
  const families: ReadonlyArray<Family> = [
    {
      name: "bursar_build_info",
      type: "gauge",
      help: "The running version.",
      samples: [{ labels: { version }, value: 1 }]
    },
    {
      name: "bursar_http_requests_total",
      type: "counter",
      help: "Answered requests by mount and class of status.",
      samples: requestSamples(tallies)
    },
    {
      name: "bursar_store_readable",
      type: "gauge",
      help: "1 when the store could be read just now.",
      samples: [{ value: jobs === undefined ? 0 : 1 }]
    },
    {
      name: "bursar_jobs",
      type: "gauge",
      help: "Jobs that wait, and jobs that were given up.",
      samples:
        jobs === undefined
          ? []
          : [
              { labels: { state: "waiting" }, value: jobs.waiting },
              { labels: { state: "dead" }, value: jobs.dead }
            ]
    },
    ...dueFamilies(due),
    ...delayFamilies(delay),
    ...processFamilies()
  ]
  return families.map(renderFamily).join("")
}
