/**
 * The load process: sends the requests of one plan over keep-alive sockets, one outstanding request per connection,
 * and reports what it measured to its parent. It does HTTP/1.1 by hand over `node:net`, because a client that costs
 * more than the server would measure itself.
 */
import { connect } from "node:net"
import type { LoadPlan, LoadResult } from "./load.ts"
import { makeTally, readAnswer } from "./load-tally.ts"
import { makeRequestFactory } from "./requests.ts"
import type { RequestFactory } from "./requests.ts"

/** How often a load with a given rate hands out permissions to send. */
const pacerIntervalMs = 10

/** Decides when a connection may send its next request, and when the load is over. */
const makeGate = (plan: LoadPlan, startedAt: number) => {
  const maxRequests = plan.maxRequests ?? Number.POSITIVE_INFINITY
  const deadline = startedAt + (plan.durationMs ?? Number.POSITIVE_INFINITY)
  const idle: Array<() => void> = []
  const isOver = () => sent >= maxRequests || performance.now() >= deadline
  const wakeIdle = () => {
    for (const send of idle.splice(0)) send()
  }
  let sent = 0
  let permissions = plan.ratePerSecond === undefined ? Number.POSITIVE_INFINITY : 0
  const pacer = setInterval(() => {
    if (plan.ratePerSecond !== undefined) {
      // At most one second of arrears is made up for: a stalled server is not hit by a burst afterwards.
      const granted = (plan.ratePerSecond * pacerIntervalMs) / 1000
      permissions = Math.min(permissions + granted, plan.ratePerSecond)
    }
    wakeIdle()
  }, pacerIntervalMs)
  return {
    isOver,
    /** The number of the request to send now; without one, `send` is called again once there may be one. */
    next: (send: () => void): number | undefined => {
      if (permissions < 1) {
        idle.push(send)
        return undefined
      }
      permissions -= 1
      return sent++
    },
    close: () => clearInterval(pacer)
  }
}

type Gate = ReturnType<typeof makeGate>

interface Connection {
  readonly plan: LoadPlan
  readonly gate: Gate
  readonly render: RequestFactory
  readonly tally: ReturnType<typeof makeTally>
  /** Called once; with an error when the connection ended before the load. */
  readonly closed: (error?: Error) => void
}

const openConnection = ({ plan, gate, render, tally, closed }: Connection): void => {
  // One reused buffer per socket: no allocation per answer.
  const buffer = Buffer.allocUnsafe(65_536)
  let partial = ""
  let sentAt = 0
  let failure: Error | undefined
  const send = () => {
    if (gate.isOver()) return void socket.end()
    const index = gate.next(send)
    if (index === undefined) return
    sentAt = performance.now()
    socket.write(render(index), "latin1")
  }
  const receive = (length: number): boolean => {
    const text = partial + buffer.toString("latin1", 0, length)
    const answer = readAnswer(text)
    partial = answer === undefined ? text : ""
    if (answer !== undefined) {
      tally.add(answer, sentAt, performance.now())
      send()
    }
    return true
  }
  const socket = connect({
    host: "127.0.0.1",
    port: plan.port,
    noDelay: true,
    onread: { buffer, callback: receive }
  })
  socket.on("connect", send)
  socket.on("error", (error) => {
    failure = error
  })
  socket.on("close", () => {
    const early = gate.isOver() ? undefined : new Error("the server closed a connection")
    closed(plan.endsWithServer === true ? undefined : (failure ?? early))
  })
}

const run = (plan: LoadPlan): Promise<LoadResult> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const gate = makeGate(plan, startedAt)
    const tally = makeTally(plan, startedAt)
    const render = makeRequestFactory(plan.requests)
    let open = plan.connections
    const closed = (error?: Error) => {
      if (error !== undefined) reject(error)
      open -= 1
      if (open > 0) return
      gate.close()
      resolve(tally.result())
    }
    for (let index = 0; index < plan.connections; index += 1) openConnection({ plan, gate, render, tally, closed })
  })

process.once("message", (plan: LoadPlan) => {
  run(plan).then(
    (result) => process.send?.({ result }, undefined, {}, () => process.exit(0)),
    (error: unknown) => process.send?.({ failure: String(error) }, undefined, {}, () => process.exit(1))
  )
})
