/** How calls in process are made of this plugin's operations. */
import { atHome, bySchema, fieldNames, makeHostCalls } from "../../src/plugin.ts"
import type { GitClient } from "./git/GitClient.ts"
import type { RepoTokens } from "./git/RepoTokens.ts"
import type { Download } from "./sources/Download.ts"
import type { DocsSettings } from "./settings.ts"
import type { LiveDrafts } from "./workbench/LiveDrafts.ts"
import type { Workbench } from "./workbench/Workbench.ts"
import type { Writer } from "./writer/Writer.ts"

const same = (name: string): string => name

/** `const { change, read } = callsOf(DocsApi, "projects")`: whoever has a key may call everything. */
export const callsOf = makeHostCalls<
  DocsSettings | Download | GitClient | LiveDrafts | RepoTokens | Workbench | Writer
>()({
  reader: bySchema,
  names: fieldNames({ inBody: same, inCommand: same }),
  admit: atHome
})
