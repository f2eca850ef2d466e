/** Words that leave people out, with words that do not. */
import { byForm } from "./complexWords.ts"

/** Word → word for anybody. */
export const genderBias = byForm({
  "(s)he, he, he or she, he/she, she, she/he": "they",
  chairman: "chair",
  craftsmanship: "skill",
  foreman: "supervisor",
  guys: "everyone",
  "her, his, his or her, his/her": "their",
  "him, him or her": "them",
  layman: "layperson",
  "man hours": "person hours",
  "man-hours": "person-hours",
  mankind: "people",
  manned: "staffed",
  manpower: "workforce",
  salesman: "salesperson",
  workmanship: "quality of work"
})

/** Term → inclusive term that can take its place without a look. */
export const nonInclusive = byForm({
  blacklist: "blocklist",
  blacklists: "blocklists",
  "sanity check": "quick check",
  "sanity checks": "quick checks",
  whitelist: "allowlist",
  whitelists: "allowlists"
})

/** Further terms and forms, after a look. Plurals and forms are told apart, so that each can be replaced. */
export const nonInclusiveForms = byForm({
  "black list, black-list": "blocklist",
  blacklisted: "blocked",
  blacklisting: "blocking",
  crippled: "limited",
  "dummy value": "placeholder value",
  "dummy values": "placeholder values",
  grandfathered: "exempted",
  "man in the middle, man-in-the-middle": "on-path",
  "master/slave": "primary/replica",
  "sanity-check": "quick check",
  slave: "replica",
  slaves: "replicas",
  "tribal knowledge": "undocumented knowledge",
  "white list, white-list": "allowlist",
  whitelisted: "allowed",
  whitelisting: "allowing"
})
