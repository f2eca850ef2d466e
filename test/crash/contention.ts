/**
 * A database on which transactions lose: a share of the writes of busy tables, and of the commits themselves, fails as if it had
 * lost against another one, and another session locks balances in the wrong order, so that there are deadlocks.
 */
import { setTimeout as pause } from "node:timers/promises"
import type { ReadRows } from "./rows.ts"
import type { CrashTest } from "./run.ts"

/** Busy tables, each with whether its failures come at the commit. */
const tables = {
  events: true,
  jobs: false,
  ledger_balances: false,
  webhook_deliveries: false,
  bank_payments: true
} as const

/** A transaction has many writes: even so some fail more often than they are repeated. */
const share = 0.04

const losing = `CREATE FUNCTION crash_lose() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  IF random() < ${share} THEN
    RAISE EXCEPTION 'lost on purpose' USING ERRCODE = CASE WHEN random() < 0.5 THEN '40001' ELSE '40P01' END;
  END IF;
  RETURN NULL;
END $$`

const triggerOn = (table: string, atCommit: boolean): string =>
  atCommit
    ? `CREATE CONSTRAINT TRIGGER crash_lose AFTER INSERT OR UPDATE ON ${table} DEFERRABLE INITIALLY DEFERRED
         FOR EACH ROW EXECUTE FUNCTION crash_lose()`
    : `CREATE TRIGGER crash_lose AFTER INSERT OR UPDATE ON ${table} FOR EACH STATEMENT EXECUTE FUNCTION crash_lose()`

/** Locks some balances in an order that nobody else has, slowly. */
const lockInDisorder = `DO $$ DECLARE one record; BEGIN
  FOR one IN SELECT plugin, scope, account, currency FROM ledger_balances ORDER BY random() LIMIT 8 LOOP
    PERFORM 1 FROM ledger_balances WHERE plugin = one.plugin AND scope = one.scope AND account = one.account
      AND currency = one.currency FOR UPDATE;
    PERFORM pg_sleep(0.02);
  END LOOP;
END $$`

/** Disturbs for so many seconds. `lost` says afterwards how many transactions were rolled back, and how many
 * deadlocks the database found. */
export const contend = (read: ReadRows, seconds: number) => {
  const faults: CrashTest["faults"] = async () => {
    await read("ALTER SYSTEM SET deadlock_timeout = '20ms'")
    await read("SELECT pg_reload_conf()")
    await read(losing)
    for (const [table, atCommit] of Object.entries(tables)) await read(triggerOn(table, atCommit))
    const disturb = async () => {
      for (const until = Date.now() + seconds * 1_000; Date.now() < until; await pause(20)) {
        // It may be the one that loses.
        await read(lockInDisorder).catch(() => [])
      }
    }
    await Promise.all([disturb(), disturb(), disturb()])
    for (const table of Object.keys(tables)) await read(`DROP TRIGGER crash_lose ON ${table}`)
  }
  const lost = async () =>
    (await read("SELECT sum(deadlocks) AS deadlocks, sum(xact_rollback) AS lost FROM pg_stat_database"))[0]
  return { faults, lost }
}
