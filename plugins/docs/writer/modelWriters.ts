/**
 * Writers on language models, as layers. Their modules are loaded when a layer is built: a service that writes by rules
 * does not pay for them.
 */
import type { LanguageModel } from "effect/ai/LanguageModel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { LanguageModelWriterOptions } from "./LanguageModelWriter.ts"
import type { OpenAiCompatibleOptions } from "./openai-compatible/OpenAiCompatible.ts"
import type { Writer } from "./Writer.ts"

const loaded = <Module, A>(load: () => Promise<Module>, use: (module: Module) => A) =>
  Effect.map(Effect.promise(load), use)

/** The `Writer` on the `LanguageModel` of the host, from any provider of `effect/ai`. */
export const languageModelWriter = (
  options: LanguageModelWriterOptions = {}
): Layer.Layer<Writer, never, LanguageModel> =>
  Layer.unwrap(
    loaded(
      () => import("./LanguageModelWriter.ts"),
      ({ layer }) => layer(options)
    )
  )

/** The `LanguageModel` of an endpoint that speaks the chat completions protocol. */
export const openAiCompatibleModel = (options: OpenAiCompatibleOptions): Layer.Layer<LanguageModel> =>
  Layer.unwrap(
    loaded(
      () => import("./openai-compatible/OpenAiCompatible.ts"),
      ({ layerFetch }) => layerFetch(options)
    )
  )

/** The `Writer` on such an endpoint, ready for `docs({ writer })`. */
export const openAiCompatibleWriter = (
  options: OpenAiCompatibleOptions & LanguageModelWriterOptions
): Layer.Layer<Writer> => Layer.provide(languageModelWriter(options), openAiCompatibleModel(options))
