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
  "man hours, man-hours": "person hours, person-hours",
  mankind: "people",
  manned: "staffed",
  manpower: "workforce",
  salesman: "salesperson",
  workmanship: "quality of work"
})

/** Term → inclusive term that can take its place without a look. */
export const nonInclusive = byForm({
  "blacklist, blacklists": "blocklist, blocklists",
  "sanity check, sanity checks": "quick check, quick checks",
  "whitelist, whitelists": "allowlist, allowlists"
})

/** Further terms and forms, after a look. Plurals and forms are told apart, so that each can be replaced. */
export const nonInclusiveForms = byForm({
  "black list, black-list": "blocklist",
  "blacklisted, blacklisting": "blocked, blocking",
  crippled: "limited",
  "dummy value, dummy values": "placeholder value, placeholder values",
  grandfathered: "exempted",
  "man in the middle, man-in-the-middle": "on-path",
  "master/slave": "primary/replica",
  "sanity-check": "quick check",
  "slave, slaves": "replica, replicas",
  "tribal knowledge": "undocumented knowledge",
  "white list, white-list": "allowlist",
  "whitelisted, whitelisting": "allowed, allowing"
})
