import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import type { GroupRules } from "#domain/passwords/group-rules.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import type { Row } from "#store/tables.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { handleOf } from "#test/support/authorization-page.ts";
import { giveAnswers } from "#test/support/given-answers.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

// What a target group refuses is refused before anything is written, also where people choose a password for a forgotten one.

const hasher = createQuickHasher();
let api: RequestApi;
let answerHash = "";
let count = 0;
let passwords = 0;
let person: Row<"users">;
let accountKeys: readonly string[] = [];
const fresh = () => `A kettle of ${++passwords} fish`;

beforeAll(async () => {
  api = await openRequestApi({ people: [], targets: { T1: [], T2: [] }, capabilities: ["resetPassword"] });
  answerHash = await hasher.hash(new Secret(normaliseAnswer("Rex")));
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.addUser(`person${++count}`);
  await giveAnswers(api.context, person.key, answerHash);
  const { store, ids } = api.context;
  accountKeys = [ids.guid(), ids.guid()];
  await store.transaction(async () => {
    for (const [index, key] of accountKeys.entries()) {
      const names = { stableId: key, longId: key, shortId: key, displayId: "x" };
      await store.save("accounts", { key, targetSystemKey: `T${index + 1}`, userKey: person.key, ...names });
    }
  });
});

async function setRules(rules: Partial<GroupRules>): Promise<void> {
  const free = { syncPasswords: false, uniquePasswords: false, passwordChangeRestriction: "anyNumber" } as const;
  await api.store.transaction(() =>
    api.store.save("targetGroups", { id: "DEFAULT", passwordPolicyId: "DEFAULT", ...free, ...rules }),
  );
}

interface Page extends TestAnswer {
  readonly cookie: string;
}

/** Walks the chain up to the form for the new password; returns the sending of that. */
async function prove(): Promise<(password: string) => Promise<TestAnswer>> {
  const path = "/identity/connect/forgot-password";
  const page = (answer: TestAnswer, cookie = ""): Page => ({
    ...answer,
    cookie: String(answer.headers["set-cookie"] ?? cookie).split(";", 1)[0] ?? "",
  });
  const submit = async ({ cookie, ...at }: Page, fields: Readonly<Record<string, string>>) =>
    page(await api.send("POST", path, { form: { handle: handleOf(at), ...fields }, headers: { cookie } }), cookie);
  const asked = await submit(page(await api.send("POST", path, { form: {} })), { userName: person.id });
  const answers = [...asked.text.matchAll(/name="(answer\d+)"/g)].map(([, name = ""]) => [name, "Rex"]);
  const proved = await submit(asked, Object.fromEntries(answers) as Readonly<Record<string, string>>);
  return (password) => submit(proved, { newPassword: password, newPasswordAgain: password });
}

const alertOf = ({ text }: TestAnswer) => /role="alert">([^<]+)/.exec(text)?.[1] ?? "";
const operationsOf = async () =>
  (await api.store.select("requestOperations")).filter(({ accountKey }) => accountKeys.includes(accountKey ?? ""));
const ownHash = async () => (await api.store.get("users", person.key))?.passwordHash;

/** Sets the password of an account as an administrator, and carries that out. */
async function setPassword(key: string, password: string): Promise<void> {
  const accepted = await api.call("POST", `/v2/accounts(${key})/resetPassword`, "root", { password });
  expect(accepted.status).toBe(202);
  await api.carryOut(accepted, { result: "S" });
}

describe("a password that is chosen for a forgotten one", () => {
  it("is refused where another account has it and passwords must be unique, and nothing is written", async () => {
    await setRules({});
    const taken = fresh();
    await setPassword(accountKeys[1] ?? "", taken);
    await setRules({ uniquePasswords: true });
    // The accounts themselves are left as they are: there are two of them, and one of them has the password.
    const { store } = api.context;
    await store.transaction(() => store.save("targetSystems", { id: "T2", enabled: false }));
    const before = [await ownHash(), (await operationsOf()).length];
    const refused = await (await prove())(taken);
    expect(alertOf(refused)).toMatch(/^uniquePasswords: /);
    expect([await ownHash(), (await operationsOf()).length]).toEqual(before);
    await store.transaction(() => store.save("targetSystems", { id: "T2", enabled: true }));
  });

  it.each([{ passwordChangeRestriction: "oneAccount" } as const, { uniquePasswords: true }])(
    "leaves accounts as they are of which a group allows only one at a time: %j",
    async (rules) => {
      await setRules(rules);
      const before = await ownHash();
      expect((await (await prove())(fresh())).status).toBe(200);
      expect(await ownHash()).not.toBe(before);
      expect(await operationsOf()).toEqual([]);
    },
  );

  it("waits until another change of the group has ended, and nothing is written", async () => {
    await setRules({ syncPasswords: true });
    const open = await api.call("POST", `/v2/accounts(${accountKeys[0]})/resetPassword`, "root", { password: fresh() });
    expect(open.status).toBe(202);
    const before = [await ownHash(), (await operationsOf()).length];
    const refused = await (await prove())(fresh());
    expect(alertOf(refused)).toMatch(/is being changed/);
    expect([await ownHash(), (await operationsOf()).length]).toEqual(before);
  });
});
