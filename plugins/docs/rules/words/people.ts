/** Words that leave people out, with words that do not. */

/** Word → word for anybody. */
export const genderBias: Readonly<Record<string, string>> = {
  "(s)he": "they",
  chairman: "chair",
  craftsmanship: "skill",
  foreman: "supervisor",
  guys: "everyone",
  he: "they",
  "he or she": "they",
  "he/she": "they",
  her: "their",
  him: "them",
  "him or her": "them",
  his: "their",
  "his or her": "their",
  "his/her": "their",
  layman: "layperson",
  "man hours": "person hours",
  "man-hours": "person-hours",
  mankind: "people",
  manned: "staffed",
  manpower: "workforce",
  salesman: "salesperson",
  she: "they",
  "she/he": "they",
  workmanship: "quality of work"
}

/** Term → inclusive term that can take its place without a look. */
export const nonInclusive: Readonly<Record<string, string>> = {
  blacklist: "blocklist",
  blacklists: "blocklists",
  "sanity check": "quick check",
  "sanity checks": "quick checks",
  whitelist: "allowlist",
  whitelists: "allowlists"
}

/** Further terms and forms, after a look. Plurals and forms are rows of their own, so that each can be replaced. */
export const nonInclusiveForms: Readonly<Record<string, string>> = {
  "black list": "blocklist",
  "black-list": "blocklist",
  blacklisted: "blocked",
  blacklisting: "blocking",
  crippled: "limited",
  "dummy value": "placeholder value",
  "dummy values": "placeholder values",
  grandfathered: "exempted",
  "man in the middle": "on-path",
  "man-in-the-middle": "on-path",
  "master/slave": "primary/replica",
  "sanity-check": "quick check",
  slave: "replica",
  slaves: "replicas",
  "tribal knowledge": "undocumented knowledge",
  "white list": "allowlist",
  "white-list": "allowlist",
  whitelisted: "allowed",
  whitelisting: "allowing"
}
