/** `bursar/testing`: engines for tests. Everything in it is deterministic and in memory unless an option says otherwise. */
import "../services/refuseOldNode.ts"
export * as FaultyStore from "./FaultyStore.ts"
export * as TestEngine from "./TestEngine.ts"
export { explainText, type Story, type StoryStep } from "../engine/Story.ts"
export {
  assertBalanced,
  assertDelivered,
  assertSettled,
  AssertionFailed,
  matchers,
  type Checked,
  type DeliveredOf,
  type EngineMatchers
} from "./checks.ts"
export { hang, loseAnswer, pass, refuse, scripted, ScriptEnded, ScriptedAct, type Scripted } from "./scripted.ts"
export type { NotifierRecording, NotifierRequest, RecordedAnswer } from "../services/Notifier.ts"
export {
  pluginSuite,
  PluginDiffers,
  type PluginCase,
  type PluginFixture,
  type SuiteAccount,
  type SuiteRequest
} from "./pluginSuite.ts"
export { storeSuite, StoreDiffers, type OpenStore, type StoreCase } from "./storeSuite.ts"
