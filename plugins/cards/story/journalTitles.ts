/** What stories call the journals of `ledger/journals.ts`, by their step. */
export const journalTitles: Readonly<Record<string, string>> = {
  authorize: "Money is held on the card",
  capture: "Captured: the scheme owes the money",
  fee: "The platform takes its fee",
  settle: "Settled: the money can be paid out",
  release: "What is left of the hold goes back to the card",
  refund: "The refund leaves the balance of the account",
  pay: "The money has arrived",
  return: "The money came back",
  open: "The disputed money is withheld",
  win: "The withheld money is given back",
  lose: "The withheld money goes to the scheme",
  chargeback: "The scheme takes the money",
  create: "The payout leaves the balance of the account",
  test_funding: "Test money was added"
}
