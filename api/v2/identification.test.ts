import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { signInAttemptMinutes } from "#domain/chain-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestAnswer, type TestApi } from "#test/support/api.ts";
import { storeChain } from "#test/support/stored-chain.ts";

const clock = new ManualClock();
let api: TestApi;
let anna: Row<"users">;
let count = 0;

beforeAll(async () => {
  api = await openTestApi({ clock });
  const restUser = "_EXPLICIT_REST_API_USERS_";
  await api.addUser("desk", { classes: [restUser, "_HELP_DESK_"] });
  await api.addUser("desk2", { classes: [restUser, "_HELP_DESK_"] });
  await api.addUser("ada");
  await storeChain(api, {
    name: "help-desk",
    description: "",
    purpose: "identify",
    position: 1,
    selectors: [],
    first: "password",
    steps: {
      password: {
        component: "password",
        configuration: {},
        outcomes: {
          passed: "ALLOW",
          failed: "DENY",
        },
      },
    },
  });
});
afterAll(() => api.close());
beforeEach(async () => {
  anna = await api.addUser(`anna${++count}`);
});

/** Tokens are good for five minutes; each call has one of the same session. */
const tokens = new Map<string, string>();
async function send(as: string, action: string, body: object = {}, of = anna): Promise<TestAnswer> {
  const token = tokens.get(as) ?? String((await api.signIn(as)).json.access_token);
  tokens.set(as, token);
  return api.send("POST", `/v2/users(${of.key})/${action}`, { headers: { authorization: `Bearer ${token}` }, body });
}
const begin = (as = "desk", of = anna) => send(as, "identify", {}, of);
const answer = (begun: TestAnswer, password: unknown, as = "desk", of = anna) =>
  send(as, "answerIdentification", { attempt: begun.json.attempt, fields: { password } }, of);
const right = () => `password-of-${anna.id}`;
const told = ({ status, json }: TestAnswer) => [status, json.error?.code];
const audited = (operation: "AAUT" | "SIBG") =>
  api.store.select("sesslog_full", { where: { operation, recipient: anna.key } });

describe("an identification", () => {
  it.each<[string, object, string]>([
    ["without an attempt", { fields: {} }, "attempt"],
    ["without fields", { attempt: "x" }, "fields"],
    ["with fields that are a list", { attempt: "x", fields: [] }, "fields"],
    ["with a field that is no text", { attempt: "x", fields: { password: 1 } }, "fields.password"],
    ["with a field that nobody knows", { attempt: "x", fields: {}, cookie: "x" }, "cookie"],
    ["with a long one", { attempt: "x", fields: { password: "x".repeat(20_000) } }, "fields.password"],
  ])("%s is refused", async (_, body, target) => {
    const { status, json } = await send("desk", "answerIdentification", body);
    expect([status, json.error.target]).toEqual([400, target]);
  });

  it("is for help desk and superusers alone", async () => {
    expect(told(await begin("ada"))).toEqual([403, "FORBIDDEN"]);
    expect(told(await answer(await begin(), right(), "ada"))).toEqual([403, "FORBIDDEN"]);
    expect((await begin("root")).json.state).toBe("asked");
    expect(told(await begin("desk", { ...anna, key: "0d7c4e0e-55a5-4d0f-9a1c-6d1f7d1e2b3a" }))).toEqual([
      404,
      "NOT_FOUND",
    ]);
  });

  it("asks as data, gives nothing but the word that it is the user, and is audited", async () => {
    const begun = await begin();
    expect([begun.status, begun.json]).toMatchObject([
      200,
      {
        key: anna.key,
        state: "asked",
        identified: false,
        identifiedAt: null,
        isWrong: false,
        expiresAt: new Date(clock.now() + signInAttemptMinutes * 6e4).toISOString(),
        asked: {
          title: { en: "Sign in" },
          fields: [
            {
              name: "password",
              kind: "password",
              choices: [],
            },
          ],
          alert: null,
        },
      },
    ]);
    const grants = (await api.store.select("persistedGrants")).length;
    const { status, json } = await answer(begun, right());
    expect([status, json]).toMatchObject([
      200,
      {
        state: "identified",
        identified: true,
        asked: null,
        attempt: null,
        expiresAt: null,
        refusal: null,
        identifiedAt: new Date(clock.now()).toISOString(),
      },
    ]);
    expect(await api.store.select("persistedGrants")).toHaveLength(grants);
    const [desk] = await api.store.select("users", { where: { id: "desk" } });
    expect(await audited("AAUT")).toMatchObject([{ result: "S", actor: desk?.key, recipient: anna.key }]);
    expect(await audited("SIBG")).toMatchObject([{ result: "S", actor: desk?.key }]);
    expect(told(await answer(begun, right()))).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
  });

  it("fails after wrong answers, which count as wrong passwords do", async () => {
    const begun = await begin();
    const states: unknown[] = [];
    for (let tries = 0; tries < 3; tries += 1) {
      const { status, json } = await answer(begun, "wrong");
      states.push([status, json.state, json.isWrong, json.refusal, json.asked === null]);
    }
    expect(states).toEqual([
      [200, "asked", true, null, false],
      [200, "asked", true, null, false],
      [200, "failed", false, null, true],
    ]);
    expect((await api.store.get("users", anna.key))?.failures).toBe(3);
    expect((await audited("AAUT")).map(({ result }) => result)).toEqual(["F", "F", "F"]);
    const again = await begin();
    await answer(again, "wrong");
    await answer(again, "wrong");
    expect((await answer(again, right())).json).toMatchObject({ state: "failed", refusal: "USER_LOCKED" });
  });

  it("is gone on with by the session that has begun it, for the user of whom it was begun, and for ten minutes", async () => {
    const other = await api.addUser(`${anna.id}-other`);
    const begun = await begin();
    expect(told(await answer(begun, right(), "desk2"))).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
    expect(told(await answer(begun, right(), "desk", other))).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
    const steps = await api.send("POST", `/identity/sign-in/attempts/${begun.json.attempt}/steps`, {
      body: { fields: { password: right() } },
      headers: { cookie: `__Host-gatehouse-sign-in=${"x".repeat(43)}` },
    });
    expect(told(steps)).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
    clock.advance(signInAttemptMinutes * 60_000);
    tokens.clear();
    expect(told(await answer(begun, right()))).toEqual([400, "SIGN_IN_ATTEMPT_OVER"]);
  });

  it("is no part of another call, because its handle was made for this one", async () => {
    const body = { requests: [{ id: "1", method: "POST", url: `users(${anna.key})/identify`, body: {} }] };
    const { json } = await api.send("POST", "/v2/$batch", { as: "root", body });
    expect(json.responses[0].status).toBeGreaterThanOrEqual(400);
  });

  it("takes one of two answers that come together", async () => {
    const begun = await begin();
    const answers = await Promise.all([answer(begun, right()), answer(begun, right())]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([400, 409])]);
  });

  it("asks the person's own questions by the default chain, and fails at once for who has too few", async () => {
    await api.store.transaction(() => api.store.save("authChains", { name: "help-desk", enabled: false }));
    const few = await begin();
    for (const question of ["First pet?", "First car?"])
      await api.send("POST", `/v2/users(${anna.key})/credentials/Gatehouse.REST.Models.v2.Question`, {
        headers: { authorization: `Bearer ${String((await api.signIn(anna.id)).json.access_token)}` },
        body: { question, answer: "Rex" },
      });
    const begun = await begin();
    const names = begun.json.asked.fields.map(({ name }: { readonly name: string }) => name);
    const fields = Object.fromEntries(names.map((name: string) => [name, " REX "]));
    const done = await send("desk", "answerIdentification", { attempt: begun.json.attempt, fields });
    await api.store.transaction(() => api.store.save("authChains", { name: "help-desk", enabled: true }));
    expect([few.json.state, few.json.identified]).toEqual(["failed", false]);
    expect(JSON.stringify(begun.json.asked)).toContain("First pet?");
    expect(JSON.stringify(begun.json)).not.toContain("Rex");
    expect([done.json.state, done.json.identified]).toEqual(["identified", true]);
  });
});
