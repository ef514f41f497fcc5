import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { usualQuestions } from "#domain/chains/step-texts.ts";
import { changedRules, initialRules } from "#domain/passwords/password-rules.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import type { Row } from "#store/tables.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { alertOf, handleOf } from "#test/support/authorization-page.ts";
import { giveAnswers } from "#test/support/given-answers.ts";
import { usualCapabilities } from "#test/support/organisation.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";
import { openRequestApi, type RequestApi } from "#test/support/request-api.ts";
import { signInSteps, standingOf } from "#test/support/sign-in-steps.ts";

import { forgottenPasswordPath as path } from "./forgotten-password-page.ts";

const hasher = createQuickHasher();
const portal = "https://portal.example";
const chosen = "Xk7-crane-lamp";
let api: RequestApi;
let answerHash = "";
let count = 0;
let person: Row<"users">;

beforeAll(async () => {
  api = await openRequestApi({
    people: [],
    targets: { DIRECTORY: [] },
    capabilities: [...usualCapabilities, "resetPassword"],
  });
  Object.assign(api.context.settings, { returnOrigins: [portal] });
  answerHash = await hasher.hash(new Secret(normaliseAnswer("Rex")));
});
afterAll(() => api.close());
beforeEach(async () => {
  person = await api.addUser(`person${++count}`);
  await giveAnswers(api.context, person.key, answerHash);
});

async function addAccount(userKey: string): Promise<string> {
  const { store, ids } = api.context;
  const key = ids.guid();
  const own = { stableId: key, longId: `uid=${key}`, shortId: key, displayId: "x" };
  await store.transaction(() => store.save("accounts", { key, targetSystemKey: "DIRECTORY", userKey, ...own }));
  return key;
}

interface Page extends TestAnswer {
  readonly cookie: string;
}
const withCookie = (answer: TestAnswer): Page => ({
  ...answer,
  cookie: String(answer.headers["set-cookie"]).split(";", 1)[0] ?? "",
});
const open = async (headers = {}) => withCookie(await api.send("POST", path, { form: {}, headers }));
const submit = async ({ cookie, ...page }: Page, fields: Readonly<Record<string, string>>, headers = {}) => {
  const form = { handle: handleOf(page), ...fields };
  return withCookie(await api.send("POST", path, { form, headers: { cookie, ...headers } }));
};
const named = async (name: string, headers = {}) => submit(await open(headers), { userName: name }, headers);
const right = { answer1: "rex", answer2: "rex" };
const proved = async (name = person.id, headers = {}) => submit(await named(name, headers), right);
const twice = (password: string) => ({ newPassword: password, newPasswordAgain: password });
/** The words and the fields of a page. */
const shown = ({ status, text }: TestAnswer) => [
  status,
  text.replaceAll(/value="[^"]*"/g, "").replaceAll(/<label for="answer[^]*?<\/label>/g, ""),
];
const labelsOf = ({ text }: TestAnswer) =>
  [...text.matchAll(/<label for="answer\d">([^<]*)</g)].map(([, label = ""]) => label);
const titleOf = ({ text }: TestAnswer) => /<h1>([^<]*)</.exec(text)?.[1];
const now = async () => (await api.store.get("users", person.key)) as Row<"users">;
const opens = async (password: string) =>
  (
    await api.send("POST", "/identity/connect/token", {
      form: { grant_type: "password", client_id: "gatehouse", username: person.id, password },
    })
  ).status === 200;
const auditOf = async (operation: string) =>
  api.store.select("sesslog_full", { where: { operation, recipient: person.key } });

describe("who has forgotten a password", () => {
  it("chooses another one behind the questions; whoever was signed in is not any more", async () => {
    const token = await api.tokenOf(person.id);
    const page = await proved();
    expect([page.status, titleOf(page)]).toEqual([200, "Choose a new password"]);
    const answer = await submit(page, twice(chosen));
    expect([answer.status, titleOf(answer)]).toEqual([200, "Your password is set"]);
    expect([await opens(chosen), await opens(`password-of-${person.id}`)]).toEqual([true, false]);
    const mine = await api.send("GET", "/v2/users", { headers: { authorization: `Bearer ${token}` } });
    expect(mine.status).toBe(401);
    expect(await auditOf("USPW")).toMatchObject([{ result: "S", actor: person.key, module: "ui" }]);
  });

  it("has the accounts set too, by one request of their own", async () => {
    const accountKey = await addAccount(person.key);
    const page = await proved();
    const answering = submit(page, twice(chosen));
    const [operation] = await operationsOf(accountKey);
    expect(operation).toMatchObject({ code: "PWRS", targetSystemKey: "DIRECTORY" });
    await api.store.transaction(() => api.store.save("requestOperations", { key: operation?.key ?? "", result: "S" }));
    expect(titleOf(await answering)).toBe("Your password is set");
    expect(await opens(chosen)).toBe(true);
    const request = await api.store.get("reqbatch", operation?.requestKey ?? "");
    expect(request).toMatchObject({ requesterKey: person.key, recipientKey: person.key, direct: true });
    expect(await auditOf("QRES")).toMatchObject([{ result: "S", actor: person.key, module: "ui", message: "PWRS" }]);
  });

  it("hears why a target system has refused it, in its own words", async () => {
    const accountKey = await addAccount(person.key);
    const answering = submit(await proved(), twice(chosen));
    const [operation] = await operationsOf(accountKey);
    const refused = { result: "F", errorCode: "policy", errorMessage: "<too> short for me" } as const;
    await api.store.transaction(() => api.store.save("requestOperations", { key: operation?.key ?? "", ...refused }));
    const answer = await answering;
    expect([answer.status, alertOf(answer)]).toEqual([409, "&lt;too&gt; short for me"]);
  });

  it("is asked once more where the two differ, and where a policy has something against it", async () => {
    const page = await proved();
    const differing = await submit(page, { newPassword: chosen, newPasswordAgain: "other" });
    expect([differing.status, alertOf(differing)]).toEqual([400, "The two passwords differ. Type the same one twice."]);
    const weak = await submit({ ...differing, cookie: page.cookie }, twice(person.id));
    expect([weak.status, titleOf(weak)]).toEqual([400, "Choose a new password"]);
    expect(alertOf(weak)).toMatch(/\w/);
    const empty = await submit({ ...weak, cookie: page.cookie }, {});
    expect([empty.status, titleOf(empty)]).toEqual([400, "Choose a new password"]);
    expect(titleOf(await submit({ ...empty, cookie: page.cookie }, twice(chosen)))).toBe("Your password is set");
  });

  it("reads the rules of all the passwords as one list before typing, behind the answers alone", async () => {
    const { store } = api;
    await addAccount(person.key);
    const rules = changedRules(initialRules(), {
      length: { minLength: { value: 31 } },
      character: { minSpecial: { mode: "required", value: 1, message: "Bitte <ein> Zeichen" } },
      history: { notOldPasswordSimilar: { mode: "required", value: 3 } },
    });
    await store.transaction(async () => {
      await store.save("passwordPolicies", { id: "OWN", description: "own", ...rules });
      await store.save("targetGroups", {
        id: "OWN",
        passwordChangeRestriction: "anyNumber",
        passwordPolicyId: "OWN",
      });
      await store.save("targetSystems", { id: "DIRECTORY", targetGroup: "OWN" });
    });
    try {
      const page = await proved();
      const items = [...page.text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, item]) => item);
      expect(items).toEqual(expect.arrayContaining(["At least 31 characters", "Bitte &lt;ein&gt; Zeichen"]));
      expect(items.filter((item) => /^At least \d+ characters/.test(item ?? ""))).toHaveLength(1);
      // Nobody here can give the old password.
      expect(items.join("\n")).not.toMatch(/old one/);
      const again = await submit(page, twice("short"));
      expect([again.status, again.text.includes("<li>At least 31 characters</li>")]).toEqual([400, true]);
      const asked = await named(person.id);
      const refused = await submit(asked, { answer1: "fido", answer2: "fido" });
      for (const { text } of [asked, refused]) expect(text).not.toMatch(/<li>|31/);
    } finally {
      await store.transaction(() => store.save("targetSystems", { id: "DIRECTORY", targetGroup: "DEFAULT" }));
    }
  });

  it("is not helped while a block of resets holds, and hears so behind the answers alone", async () => {
    const block = { userKey: person.key, reason: "a stranger has called", createdAt: 1 };
    const { store, ids } = api.context;
    const page = await proved();
    await store.transaction(() => store.add("passwordBlocks", { key: ids.guid(), ...block }));
    for (const answer of [await submit(page, twice(chosen)), await proved()])
      expect([answer.status, alertOf(answer)]).toEqual([400, expect.stringContaining("Password resets are blocked")]);
    const wrong = await submit(await named(person.id), { answer1: "no", answer2: "no" });
    expect(alertOf(wrong)).not.toContain("blocked");
    expect([await opens(chosen), await opens(`password-of-${person.id}`)]).toEqual([false, true]);
    expect(await auditOf("FGPW")).toMatchObject([
      { result: "F", message: expect.stringContaining("PASSWORD_RESET_BLOCKED") },
      { result: "F", message: expect.stringContaining("PASSWORD_RESET_BLOCKED") },
      { result: "F" },
    ]);
  });

  it("is not helped without a password here, and hears so behind the answers alone", async () => {
    await api.store.transaction(() => api.store.save("users", { key: person.key, passwordHash: null }));
    const answer = await proved();
    expect([answer.status, alertOf(answer)]).toEqual([400, expect.stringContaining("no password that can be set")]);
    expect(await auditOf("FGPW")).toMatchObject([
      { result: "F", message: expect.stringContaining("NO_PASSWORD_HERE") },
    ]);
  });
});

async function operationsOf(accountKey: string): Promise<readonly Row<"requestOperations">[]> {
  for (let tries = 0; tries < 500; tries += 1) {
    const found = await api.store.select("requestOperations", { where: { accountKey } });
    if (found.length > 0) return found;
    await sleep(10);
  }
  throw new Error("no operation was queued");
}

describe("a stranger", () => {
  it("sees the same pages for a name that nobody has", async () => {
    for (const fields of [{ answer1: "a", answer2: "b" }, {}]) {
      const pages = [];
      for (const name of [person.id, "nobody-at-all"]) {
        const asked = await named(name);
        pages.push([shown(asked), shown(await submit(asked, fields))]);
      }
      expect(pages[0]).toEqual(pages[1]);
    }
  });

  it("learns from no question of the default chain who exists, nor what anybody has made up", async () => {
    const offered = usualQuestions.slice(2, 5);
    const given = {
      own: ["What is my cat's secret name?", "The colour of grandmother's car?", "My third one?"],
      offered: offered.map(({ en }) => en),
      german: offered.map(({ de }) => de),
      both: [...offered.slice(0, 2).map(({ de }) => de), offered[0]?.en ?? "", "And one of my own?"],
      none: [],
    };
    const names = ["nobody-at-all", "nobody-else"];
    for (const [id, questions] of Object.entries(given)) {
      names.push(`asked-${id}`);
      const { key } = await api.addUser(`asked-${id}`);
      await giveAnswers(api.context, key, Object.fromEntries(questions.map((question) => [question, answerHash])));
    }
    const pages: unknown[] = [];
    for (const language of ["en", "de"] as const)
      for (const name of names) {
        const asked = await named(name, { "accept-language": language });
        const again = await named(name, { "accept-language": language });
        const questions = labelsOf(asked);
        // Each is one of the list, in the language of the page, the same each time, and none comes twice.
        expect(usualQuestions.map((texts) => texts[language])).toEqual(expect.arrayContaining(questions));
        expect([questions.length, new Set(questions).size]).toEqual([2, 2]);
        expect(labelsOf(again)).toEqual(questions);
        pages.push([language, shown(asked)]);
      }
    for (const language of ["en", "de"])
      expect(
        new Set(pages.flatMap((page) => ((page as [string])[0] === language ? JSON.stringify(page) : []))).size,
      ).toBe(1);
    // A user who has answered offered questions is asked those.
    expect(offered.map(({ en }) => en)).toEqual(expect.arrayContaining(labelsOf(await named("asked-german"))));
    expect(titleOf(await proved("asked-both"))).toBe("Choose a new password");
    expect(titleOf(await proved("asked-own"))).not.toBe("Choose a new password");
  });

  it.each([
    ["is locked by an administrator", { locked: true, lockedBy: "administrator" as const }],
    ["is disabled", { disabled: true }],
  ])("who knows the answers of somebody who %s hears no more than where they are wrong", async (_name, state) => {
    await api.store.transaction(() => api.store.save("users", { key: person.key, ...state }));
    const wrong = await submit(await named(person.id), { answer1: "a", answer2: "b" });
    expect(shown(await proved())).toEqual(shown(wrong));
    expect((await now()).passwordHash).not.toBeNull();
  });

  it("is locked out by wrong answers as by wrong passwords", async () => {
    for (let tries = 0; tries < 5; tries += 1) await submit(await named(person.id), { answer1: "a", answer2: "b" });
    expect((await now()).locked).toBe(true);
    expect(titleOf(await proved())).not.toBe("Choose a new password");
    expect(await opens(`password-of-${person.id}`)).toBe(false);
  });

  it("goes on with no page of another browser, and with none that has ended", async () => {
    const page = await proved();
    const other = await open();
    expect((await submit({ ...page, cookie: other.cookie }, twice(chosen))).status).toBe(400);
    expect(titleOf(await submit(page, twice(chosen)))).toBe("Your password is set");
    const again = await submit(page, twice("Another-crane-7"));
    expect([again.status, titleOf(again)]).toEqual([400, "Choose a new password"]);
    expect(await opens(chosen)).toBe(true);
  });

  it("sets no password past the chain", async () => {
    const page = await named(person.id);
    for (const fields of [twice(chosen), { ...twice(chosen), answer1: "a", answer2: "b" }])
      expect(titleOf(await submit(page, fields))).not.toBe("Your password is set");
    expect(await opens(chosen)).toBe(false);
  });
});

describe("the way back", () => {
  const linked = async (headers: Readonly<Record<string, string>>) =>
    /<a href="([^"]+)"/.exec((await submit(await proved(person.id, headers), twice(chosen))).text)?.[1];

  it("leads to the page that has sent the browser, where the installation knows its origin", async () => {
    expect(await linked({ origin: portal })).toBe(`${portal}/`);
  });

  it.each<[string, Record<string, string>]>([
    ["another origin", { origin: "https://evil.example" }],
    ["an origin that begins alike", { origin: `${portal}.evil.example` }],
    ["no origin", {}],
    ["a page that is only referred to", { referer: `${portal}/start` }],
    ["an origin that is hidden", { origin: "null", referer: `${portal}/start` }],
  ])("leads nowhere from %s", async (_name, headers) => {
    expect(await linked(headers)).toBeUndefined();
  });

  it("is told to no other site", async () => {
    const page = await open({ origin: portal });
    expect(page.headers["referrer-policy"]).toBe("no-referrer");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  });
});

describe("a program", () => {
  it("walks the same chain by steps", async () => {
    const steps = signInSteps(api);
    const begun = await steps.begin({ purpose: "forgotPassword", userName: person.id });
    expect(standingOf(begun)).toEqual([201, ["answer1", "answer2"]]);
    expect(standingOf(await steps.answer(begun, right))).toEqual([200, ["newPassword", "newPasswordAgain"]]);
    const { status, json } = await steps.answer(begun, twice(chosen));
    const password = { state: "set", message: null, returnTo: null };
    expect([status, json]).toEqual([200, { end: "ALLOW", password }]);
    expect(await opens(chosen)).toBe(true);
  });

  it("gets no session by it at the door of the pages", async () => {
    const { status } = await api.send("POST", "/react/session", { body: { purpose: "forgotPassword" } });
    expect(status).toBe(400);
  });
});
