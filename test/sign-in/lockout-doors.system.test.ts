import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { ManualClock } from "#platform/clock.ts";

import { openTestApi, type TestAnswer, type TestApi } from "../support/api.ts";
import { pageBrowser } from "../support/authorization-page.ts";
import { giveAnswers } from "../support/given-answers.ts";
import { createQuickHasher } from "../support/quick-hasher.ts";
import { register } from "../support/registered-clients.ts";
import { signInSteps } from "../support/sign-in-steps.ts";
import { message, sendSoap } from "../support/soap-messages.ts";

const clock = new ManualClock();
const back = "https://partner.example/back";
const wrong = "wrong";
const rightAnswer = "rex";
const failuresMax = 5;
let api: TestApi;
let answerHash = "";
let person = "";
let count = 0;

beforeAll(async () => {
  api = await openTestApi({ clock, settings: { userAuthFailuresMax: failuresMax } });
  const grants = ["authorization_code"];
  await register(api.context, { id: "ours", isPublic: true, firstParty: true, grants, redirectUris: [back] });
  answerHash = await createQuickHasher().hash(new Secret(normaliseAnswer(rightAnswer)));
});
afterAll(() => api.close());
beforeEach(async () => {
  person = `person${++count}`;
  await addPerson(person);
});

async function addPerson(id: string, superuser = false): Promise<void> {
  const { key: userKey } = await api.addUser(id, {
    superuser,
    classes: ["_EXPLICIT_REST_API_USERS_", "_EXPLICIT_API_USERS_"],
  });
  await giveAnswers(api.context, userKey, answerHash);
}

interface Shown {
  readonly password: string;
  readonly answer: string;
}
const isWrong: Shown = { password: wrong, answer: wrong };
const isRight = (): Shown => ({ password: `password-of-${person}`, answer: rightAnswer });

const byChain =
  (path: string) =>
  async ({ password }: Shown) => {
    const begun = await api.send("POST", path, { body: {} });
    const [cookie = ""] = String(begun.headers["set-cookie"]).split(";", 1);
    const step = path === "/react/session" ? begun.json.attempt : `${begun.json.attempt}/steps`;
    const body = { fields: { userName: person, password } };
    return api.send("POST", `${path}/${step}`, { body, headers: { cookie } });
  };

async function forgotten({ answer }: Shown): Promise<TestAnswer> {
  const steps = signInSteps(api);
  const begun = await steps.begin({ purpose: "forgotPassword", userName: person });
  return steps.answer(begun, { answer1: answer, answer2: answer });
}

/** Doors at which a user enters a password or answers; each returns true if it lets the user in. */
const doors: Readonly<Record<string, (shown: Shown) => Promise<boolean>>> = {
  "the token server": async ({ password }) => (await api.signIn(person, { password })).status === 200,
  "an authentication chain": async (shown) => (await byChain("/identity/sign-in/attempts")(shown)).json.end === "ALLOW",
  "a session of a browser": async (shown) => (await byChain("/react/session")(shown)).json.end === "ALLOW",
  "the page of applications": async ({ password }) => {
    const browser = pageBrowser(api, { client_id: "ours", redirect_uri: back, scope: "api" });
    return (await browser.submit(await browser.begin(), { userName: person, password })).status === 303;
  },
  "the library": async ({ password }) =>
    (await api.send("POST", "/idapi/login", { body: { user: person, password } })).status === 200,
  "a login of SOAP": async ({ password }) => {
    const fields = `<user>${person}</user><password>${password}</password>`;
    return (await sendSoap(api, message("login", null, fields))).status === 200;
  },
  "a single call of SOAP": async ({ password }) =>
    (await sendSoap(api, message("identityUserinfo", { user: person, password }))).status === 200,
  "a forgotten password": async (shown) => (await forgotten(shown)).status === 200,
};
const names = Object.keys(doors);
const at = (name: string, shown: Shown) => doors[name]?.(shown);
const user = async () => (await api.store.select("users", { where: { id: person } }))[0];

describe("wrong passwords and answers", () => {
  it.each(names)("at %s count, and what is right lets in until there are too many", async (name) => {
    for (let tries = 1; tries < failuresMax; tries += 1) {
      expect(await at(name, isWrong)).toBe(false);
      expect(await user()).toMatchObject({ failures: tries, locked: false });
    }
    expect(await at(name, isRight())).toBe(true);
  });

  it.each(names)("at other doors lock %s, too, and no longer than they do anywhere", async (name) => {
    const others = names.filter((other) => other !== name);
    for (const other of others.slice(0, failuresMax)) expect([other, await at(other, isWrong)]).toEqual([other, false]);
    expect(await user()).toMatchObject({ locked: true, lockedBy: "failures" });
    expect(await at(name, isRight())).toBe(false);
    clock.advance(api.context.settings.lockoutDurationMinutes * 60_000);
    expect(await at(name, isRight())).toBe(true);
  });

  it("of strangers end nothing that somebody has begun, whichever door they come by", async () => {
    const token = await api.tokenOf(person);
    const { json } = await api.send("POST", "/idapi/login", { body: { user: person, password: isRight().password } });
    for (const name of names) for (let tries = 0; tries < 2; tries += 1) await at(name, isWrong);
    expect((await user())?.locked).toBe(true);
    for (const [method, path, key, body] of [
      ["GET", "/identity/connect/userinfo", token, undefined],
      ["POST", "/idapi/read", json.sessionKey, { path: "users?$top=1" }],
    ] as const) {
      const headers = { authorization: `Bearer ${key}` };
      expect([path, (await api.send(method, path, { headers, ...(body && { body }) })).status]).toEqual([path, 200]);
    }
  });

  it("keep a superuser out from where they came, and lock nothing", async () => {
    person = `superuser${count}`;
    await addPerson(person, true);
    for (const name of names) await at(name, isWrong);
    expect(await user()).toMatchObject({ locked: false, failures: 0 });
    for (const name of names) expect([name, await at(name, isRight())]).toEqual([name, false]);
  });
});
