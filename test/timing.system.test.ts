// @alone it compares the times of answers
import { setTimeout as sleep } from "node:timers/promises";

import { afterEach, expect, it } from "vitest";

import { createPasswordHasher, type PasswordHasher } from "#operations/identity/engine/password-hasher.ts";

import { openTestApi, type TestApi } from "./support/api.ts";
import { distinguish } from "./support/distinguish.ts";
import { createHttpClient } from "./support/http-client.ts";
import { inParallel } from "./support/in-parallel.ts";
import { testSize } from "./support/test-size.ts";

/** Answers of each case that show a difference of a tenth of their width. */
const enough = 400;
const samples = testSize(enough / 2, enough);
const rounds = 3;
const lanes = 2;
/** Standard deviations beyond which two cases count as told apart. */
const apart = 3.5;
const timeoutMs = 900_000;

/** What a stranger may try, and must not be able to tell apart. */
const cases = {
  "unknown user": ["nobody-of-this-name", "any password"],
  "wrong password": ["known", "wrong"],
  "locked user with a wrong password": ["locked", "wrong"],
  "no right": ["without-right", "password-of-without-right"],
} as const;
type Case = keyof typeof cases;
const names = Object.keys(cases) as Case[];

let api: TestApi;
afterEach(() => api.close());

async function openDoor(passwords: PasswordHasher): Promise<void> {
  api = await openTestApi({ passwords, settings: { userAuthFailuresMax: 1_000_000 } });
  await api.addUser("known");
  await api.addUser("locked", { locked: true });
  await api.addUser("without-right", { classes: [] });
}

/** Milliseconds of the answers of each case, in turn, through the HTTP door. */
async function measure(count: number): Promise<Readonly<Record<Case, number[]>>> {
  const http = createHttpClient(api.address, lanes);
  const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Case, number[]>;
  const turns = Array.from({ length: count }, () => names.toSorted(() => Math.random() - 0.5)).flat();
  await inParallel(turns.length, lanes, async (turn) => {
    const name = turns[turn] as Case;
    const [username, password] = cases[name];
    const form = new URLSearchParams({ grant_type: "password", client_id: "gatehouse", username, password });
    const startedMs = performance.now();
    const { status, body } = await http.call("POST", "/identity/connect/token", { form: form.toString() });
    times[name].push(performance.now() - startedMs);
    expect([status, body]).toMatchObject([400, { error: "invalid_grant" }]);
  });
  http.close();
  return times;
}

/** The pair of cases that is told apart most clearly, and how clearly. */
function clearest(times: Readonly<Record<Case, number[]>>): { pair: string; deviations: number } {
  const pairs = names.flatMap((one, index) => names.slice(index + 1).map((other) => [one, other] as const));
  const found = pairs.map(([one, other]) => ({
    pair: `${one} / ${other}`,
    deviations: distinguish(times[one], times[other]),
  }));
  return found.reduce((a, b) => (b.deviations > a.deviations ? b : a));
}

it(
  "unknown user, wrong password, locked user and no right cannot be told apart by the time of the answer",
  async () => {
    await openDoor(createPasswordHasher());
    const seen: { pair: string; deviations: number }[] = [];
    for (let round = 0; round < rounds; round++) {
      seen.push(clearest(await measure(samples)));
      if ((seen.at(-1)?.deviations ?? 0) < apart) break;
    }
    console.log("most clearly told apart:", seen);
    expect(seen.at(-1)?.deviations).toBeLessThan(apart);
  },
  timeoutMs,
);

it(
  "a door that hashes nothing for unknown users would be found out",
  async () => {
    const real = createPasswordHasher();
    await openDoor({
      ...real,
      async verify(hash, password, source) {
        if (hash === null) return false;
        // As on a slow machine.
        await sleep(100);
        return real.verify(hash, password, source);
      },
    });
    const { pair, deviations } = clearest(await measure(enough / 10));
    expect(pair).toContain("unknown user");
    expect(deviations).toBeGreaterThan(apart);
  },
  timeoutMs,
);

it("two samples of one distribution are not told apart, and a shift of a tenth of their width is", async () => {
  await openDoor(createPasswordHasher());
  const values = (shift: number, seed: number) =>
    Array.from({ length: enough }, (_, index) => ((index * 7919 + seed * 104_729) % 1009) / 1009 + shift);
  expect(distinguish(values(0, 1), values(0, 2))).toBeLessThan(apart);
  expect(distinguish(values(0, 1), values(0.1, 2))).toBeGreaterThan(apart);
  expect(distinguish([1, 1, 1], [1, 1, 1])).toBe(0);
});
