/** What stories call the journals of transfers, by their step. */
export const journalTitles: Readonly<Record<string, string>> = {
  reserve: "The money of the customer is set aside",
  release: "The money is no longer set aside",
  submit: "The money is on its way",
  settle: "The network moved the money",
  refuse: "The money goes back to the customer",
  receive: "The money came in for the customer",
  return: "The money came back",
  contradiction: "The network contradicts itself: the money lies in suspense",
  rejection: "The network takes back its word: the money lies in suspense",
  stray: "A return that nobody expected: the money lies in suspense",
  clear: "Suspense is cleared"
}
