/** The schema of the plugin, in order. Released steps never change: a new one is a new file and a line here. */
import type { Migration } from "../../../src/plugin.ts"
import { docs0001 } from "./0001_docs.ts"
import { docs0002 } from "./0002_publishing.ts"
import { docs0003 } from "./0003_context_documents.ts"
import { docs0004 } from "./0004_rules.ts"
import { docs0005 } from "./0005_version_texts.ts"

export const docsMigrations: ReadonlyArray<Migration> = [docs0001, docs0002, docs0003, docs0004, docs0005]
