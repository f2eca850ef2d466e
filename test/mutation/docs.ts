/** Changes of docs: the proof of coverage, texts of models, saving, publishing, addresses, deliveries of CI. */
import { mutation, type Mutation } from "./Mutation.ts"

export const docs: Readonly<Record<string, Mutation>> = {
  "coverage-always": mutation(
    "The proof of coverage finds every parameter, whatever the text says",
    {
      file: "plugins/docs/outputs/api-reference/prove.ts",
      from: 'proof.expect("parameters", `${key}: ${place} ${name}`, isRow(row))',
      to: 'proof.expect("parameters", `${key}: ${place} ${name}`, isRow(row) || true)'
    },
    "test/docs/outputs/proof.test.ts"
  ),
  "coverage-not-reported": mutation(
    "What the proof of coverage does not find is not reported",
    { file: "plugins/docs/outputs/api-reference/Proof.ts", from: "else this.missing.push(", to: "else [].concat(" },
    "test/docs/outputs/proof.test.ts"
  ),
  "fact-left-out": mutation(
    "A model's text may leave out a required fact",
    {
      file: "plugins/docs/writer/factGuard.ts",
      from: "if (isWhole && !grounds.requiredTokens.every(holds(whole)))",
      to: "if (isWhole && !grounds.requiredTokens.some(holds(whole)) && grounds.requiredTokens.length > 1)"
    },
    "test/docs/writer/factGuard.test.ts"
  ),
  "fact-invented-link": mutation(
    "A model's text may link to an address of its own",
    {
      file: "plugins/docs/writer/factGuard.ts",
      from: "return prose.links.every(isKnownLink) && liveAddressesIn",
      to: 'return prose.links.every((link) => isKnownLink(link) || link.href !== "") && liveAddressesIn'
    },
    "test/docs/writer/factGuard.test.ts"
  ),
  "save-over-newer": mutation(
    "Saving replaces a version that the editor never saw",
    {
      file: "plugins/docs/documents/operations.ts",
      from: "!ifMatch.includes(document.latestVersionId)",
      to: "ifMatch.length === 0"
    },
    "test/docs/documents/documents.test.ts"
  ),
  "publish-workflows": mutation(
    "A document can be published into the workflows of a code host",
    { file: "plugins/docs/publish/paths.ts", from: "|\\.github\\/workflows|", to: "|" },
    "test/docs/publish/rules.test.ts"
  ),
  "publish-loop": mutation(
    "A commit of ours starts a new generation",
    {
      file: "plugins/docs/publish/Publication.ts",
      from: "line.startsWith(`${generationTrailer}: gen_`) || line.startsWith(`${versionTrailer}: ver_`)",
      to: "line.startsWith(`${generationTrailer}: ver_`) || line.startsWith(`${versionTrailer}: gen_`)"
    },
    "test/docs/publish/rules.test.ts",
    "test/docs/ci/webhook.test.ts",
    "test/docs/ci/commit.test.ts"
  ),
  "redirect-anywhere": mutation(
    "A redirect is followed to another host",
    {
      file: "plugins/docs/network/remoteUrl.ts",
      from: "from.origin === to.origin",
      to: "from.protocol === to.protocol"
    },
    "test/docs/network/remoteUrl.test.ts"
  ),
  "repository-port": mutation(
    "A source is fetched from any port of a public host",
    {
      file: "plugins/docs/network/remoteUrl.ts",
      from: `return checked.success.port === "" ?`,
      to: `return checked.success.port !== "22" ?`
    },
    "test/docs/network/remoteUrl.test.ts"
  ),
  "ci-any-secret": mutation(
    "A delivery of CI is believed whose secret begins like ours",
    {
      file: "plugins/docs/ci/proof.ts",
      from: "for (const [at, byte] of a.entries()) difference |= byte ^ b[at]!",
      to: "for (const [at, byte] of a.entries()) difference |= 0 * (byte ^ b[at]!)"
    },
    "test/docs/ci/webhook.test.ts",
    "test/docs/ci/macs.test.ts",
    "test/docs/ci/constantTime.test.ts"
  ),
  "publish-other-version": mutation(
    "A version of one document is published as another",
    {
      file: "plugins/docs/publish/operations.ts",
      from: "if (version.documentId !== document.id) return",
      to: 'if (version.documentId === "") return'
    },
    "test/docs/publish/publications.test.ts"
  ),
  "publish-without-token": mutation(
    "A publication without a token is accepted",
    {
      file: "plugins/docs/publish/operations.ts",
      from: 'if (token === undefined || Redacted.value(token) === "") {',
      to: "if (token === null) {"
    },
    "test/docs/publish/publications.test.ts"
  ),
  "notes-replace": mutation(
    "Release notes replace those that the repository has",
    {
      file: "plugins/docs/publish/operations.ts",
      from: "text: prependNotes(content, present)",
      to: "text: prependNotes(content, undefined as typeof present)"
    },
    "test/docs/publish/rules.test.ts",
    "test/docs/publish/publications.test.ts"
  ),
  "model-budget": mutation(
    "A model may cost more than a document's budget",
    {
      file: "plugins/docs/writer/ModelBudget.ts",
      from: "tokens.input + tokens.output <= maxTokens",
      to: "tokens.output <= maxTokens"
    },
    "test/docs/writer/LanguageModelWriter.test.ts"
  ),
  "model-cost": mutation(
    "A model may cost more money than it was given",
    {
      file: "plugins/docs/writer/ModelBudget.ts",
      from: "costOf(tokens, prices) <= maxCost)",
      to: "costOf(tokens, prices) >= 0)"
    },
    "test/docs/writer/LanguageModelWriter.test.ts"
  ),
  "proofs-not-counted": mutation(
    "A guesser of the secret is never told to wait",
    {
      file: "plugins/docs/network/FailedProofs.ts",
      from: "count > most ?",
      to: "count > most * windowMs ?"
    },
    "test/docs/ci/webhook.test.ts"
  ),
  "path-out": mutation(
    "A document is written outside of its repository",
    {
      file: "plugins/docs/publish/paths.ts",
      from: '/^\\.{1,2}$/.test(part) || part === ""',
      to: 'part === ""'
    },
    "test/docs/publish/rules.test.ts"
  )
}
