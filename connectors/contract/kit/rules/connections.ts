import { setTimeout as sleep } from "node:timers/promises";

import type { Bench } from "../bench.ts";
import type { KitLine } from "../line.ts";
import { ensure, type KitRule } from "../rule.ts";
import { tried } from "./passwords.ts";

// A client may share a few connections among all sessions of the process, as HTTP clients do, but must not keep one per session. So
// the rule is that the number does not grow with each further session. A pool may open one more before it sees that another one is
// free.
const [first, further, growthMax] = [2, 3, 1];
const [looks, lookMs] = [25, 20];
const endMs = 500;
const repeats = 3;

/** Rules about the connection to the target: the kit relays the connection, and counts, holds or cuts it. */
export const connectionRules: readonly KitRule[] = [
  {
    name: "sessions that are closed leave no connection behind",
    needs: [],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const openAndClose = async (): Promise<void> => {
        const session = await bench.open(undefined, line);
        await bench.on(session).serverInfo();
        await bench.connector.definition.close?.(session);
      };
      await ensureNoMore(line, openAndClose, "sessions were opened and closed");
      return undefined;
    },
  },
  {
    name: "a login that is refused leaves no connection behind",
    needs: [],
    async check(bench) {
      if (bench.samples.authenticates === false) return "the target asks nobody to log in";
      const line = await bench.line();
      if (typeof line === "string") return line;
      const isRefused = async (): Promise<void> => {
        await bench.refusal(() => bench.open((secret) => `${secret}-wrong`, line), "badCredentials");
        // A direct login that succeeds resets the target's failure count, so the administrator is not locked.
        await bench.open();
      };
      await ensureNoMore(line, isRefused, "logins were refused");
      return undefined;
    },
  },
  {
    name: "serverInfo on a session whose connection was cut ends with an error",
    needs: [],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const calls = bench.on(await bench.open(undefined, line));
      await calls.serverInfo();
      await line.cut();
      await bench.refusal(() => calls.serverInfo(), ...lostCodes);
      return undefined;
    },
  },
  {
    name: "get on a session whose connection was cut ends with an error, never as if the object was not there",
    needs: ["create", "get"],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const ref = await bench.make(await bench.open());
      const calls = bench.on(await bench.open(undefined, line));
      await line.cut();
      await bench.refusal(() => calls.get({ type: "account", ref }), ...lostCodes);
      return undefined;
    },
  },
  {
    name: "verify ends when its signal fires, also while the target says nothing",
    needs: ["create", "verify"],
    async check(bench) {
      const direct = await bench.open();
      const account = await bench.make(direct, "account", bench.password());
      for (const which of ["new", "all"] as const) {
        const line = await bench.line();
        if (typeof line === "string") return line;
        const session = await bench.open(undefined, line);
        const heldBack = line.hold(which);
        const stop = new AbortController();
        const call = bench.call({ signal: stop.signal });
        const ended = endOf(bench.operations.verify(session, { account, password: bench.password() }, call));
        await Promise.race([ended, heldBack]);
        stop.abort();
        const inTime = await Promise.race([ended, sleep(endMs, false)]);
        ensure(inTime, `it is still under way ${endMs} ms after its signal has fired`);
      }
      return undefined;
    },
  },
  {
    name: "verify again on the same session opens no further connection, whether the password is right or wrong",
    needs: ["create", "verify"],
    async check(bench) {
      if (bench.samples.loginNeedsConnection) return "each login to the target needs a connection of its own";
      const account = await bench.make(await bench.open(), "account", bench.password());
      const line = await bench.line();
      if (typeof line === "string") return line;
      const calls = bench.on(await bench.open(undefined, line));
      const tries = (suffix?: string) => tried(calls, account, bench.password(suffix));
      ensure((await tries()) === "ok", "the right password does not open the account");
      const before = line.made();
      for (let count = 0; count < repeats; count += 1) {
        ensure((await tries("-no")) === "invalid", "a wrong password is not answered as invalid");
        ensure((await tries()) === "ok", "the right password does not open the account after a wrong one");
      }
      const more = line.made() - before;
      ensure(more === 0, `${more} further connections were opened for ${2 * repeats} calls`);
      return undefined;
    },
  },
  {
    name: "verify leaves no connection of its own behind, whether the password is right or wrong",
    needs: ["create", "verify"],
    async check(bench) {
      const account = await bench.make(await bench.open(), "account", bench.password());
      const line = await bench.line();
      if (typeof line === "string") return line;
      const calls = bench.on(await bench.open(undefined, line));
      const tryBoth = async (): Promise<void> => {
        for (const suffix of ["-no", undefined]) await tried(calls, account, bench.password(suffix));
      };
      await ensureNoMore(line, tryBoth, "passwords were tried, each right and wrong");
      return undefined;
    },
  },
];

/** Codes for a target that does not answer any longer. */
export const lostCodes = ["unreachable", "broken", "timeout"] as const;

/** Repeats some work over a line a few times, then a few times more. Throws if more connections are open afterwards. */
export async function ensureNoMore(line: KitLine, work: () => Promise<void>, words: string): Promise<void> {
  const atRest = line.connections();
  for (let count = 0; count < first; count += 1) await work();
  await settle(line, atRest);
  const before = line.connections();
  for (let count = 0; count < further; count += 1) await work();
  await settle(line, before + growthMax);
  const after = line.connections();
  ensure(after <= before + growthMax, `${further} more ${words}, and ${before} open connections have become ${after}`);
}

/** Waits until at most this many connections are open; they close slightly later than the calls that end them. */
async function settle(line: KitLine, leftMax: number): Promise<void> {
  for (let look = 0; look < looks && line.connections() > leftMax; look += 1) await sleep(lookMs);
}

async function endOf(work: ReturnType<Bench["operations"]["verify"]>): Promise<true> {
  await work.catch(() => {});
  return true;
}
