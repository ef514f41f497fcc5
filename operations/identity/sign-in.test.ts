import { afterAll, beforeAll, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { recordStatements } from "#test/support/record-statements.ts";

let api: TestApi;

beforeAll(async () => {
  const settings = { userAuthFailuresMax: 1000 };
  api = await openTestApi({ clock: new ManualClock(), dialect: "sqlite", settings });
  await api.addUser("known");
  await api.addUser("locked", { locked: true });
  await api.addUser("disabled", { disabled: true });
  await api.addUser("without-right", { classes: [] });
  const { key } = await api.addUser("without-password");
  await api.store.transaction(() => api.store.save("users", { key, passwordHash: null }));
  // The first refusal of a minute has its own row in the audit, for any user.
  await api.signIn("known", { password: "wrong" });
});
afterAll(() => api.close());

/** Returns the verbs of statements. */
const verbs = (texts: readonly string[]) => texts.map((text) => /^\s*(\w+)/.exec(text)?.[1]);

it.each<[string, string, Record<string, string>]>([
  ["a name nobody has", "nobody", {}],
  ["a locked user with a wrong password", "locked", { password: "wrong" }],
  ["a disabled user with a wrong password", "disabled", { password: "wrong" }],
  ["a user without a password", "without-password", {}],
  ["a superuser with a wrong password", "root", { password: "wrong" }],
  ["a user without the right", "without-right", {}],
  ["a user without the right with a wrong password", "without-right", { password: "wrong" }],
])("%s costs the statements of a wrong password, in their order", async (_name, id, fields) => {
  const wrong = await recordStatements(() => api.signIn("known", { password: "wrong" }));
  const other = await recordStatements(async () => expect((await api.signIn(id, fields)).status).toBe(400));
  expect(verbs(wrong)).toContain("UPDATE");
  expect(verbs(other)).toEqual(verbs(wrong));
});

it("hashes as often for a name nobody has as for a wrong password", async () => {
  const asked: (string | null)[] = [];
  const verify = async (hash: string | null) => {
    asked.push(hash);
    return false;
  };
  const another = await openTestApi({ passwords: { ...api.context.passwords, verify } });
  await another.addUser("known");
  await another.signIn("known", { password: "wrong" });
  await another.signIn("nobody");
  expect(asked).toEqual([expect.stringMatching(/^\$argon2id/), null]);
  await another.close();
});
