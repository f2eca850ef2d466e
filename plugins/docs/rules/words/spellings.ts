/** Words that are written in two ways. Either is right, both in one text are not. */

/** One way and the other. */
export const spellings: ReadonlyArray<readonly [string, string]> = [
  ["analyse", "analyze"],
  ["authorise", "authorize"],
  ["backend", "back end"],
  ["behaviour", "behavior"],
  ["cancelled", "canceled"],
  ["catalogue", "catalog"],
  ["centre", "center"],
  ["colour", "color"],
  ["customise", "customize"],
  ["database", "data base"],
  ["dialogue", "dialog"],
  ["email", "e-mail"],
  ["emails", "e-mails"],
  ["endpoint", "end point"],
  ["endpoints", "end points"],
  ["filename", "file name"],
  ["frontend", "front end"],
  ["initialise", "initialize"],
  ["labelled", "labeled"],
  ["licence", "license"],
  ["normalise", "normalize"],
  ["optimise", "optimize"],
  ["organisation", "organization"],
  ["realtime", "real-time"],
  ["recognise", "recognize"],
  ["serialise", "serialize"],
  ["timestamp", "time stamp"],
  ["timestamps", "time stamps"],
  ["username", "user name"],
  ["usernames", "user names"],
  ["webhook", "web hook"],
  ["website", "web site"]
]

/** Short forms → the words they stand for. */
export const contractions: Readonly<Record<string, string>> = {
  "aren't": "are not",
  "can't": "cannot",
  "couldn't": "could not",
  "didn't": "did not",
  "doesn't": "does not",
  "don't": "do not",
  "hasn't": "has not",
  "haven't": "have not",
  "isn't": "is not",
  "it's": "it is",
  "shouldn't": "should not",
  "that's": "that is",
  "they're": "they are",
  "wasn't": "was not",
  "we'll": "we will",
  "we're": "we are",
  "weren't": "were not",
  "won't": "will not",
  "wouldn't": "would not",
  "you'll": "you will",
  "you're": "you are"
}

/** Acronyms that any reader of technical documentation knows. */
export const knownAcronyms: ReadonlySet<string> = new Set(
  (
    "AI API APIs ASCII AWS CD CI CLI CPU CRUD CSS CSV DNS DOM EU FAQ FTP GCP GET GMT GPU GUI HMAC HTML HTTP HTTPS ID IDE IDs IO IP ISO JDK JPEG JSON " +
    "JWT LAN MIT NASA NOT NULL OAuth OK OS PATCH PDF PHP PNG POST PUT DELETE HEAD OPTIONS RAM README REST RFC RPC SDK SHA SMS SQL SSE SSH SSL " +
    "SVG TCP TLS TODO TXT UDP UI UK URI URL URLs US USA USB USD EUR GBP UTC UTF UUID VM VPN WWW XML YAML ZIP MUST SHOULD MAY AND OR IF TRUE FALSE"
  ).split(" ")
)
