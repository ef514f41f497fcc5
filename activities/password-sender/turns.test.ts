import { expect, test } from "vitest";

import { createTurns } from "./turns.ts";

const hourMs = 3_600_000;
const settle = () => new Promise((resolve) => setImmediate(resolve));

test("changes of one account take turns in their order, those of others do not wait", async () => {
  const turns = createTurns(hourMs);
  const begun: string[] = [];
  const take = (account: string, word: string) => void turns.take(account).then(() => begun.push(word));
  for (const word of ["a1", "a2", "a3"]) take("ada", word);
  take("ben", "b1");
  await settle();
  expect(begun).toEqual(["a1", "b1"]);
  turns.end("ada");
  await settle();
  expect(begun).toEqual(["a1", "b1", "a2"]);
  turns.end("ada");
  turns.end("ada");
  turns.end("ada");
  turns.end("nobody");
  await turns.take("ada");
  expect(begun).toEqual(["a1", "b1", "a2", "a3"]);
});

test("a turn that nobody ends is over after its time", async () => {
  const turns = createTurns(5);
  const taken = [];
  for (const turn of [1, 2, 3]) {
    await turns.take("ada");
    taken.push(turn);
  }
  expect(taken).toEqual([1, 2, 3]);
});
