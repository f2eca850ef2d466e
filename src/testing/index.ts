/** `bursar/testing`: engines for tests. Everything in it is deterministic and in memory unless it is told otherwise. */
export * as FaultyStore from "./FaultyStore.ts"
export * as TestEngine from "./TestEngine.ts"
export type { NotifierRecording, NotifierRequest, RecordedAnswer } from "../services/Notifier.ts"
export { storeSuite, StoreDiffers, type OpenStore, type StoreCase } from "./storeSuite.ts"
