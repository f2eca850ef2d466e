/** `bursar keys`: what opens the server, and new secrets for a production server. */
import { randomBytes } from "node:crypto"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { fileNames, readCredentials } from "../credentials.ts"
import { CommandRefused } from "../refusal.ts"
import { settings } from "../settings.ts"
import { answer, envWith, keysInFiles, settingFlags, type Env } from "./Io.ts"

/** How many characters at the end of a secret are shown: enough to tell two apart. */
const shownCharacters = 4

const masked = (text: string): string => `${"*".repeat(8)}${text.slice(-shownCharacters)}`

interface Row {
  readonly opens: string
  readonly from: string
  readonly secret: string
}

const rowsIn = (env: Env, files: Effect.Success<ReturnType<typeof keysInFiles>>): ReadonlyArray<Row> => {
  const file = join(env[settings.folder.name] || ".bursar", fileNames.credentials)
  const { admin, bank, cards, docs } = readCredentials(file)
  const row = (opens: string, variable: string | undefined, made: string | undefined): ReadonlyArray<Row> => {
    const set = variable === undefined ? undefined : env[variable]
    if (set) return set.split(",").map((secret) => ({ opens, from: variable!, secret: secret.trim() }))
    return made === undefined ? [] : [{ opens, from: file, secret: made }]
  }
  const bankRows = (from: string, { apiKey, clientId, clientSecret }: NonNullable<typeof bank>): ReadonlyArray<Row> => [
    { opens: `bank (key of ${clientId})`, from, secret: apiKey },
    { opens: `bank (secret of ${clientId})`, from, secret: clientSecret }
  ]
  return [
    ...(files.cards?.map((secret) => ({ opens: "cards", from: settings.cardsAccounts.name, secret })) ??
      row("cards", settings.cardsKeys.name, cards?.secretKey)),
    ...(files.bank?.flatMap((client) => bankRows(settings.bankClients.name, client)) ??
      (bank === undefined ? [] : bankRows(file, bank))),
    ...row("docs", settings.docsApiKey.name, docs?.apiKey),
    ...row("docs (CI webhook)", settings.docsWebhookSecret.name, docs?.webhookSecret),
    ...row("admin", settings.adminToken.name, admin?.token),
    ...row("console (name:token)", settings.administrators.name, undefined),
    ...row("console (reading)", settings.adminReadToken.name, undefined)
  ]
}

const reveal = Flag.Boolean("reveal").pipe(
  Flag.withDefault(false),
  Flag.withDescription("Show the secrets themselves"),
  Flag.withoutNegation
)

const list = ({ reveal, ...flags }: { readonly reveal: boolean }) =>
  Effect.gen(function* () {
    const env = yield* envWith(flags)
    const files = yield* keysInFiles(env)
    const found = yield* Effect.try({
      try: () => rowsIn(env, files),
      catch: (error) => new CommandRefused({ message: (error as Error).message })
    })
    if (found.length === 0) {
      const folder = env[settings.folder.name] || ".bursar"
      return yield* new CommandRefused({ message: `No key is set, and no server has made one in ${folder} yet` })
    }
    const rows = found.map((row) => (reveal ? row : { ...row, secret: masked(row.secret) }))
    yield* answer(
      rows,
      rows.map(({ from, opens, secret }) => `${opens.padEnd(32)}${secret}  (${from})`)
    )
  })

/** New secrets by what they are for, each as a production server wants it. */
const makers = {
  live: () => `sk_live_${randomBytes(24).toString("hex")}`,
  test: () => `sk_test_${randomBytes(16).toString("hex")}`,
  master: () => randomBytes(32).toString("base64"),
  admin: () => randomBytes(24).toString("hex"),
  docs: () => randomBytes(24).toString("hex")
} as const

const kinds = Object.keys(makers) as ReadonlyArray<keyof typeof makers>

const make = Command.make(
  "make",
  { kind: Argument.Literals("kind", kinds).pipe(Argument.withDescription("live and test are keys of cards")) },
  ({ kind }) => {
    const secret = makers[kind]()
    return answer({ kind, secret }, [secret])
  }
).pipe(Command.withDescription("Draw a secret at random and print it; nothing is stored"))

export const keysCommand = Command.make("keys", { reveal, ...settingFlags(["folder"]) }, list).pipe(
  Command.withDescription("Show what opens the server, by settings and by its data folder"),
  Command.withShortDescription("Show what opens the server"),
  Command.withSubcommands([make])
)
