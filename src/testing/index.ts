/** `bursar/testing`: engines for tests. Everything in it is deterministic and in memory unless it is told otherwise. */
import "../services/refuseOldNode.ts"
export * as FaultyStore from "./FaultyStore.ts"
export * as TestEngine from "./TestEngine.ts"
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
