/** The sentence that says what a document is: per kind and audience, in the document's tone. The words are ours. */
import type { DocType } from "../model/GeneratedDocument.ts"
import type { Audience } from "../writer/rules/Voice.ts"
import type { Brief } from "./Brief.ts"

/** With a name in it: the plain sentence, and one that does not address the reader. */
type Lead = (name: string) => readonly [plain: string, formal: string]

const same = (sentence: string): readonly [string, string] => [sentence, sentence]

/** Kind → audience → lead. */
const leads: { readonly [Type in Exclude<DocType, "readme">]: { readonly [A in Audience]: Lead } } = {
  "api-reference": {
    developer: (name) => same(`This is the reference of ${name}.`),
    "end-user": (name) => same(`This document lists what ${name} offers to programs.`),
    administrator: (name) => [
      `This is the reference of ${name}: use it to look up what programs send and which answers they get.`,
      `This is the reference of ${name}: what programs send, and which answers they get.`
    ],
    executive: (name) => same(`This document sums up what ${name} offers.`)
  },
  "user-guide": {
    developer: (name) => [
      `This guide shows what you can do with ${name}.`,
      `This guide describes what ${name} can do.`
    ],
    "end-user": (name) => [`This guide is for you if you use ${name}.`, `This guide is for those who use ${name}.`],
    administrator: (name) => [
      `This guide shows what users do with ${name}, so that you can help them.`,
      `This guide describes what users do with ${name}, for those who support them.`
    ],
    executive: (name) => same(`This guide sums up what ${name} does and what people do with it.`)
  },
  "admin-guide": {
    developer: (name) => [
      `This guide shows how you set up and run ${name}.`,
      `This guide describes how ${name} is set up and run.`
    ],
    "end-user": (name) => [
      `This guide explains how you set up ${name} and keep it running.`,
      `This guide explains how ${name} is set up and kept running.`
    ],
    administrator: (name) => [
      `This guide is for you if you install, configure or run ${name}.`,
      `This guide is for those who install, configure or run ${name}.`
    ],
    executive: (name) => same(`This guide sums up what it takes to run ${name}.`)
  },
  "release-notes": {
    developer: (name) => same(`These are the changes of ${name}, with their references.`),
    "end-user": (name) => [`Here is what is new for you in ${name}.`, `These notes describe what is new in ${name}.`],
    administrator: (name) => [
      `Read this before you upgrade to ${name}.`,
      `These notes are to be read before an upgrade to ${name}.`
    ],
    executive: (name) => same(`This is what ${name} brings.`)
  }
}

/** The lead of a document; empty where the tone wants none. */
export const leadOf = (brief: Brief, name: string): string => {
  const { docType, voice } = brief
  if (voice.lead === "none" || docType === "readme") return ""
  const [plain, formal] = leads[docType][voice.audience](name)
  const sentence = voice.tone === "formal" ? formal : plain
  return voice.tone === "friendly" && docType !== "release-notes" ? `Welcome to ${name}. ${sentence}` : sentence
}
