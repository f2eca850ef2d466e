/**
 * The public entry `bursar/domain`: the pure kernel alone. It does no input or output, reads no clock, and runs in a
 * browser.
 */
export { isCalendarDate } from "./domain/CalendarDate.ts"
export * as CardNumber from "./domain/CardNumber.ts"
export * as Country from "./domain/Country.ts"
export * as Cursor from "./domain/Cursor.ts"
export { InvalidCursor } from "./domain/Cursor.ts"
export * as Id from "./domain/Id.ts"
export * as Ledger from "./domain/Ledger.ts"
export * as Money from "./domain/Money.ts"
export * as Pieces from "./domain/Pieces.ts"
export * as Region from "./domain/Region.ts"
export * as RetryPolicy from "./domain/RetryPolicy.ts"
export * as RoutingNumber from "./domain/RoutingNumber.ts"
export * as StateMachine from "./domain/StateMachine.ts"
export { CountryCode, Currency } from "./domain/codes.ts"
export { currencies, type CurrencyDefinition, exponentOf, isCurrency } from "./domain/Currency.ts"
export { type CancelledJob, decide, type DecidedEvent, type DecidedJob, type Decision } from "./domain/Decision.ts"
export { type Mode, modeOfScope, type Principal, scopeOf } from "./domain/Principal.ts"
