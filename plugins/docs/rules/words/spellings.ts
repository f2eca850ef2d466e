/** Words that are written in two ways. Either is right, both in one text are not. */

/** One way and the other. */
export const spellings: ReadonlyArray<readonly [string, string]> = [
  ["analyse", "analyze"],
  ["behaviour", "behavior"],
  ["cancelled", "canceled"],
  ["catalogue", "catalog"],
  ["centre", "center"],
  ["colour", "color"],
  ["dialogue", "dialog"],
  ["email", "e-mail"],
  ["emails", "e-mails"],
  ["labelled", "labeled"],
  ["licence", "license"],
  ["organisation", "organization"],
  ["realtime", "real-time"],
  ..."author custom initial normal optim recogn serial".split(" ").map((stem) => [`${stem}ise`, `${stem}ize`] as const),
  ..."back end,data base,end point,end points,file name,front end,time stamp,time stamps,user name,user names,web hook,web site"
    .split(",")
    .map((words) => [words.replace(" ", ""), words] as const)
]

/** Short forms → the words they stand for. */
export const contractions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    "are could did does do has have is should was were would".split(" ").map((verb) => [`${verb}n't`, `${verb} not`])
  ),
  "can't": "cannot",
  "it's": "it is",
  "that's": "that is",
  "they're": "they are",
  "we'll": "we will",
  "we're": "we are",
  "won't": "will not",
  "you'll": "you will",
  "you're": "you are"
}

/** Words that are no acronym in capitals: labels of notes, and what is said with weight. */
export const stressedWords: ReadonlySet<string> = new Set(
  (
    "ALERT ALL ALPHA ALSO ALWAYS ANY ARE BE BEFORE BEST BETA BIG BOTH BUT CAN CANNOT CARE CAUTION DANGER DATA DO DONE DONT EACH EASY END ENTIRE ERROR EVEN EVER EVERY EXACT FAIL " +
    "FAST FILE FINAL FIRST FIX FOR FREE FROM FULL GOOD GREAT HAS HAVE HELP HERE HINT HOW IN INFO INTO IS JUST KEEP KNOWN LAST LESS LIKE LIST LIVE LONG LOT MAKE " +
    "MANY MORE MOST MUCH NAME NEED NEEDS NEVER NEW NEXT NO NON NONE NOTE NOTES NOTICE NOW OF OFF OLD ON ONCE ONE ONLY OPEN OTHER OUR OUT OVER PER PLEASE READ REAL REALLY REQUIRE RUN SAFE SAME SEE " +
    "SHALL SIMPLE SINGLE SMALL SO SOME STABLE START STEP STILL STOP SURE TESTED TEXT THAN THANKS THAT THE THEM THEN THESE THEY THING THIS TIP TIPS TO TOO TOP TWO USE USED USER USING VERY VIA WANT WARN " +
    "WARNING WAS WAY WAYS WELL WHAT WHEN WHERE WHICH WHY WILL WITH WORK WORKS WRONG YES YET YOU YOUR"
  ).split(" ")
)

/** Acronyms that any reader of technical documentation knows. */
export const knownAcronyms: ReadonlySet<string> = new Set(
  (
    "AI API APIs ARM ASCII AWS BSD CD CI CLI CPU CRUD CSS CSV DNS DOM EU FAQ FLAC FTP GCC GCP GET GIF GMT GNOME GNU GPG GPU GUI HMAC HTML HTTP HTTPS ID IDE IDs IO IP ISO JDK JPEG JSON KDE " +
    "JWT LAN MIT NASA NOT NPM NULL OAuth OK OS PATCH PDF PHP PNG POSIX POST PR PUT DELETE HEAD OPTIONS QR RAM README REST RFC RPC RSS SDK SHA SMS SQL SSE SSH SSL " +
    "SVG TCP TLS TODO TXT UDP UI UK UNIX URI URL URLs US USA USB USD EUR GBP UTC UTF UUID VLC VM VPN WWW XFCE XML YAML ZIP ALT CTRL ESC TAB MUST SHOULD MAY AND OR IF TRUE FALSE"
  ).split(" ")
)
