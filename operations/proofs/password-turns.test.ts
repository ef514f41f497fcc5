import { setImmediate as immediate } from "node:timers/promises";

import { describe, expect, it } from "vitest";

import { createTurns } from "./password-turns.ts";
import { createQueuePriorities } from "./sign-in-queue-priority.ts";

const queueMax = 64;

/** Turns whose work ends when the test says so, and the order in which addresses had theirs. */
function openTurns(places = queueMax) {
  const inTurn = createTurns({ parallelMax: 1, queueMax: places, refusedAfterMs: 0 });
  const standings = createQueuePriorities(() => 0);
  const order: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (address: string): Promise<void> => {
    try {
      await inTurn(standings.arrived(address), () => {
        order.push(address);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    } catch (error) {
      expect(error).toMatchObject({ code: "SIGN_IN_BUSY" });
      refused.push(address);
    }
  };
  const endOne = async () => {
    // All who were refused or served meanwhile have come again by then.
    await immediate();
    ends.shift()?.();
  };
  return {
    ask,
    standings,
    order,
    refused,
    endOne,
    async endAll(asked: readonly Promise<void>[]) {
      const over = new AbortController();
      const all = Promise.all(asked).then(() => over.abort());
      while (!over.signal.aborted) {
        ends.shift()?.();
        await immediate();
      }
      await all;
    },
  };
}

const addresses = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}.${index}.7.9`);

describe("who wants to sign in", () => {
  it("is next who has asked least, and first who came first", async () => {
    const turns = openTurns();
    await turns.endAll(["10.0.0.1", "10.0.0.1", "10.0.0.1", "10.9.0.1", "10.8.0.1"].map(turns.ask));
    expect(turns.order).toEqual(["10.0.0.1", "10.9.0.1", "10.8.0.1", "10.0.0.1", "10.0.0.1"]);
  });

  it("gets a place where one address has taken all of them with a hundred calls", async () => {
    const turns = openTurns();
    const flood = Array.from({ length: 100 }, () => turns.ask("10.0.0.1"));
    await turns.endAll([...flood, ...addresses(30).map(turns.ask)]);
    expect(turns.order.slice(1, 31)).toEqual(addresses(30));
    expect(turns.refused).toEqual(Array.from({ length: 100 - 1 - (queueMax - 30) }, () => "10.0.0.1"));
  });

  it("gets a place where 200 addresses come again as soon as they are answered", async () => {
    const turns = openTurns();
    const over = new AbortController();
    const flood = Array.from({ length: 200 }, async (_, index) => {
      while (!over.signal.aborted) await turns.ask(`${index + 1}.${index}.0.1`);
    });
    for (let served = 0; served <= queueMax; served++) await turns.endOne();
    const honest = addresses(30);
    const asked = honest.map(turns.ask);
    const before = turns.order.length;
    for (let served = 0; served < 40; served++) await turns.endOne();
    over.abort();
    await turns.endAll([...flood, ...asked]);
    expect(turns.refused.filter((address) => honest.includes(address))).toEqual([]);
    expect(turns.order.slice(before, before + 31)).toEqual(expect.arrayContaining(honest));
  });

  it("gets a place in the first moment of such a flood, where somebody has signed in from there before", async () => {
    const turns = openTurns();
    const [known, unknown] = ["203.0.113.1", "198.51.100.1"];
    turns.standings.arrived(known);
    turns.standings.succeeded(known);
    const flood = Array.from({ length: 200 }, (_, index) => turns.ask(`${index + 1}.${index}.0.1`));
    await turns.endAll([...flood, turns.ask(unknown), turns.ask(known)]);
    expect(turns.order[1]).toBe(known);
    expect(turns.refused).toContain(unknown);
  });

  it("gets a place beside a flood from the neighbourhood of each other", async () => {
    const turns = openTurns();
    const flood = Array.from({ length: 200 }, (_, host) => turns.ask(`192.0.2.${host}`));
    await turns.endAll([...flood, turns.ask("198.51.100.1")]);
    expect(turns.order[1]).toBe("198.51.100.1");
  });

  it("never has more turns at once than there are, also where one comes at the moment in which another ends", async () => {
    const inTurn = createTurns({ parallelMax: 1, queueMax, refusedAfterMs: 0 });
    const standing = { network: 0, neighbourhood: 0 };
    let running = 0;
    const most: number[] = [];
    const run = async () => {
      most.push(++running);
      await Promise.resolve();
      running -= 1;
    };
    const asked = Array.from({ length: 20 }, async (_, index) => {
      for (let ticks = 0; ticks < index; ticks++) await Promise.resolve();
      await inTurn(standing, run);
    });
    await Promise.all(asked);
    expect(most).toEqual(Array.from({ length: 20 }, () => 1));
  });
});
