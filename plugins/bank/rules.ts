/** The rules of ACH and of wires as pure functions: windows, terms, returns and recalls. A host may use them by themselves. */
export * as AchReturn from "./ach/AchReturn.ts"
export * as AchTerms from "./ach/AchTerms.ts"
export * as achWindows from "./calendar/ach-windows.ts"
export * as returnCodes from "./return-codes.ts"
export * as Recall from "./wire/Recall.ts"
export * as WireTerms from "./wire/WireTerms.ts"
