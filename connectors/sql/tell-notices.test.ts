import { expect, test } from "vitest";

import type { Call } from "#connectors/contract/index.ts";

import type { SqlSession } from "./session.ts";
import { tellNotices } from "./tell-notices.ts";

test("what a server says beside its answers is told once, also where the call fails, and never with a later call", async () => {
  const notices = [{ words: "left behind" }];
  const session = { client: { notices } } as unknown as SqlSession;
  const told: string[] = [];
  const call = { notice: (words: string) => void told.push(words) } as unknown as Call;
  const { works, fails } = tellNotices({
    async works() {
      notices.push({ words: "one" }, { words: "two" });
      return 7;
    },
    async fails() {
      notices.push({ words: "three" });
      throw new Error("refused");
    },
  });
  const run = (operation: typeof works | typeof fails) =>
    (operation as (...all: unknown[]) => Promise<unknown>)(session, {}, call);
  expect(await run(works)).toBe(7);
  await expect(run(fails)).rejects.toThrow("refused");
  expect(told).toEqual(["one", "two", "three"]);
  expect(notices).toEqual([]);
});
