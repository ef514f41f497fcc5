import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { askedQuestionsDays } from "#domain/chain-limits.ts";
import type { ChainStep } from "#domain/chains/auth-chain.ts";
import { normaliseAnswer } from "#domain/passwords/question-answer.ts";
import { ManualClock } from "#platform/clock.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { beginBrowserSession } from "#test/support/begin-session.ts";
import { giveAnswers } from "#test/support/given-answers.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { createQuickHasher } from "#test/support/quick-hasher.ts";
import { chainOf, type SignInSteps, signInSteps, standingOf } from "#test/support/sign-in-steps.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const clock = new ManualClock();
const hasher = createQuickHasher();
const offered = ["Which book?", "Which bird?", "Which boat?", "Which bread?"];
let api: TestApi;
let steps: SignInSteps;
let person = "";
let count = 0;
let hashes = 0;

beforeAll(async () => {
  const passwords: typeof hasher = {
    hash: (password) => hasher.hash(password),
    verify(hash, password, source) {
      hashes += 1;
      return hasher.verify(hash, password, source);
    },
  };
  api = await openTestApi({ clock, passwords, settings: { predefinedQuestions: offered.join("|") } });
  steps = signInSteps(api);
  writePlugins(api, {
    "staff.mjs": `
      export const kind = "questionSet";
      const questions = [{ questionKey: "number", text: "Your number?" }, { questionKey: "room", text: "Your room?" }];
      const known = { number: "4711", room: "12" };
      // It judges in another way where the answer says so.
      const ways = {
        silent: () => [],
        one: () => [{ questionKey: "number", right: true }],
        other: () => [{ questionKey: "number", right: true }, { questionKey: "rooms", right: true }],
        failing: () => { throw new Error("down"); },
        slow: () => new Promise(() => undefined),
      };
      const judge = ({ questionKey, answer }) => ({ questionKey, right: answer.use((text) => known[questionKey] === text) });
      export const run = async ({ ask, answers }) => {
        if (ask === "questions") return { questions };
        const room = answers.find(({ questionKey }) => questionKey === "room")?.answer.use((text) => text);
        return { answers: await (ways[room]?.() ?? answers.map(judge)) };
      };`,
    "none.mjs": "export const run = ({ ask }) => ask === 'questions' ? { questions: [] } : { answers: [] };",
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  person = `person${++count}`;
  await addPerson(person);
  await asked();
});

// Answers and passwords are hashed once and belong to many.
const hashed = new Map<string, Promise<string>>();
const hashOf = (answer: string) => {
  const hash = hashed.get(answer) ?? hasher.hash(new Secret(normaliseAnswer(answer)));
  hashed.set(answer, hash);
  return hash;
};
const password = "the-password";
async function addPerson(id: string): Promise<void> {
  const { store, ids } = api.context;
  const [key, passwordHash] = [ids.guid(), await hashOf(password)];
  const member = { key: ids.guid(), userClassId: "_EXPLICIT_REST_API_USERS_", userKey: key };
  await store.transaction(async () => {
    await store.save("users", { key, id, passwordHash });
    await store.save("userClassMembers", member);
  });
}

const question = (configuration: ChainStep["configuration"] = {}, outcomes = {}) => ({
  component: "questions",
  configuration,
  outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY", ...outcomes },
});
const asked = (configuration: ChainStep["configuration"] = {}) =>
  storeChain(api, chainOf({ questions: question(configuration) }));
const learn = async (answers: Readonly<Record<string, string>>, id = person) => {
  const given = await Promise.all(Object.entries(answers).map(async ([text, answer]) => [text, await hashOf(answer)]));
  await giveAnswers(api.context, (await userOf(id))?.key ?? "", Object.fromEntries(given));
};
const own = { "My dog?": "Rex", "My cat?": "Tom" };
const textsOf = ({ json }: TestAnswer): readonly string[] =>
  json.fields.map(({ label }: { label: { en: string } }) => label.en);
const answersTo = (begun: TestAnswer, answers: Readonly<Record<string, string>>) =>
  Object.fromEntries(textsOf(begun).map((text, index) => [`answer${index + 1}`, answers[text] ?? "something else"]));
const userOf = async (id = person) => (await api.store.select("users", { where: { id } }))[0];

describe("questions", () => {
  it.each<[string, (begun: TestAnswer) => Record<string, string>]>([
    ["without an answer", () => ({ answer1: "rex" })],
    ["with an empty one", () => ({ answer1: "rex", answer2: "" })],
    ["with none at all", () => ({})],
  ])("are not answered %s, and nothing is counted", async (_name, fields) => {
    await learn(own);
    const begun = await steps.begin({ userName: person });
    const { status, json } = await steps.answer(begun, fields(begun));
    expect([status, json.error.code]).toEqual([400, "INPUT_INVALID"]);
    expect((await userOf())?.failures).toBe(0);
  });

  it.each([
    ["the first is wrong", { "My dog?": "Max", "My cat?": "Tom" }],
    ["the last is wrong", { "My dog?": "Rex", "My cat?": "Max" }],
    ["both are wrong", { "My dog?": "Max", "My cat?": "Max" }],
    ["one is that of the other question", { "My dog?": "Rex", "My cat?": "Rex" }],
    ["one is blank", { "My dog?": "Rex", "My cat?": "  " }],
    ["one is too long", { "My dog?": "Rex", "My cat?": "Tom".repeat(1_000) }],
  ])("have failed where %s, and all are compared", async (_name, answers) => {
    await learn(own);
    const begun = await steps.begin({ userName: person });
    hashes = 0;
    const answer = await steps.answer(begun, answersTo(begun, answers));
    expect([...standingOf(answer), hashes]).toEqual([401, "DENY", "SIGN_IN_FAILED", 2]);
    expect((await userOf())?.failures).toBe(1);
  });

  // @specification 1.questions
  it("let somebody in by right answers, whatever their case and blanks", async () => {
    const { key } = await api.addUser((person = `${person}-by-rest`));
    // The chain in this test gives no token for a password alone.
    const { headers } = await beginBrowserSession(api, person);
    for (const [text, answer] of Object.entries(own)) {
      const body = { question: text, answer };
      const added = await api.send("POST", `/v2/users(${key})/credentials/Gatehouse.REST.Models.v2.Question`, {
        headers,
        body,
      });
      expect(added.status).toBe(201);
    }
    const begun = await steps.begin({ userName: person });
    expect(standingOf(begun)).toEqual([201, ["answer1", "answer2"]]);
    const answer = await steps.answer(begun, answersTo(begun, { "My dog?": " rEX ", "My cat?": "ＴＯＭ" }));
    expect([answer.status, answer.json.end]).toEqual([200, "ALLOW"]);
    const [row] = await api.store.select("sesslog_full", { where: { operation: "LGIN", recipient: key } });
    expect(row?.result).toBe("S");
  });

  it("ask for the name where none is known", async () => {
    await learn(own);
    const begun = await steps.begin();
    expect(standingOf(begun)).toEqual([201, ["userName"]]);
    const next = await steps.answer(begun, { userName: person });
    expect(standingOf(next)).toEqual([200, ["answer1", "answer2"]]);
    expect((await steps.answer(begun, answersTo(next, own))).status).toBe(200);
  });

  it("are as many as the step says, the same ones each time", async () => {
    await learn({ ...own, "My car?": "Red", "My house?": "Blue" });
    await asked({ count: 3 });
    const first = textsOf(await steps.begin({ userName: person }));
    expect(new Set(first).size).toBe(3);
    for (let again = 0; again < 3; again += 1) expect(textsOf(await steps.begin({ userName: person }))).toEqual(first);
  });

  it("are asked as often as the step says, and say nothing of which answer was wrong", async () => {
    await learn(own);
    await asked({ tries: 2 });
    const begun = await steps.begin({ userName: person });
    const again = await steps.answer(begun, answersTo(begun, { "My dog?": "Rex" }));
    expect([...standingOf(again), again.json.alert.en]).toEqual([
      401,
      ["answer1", "answer2"],
      "SIGN_IN_FAILED",
      "Not all answers are right.",
    ]);
    expect((await steps.answer(begun, answersTo(begun, own))).status).toBe(200);
  });

  it("count with wrong passwords, and the lock that they bring bars right answers too", async () => {
    await learn(own);
    await asked({ tries: 3 });
    const failing = await steps.begin({ userName: person });
    for (let tries = 0; tries < 3; tries += 1) await steps.answer(failing, answersTo(failing, {}));
    const alone = { component: "password", outcomes: { passed: "ALLOW", failed: "DENY" } };
    await storeChain(api, chainOf({ password: alone }));
    for (let tries = 0; tries < 2; tries += 1) await api.signIn(person, { password: "wrong" });
    expect(await userOf()).toMatchObject({ locked: true, lockedBy: "failures" });
    await asked();
    const begun = await steps.begin({ userName: person });
    expect(standingOf(await steps.answer(begun, answersTo(begun, own)))).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });

  const lock = { locked: true, lockedAt: clock.now() };
  it.each([
    ["wrong answers have locked", { ...lock, lockedBy: "failures" as const, failures: 5 }],
    ["an administrator has locked", { ...lock, lockedBy: "administrator" as const }],
    ["is disabled", { disabled: true }],
  ])("tell nothing of right answers of a user whom %s, which may have been guessed", async (_name, part) => {
    await learn(own);
    const key = (await userOf())?.key ?? "";
    await api.store.transaction(() => api.store.save("users", { key, ...part }));
    const said: unknown[] = [];
    for (const answers of [own, {}]) {
      const begun = await steps.begin({ userName: person });
      const { status, json } = await steps.answer(begun, answersTo(begun, answers));
      said.push({ status, json });
    }
    expect(said[0]).toEqual(said[1]);
  });

  it("tell of a lock to who was proved before it came", async () => {
    await learn(own);
    const first = { component: "password", outcomes: { passed: "questions", failed: "DENY" } };
    await storeChain(api, chainOf({ first, questions: question() }));
    const begun = await steps.begin({ userName: person });
    const next = await steps.answer(begun, { password });
    const key = (await userOf())?.key ?? "";
    await api.store.transaction(() => api.store.save("users", { key, ...lock, lockedBy: "failures", failures: 5 }));
    expect(standingOf(await steps.answer(begun, answersTo(next, own)))).toEqual([401, "DENY", "USER_LOCKED"]);
  });

  it("are counted also behind a right password, which does not make up for them", async () => {
    await learn(own);
    const first = { component: "password", outcomes: { passed: "questions", failed: "DENY" } };
    await storeChain(api, chainOf({ first, questions: question() }));
    for (let tries = 0; tries < 5; tries += 1) {
      const begun = await steps.begin({ userName: person });
      const next = await steps.answer(begun, { password });
      await steps.answer(begun, answersTo(next, {}));
    }
    expect(await userOf()).toMatchObject({ locked: true, failures: 5 });
  });

  it("are of no use to two who answer at the same time", async () => {
    await learn(own);
    const begun = await steps.begin({ userName: person });
    const fields = answersTo(begun, own);
    const answers = await Promise.all([steps.answer(begun, fields), steps.answer(begun, fields)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([400, 409])]);
  });

  it("keep no answer anywhere", async () => {
    await learn({ "My dog?": "Zwölfelf", "My cat?": "Siebzehnelf" });
    const begun = await steps.begin({ userName: person });
    await steps.answer(begun, { answer1: "Zwölfelf", answer2: "Zwölfelf" });
    const rows = [await api.store.select("signInAttempts"), await api.store.select("sesslog_full")];
    expect(JSON.stringify([rows, await api.store.select("userCredentials")])).not.toMatch(/zwölfelf|siebzehnelf/i);
  });
});

describe("questions of whoever has too few", () => {
  it("are as many as those of others, plausible, the same each time, and cost the same hashes", async () => {
    await learn(own);
    const none = `${person}-none`;
    await addPerson(none);
    const stands: unknown[] = [];
    for (const userName of [person, none, "nobody"]) {
      const begun = await steps.begin({ userName });
      hashes = 0;
      const { json, status } = await steps.answer(begun, answersTo(begun, {}));
      const fields = begun.json.fields.map((field: object) => ({ ...field, label: null }));
      stands.push({ title: begun.json.title, fields, status, json, hashes });
      if (userName === person) continue;
      const texts = textsOf(begun);
      expect(new Set([...texts, ...offered]).size).toBe(offered.length);
      for (let again = 0; again < 3; again += 1) expect(textsOf(await steps.begin({ userName }))).toEqual(texts);
    }
    expect(new Set(stands.map((stand) => JSON.stringify(stand))).size).toBe(1);
    expect((await userOf(none))?.failures).toBe(0);
  });

  it("differ from name to name", async () => {
    const seen = new Set<string>();
    for (let name = 0; name < 12; name += 1) seen.add(textsOf(await steps.begin({ userName: `nobody${name}` })).join());
    expect(seen.size).toBeGreaterThan(2);
  });

  it("are generic ones where the installation offers too few", async () => {
    await asked({ count: 5 });
    const texts = textsOf(await steps.begin({ userName: "nobody" }));
    expect(new Set(texts).size).toBe(5);
    expect(texts).toEqual(expect.arrayContaining(offered));
  });

  it("end with none for who has proved who they are", async () => {
    const first = { component: "password", outcomes: { passed: "questions", failed: "DENY" } };
    await storeChain(api, chainOf({ first, questions: question({}, { none: "ALLOW" }) }));
    const begun = await steps.begin({ userName: person });
    expect((await steps.answer(begun, { password })).json.end).toBe("ALLOW");
  });

  it("are not passed by the answers of another one", async () => {
    await learn(own);
    const first = { component: "password", outcomes: { passed: "questions", failed: "DENY" } };
    await storeChain(api, chainOf({ first, questions: question() }));
    const other = `${person}-other`;
    await addPerson(other);
    await learn({ "Theirs?": "x", "And theirs?": "y" }, other);
    const begun = await steps.begin({ userName: other });
    const next = await steps.answer(begun, { password });
    expect(textsOf(next).toSorted()).toEqual(["And theirs?", "Theirs?"]);
    expect(standingOf(await steps.answer(begun, answersTo(next, own)))).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });
});

describe("sets of questions", () => {
  it("that the installation offers hold what people have answered of them, and no others", async () => {
    await learn({ ...own, "Which bird?": "Owl", "Which boat?": "Tug" });
    await asked({ sets: "predefined" });
    const begun = await steps.begin({ userName: person });
    expect(textsOf(begun).toSorted()).toEqual(["Which bird?", "Which boat?"]);
    expect((await steps.answer(begun, answersTo(begun, { "Which bird?": "owl", "Which boat?": "tug" }))).status).toBe(
      200,
    );
  });

  const rightElsewhere = { "Your number?": "4711", "Your room?": "12" };

  // @specification 5.external-questions
  it("that a plug-in keeps are judged by it, right answers and wrong ones", async () => {
    await asked({ sets: "staff.mjs" });
    const begun = await steps.begin({ userName: person });
    expect(textsOf(begun).toSorted()).toEqual(["Your number?", "Your room?"]);
    expect((await steps.answer(begun, answersTo(begun, rightElsewhere))).status).toBe(200);
    const wrong = await steps.begin({ userName: person });
    const answer = await steps.answer(wrong, answersTo(wrong, { ...rightElsewhere, "Your room?": "13" }));
    expect([...standingOf(answer), (await userOf())?.failures]).toEqual([401, "DENY", "SIGN_IN_FAILED", 1]);
  });

  it("that a plug-in keeps are asked of a name that nobody has, too, and are of no use to it", async () => {
    await asked({ sets: "staff.mjs" });
    const begun = await steps.begin({ userName: "nobody" });
    hashes = 0;
    expect(textsOf(begun).toSorted()).toEqual(["Your number?", "Your room?"]);
    const answer = await steps.answer(begun, answersTo(begun, rightElsewhere));
    expect([...standingOf(answer), hashes]).toEqual([401, "DENY", "SIGN_IN_FAILED", 2]);
  });

  it("together are one", async () => {
    await learn({ "My dog?": "Rex" });
    await asked({ sets: "user, staff.mjs", count: 3 });
    const begun = await steps.begin({ userName: person });
    expect((await steps.answer(begun, answersTo(begun, { ...rightElsewhere, "My dog?": "rex" }))).status).toBe(200);
  });

  it.each([
    ["gives no answer", "silent"],
    ["leaves one answer out", "one"],
    ["speaks of another question", "other"],
    ["fails", "failing"],
    ["takes too long", "slow"],
  ])("are wrong where the plug-in %s", async (_name, room) => {
    await asked({ sets: "staff.mjs" });
    const begun = await steps.begin({ userName: person });
    const answer = await steps.answer(begun, answersTo(begun, { "Your number?": "4711", "Your room?": room }));
    expect(standingOf(answer)).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });

  it.each([
    ["has no questions", "none.mjs"],
    ["is not there", "gone.mjs"],
  ])("are stood in for where the plug-in %s", async (_name, sets) => {
    await asked({ sets });
    const begun = await steps.begin({ userName: person });
    expect(offered).toEqual(expect.arrayContaining([...textsOf(begun)]));
    expect(standingOf(await steps.answer(begun, answersTo(begun, {})))).toEqual([401, "DENY", "SIGN_IN_FAILED"]);
  });
});

const many = { ...own, "My car?": "Red", "My house?": "Blue", "My boat?": "Green" };

// Behind the others, because the clock of all goes on by months.
describe("questions of the next period", () => {
  const periodMs = askedQuestionsDays * 24 * 60 * 60_000;

  it("are others, of names that nobody has too, and the same within a period", async () => {
    await learn(many);
    const of = async (userName: string) =>
      textsOf(await steps.begin({ userName }))
        .toSorted()
        .join();
    const names = [person, ...Array.from({ length: 12 }, (_, index) => `nobody${index}`)];
    const seen = new Map(names.map((name) => [name, new Set<string>()]));
    for (let period = 0; period < 4; period += 1) {
      const first = await Promise.all(names.map(of));
      expect(await Promise.all(names.map(of))).toEqual(first);
      for (const [index, name] of names.entries()) seen.get(name)?.add(first[index] ?? "");
      clock.advance(periodMs);
    }
    const [ofPerson = 0, ...ofNobody] = [...seen.values()].map(({ size }) => size);
    expect(ofPerson).toBeGreaterThan(1);
    // Most of them seem to have answered more than are asked.
    expect(Math.max(...ofNobody)).toBeGreaterThan(1);
  });

  it("are not asked in a sign-in that has begun before", async () => {
    await learn(many);
    clock.advance(periodMs - (clock.now() % periodMs) - 60_000);
    const begun = await steps.begin({ userName: person });
    clock.advance(2 * 60_000);
    expect((await steps.answer(begun, answersTo(begun, many))).status).toBe(200);
  });
});
