import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { inParallel } from "#test/support/in-parallel.ts";

// A flood at the doors of passwords: whoever sends it is answered by the limits, nothing is kept of it, and others are served.

const perMinute = 100;
const calls = 1_000;
const mebibyte = "x".repeat(1024 * 1024 - 64);
const key = "77777777-0000-4000-8000-000000000043";

const doors: readonly (readonly [path: string, member: string])[] = [
  ["/v2/passwordPolicies", "description"],
  ["/v2/passwordPolicies('DEFAULT')/check", "password"],
  ["/v2/passwordPolicies('DEFAULT')/generate", "form"],
  [`/v2/passwordQueue(${key})/retry`, "note"],
  ["/v2/passwordBlocks", "reason"],
  [`/v2/users(${key})/resetPasswords`, "password"],
  [`/v2/users(${key})/passwordRules`, "accountKeys"],
  ["/v2/targetGroups('DEFAULT')/resetPasswords", "password"],
];

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi({ clock: new ManualClock(), settings: { callsPerMinuteAndCaller: perMinute } });
  for (const id of ["eve", "ada"]) await api.addUser(id, { classes: ["_EXPLICIT_REST_API_USERS_"] });
});
afterAll(() => api.close());

const kept = () =>
  Promise.all(
    (["passwordPolicies", "passwordBlocks", "passwordQueue", "reqbatch"] as const).map((table) =>
      api.context.store.count(table),
    ),
  );

describe.each([
  ["a stranger", undefined, [401, 413, 429]],
  ["an ordinary user", "eve", [200, 400, 403, 404, 413, 429]],
] as const)("a thousand calls of %s with bodies up to 1 MiB", (_who, as, statuses) => {
  it("are answered by the limits, keep nothing, and hold nobody up", { timeout: 60_000 }, async () => {
    const before = await kept();
    const auditedBefore = await api.context.store.count("sesslog_full");
    const headers = as === undefined ? {} : { authorization: `Bearer ${await api.tokenOf(as)}` };
    const ada = { headers: { authorization: `Bearer ${await api.tokenOf("ada")}` } };
    const counted = new Map<number, number>();
    let served = 0;
    await inParallel(calls, 16, async (index) => {
      const [path, member] = doors[index % doors.length] ?? ["", ""];
      const body = { [member]: index % 10 === 0 ? mebibyte : "short" };
      const { status, headers: answered } = await api.send("POST", path, { headers, body });
      counted.set(status, (counted.get(status) ?? 0) + 1);
      if (status === 429) expect(Number(answered["retry-after"])).toBeGreaterThan(0);
      if (index % 100 === 0) served += (await api.send("GET", "/v2/passwordPolicies", ada)).status === 200 ? 1 : 0;
    });
    expect([...counted.keys()].filter((status) => !(statuses as readonly number[]).includes(status))).toEqual([]);
    expect(calls - (counted.get(429) ?? 0)).toBeLessThanOrEqual(perMinute);
    expect(served).toBe(calls / 100);
    expect(await kept()).toEqual(before);
    expect((await api.context.store.count("sesslog_full")) - auditedBefore).toBeLessThanOrEqual(perMinute);
    expect(JSON.stringify(await api.context.store.select("sesslog_full"))).not.toContain(mebibyte.slice(0, 500));
  });
});
