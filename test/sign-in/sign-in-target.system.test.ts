import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ProxyClient } from "#activities/proxy/client.ts";
import { checkAnswer } from "#domain/identity/password-check.ts";
import type { Order, Outcome } from "#domain/requests/order.ts";
import { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestAnswer, type TestApi } from "../support/api.ts";
import { createDirectClient } from "../support/direct-client.ts";
import { saveProxy } from "../support/organisation.ts";
import { pkce, register } from "../support/registered-clients.ts";

type Answer = Omit<Outcome, "operationKey" | "sends">;

const clock = new ManualClock();
const failuresMax = 3;
let api: TestApi;
let proxy: ProxyClient | undefined;
/** Operations that the target has received. */
let asked: Order[];
/** Answer in place of the target's own. */
let said: Answer | undefined;
let turn: Promise<unknown>;

/** Answers as a directory behind its proxy: the password of each account is `directory-of-<name>`. */
const answerOf = ({ object, password }: Order): Answer => {
  if (said !== undefined) return said;
  if (object.id === undefined) return { result: "F", code: "notFound", message: "no such entry" };
  const isRight = password?.use((text) => text === `directory-of-${object.name}`) === true;
  return isRight ? { result: "S" } : { result: "F", code: "currentPassword", message: "invalid credentials" };
};

async function answerAll(client: ProxyClient): Promise<void> {
  const open = (await api.store.select("passwordChecks")).filter((check) => checkAnswer(check) === undefined);
  if (open.length === 0) return;
  expect(JSON.stringify(open)).not.toContain("directory-of");
  const orders = await client.orders(open.map(({ key }) => `signIn:${key}`));
  asked.push(...orders);
  await client.outcomes(
    orders.map((order) => ({ ...answerOf(order), operationKey: order.operationKey, sends: order.sends })),
  );
}

beforeEach(async () => {
  [asked, said, proxy, turn] = [[], undefined, undefined, Promise.resolve()];
  // Like an outbox: committed operations reach the proxy soon.
  const nudge = () => {
    turn = turn.then(() => proxy && answerAll(proxy));
  };
  api = await openTestApi({ clock, nudge, settings: { signInTarget: "DIRECTORY", userAuthFailuresMax: failuresMax } });
  const { context, store } = api;
  await store.transaction(async () => {
    await saveProxy(context, "local", ["serverInfo", "verify"]);
    const target = { id: "DIRECTORY", type: "fault", description: "directory", address: {}, proxyServers: [] };
    await store.save("targetSystems", target);
  });
  proxy = await createDirectClient(context, "local", join(api.folder, "proxy"));
});
afterEach(async () => {
  await turn;
  await api.close();
});

/** Makes a user who may sign in, has an account in the directory and, by default, no password in the service. */
async function person(
  id: string,
  { hasOurs = false, ...part }: Parameters<TestApi["addUser"]>[1] & { hasOurs?: boolean } = {},
): Promise<string> {
  const { key } = await api.addUser(id, part);
  const { store, context } = api;
  const names = { stableId: `id of ${id}`, longId: id, shortId: id, displayId: id };
  await store.transaction(async () => {
    if (!hasOurs) await store.save("users", { key, passwordHash: null });
    await store.add("accounts", { key: context.ids.guid(), targetSystemKey: "DIRECTORY", userKey: key, ...names });
  });
  return key;
}

const signIn = (id: string, password = `directory-of-${id}`) => api.signIn(id, { password });
const shown = ({ status, json }: TestAnswer) => [status, json.error, json.error_description];
const askedAbout = () => asked.map(({ object }) => object.id ?? object.name.replace(/-.*/, ""));

describe("who has no password of ours", () => {
  test("is signed in with that of the target, which is asked once and sealed to its proxy, and nothing of it stays", async () => {
    const key = await person("ada");
    const { status, json } = await signIn("ada");
    expect([status, json.token_type]).toEqual([200, "Bearer"]);
    expect(asked).toMatchObject([
      { code: "PWVF", targetSystem: "DIRECTORY", sends: 1, object: { id: "id of ada", name: "ada" } },
    ]);
    expect(await api.store.count("passwordChecks", {})).toBe(0);
    const [handedOut] = await api.store.select("sesslog_full", { where: { operation: "PXHO" } });
    expect(handedOut).toMatchObject({ actor: "local", recipient: key, account: "ada", targetSystem: "DIRECTORY" });
    expect(JSON.stringify(await api.store.select("sesslog_full"))).not.toContain("directory-of");
  });

  test("is locked by wrong ones, and while that lasts the target is not asked about the account", async () => {
    const key = await person("ada");
    for (let tries = 0; tries < failuresMax; tries += 1) expect((await signIn("ada", "wrong")).status).toBe(400);
    expect(await api.store.get("users", key)).toMatchObject({
      locked: true,
      lockedBy: "failures",
      failures: failuresMax,
    });
    asked = [];
    expect(shown(await signIn("ada"))).toEqual([400, "invalid_grant", expect.stringContaining("Invalid user name")]);
    expect(askedAbout()).toEqual(["nobody"]);
    clock.advance(api.context.settings.lockoutDurationMinutes * 60_000);
    expect((await signIn("ada")).status).toBe(200);
    expect(await api.store.get("users", key)).toMatchObject({ locked: false, failures: 0 });
  });

  test("is asked about, of many wrong ones at once, as often as it takes to lock them and no more", async () => {
    const key = await person("ada");
    await Promise.all(Array.from({ length: 3 * failuresMax }, () => signIn("ada", "wrong")));
    expect(askedAbout().filter((name) => name !== "nobody")).toEqual(["id of ada", "id of ada", "id of ada"]);
    expect(await api.store.get("users", key)).toMatchObject({ locked: true, failures: failuresMax });
    expect(await api.store.count("passwordChecks", {})).toBe(0);
    // The counted checks are reported together, as with every refusal; the audit has no questions.
    const audit = await api.store.select("sesslog_full");
    expect(JSON.stringify(audit)).not.toContain("passwordChecks");
  });

  test("is told USER_DISABLED with the right one alone", async () => {
    await person("ada", { disabled: true });
    const answers = await Promise.all([signIn("ada"), signIn("ada", "wrong")]);
    expect(answers.map(shown)).toEqual([
      [400, "invalid_grant", "USER_DISABLED"],
      [400, "invalid_grant", expect.stringContaining("Invalid user name")],
    ]);
  });

  test("has one account there, or of several the one that bears the id", async () => {
    const { store, context } = api;
    const userKey = await person("ada");
    const add = (name: string) => {
      const row = { key: context.ids.guid(), targetSystemKey: "DIRECTORY", userKey, stableId: `id of ${name}` };
      return store.transaction(() => store.add("accounts", { ...row, longId: name, shortId: name, displayId: name }));
    };
    await add("adm-ada");
    expect((await signIn("ada")).status).toBe(200);
    expect((await signIn("ada", "directory-of-adm-ada")).status).toBe(400);
    expect(askedAbout()).toEqual(["id of ada", "id of ada"]);
  });
});

test("a stranger is told nothing: whoever is refused, the target is asked once and the answer is the same", async () => {
  const { store } = api;
  await person("ada");
  await person("ours", { hasOurs: true });
  await person("super", { superuser: true });
  const { key } = await api.addUser("without-account");
  await store.transaction(() => store.save("users", { key, passwordHash: null }));
  const names = ["ada", "ours", "super", "without-account", "unknown"];
  const answers = await Promise.all(names.map((name) => signIn(name, "wrong")));
  const [first] = answers.map(shown);
  expect(first?.slice(0, 2)).toEqual([400, "invalid_grant"]);
  for (const answer of answers) expect(shown(answer)).toEqual(first);
  expect(askedAbout().toSorted()).toEqual(["id of ada", "nobody", "nobody", "nobody", "nobody"]);
  // Users whose names the directory's administrators could otherwise use to sign in.
  asked = [];
  expect((await signIn("super")).status).toBe(400);
  expect((await signIn("ours")).status).toBe(400);
  expect(askedAbout()).toEqual(["nobody", "nobody"]);
  asked = [];
  expect([(await api.signIn("ours")).status, asked]).toEqual([200, []]);
});

test("nobody is signed in by a target that says yes of an account which it cannot have", async () => {
  await person("ours", { hasOurs: true });
  await person("super", { superuser: true });
  said = { result: "S" };
  const answers = await Promise.all(["ours", "super", "unknown"].map((name) => signIn(name)));
  for (const answer of answers) expect(shown(answer).slice(0, 2)).toEqual([400, "invalid_grant"]);
  expect(askedAbout()).toEqual(["nobody", "nobody", "nobody"]);
});

test("the page on which people sign in asks the target, too, and says when it is away", async () => {
  await person("ada");
  const redirectUri = "https://portal.example/back";
  await register(api.context, {
    id: "portal",
    grants: ["authorization_code"],
    redirectUris: [redirectUri],
    firstParty: true,
  });
  const request = { response_type: "code", client_id: "portal", redirect_uri: redirectUri, scope: "api" };
  const challenge = { code_challenge: pkce.challenge, code_challenge_method: "S256" };
  const query = new URLSearchParams({ ...request, ...challenge }).toString();
  const page = await api.send("GET", `/identity/connect/authorize?${query}`);
  const [cookie = ""] = String(page.headers["set-cookie"]).split(";", 1);
  const handle = /name="handle" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const submit = (password: string) => {
    const form = { handle, userName: "ada", password };
    return api.send("POST", "/identity/connect/sign-in", { form, headers: { origin: "null", cookie } });
  };
  const wrong = await submit("wrong");
  expect([wrong.status, wrong.text]).toEqual([400, expect.stringContaining("The user name or password is wrong")]);
  said = { result: "F", code: "unreachable", message: "no route" };
  const withoutTarget = await submit("directory-of-ada");
  expect([withoutTarget.status, withoutTarget.text]).toEqual([
    503,
    expect.stringContaining("The sign-in system is unavailable"),
  ]);
  said = undefined;
  const right = await submit("directory-of-ada");
  expect([right.status, right.headers["location"]]).toEqual([303, expect.stringContaining(`${redirectUri}?code=`)]);
  // A page that has led to a code counts no attempts, so it must not make one.
  asked = [];
  expect((await submit("wrong")).text).toContain("has expired or was used before");
  expect(asked).toEqual([]);
});

describe("a target that cannot be asked is told as such, to everybody", () => {
  const away = [503, "temporarily_unavailable", expect.stringContaining("The sign-in system is unavailable")];

  test.each<[string, Answer]>([
    ["that is away", { result: "F", code: "unreachable", message: "no route" }],
    ["that is busy", { result: "F", code: "busy", message: "later" }],
    ["whose administrator may not look", { result: "F", code: "permission", message: "no" }],
    ["that broke down", { result: "F", code: "internal", message: "?" }],
  ])("%s", async (_name, answer) => {
    const key = await person("ada");
    said = answer;
    const answers = await Promise.all([
      signIn("ada"),
      signIn("ada", "wrong"),
      signIn("unknown"),
      signIn("root", "wrong"),
    ]);
    expect(answers.map(shown)).toEqual([away, away, away, away]);
    expect(await api.store.get("users", key)).toMatchObject({ failures: 0, locked: false });
    expect((await api.signIn("root")).status).toBe(200);
    expect(await api.store.count("passwordChecks", {})).toBe(0);
  });

  test("whose connector has no such function, and one that is not there", async () => {
    await person("ada");
    await api.store.transaction(() => saveProxy(api.context, "local", ["serverInfo"]));
    expect(shown(await signIn("ada"))).toEqual(away);
    await api.store.transaction(() => api.store.remove("targetSystems", "DIRECTORY"));
    expect((await Promise.all([signIn("ada"), signIn("unknown")])).map(shown)).toEqual([away, away]);
    expect(asked).toEqual([]);
  });
});
