import type { ObjectState, TargetObject } from "../../object.ts";
import type { Bench, Calls } from "../bench.ts";
import { collect, ensure, type KitRule } from "../rule.ts";
import { isMade, tried } from "./passwords.ts";

const pageSize = 100;

/** A change of a state, and the value that must not be shown after it. */
interface StateChange {
  readonly change: "disable" | "enable" | "expirePassword" | "unexpirePassword" | "unlock";
  readonly state: "enabled" | "locked" | "passwordExpired";
  readonly wrong: boolean;
}

// In this order an account ends in its original state.
const stateChanges: readonly StateChange[] = [
  { change: "disable", state: "enabled", wrong: true },
  { change: "enable", state: "enabled", wrong: false },
  { change: "expirePassword", state: "passwordExpired", wrong: false },
  { change: "unexpirePassword", state: "passwordExpired", wrong: true },
];

/** Rules about the states that are shown. */
export const stateRules: readonly KitRule[] = [
  {
    name: "a state is told as it is or not at all, by get and by a listing",
    needs: ["create", "get"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const offered = stateChanges.filter(({ change }) => bench.offers(change));
      if (offered.length === 0) return "the connector changes no state of accounts";
      // Some targets enable no account without a password.
      const account = await bench.make(session, "account", bench.passwordIfAny);
      for (const { change, state, wrong } of offered) {
        if (!(await isMade(bench, calls[change]({ account })))) continue;
        await ensureNotTold(bench, calls, account, { after: change, state, wrong });
      }
      return undefined;
    },
  },
  {
    name: "a lock is told as it is or not at all, by get and by a listing",
    needs: ["create", "get", "unlock", "verify"],
    sample: "failuresMax",
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session, "account", bench.password());
      for (let count = 0; count < (bench.samples.failuresMax ?? 0); count += 1)
        await tried(calls, account, bench.password("-no"));
      await ensureNotTold(bench, calls, account, { after: "failures", state: "locked", wrong: false });
      await calls.unlock({ account });
      await ensureNotTold(bench, calls, account, { after: "unlock", state: "locked", wrong: true });
    },
  },
];

/** Rules about the ends that are told. */
export const endRules: readonly KitRule[] = [
  {
    name: "ends are told as times in UTC, and the end of a password with a new one is not before now",
    needs: ["create", "get"],
    async check(bench) {
      const { session, calls } = await bench.begin();
      const account = await bench.make(session, "account", bench.passwordIfAny);
      const { expiresAt, passwordExpiresAt } = (await calls.get({ type: "account", ref: account }))?.state ?? {};
      for (const [name, end] of Object.entries({ expiresAt, passwordExpiresAt })) {
        const isTime = end === undefined || (isoTime.test(end) && !Number.isNaN(Date.parse(end)));
        ensure(isTime, `${name} is "${end}", and not as 2026-05-01T12:00:00Z`);
      }
      const isOver = passwordExpiresAt !== undefined && Date.parse(passwordExpiresAt) < Date.now();
      ensure(!bench.passwordIfAny || !isOver, `the new password is told to have ended at ${passwordExpiresAt}`);
    },
  },
];

const isoTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/;

interface NotTold {
  readonly after: string;
  readonly state: keyof ObjectState;
  readonly wrong: boolean;
}

async function ensureNotTold(bench: Bench, calls: Calls, account: TargetObject, not: NotTold): Promise<void> {
  const { after, state, wrong } = not;
  const got = await calls.get({ type: "account", ref: account });
  ensure(got?.state?.[state] !== wrong, `get tells ${state}: ${wrong} after ${after}`);
  if (!bench.offers("list")) return;
  const pages = await collect(calls.list({ type: "account", pageSize }));
  const listed = pages.flatMap(({ items }) => items).find(({ id }) => id === account.id);
  ensure(listed?.state?.[state] !== wrong, `a listing tells ${state}: ${wrong} after ${after}`);
}
