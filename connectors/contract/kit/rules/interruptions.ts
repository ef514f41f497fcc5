import { setTimeout as sleep } from "node:timers/promises";

import type { ConnectorCode } from "../../error.ts";
import type { TargetObject } from "../../object.ts";
import type { Bench, Opened } from "../bench.ts";
import type { KitLine } from "../line.ts";
import { collect, ensure, type KitRule } from "../rule.ts";
import { type KindOfChange, offeredChanges, type UnderWay } from "../under-way.ts";
import { ensureNoMore, lostCodes } from "./connections.ts";

// Codes after which the proxy looks before it retries; an error that mapError does not know becomes internal.
const unknownOutcomes: readonly ConnectorCode[] = ["broken", "timeout", "internal", "partial"];
const triesMax = 3;
const [looks, lookMs] = [10, 30];
// A close may send a goodbye first and wait a while for the answer.
const closeMs = 3_000;

/** Rules about a connection lost, or a call aborted, while a call is in progress. */
export const interruptionRules: readonly KitRule[] = [
  {
    name: "a change on a session whose connection was cut ends with an error, never as if it was made",
    needs: ["create"],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const direct = await bench.begin();
      const session = await bench.open(undefined, line);
      const works: (readonly [string, UnderWay])[] = [];
      for (const kind of offeredChanges(bench)) {
        const work = await kind.prepare(bench, direct);
        if (work !== undefined) works.push([kind.needs[0], work]);
      }
      await line.cut();
      for (const [change, { run }] of works)
        await named(
          change,
          bench.refusal(() => run(session, bench.call()), ...lostCodes),
        );
      return works.length > 0 ? undefined : "the connector offers no change whose result it can show";
    },
  },
  {
    name: "a change whose answer is lost never ends with a code that says that nothing was sent or done, nor as if all was well",
    needs: ["create"],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const direct = await bench.begin();
      for (const kind of offeredChanges(bench)) await named(kind.needs[0], loseAnswerOf(bench, kind, direct));
      return undefined;
    },
  },
  {
    name: "verify on a session whose connection was cut ends with an error, never as if the password was wrong",
    needs: ["create", "verify"],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const account = await bench.make(await bench.open(), "account", bench.password());
      const calls = bench.on(await bench.open(undefined, line));
      const request = { account, password: bench.password() };
      await calls.verify(request);
      await line.cut();
      for (const look of ["verify", "adminVerify"] as const)
        if (bench.offers(look))
          await named(
            look,
            bench.refusal(() => calls[look](request), ...lostCodes),
          );
      return undefined;
    },
  },
  {
    name: "a listing whose connection is cut under it ends with an error or whole, never short",
    needs: ["create", "list"],
    async check(bench) {
      const made = [];
      const direct = await bench.open();
      while (made.length < 4) made.push(await bench.make(direct));
      const line = await bench.line();
      if (typeof line === "string") return line;
      const calls = bench.on(await bench.open(undefined, line));
      const ids: string[] = [];
      try {
        for await (const { items } of calls.list({ type: "account", pageSize: 1 })) {
          ids.push(...items.map(({ id }) => id));
          if (items.length > 0) await line.cut();
        }
      } catch (error) {
        await bench.refusal(() => Promise.reject(error), ...lostCodes);
        return undefined;
      }
      const missing = made.filter(({ id }) => !ids.includes(id)).length;
      ensure(missing === 0, `it came to a clean end with ${missing} objects missing`);
      return undefined;
    },
  },
  {
    name: "a listing or members on a session whose connection was cut end with an error, never as if there was nothing",
    needs: ["create", "list"],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const group = bench.offers("members", "addMember") ? await bench.make(await bench.open(), "group") : undefined;
      const calls = bench.on(await bench.open(undefined, line));
      await line.cut();
      await bench.refusal(() => collect(calls.list({ type: "account", pageSize: 10 })), ...lostCodes);
      if (group) await bench.refusal(() => collect(calls.members({ group, pageSize: 10 })), ...lostCodes);
      return undefined;
    },
  },
  {
    name: "a session whose call was given up can be closed at once, and then leaves no connection behind",
    needs: ["create", "get"],
    async check(bench) {
      const line = await bench.line();
      if (typeof line === "string") return line;
      const ref = await bench.make(await bench.open());
      await ensureNoMore(line, () => giveUp(bench, line, ref), "calls were given up and their sessions closed");
      return undefined;
    },
  },
];

/** Aborts a get that is not answered and closes its session. */
async function giveUp(bench: Bench, line: KitLine, ref: TargetObject): Promise<void> {
  const session = await bench.open(undefined, line);
  const heldBack = line.hold("all");
  const stop = new AbortController();
  const call = bench.call({ signal: stop.signal });
  const ended = bench.operations.get(session, { type: "account", ref }, call).then(
    (found) => found?.id ?? "nothing",
    () => "an error",
  );
  await Promise.race([ended, heldBack]);
  stop.abort();
  const closed = Promise.resolve(bench.connector.definition.close?.(session)).then(() => true);
  ensure(await Promise.race([closed, sleep(closeMs, false)]), `the session is not closed after ${closeMs} ms`);
  const answer = await Promise.race([ended, sleep(closeMs, "no end")]);
  ensure(["an error", ref.id].includes(answer), `get ended with ${answer}, an error was due`);
  line.free();
}

/**
 * Loses the answers to the last requests of a change, then to earlier ones, until the change is no longer made: a connector may
 * read before and after it writes. The outcome that it reports is compared with the state of the target.
 */
async function loseAnswerOf(bench: Bench, kind: KindOfChange, direct: Opened): Promise<void> {
  const requests = await requestsOf(bench, kind, direct);
  for (let answered = requests - 1; answered >= 0 && answered > requests - 1 - triesMax; answered -= 1) {
    const line = await bench.line();
    const work = await kind.prepare(bench, direct);
    if (work === undefined || typeof line === "string") return;
    const session = await bench.open(undefined, line);
    const lost = line.loseAnswers(answered);
    const ended = work.run(session, bench.call()).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    await Promise.race([ended, lost]);
    const isDone = await untilDone(work);
    await line.cut();
    const failure = await ended;
    if (failure === undefined) {
      ensure(isDone, "it succeeds, though the answer was lost and the change was not made");
      continue;
    }
    const code = bench.known(failure.error)?.code ?? "internal";
    const due = isDone ? unknownOutcomes : [...unknownOutcomes, "unreachable"];
    ensure(
      due.some((allowed) => allowed === code),
      `the answer was lost and the change ${isDone ? "was" : "was not"} made, and the code is ${code}; due was ${due.join(" or ")}`,
    );
    if (!isDone) return;
  }
}

/** Counts the requests of a change. */
async function requestsOf(bench: Bench, kind: KindOfChange, direct: Opened): Promise<number> {
  const line = await bench.line();
  const work = await kind.prepare(bench, direct);
  if (work === undefined || typeof line === "string") return 0;
  const session = await bench.open(undefined, line);
  const before = line.asked();
  await work.run(session, bench.call());
  return line.asked() - before;
}

/** Polls until a change is made; returns false if it is not. */
async function untilDone({ isDone, looksMax = looks }: UnderWay): Promise<boolean> {
  for (let look = 0; look < looksMax; look += 1) {
    await sleep((looks * lookMs) / looksMax);
    if (await isDone()) return true;
  }
  return false;
}

/** Prefixes the message of an error with the name of the operation. */
async function named(operation: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    throw new Error(`${operation}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
