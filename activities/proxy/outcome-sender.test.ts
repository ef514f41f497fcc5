import { expect, test } from "vitest";

import type { Outcome } from "#domain/requests/order.ts";
import { createLogger } from "#platform/logs/log.ts";

import { createOutcomeSender } from "./outcome-sender.ts";
import { ProxyCallError } from "./signed-calls.ts";

const log = createLogger({ module: "test", level: "silent" });
const outcome = (operationKey: string): Outcome => ({ operationKey, sends: 1, result: "S" });

function sender(
  answer: (keys: string[]) => Error | undefined,
  { signal = new AbortController().signal, gatherMs = 1 }: { signal?: AbortSignal; gatherMs?: number } = {},
) {
  const calls: string[][] = [];
  const outcomes = async (batch: readonly Outcome[]) => {
    const keys = batch.map(({ operationKey }) => operationKey);
    calls.push(keys);
    const error = answer(keys);
    if (error) throw error;
    return keys.includes("last");
  };
  return { calls, sender: createOutcomeSender({ client: { outcomes }, log, signal, pauseMs: 1, gatherMs }) };
}

test("outcomes that wait while a call is on its way go together", async () => {
  const { calls, sender: sending } = sender(() => undefined);
  for (const key of ["a", "b", "c"]) sending.add(outcome(key));
  expect(await sending.finish()).toEqual({ recorded: 3, isLast: false });
  expect(calls.flat()).toEqual(["a", "b", "c"]);
  expect(calls.length).toBeLessThan(3);
});

test("outcomes gather for a moment, and none waits for it when all are there", async () => {
  const hourMs = 3_600_000;
  const { calls, sender: sending } = sender(() => undefined, { gatherMs: hourMs });
  sending.add(outcome("a"));
  await new Promise((resolve) => setImmediate(resolve));
  sending.add(outcome("b"));
  expect(calls).toEqual([]);
  expect(await sending.finish()).toEqual({ recorded: 2, isLast: false });
  expect(calls).toEqual([["a", "b"]]);
});

test("what has gathered is sent while others are still to come", async () => {
  const { calls, sender: sending } = sender(() => undefined);
  sending.add(outcome("a"));
  await expect.poll(() => calls).toEqual([["a"]]);
  sending.add(outcome("b"));
  await expect.poll(() => calls).toEqual([["a"], ["b"]]);
  expect(await sending.finish()).toEqual({ recorded: 2, isLast: false });
});

/** An API that takes no outcome for which `refuses` holds. */
function readerOf(refuses: (outcome: Outcome) => boolean) {
  const taken: Outcome[] = [];
  const outcomes = async (batch: readonly Outcome[]) => {
    if (batch.some(refuses)) throw new ProxyCallError(400, "INPUT_INVALID", "outcomes/0 must be smaller.");
    taken.push(...batch);
    return false;
  };
  const { signal } = new AbortController();
  return { taken, sender: createOutcomeSender({ client: { outcomes }, log, signal, pauseMs: 1, gatherMs: 1 }) };
}

test("a report that the API cannot read is sent without what the target shows, and the others go whole", async () => {
  const { taken, sender: sending } = readerOf(({ object }) => object?.name === "large");
  const object = (name: string) => ({ id: "1", name, attributes: {} });
  sending.add({ ...outcome("a"), object: object("large"), opened: ["old"], message: "grace login" });
  sending.add({ ...outcome("b"), object: object("small") });
  expect(await sending.finish()).toEqual({ recorded: 2, isLast: false });
  const words = "The service did not take the report of what the target shows: outcomes/0 must be smaller.";
  expect(taken).toEqual([
    { ...outcome("a"), opened: ["old"], message: `grace login\n${words}` },
    { ...outcome("b"), object: object("small") },
  ]);
});

test("a report that the API cannot read in any form ends its order as one of which nobody knows", async () => {
  const { taken, sender: sending } = readerOf(({ result }) => result === "S");
  sending.add({ ...outcome("a"), object: { id: "1", name: "ada", attributes: {} } });
  expect(await sending.finish()).toEqual({ recorded: 1, isLast: false });
  expect(taken).toEqual([
    expect.objectContaining({ result: "F", code: "internal", message: expect.stringContaining("must be smaller") }),
  ]);
});

test("an API that reads nothing at all is told so by the failure of the chunk", async () => {
  const { sender: sending } = readerOf(() => true);
  sending.add(outcome("a"));
  await expect(sending.finish()).rejects.toThrow("must be smaller");
});

test("large outcomes go in several calls, each of which the API can take", async () => {
  const { calls, sender: sending } = sender(() => undefined);
  const object = (id: string) => ({ id, name: id, attributes: { photo: ["x".repeat(300 * 1024)] } });
  for (const key of ["a", "b", "c", "d"]) sending.add({ ...outcome(key), object: object(key) });
  expect(await sending.finish()).toEqual({ recorded: 4, isLast: false });
  expect(calls.flat()).toEqual(["a", "b", "c", "d"]);
  expect(Math.max(...calls.map((keys) => keys.length))).toBe(2);
});

test("while the API is away the same call is repeated until it is taken", async () => {
  let left = 3;
  const { calls, sender: sending } = sender(() =>
    left-- > 0 ? new ProxyCallError(503, "DATABASE_BUSY", "busy") : undefined,
  );
  sending.add(outcome("a"));
  expect(await sending.finish()).toEqual({ recorded: 1, isLast: false });
  expect(calls).toHaveLength(4);
});

test("a refused outcome does not keep the others from being taken", async () => {
  const { sender: sending } = sender((keys) =>
    keys.includes("b") ? new ProxyCallError(409, "OUTCOME_REFUSED", "no") : undefined,
  );
  for (const key of ["a", "b", "c"]) sending.add(outcome(key));
  expect(await sending.finish()).toEqual({ recorded: 2, isLast: false });
});

test("any other refusal ends the chunk, and cancellation ends the tries", async () => {
  const { sender: refused } = sender(() => new ProxyCallError(401, "PROXY_SIGNATURE_INVALID", "no"));
  refused.add(outcome("a"));
  await expect(refused.finish()).rejects.toThrow("no");
  const stop = new AbortController();
  const { sender: away } = sender(() => new ProxyCallError(503, "STARTING", "later"), { signal: stop.signal });
  away.add(outcome("a"));
  setTimeout(() => stop.abort(), 5);
  await expect(away.finish()).rejects.toThrow();
});
