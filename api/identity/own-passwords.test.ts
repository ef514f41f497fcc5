import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { initialRules, type RuleChanges, changedRules } from "#domain/passwords/password-rules.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { handleOf } from "#test/support/authorization-page.ts";
import { giveAnswers } from "#test/support/given-answers.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";

// The policy DEFAULT holds for the passwords of the service itself, by whichever way they are chosen.

const clock = new ManualClock();
const hasher = createQuickHasher();
let api: TestApi;
let answerHash = "";
let count = 0;
let person: Row<"users">;

beforeAll(async () => {
  api = await openTestApi({ clock, passwords: hasher });
  answerHash = await hasher.hash(new Secret(normaliseAnswer("Rex")));
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.addUser(`person${++count}`, { displayName: "Pat Perkins" });
  await giveAnswers(api.context, person.key, answerHash);
  await setRules({});
  clock.advance(1_000);
});

async function setRules(changes: RuleChanges): Promise<void> {
  const rules = changedRules(initialRules(), changes);
  await api.store.transaction(() => api.store.save("passwordPolicies", { id: "DEFAULT", ...rules }));
}

/** Returns the result that a page shows: `set`, or the rule that the password breaks. */
function saidBy({ status, text }: TestAnswer): string {
  if (status === 200) return "set";
  return /role="alert">([A-Za-z]+)/.exec(text)?.[1] ?? text;
}

async function byLink(password: string): Promise<string> {
  clock.advance(1_000);
  const { json: root } = await api.signIn("root");
  const { json } = await api.send("POST", `/v2/users(${person.key})/issuePasswordLink`, {
    headers: { authorization: `Bearer ${root.access_token}` },
    body: {},
  });
  const link = new URL(json.link).searchParams.get("link") ?? "";
  return saidBy(await api.send("POST", "/identity/connect/password", { form: { link, password, again: password } }));
}

async function byChain(password: string): Promise<string> {
  clock.advance(1_000);
  const path = "/identity/connect/forgot-password";
  const begun = await api.send("POST", path, { form: {} });
  const cookie = String(begun.headers["set-cookie"]).split(";", 1)[0] ?? "";
  const submit = (page: TestAnswer, fields: Readonly<Record<string, string>>) =>
    api.send("POST", path, { form: { handle: handleOf(page), ...fields }, headers: { cookie } });
  const asked = await submit(begun, { userName: person.id });
  const answers = [...asked.text.matchAll(/name="(answer\d+)"/g)].map(([, name = ""]) => [name, "Rex"]);
  const proved = await submit(asked, Object.fromEntries(answers) as Readonly<Record<string, string>>);
  return saidBy(await submit(proved, { newPassword: password, newPasswordAgain: password }));
}

const ways = [
  ["a link", byLink],
  ["the chain for forgotten passwords", byChain],
] as const;
const [[, first], [, second]] = ways;
const number = (index: number) => `Kettle-fish-${index}-Upstream`;

describe.each(ways)("a password of the service itself by %s", (_, choose) => {
  it("is not one that was chosen before, by whichever way", async () => {
    for (const set of [first, second]) {
      const password = number(count * 100 + (set === first ? 1 : 2));
      expect(await set(password)).toBe("set");
      expect(await choose(password)).toBe("notHistory");
    }
    expect(await choose(number(count * 100 + 1))).toBe("notHistory");
  });

  it("is not the present one where an older version has set it", async () => {
    const password = number(count * 100);
    const passwordHash = await hasher.hash(new Secret(password));
    await api.store.transaction(() => api.store.save("users", { key: person.key, passwordHash }));
    expect(await choose(password)).toBe("notHistory");
  });

  it("may be one of earlier again that the policy does not ask about anymore", async () => {
    await setRules({ history: { notHistory: { mode: "required", value: 2 } } });
    for (const index of [1, 2, 3]) expect(await choose(number(index))).toBe("set");
    expect(await choose(number(2))).toBe("notHistory");
    expect(await choose(number(1))).toBe("set");
  });

  it("holds no part of a name, wherever the directory keeps it", async () => {
    expect(await choose("Perkins-and-7-fish")).toBe("notNameParts");
    const attribute = { key: api.context.ids.guid(), userKey: person.key, name: "sn", value: "Abelard", sequence: 1 };
    await api.store.transaction(() => api.store.save("userAttributes", attribute));
    expect(await choose("Abelard-and-7-fish")).toBe("notNameParts");
  });

  it("is told in the audit where a rule could not be checked, and taken", async () => {
    await setRules({ history: { notOldPasswordSimilar: { mode: "required", value: 4 } } });
    expect(await choose(number(1))).toBe("set");
    const rows = await api.store.select("sesslog_full", { where: { operation: "SRES", recipient: person.key } });
    expect(rows.map(({ message }) => message)).toEqual([
      "notOldPasswordSimilar 4: This rule could not be checked, because the password before was not entered.",
    ]);
  });
});

it("two people may have the same password, and its marks do not tell", async () => {
  const other = await api.addUser(`${person.id}-other`);
  const { store } = api.context;
  const password = new Secret(number(1));
  expect(store.passwordMark(person.key, password)).not.toBe(store.passwordMark(other.key, password));
  expect(store.isPasswordMark(other.key, password, store.passwordMark(person.key, password))).toBe(false);
  expect(await byLink(number(1))).toBe("set");
  person = other;
  expect(await byLink(number(1))).toBe("set");
});
