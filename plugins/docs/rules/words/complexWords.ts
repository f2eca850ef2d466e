/** Long words and plain ones that mean the same, by form. */

/** A table of single forms, of one whose rows hold several of them: with one plain form each (`"takes, took": "has, had"`), or one for all. */
export const byForm = (rows: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([long, plain]) => {
      const forms = plain.split(", ")
      return long.split(", ").map((form, at) => [form, forms[at] ?? plain])
    })
  )

/** Long word → plain word, which can take its place without a look at the words around. */
export const complexWords = byForm({
  "acquire, acquires": "get, gets",
  additional: "extra",
  "additionally, furthermore, moreover": "also",
  approximately: "about",
  "ascertain, ascertains": "find out, finds out",
  "assist, assists, assisted, assisting": "help, helps, helped, helping",
  "commence, commences, commenced, commencing": "start, starts, started, starting",
  "demonstrate, demonstrates, demonstrating": "show, shows, showing",
  "discontinue, discontinues": "stop, stops",
  "eliminate, eliminates, eliminated, eliminating": "remove, removes, removed, removing",
  "endeavor, endeavors, endeavour, endeavours": "try, tries, try, tries",
  "execute, executes, executing": "run, runs, running",
  frequently: "often",
  initially: "at first",
  "initiate, initiates, initiating": "start, starts, starting",
  "invoke, invokes, invoking": "call, calls, calling",
  "leverages, leveraged, leveraging": "uses, used, using",
  "modify, modifies, modifying": "change, changes, changing",
  numerous: "many",
  "obtain, obtains, obtaining": "get, gets, getting",
  "participate, participates": "take part, takes part",
  possess: "have",
  possesses: "has",
  purchased: "bought",
  regarding: "about",
  "retrieve, retrieves, retrieving": "get, gets, getting",
  subsequently: "later",
  "transmit, transmits, transmitting": "send, sends, sending",
  amongst: "among",
  whilst: "while",
  utilization: "use",
  "utilize, utilizes, utilized, utilizing, utilise, utilises, utilised, utilising":
    "use, uses, used, using, use, uses, used, using"
})

/** Words that have another sense or another part of speech: told, and not replaced without a look. */
export const ambiguousWords = byForm({
  "accomplish, accomplishes": "do, does",
  acquired: "got",
  consequently: "so",
  demonstrated: "showed",
  discontinued: "stopped",
  "employ, employs": "use, uses",
  "facilitate, facilitates, facilitated": "help, helps, helped",
  "finalize, finalizes, finalized, finalizing": "finish, finishes, finished, finishing",
  "indicate, indicates, indicated": "show, shows, showed",
  initiated: "started",
  leverage: "use",
  "modification, modifications": "change, changes",
  modified: "changed",
  nevertheless: "still",
  obtained: "got",
  "perform, performs": "do, does",
  previously: "before",
  "purchase, purchases": "buy, buys",
  remainder: "rest",
  subsequent: "later",
  sufficient: "enough",
  "terminate, terminates, terminated, terminating": "end, ends, ended, ending",
  therefore: "so",
  transmitted: "sent"
})
