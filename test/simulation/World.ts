/**
 * One engine under simulation: how it is made of a seed, asked, crashed and begun again, and what the model believes of it.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { bank } from "../../plugins/bank/index.ts"
import { Acquirer } from "../../plugins/cards/acquirer/Acquirer.ts"
import { cards, testAccount } from "../../plugins/cards/index.ts"
import { docs } from "../../plugins/docs/index.ts"
import * as customers from "../../plugins/cards/customers/operations.ts"
import { decide } from "../../src/domain.ts"
import { carryOutUnkeyed } from "../../src/plugin.ts"
import { makeSeededRandom } from "../../src/domain/Id.ts"
import { explainText } from "../../src/engine/Story.ts"
import type { Store, StoreOpenFailed } from "../../src/services/Store.ts"
import * as FaultyStore from "../../src/testing/FaultyStore.ts"
import * as TestEngine from "../../src/testing/TestEngine.ts"
import { inlineWorkbench } from "../docs/layers.ts"
import { makeBankModel, passBank } from "./BankModel.ts"
import { makeCardsModel, passCards } from "./CardsModel.ts"
import { makeDocsModel, passDocs } from "./DocsModel.ts"
import { webhookSecret } from "./docsOperations.ts"
import { mismatch, type Model, type Operation } from "./Operation.ts"
import { makeProcessor } from "./processor.ts"
import { makeRepository, type Repository } from "./repository.ts"
import { answerOf, ownersIn, textsIn } from "./surroundings.ts"

const shopKey = "sk_test_simulation"
const adminToken = "bank-admin-token-of-simulation"
const writerKey = "docs_key_of_simulation"
const client = { clientId: "cli_simulation", clientSecret: "secret-of-simulation", apiKey: "key-of-simulation" }

export const cardsScope = "acct_simulation/test"
export const bankScope = "cli_simulation/test"

/** The rules of a world that its seed decides. */
const termsOf = (pick: (below: number) => number) => ({
  cards: {
    basisPoints: pick(2) * pick(300),
    fixedMinor: pick(2) * pick(40),
    disputeFeeMinor: pick(2) * 1_500,
    settlementDays: pick(2) * pick(3),
    isRemote: pick(2) === 0
  },
  bank: { perTransaction: 100_000, daily: 250_000, approvedFrom: 80_000 }
})

export type Terms = ReturnType<typeof termsOf>

/** What a world is made of. A store of one's own is opened again after each crash; otherwise the engine keeps its data in memory. */
export interface WorldOptions {
  readonly seed: number
  readonly store?: () => Layer.Layer<Store, StoreOpenFailed>
  /** Engines on that store, which are asked in turn. They die together. */
  readonly processes?: number
  readonly terms?: Partial<Terms["cards"]>
  /** A world of every rail of the bank, which has no model. */
  readonly ofRails?: boolean
}

/** An answer, or the state of the engine, is not what it must be. */
export class Unexpected extends Error {
  override readonly name = "Unexpected"
  readonly about: string | undefined
  constructor(message: string, about?: string) {
    super(message)
    this.about = about
  }
}

/** What each caller shows of itself, beside the key of the shop. */
const credentials = {
  shop: {},
  client: { authorization: undefined, "x-api-key": client.apiKey },
  officer: { authorization: `Bearer ${adminToken}` },
  writer: { authorization: `Bearer ${writerKey}` },
  host: { authorization: undefined }
}

const headersOf = ({ as, headers }: Operation, key: string) => ({
  ...credentials[as],
  "idempotency-key": key,
  ...headers
})

const pluginsOf = (
  { basisPoints, disputeFeeMinor, fixedMinor, settlementDays }: Terms["cards"],
  { daily, perTransaction }: Terms["bank"],
  repository: Repository
) => [
  cards({
    mode: "sandbox",
    accounts: [
      {
        id: "acct_simulation",
        keys: [shopKey],
        plan: "dedicated",
        settlementDelayDays: settlementDays,
        fees: { processingBasisPoints: basisPoints, processingMinor: fixedMinor, disputeMinor: disputeFeeMinor }
        // What is monitored would need customers.
      }
    ]
  }),
  bank({
    mode: "sandbox",
    adminToken,
    requestsPerMinute: 1_000_000,
    clients: [{ ...client, name: "Simulation", limits: { perTransaction, daily, perRail: {} } }]
  }),
  docs({
    apiKeys: [Redacted.make(writerKey)],
    webhookSecret: Redacted.make(webhookSecret),
    git: repository.layer,
    workbench: inlineWorkbench
  })
]

/** Makes the world of a seed. */
export const makeWorld = async ({ ofRails = false, processes = 1, seed, store, terms: fixed }: WorldOptions) => {
  const random = makeSeededRandom(seed)
  const pick = (below: number) => random() % below
  const drawn = termsOf(pick)
  const terms: Terms = { ...drawn, cards: { ...drawn.cards, ...fixed } }
  const processor = makeProcessor()
  const repository = makeRepository()
  /** What happens to the store of all engines, and what happens to one of them. */
  const faults = FaultyStore.make()
  const faultsOf = new Map<TestEngine.TestEngine, FaultyStore.Faults>()
  let born = 0
  const beginOne = async (clock: string) => {
    const own = FaultyStore.make()
    const made = await TestEngine.make({
      plugins: pluginsOf(terms.cards, terms.bank, repository),
      clock,
      // Of one seed they would give out the same ids.
      seed: seed + 1_000_000 * born++,
      key: shopKey,
      ...(store && { store: FaultyStore.layer(FaultyStore.layer(store(), faults), own) }),
      layers: (terms.cards.isRemote ? Layer.succeed(Acquirer, processor.acquirers) : Layer.empty) as Layer.Layer<never>
    })
    made.notifier.answerWith(answerOf)
    faultsOf.set(made, store === undefined ? made.faults : own)
    return made
  }
  /** All engines; the first is the one that is asked. */
  const engines: Array<TestEngine.TestEngine> = []
  /** Begins as many as there are to be, and gives the first. */
  const begin = async (clock: string) => {
    while (engines.length < processes) engines.push(await beginOne(clock))
    return engines[0]!
  }
  // A Wednesday at noon in New York.
  let engine = await begin("2026-06-17T16:00:00Z")
  const earlierOwners = await ownersIn(engine)
  const earlierTexts = await textsIn(engine)
  let model: Model = { cards: makeCardsModel(terms.cards), bank: makeBankModel(terms.bank), docs: makeDocsModel() }
  let keys = 0
  const now = () => engine.clock.now().getTime()
  const freshKey = () => `key-${(keys += 1)}`

  /** While it is true, the same engine is asked. */
  let stays = false
  /** Turns to the next engine, once it has heard what time it is. */
  const turn = async () => {
    if (stays) return engine
    const at = engine.clock.now().getTime()
    const next = engines[(engines.indexOf(engine) + 1) % engines.length]!
    engine = next
    while (next.clock.now().getTime() !== at) await pause(1)
    return next
  }

  const send = (to: TestEngine.TestEngine, operation: Operation, key: string) =>
    to.request(operation.method, operation.path, operation.body, headersOf(operation, key))

  const drain = () => Promise.all(engines.map((one) => one.drain()))

  /** Asks when everything that was due has happened, in whichever process. */
  const ask = async (operation: Operation, key: string) => {
    const asked = await turn()
    await drain()
    return send(asked, operation, key)
  }

  /** Asks in this very moment, whatever is due or under way. */
  const askNow = (operation: Operation, key: string) => send(engine, operation, key)

  /** Puts something in the way of the store's writes, or of its reads, until what is returned is called. */
  const planOf = () => (store === undefined ? engine.faults : faults)
  const hinder = (
    fault: () => FaultyStore.Fault | undefined,
    way: "take" | "takeRead" = "take",
    planned: FaultyStore.Faults = planOf()
  ) => {
    const usual = planned[way]
    Object.assign(planned, { [way]: fault })
    return () => void Object.assign(planned, { [way]: usual })
  }

  /** Lets the model know what time it is. */
  const pass = (of: Model = model) => {
    passCards(of.cards, now())
    passBank(of.bank, now())
    passDocs(of.docs)
  }

  /** Holds an answer against the model, which changes with it. */
  const audit = (operation: Operation, answer: TestEngine.TestAnswer, { isHalfway = false, of = model } = {}) => {
    pass(of)
    const predicted = operation.predict(of, now())
    const allowed = [predicted, ...(isHalfway ? (predicted.halfway ?? []) : [])]
    const wrong = allowed.map((one) => mismatch(one, answer))
    if (!wrong.includes(undefined)) throw new Unexpected(`${operation.name}: ${wrong[0]}`, operation.about)
    if (answer.status < 300 || answer.status === 402) predicted.learn?.(answer.json)
    pass(of)
  }

  /**
   * The engine that is asked ends, and what is in memory only is lost; `alive` is called when it has no data any more. Where it was the
   * only one it begins again; otherwise the others live on.
   */
  const end = async (alive = () => {}) => {
    if (store === undefined) {
      // The data are those of this very moment: what the earlier engine still writes is written into the void.
      const begun = engine.snapshot()
      alive()
      await begun
      return
    }
    const at = engine.clock.now().toISOString()
    const [dead] = engines.splice(engines.indexOf(engine), 1)
    await dead!.close()
    alive()
    engine = engines[0] ?? (await begin(at))
  }

  /**
   * Reads what came of work on documents. With several processes it may wait for the one that holds its token: any other one gives the
   * job back, which is due a moment later, and after a minute it goes on without.
   */
  const read = async (operation: Operation): Promise<TestEngine.TestAnswer> => {
    for (let seconds = processes === 1 ? 0 : 60; ; seconds -= 1) {
      const answer = await ask(operation, freshKey())
      if (seconds <= 0 || !/^(queued|pending)$/.test(answer.json?.status)) return answer
      await engine.advance("1 second")
    }
  }

  const hasSnapshots = async () => {
    try {
      await engine.snapshot()
      return true
    } catch (failure) {
      if (failure instanceof TestEngine.SnapshotUnavailable) return false
      throw failure
    }
  }

  return {
    /** Whether the process can die, and another one begin on the same data. */
    canRestart: store !== undefined || (await hasSnapshots()),
    seed,
    ofRails,
    terms,
    /** Whose journals were there before the world began. */
    earlierOwners,
    /** Documents that were there before. */
    earlierTexts,
    get model() {
      return model
    },
    pick,
    /** While it is true, the processor answers as it should. */
    isCalm: false,
    processor,
    repository,
    now,
    freshKey,
    pass,
    ask,
    read,
    askNow,
    /** Lets all happen that is due. What one process gave back, since the other held its token, is due a moment later. */
    settle: async () => {
      await drain()
      if (processes > 1) await engine.advance("1 second")
    },
    audit,
    /** Begins those that have died. */
    revive: async () => void (await begin(engine.clock.now().toISOString())),
    engine: () => engine,
    /** What is to happen to the store. */
    faults: planOf,
    close: async () => {
      for (const one of engines) await one.close()
    },
    /** Asks, and holds the answer against the model. */
    perform: async (operation: Operation, key = freshKey()) => {
      const answer = await ask(operation, key)
      audit(operation, answer)
      return answer
    },
    /** The same, and asks again under the same key: shops and writers get the same bytes. */
    performTwice: async (operation: Operation) => {
      const key = freshKey()
      const first = await ask(operation, key)
      audit(operation, first)
      const isKept = first.status < 300 || first.status === 402
      const hasKey = operation.as === "shop" || operation.as === "writer"
      if (!isKept || !hasKey || operation.method !== "POST") return
      const again = await ask(operation, key)
      // A refusal that changed nothing is not kept: it is made anew, with an id of its own.
      const textOf = ({ text }: TestEngine.TestAnswer) => text.replace(/"request_id":"\w+"/, "")
      if (textOf(again) === textOf(first)) return
      throw new Unexpected(`${operation.name} again: ${again.text}, at first ${first.text}`, operation.about)
    },
    advance: async (by: string) => {
      await engine.advance(by as Parameters<TestEngine.TestEngine["advance"]>[0])
      pass()
    },
    /** From now on so many writes of the process go through, and then none: it is as good as dead. Where it was the only one it begins again. */
    crashIn: async (writes: number, kept: boolean, act: () => Promise<unknown>) => {
      const { promise: dead, resolve: die } = Promise.withResolvers<void>()
      let left = writes
      const fault = (): FaultyStore.Fault | undefined => {
        left -= 1
        if (left >= 0) return undefined
        die()
        return { kept: kept && left === -1, reason: "connection" }
      }
      const dying = await turn()
      stays = true
      const heal = hinder(fault, "take", faultsOf.get(dying)!)
      // Who waits for a dead process gets no answer.
      const acted = act().catch(() => {})
      await Promise.race([acted, dead.then(() => new Promise(setImmediate))])
      await end(heal)
      stays = false
      await acted
    },
    /** A person has verified who a customer is. */
    verify: async (id: string) => {
      await engine.drain()
      const caller = await engine.caller({ principal: testAccount("acct_simulation") })
      const change = customers.change(caller, id, (before) => decide({ state: { ...before, kycStatus: "verified" } }))
      await engine.call(carryOutUnkeyed(caller.store, change))
    },
    /** After so many writes the store takes a few no more, until the request was answered at most. */
    breakIn: async (
      {
        after,
        fault,
        times,
        way = "take"
      }: { after: number; times: number; fault: FaultyStore.Fault; way?: "take" | "takeRead" },
      act: () => Promise<TestEngine.TestAnswer>
    ) => {
      let left = after
      const heal = hinder(() => {
        left -= 1
        // Of several writes whose answers are lost none but the first is kept: the rest finds nobody.
        return left >= 0 || left < -times ? undefined : { ...fault, kept: fault.kept && left === -1 }
      }, way)
      return act().finally(heal)
    },
    /** Asks, and lets what follows happen; at the write that follows so many others another caller asks, too. */
    askBeside: async (writes: number, first: Operation, other: Operation) => {
      let left = writes
      let beside: Promise<TestEngine.TestAnswer> | undefined
      const heal = hinder(() => {
        left -= 1
        if (left === -1) beside = askNow(other, freshKey())
        return undefined
      })
      const answer = await ask(first, freshKey()).finally(() => engine.drain())
      heal()
      return [answer, await (beside ?? ask(other, freshKey()))] as const
    },
    /** Keeps this moment, of engine, model and processor, and gives the way back to it. Only in memory. */
    keep: async () => {
      const moment = await engine.snapshot()
      const kept = structuredClone(model)
      const othersGoBack = [processor.keep(), repository.keep()]
      return async () => {
        await engine.restore(moment)
        model = structuredClone(kept)
        for (const goBack of othersGoBack) goBack()
      }
    },
    explain: async (id: string) => {
      const story = await engine.explain(id)
      const lines = story === undefined ? [] : explainText(story).split("\n")
      // The messages of the networks in full would hide what happened.
      return lines.filter((line) => !line.includes("<?xml")).join("\n")
    }
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>
