/** Clients that a host brings into being itself, such as the one that the bundled server makes for its sandbox. */
import * as Effect from "effect/Effect"
import { Store } from "../../src/plugin.ts"
import type { ClientConfig } from "./clients/Client.ts"
import { configure } from "./clients/operations.ts"

/** Makes the clients, or brings them up to date. */
export const configureClients = (clients: ReadonlyArray<ClientConfig>) =>
  Effect.flatMap(Store, (store) => Effect.flatMap(store.region(store.home), (home) => configure(home, clients)))
