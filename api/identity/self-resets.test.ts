import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import type { Row } from "#store/tables.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { handleOf } from "#test/support/authorization-page.ts";
import { beginBrowserSession } from "#test/support/begin-session.ts";
import { openDoors } from "#test/support/doors.ts";
import { giveAnswers } from "#test/support/given-answers.ts";
import { usualCapabilities } from "#test/support/organisation.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";

// Each reset of a user's own passwords leaves one SRES, under the module of the interface that it came through.

const hasher = createQuickHasher();
const classes = ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"];
let api: RequestApi;
let answerHash = "";
let count = 0;
let passwords = 0;
let person: Row<"users">;
let accountKey = "";
const fresh = () => `A kettle of ${++passwords} fish`;

beforeAll(async () => {
  api = await openRequestApi({
    people: [],
    targets: { DIRECTORY: [] },
    capabilities: [...usualCapabilities, "resetPassword", "unlock"],
  });
  answerHash = await hasher.hash(new Secret(normaliseAnswer("Rex")));
});
afterAll(() => api.close());
beforeEach(async () => {
  // Superusers alone change accounts of their own by PATCH, unless a policy says otherwise.
  person = await api.addUser(`person${++count}`, { superuser: true, classes });
  await giveAnswers(api.context, person.key, answerHash);
});

async function addAccount(): Promise<void> {
  const { store, ids } = api.context;
  accountKey = ids.guid();
  const names = { stableId: accountKey, longId: accountKey, shortId: accountKey, displayId: "x" };
  const account = { key: accountKey, targetSystemKey: "DIRECTORY", userKey: person.key, ...names };
  await store.transaction(() => store.save("accounts", account));
}

/** Completes the queued operations of the account. */
async function carryOut(): Promise<void> {
  const operations = await api.store.select("requestOperations", { where: { accountKey } });
  const request = { key: operations[0]?.requestKey ?? "" };
  for (let step = await api.step(request); step.do === "perform";) {
    const operationKeys = step.chunks.flatMap((chunk) => [...chunk.operationKeys]);
    for (const key of operationKeys) await api.answer(key, { result: "S" });
    step = await api.step(request, { ended: [{ operationKeys, failure: null }] });
  }
}

interface Page extends TestAnswer {
  readonly cookie: string;
}
const page = (answer: TestAnswer, cookie = ""): Page => ({
  ...answer,
  cookie: String(answer.headers["set-cookie"] ?? cookie).split(";", 1)[0] ?? "",
});

/** Walks the chain for forgotten passwords on its page, up to the last form, and sends that. */
async function forget(): Promise<void> {
  const path = "/identity/connect/forgot-password";
  const submit = async ({ cookie, ...at }: Page, fields: Readonly<Record<string, string>>) =>
    page(await api.send("POST", path, { form: { handle: handleOf(at), ...fields }, headers: { cookie } }), cookie);
  const asked = await submit(page(await api.send("POST", path, { form: {} })), { userName: person.id });
  const answers = [...asked.text.matchAll(/name="(answer\d+)"/g)].map(([, name = ""]) => [name, "Rex"]);
  const proved = await submit(asked, Object.fromEntries(answers) as Readonly<Record<string, string>>);
  const password = fresh();
  const answering = submit(proved, { newPassword: password, newPasswordAgain: password });
  if (accountKey !== "") {
    await expect.poll(() => api.store.count("requestOperations", { accountKey })).toBe(1);
    await carryOut();
  }
  await answering;
}

async function chooseByLink(): Promise<void> {
  const { json } = await api.send("POST", `/v2/users(${person.key})/issuePasswordLink`, { as: person.id, body: {} });
  const password = fresh();
  const form = { link: new URL(json.link).searchParams.get("link") ?? "", password, again: password };
  expect((await api.send("POST", "/identity/connect/password", { form })).status).toBe(200);
}

interface Reset {
  readonly name: string;
  readonly method: "POST" | "PATCH";
  path(): string;
  /** The way to the same through the library and SOAP. */
  readonly operation: string;
  input(): object;
  readonly more?: object;
}

const resets: readonly Reset[] = [
  {
    name: "the password of an account",
    method: "POST",
    operation: "accounts.resetPassword",
    path: () => `/v2/accounts(${accountKey})/resetPassword`,
    input: () => ({ key: accountKey }),
  },
  {
    name: "the passwords of all accounts",
    method: "POST",
    operation: "users.resetPasswords",
    path: () => `/v2/users(${person.key})/resetPasswords`,
    input: () => ({ key: person.key }),
  },
  {
    name: "a password by PATCH",
    method: "PATCH",
    operation: "accounts.update",
    path: () => `/v2/accounts(${accountKey})`,
    input: () => ({ key: accountKey }),
  },
  {
    name: "a password and more by one PATCH",
    method: "PATCH",
    operation: "accounts.update",
    path: () => `/v2/accounts(${accountKey})`,
    input: () => ({ key: accountKey }),
    more: {
      locked: false,
      enabled: true,
    },
  },
];

/** Sends a reset through an interface. */
async function byDoor(door: string, { method, path, operation, input, more = {} }: Reset): Promise<void> {
  const body = { ...more, password: fresh() };
  if (door === "rest") {
    expect((await api.send(method, path(), { as: person.id, body })).status).toBe(202);
    return;
  }
  if (door === "ui") {
    const { headers } = await beginBrowserSession(api, person.id);
    expect((await api.send(method, path(), { headers, body })).status).toBe(202);
    return;
  }
  const doors = await openDoors(api, person.id);
  const offered = doors[door === "soap" ? "SOAP" : "the library over HTTP"];
  expect(await offered?.call(operation, { ...input(), ...body })).toMatchObject({ code: null });
}

/** Returns the audit of the person with the module of each row; only rows of SRES name the recipient. */
const audited = async (operation: "SRES" | "QRES") =>
  (await api.store.select("sesslog_full", { where: { operation, actor: person.key } })).map(
    ({ result, recipient, module }) => [result, operation === "QRES" || recipient === person.key, module],
  );

describe.each(["rest", "ui", "idapi", "soap"])("a reset of one's own by %s", (door) => {
  it.each(resets)("has one SRES of that door: $name", async (reset) => {
    await addAccount();
    await byDoor(door, reset);
    await carryOut();
    expect(await audited("SRES")).toEqual([["S", true, door]]);
    expect((await audited("QRES")).length).toBe(door === "ui" ? 1 : 0);
  });
});

describe("a password that the service itself keeps", () => {
  beforeEach(() => {
    accountKey = "";
  });

  it("has one SRES where it was chosen for a forgotten one", async () => {
    await forget();
    expect(await audited("SRES")).toEqual([["S", true, "ui"]]);
    expect(await audited("QRES")).toEqual([]);
  });

  it("has one SRES for it and the accounts together", async () => {
    await addAccount();
    await forget();
    expect(await audited("SRES")).toEqual([["S", true, "ui"]]);
    expect(await audited("QRES")).toEqual([["S", true, "ui"]]);
  });

  it("has one SRES where it was chosen by a link", async () => {
    await chooseByLink();
    expect(await audited("SRES")).toEqual([["S", true, "ui"]]);
    expect(await audited("QRES")).toEqual([]);
  });
});

it("somebody else's reset has none", async () => {
  await addAccount();
  const answer = await api.send("POST", `/v2/accounts(${accountKey})/resetPassword`, {
    as: "root",
    body: { password: fresh() },
  });
  expect(answer.status).toBe(202);
  await carryOut();
  expect(await api.store.count("sesslog_full", { operation: "SRES", recipient: person.key })).toBe(0);
});
