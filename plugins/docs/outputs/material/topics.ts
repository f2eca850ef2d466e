/** What a part of a text is about, found from its heading or from the words of its sentences: tables, one row per topic. */

/** Topics, as the chapters of guides and readmes need them. */
export type Topic =
  | "overview"
  | "roles"
  | "requirement"
  | "install"
  | "configure"
  | "task"
  | "operate"
  | "backup"
  | "upgrade"
  | "security"
  | "limit"
  | "error"
  | "trouble"
  | "reference"
  | "glossary"
  | "development"
  | "license"
  | "more"

/** Words of a heading → topic; the first row that fits. */
const byHeading: ReadonlyArray<readonly [RegExp, Topic]> = [
  [/\b(?:faqs?|questions?|troubleshoot\w*|known issues|problems?|common mistakes|caveats?|gotchas?)\b|\?$/i, "trouble"],
  [/\b(?:glossary|terminology)\b/i, "glossary"],
  [/\b(?:licen[cs]e|copyright)\b/i, "license"],
  [
    /\b(?:recipes|next steps|see also|further reading|related|links|resources|more information|learn more|references)\b/i,
    "more"
  ],
  [
    /\b(?:contribut\w+|development(?! mode)|develop(?:ers?|ing)|hacking|releas(?:e process|ing)|running tests|tests?|credits|acknowledg\w+|maintainers?|authors?|roadmap|sponsors?|benchmarks?)\b/i,
    "development"
  ],
  [/\b(?:back(?:ing)? ?up|restor(?:e|ing)|disaster|recovery)\b/i, "backup"],
  [/\b(?:upgrad(?:e|es|ing)|migrat(?:e|ing|ion)|roll(?:ing)? ?back)\b/i, "upgrade"],
  [
    /\b(?:secur(?:ity|ing)|harden(?:ing)?|permissions?|authenticat(?:e|ion)|authoriz(?:e|ation)|secrets?|tls|certificates?|encryption|vulnerabilit\w+)\b/i,
    "security"
  ],
  [/\b(?:kinds? of users?|roles?|personas?|who (?:uses|it is for))\b/i, "roles"],
  [
    /\b(?:requirements?|prerequisites?|before you (?:begin|start)|dependenc(?:y|ies)|compatib\w+|supported (?:platforms|versions|systems)|what you need)\b/i,
    "requirement"
  ],
  [
    /\b(?:env(?:ironment)? variables?|configur(?:e|ing|ation|ations)|settings?|adjust(?:ing|ments?)|custom(?:iz|is)(?:e|ing|ation)|options?|defaults?)\b/i,
    "configure"
  ],
  [
    /\b(?:install(?:ing|ation|er)?|set(?:ting)? ?up|deploy(?:ing|ment)?|pre-?start|executables?|directory|directories)\b|^[\w.-]+\.(?:service|conf|ini|sh|ya?ml|toml)$/i,
    "install"
  ],
  [/\b(?:limits?|limitations?|quotas?|restrictions?|constraints?)\b/i, "limit"],
  [/\b(?:errors?|error codes?|status codes?|exit codes?)\b/i, "error"],
  [
    /\b(?:operat(?:e|ing|ions?)|monitor(?:ing)?|health|metrics?|logs?|logging|maintenance|start(?:ing)? and stop(?:ping)?|memory|performance|scal(?:e|ing)|production|development mode|systemd)\b/i,
    "operate"
  ],
  [
    /^(?:how to|try|usage|use|using|examples?|tutorials?|getting started|quick ?start|walk ?through|first steps|\w+ing\b|print|create|add|send|import|export|make|write|read|build|run|open|search|find)\b|\bto use (?:it|this)$/i,
    "task"
  ],
  [
    /\b(?:api|reference|commands?|syntax|formats?|methods?|functions?|classes|fields|parameters|flags?|cli|schema)\b/i,
    "reference"
  ],
  [
    /\b(?:overview|about|introduction|intro|what is|descriptions?|features?|background|why|motivation|concepts?|core|how it works|functionality|architecture|design|methodology|included|highlights)\b/i,
    "overview"
  ]
]

/** Names of functions and fields are no words: `limit.map(iterable)` is not about limits. */
const isCode = (heading: string): boolean =>
  /^[\w$]+(?:\.[\w$]+)*\(|^[\w$]+\.[a-z$][\w$]*$|^[a-z]+[A-Z]\w*$|^[a-z]\w*$/.test(heading.replaceAll("`", "")) &&
  !/\.(?:service|conf|ini|sh|ya?ml|toml)$/.test(heading)

/** The topic of a heading, or `undefined` when its words say none. */
export const topicOfHeading = (heading: string): Topic | undefined =>
  isCode(heading.replaceAll(/[*_]/g, "").trim()) ? undefined : topicOfWords(heading)

const topicOfWords = (heading: string): Topic | undefined =>
  byHeading.find(([words]) => words.test(heading.replaceAll(/[*`_]/g, "")))?.[1]

/** Words of a sentence → topic; the first row that fits. */
const bySentence: ReadonlyArray<readonly [RegExp, Topic]> = [
  [/^To [a-z]+ [^,]{2,60}?,? (?:the|an?|you|users?|your?|open|click|press|select|go|choose)\b/, "task"],
  [/\b(?:kinds?|types?) of users?\b|\b(?:user )?roles?\b/i, "roles"],
  [/\b(?:back(?:s|ed)? up|backups?|restore[sd]?)\b/i, "backup"],
  [/\b(?:environment variables?|configuration|config file|configured?|settings?)\b/i, "configure"],
  [/\b(?:upgrade[sd]?|migrat\w+|roll(?:ed)? back)\b/i, "upgrade"],
  [/\b(?:health ?checks?|monitor\w*|metrics|log files?|restart\w*|systemctl|daemon)\b/i, "operate"],
  [/\b(?:encrypt\w*|permissions?|passwords?|credentials?|secrets?|tls)\b/i, "security"],
  [/\b[A-Z]{1,4}-?\d{2,5}\b.*\b[A-Z]{1,4}-?\d{2,5}\b|\berror codes?\b/, "error"],
  [
    /\b\d[\d,.]* \w+(?: \w+){0,2} (?:per|an?|each|every) (?:second|minute|hour|day|week|month|year|user|shop|account|request)\b/i,
    "limit"
  ],
  [/\b(?:at most|at least|up to|no more than|within|limited to|maximum|minimum) (?:of )?\d/i, "limit"],
  [/\b(?:requires?|required|you need|needs? (?:an?|at least)|must have)\b/i, "requirement"],
  [/\b(?:install(?:s|ed|ation)?|deploy\w*)\b/i, "install"],
  [/\b(?:common mistakes|if (?:this|that|it) (?:fails|does not work))\b/i, "trouble"]
]

/** The topic of a sentence, or `undefined` when its words say none. */
export const topicOfSentence = (sentence: string): Topic | undefined =>
  bySentence.find(([words]) => words.test(sentence))?.[1]
