import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { recoveryCodesCount } from "#domain/credential-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi } from "#test/support/api.ts";
import { codeAt, type EnrolledCodes, enrolCodes } from "#test/support/one-time-codes.ts";
import { answerAttempt, beginAttempt, outcomeOf } from "#test/support/sign-in-attempts.ts";
import { storeChain } from "#test/support/stored-chain.ts";
import { testSize } from "#test/support/test-size.ts";

const stepMs = 30_000;
const clock = new ManualClock();
let api: TestApi;
let anna: Row<"users">;
let ben: Row<"users">;
let codes: EnrolledCodes;

const code = {
  component: "oneTimeCode",
  configuration: {},
  outcomes: { passed: "ALLOW", failed: "DENY", none: "DENY" },
};
const chainOf = (name: string, first: string) => ({
  ...({ name, description: "", purpose: "signIn", position: 1, first } as const),
  selectors: [{ expression: "provider", match: "equal", value: name }] as const,
  steps: {
    password: { component: "password", configuration: {}, outcomes: { passed: "code", failed: "DENY" } },
    name: { component: "userName", configuration: {}, outcomes: { given: "code" } },
    code,
  },
});

const signedIn = [200, "ALLOW", null];
const askedAgain = [401, "asked", "SIGN_IN_FAILED"];
const denied = [401, "DENY", "SIGN_IN_FAILED"];

beforeAll(async () => {
  api = await openTestApi({ clock });
  anna = await api.addUser("anna");
  ben = await api.addUser("ben");
  codes = await enrolCodes(api, anna);
  for (const [name, first] of [
    ["both", "password"],
    ["alone", "name"],
  ] as const) {
    const { [first]: before, code: last } = chainOf(name, first).steps;
    await storeChain(api, { ...chainOf(name, first), steps: { [first]: before, code: last } });
  }
});
afterAll(() => api.close());
beforeEach(async () => {
  clock.advance(10 * stepMs);
  const { key } = anna;
  await api.store.transaction(() =>
    api.store.save("users", { key, failures: 0, locked: false, lockedAt: null, lockedBy: null }),
  );
});

const shown = (steps = 0) => codeAt(codes.secret, clock.now() + steps * stepMs);
const wrong = () => {
  const good = [-1, 0, 1].map(shown);
  return ["000000", "111111", "222222", "333333"].find((one) => !good.includes(one)) ?? "";
};
/** Begins a sign-in and gives the password, so that it asks for a code. */
async function behindPassword({ id } = anna) {
  const begun = await beginAttempt(api, { provider: "both", userName: id });
  const asked = await answerAttempt(api, begun, { password: `password-of-${id}` });
  return { begun, asked };
}
const byName = (userName: string) => beginAttempt(api, { provider: "alone", userName });
const enter = async (given: string) => {
  return outcomeOf(await answerAttempt(api, await byName(anna.id), { code: given }));
};

describe("a step that asks for a one-time code", () => {
  it("asks for it as data, and lets in whose device shows it", async () => {
    const { begun, asked } = await behindPassword();
    expect([asked.status, asked.json.fields]).toEqual([
      200,
      [expect.objectContaining({ name: "code", kind: "code", autocomplete: "one-time-code" })],
    ]);
    const answer = await answerAttempt(api, begun, { code: ` ${shown().slice(0, 3)} ${shown().slice(3)} ` });
    expect([outcomeOf(answer), answer.json.tokens.token_type]).toEqual([signedIn, "Bearer"]);
  });

  it("takes a device whose clock is one step aside, and none that is two", async () => {
    const outcomes = [];
    for (const steps of [-2, -1, 0, 1, 2]) {
      clock.advance(10 * stepMs);
      outcomes.push(await enter(shown(steps)));
    }
    expect(outcomes).toEqual([askedAgain, signedIn, signedIn, signedIn, askedAgain]);
  });

  it("takes a code once, and none from before it", async () => {
    const earlier = shown(-1);
    const now = shown();
    expect(await enter(now)).toEqual(signedIn);
    expect(await enter(now)).toEqual(askedAgain);
    expect(await enter(earlier)).toEqual(askedAgain);
    expect(await enter(shown(1))).toEqual(signedIn);
  });

  it("does not take the code with which it was enrolled", async () => {
    const ada = await api.addUser("ada");
    const { secret } = await enrolCodes(api, ada);
    const { begun } = await behindPassword(ada);
    expect(outcomeOf(await answerAttempt(api, begun, { code: codeAt(secret, clock.now()) }))).toEqual(askedAgain);
  });

  it("takes one of two that come together with the same code", async () => {
    const attempts = [await behindPassword(), await behindPassword()];
    const given = shown();
    const answers = await Promise.all(attempts.map(({ begun }) => answerAttempt(api, begun, { code: given })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it("counts for nobody a right one that is sent again, however often", async () => {
    const attempts = await Promise.all(Array.from({ length: 7 }, () => behindPassword()));
    const given = shown();
    const answers = await Promise.all(attempts.map(({ begun }) => answerAttempt(api, begun, { code: given })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const twice = await behindPassword();
    expect(outcomeOf(await answerAttempt(api, twice.begun, { code: given }))).toEqual(askedAgain);
    expect(await api.store.get("users", anna.key)).toMatchObject({ failures: 0, locked: false });
    const once = await behindPassword();
    const click = () => answerAttempt(api, once.begun, { code: shown(1) });
    const codesOf = (await Promise.all([click(), click()])).map(({ status }) => status).toSorted();
    expect(codesOf[0]).toBe(200);
    expect(await api.store.get("users", anna.key)).toMatchObject({ failures: 0, locked: false });
  });

  it("takes each recovery code once, however it is written", async () => {
    expect([codes.recoveryCodes.length, new Set(codes.recoveryCodes).size]).toEqual([
      recoveryCodesCount,
      recoveryCodesCount,
    ]);
    const [first = "", second = ""] = codes.recoveryCodes;
    expect(await enter(first.toLowerCase().replaceAll("-", " "))).toEqual(signedIn);
    expect(await enter(first)).toEqual(askedAgain);
    expect(await enter(second)).toEqual(signedIn);
    const [kept] = await api.store.select("userCredentials", { where: { userKey: anna.key } });
    expect(kept?.recoveryHashes).toHaveLength(recoveryCodesCount - 2);
  });

  it("has failed after three wrong ones, and says no more than that", async () => {
    const { begun } = await behindPassword();
    const answers = [];
    for (let tries = 0; tries < 3; tries += 1) answers.push(await answerAttempt(api, begun, { code: wrong() }));
    expect(answers.map(outcomeOf)).toEqual([askedAgain, askedAgain, denied]);
    expect(answers.at(-1)?.json).toEqual({
      end: "DENY",
      error: { code: "SIGN_IN_FAILED", message: "Signing in has failed." },
    });
  });

  it.each([
    ["nothing", {}],
    ["an empty one", { code: "" }],
  ])("is told which field is missing where there is %s", async (_name, fields) => {
    const { begun } = await behindPassword();
    const { status, json } = await answerAttempt(api, begun, fields);
    expect([status, json.error.target]).toEqual([400, "fields.code"]);
  });

  it("takes nothing else", async () => {
    for (const given of ["12345", "1234567", "a".repeat(16_000), "\u0661\u0662\u0663\u0664\u0665\u0666"])
      expect(await enter(given)).toEqual(askedAgain);
  });
});

describe("wrong codes", () => {
  it("lock a user like wrong passwords, although the password was right each time", async () => {
    for (let tries = 0; tries < testSize(12, 200); tries += 1) {
      await enter(wrong());
      if (tries === 3) await behindPassword();
    }
    expect(await api.store.get("users", anna.key)).toMatchObject({ locked: true, lockedBy: "failures", failures: 5 });
    // A code can be guessed, so no answer reveals that it was right.
    expect(await enter(shown())).toEqual(askedAgain);
    const { asked } = await behindPassword();
    expect(outcomeOf(asked)).toEqual([401, "DENY", "USER_LOCKED"]);
    clock.advance(30 * 60_000);
    expect(await enter(shown())).toEqual(signedIn);
    expect(await api.store.get("users", anna.key)).toMatchObject({ locked: false, failures: 0 });
  });

  it("are counted together with wrong passwords, until all of a chain is passed", async () => {
    for (let tries = 0; tries < 2; tries += 1) await enter(wrong());
    await answerAttempt(api, await beginAttempt(api, { provider: "both", userName: anna.id }), { password: "wrong" });
    expect((await api.store.get("users", anna.key))?.failures).toBe(3);
    expect(await enter(shown())).toEqual(signedIn);
    expect((await api.store.get("users", anna.key))?.failures).toBe(0);
  });

  it("count for nobody who has no codes", async () => {
    for (let tries = 0; tries < 6; tries += 1) await answerAttempt(api, await byName(ben.id), { code: "123456" });
    expect(await api.store.get("users", ben.key)).toMatchObject({ locked: false, failures: 0 });
  });
});

describe("who has no codes", () => {
  it("is asked like everybody, known or not, and no code is right", async () => {
    const seen = [];
    for (const name of [anna.id, ben.id, "nobody-at-all"]) {
      const begun = await byName(name);
      const { attempt: _, expiresAt: _until, ...asked } = begun.json;
      const answers = [];
      for (let tries = 0; tries < 3; tries += 1) answers.push(await answerAttempt(api, begun, { code: wrong() }));
      seen.push([asked, answers.map(({ status, json }) => [status, json])]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  });

  it("is sent on by the chain, where who it is was proved before", async () => {
    const { asked } = await behindPassword(ben);
    expect(outcomeOf(asked)).toEqual(denied);
    const { password } = chainOf("", "").steps;
    const steps = { password, code: { ...code, outcomes: { ...code.outcomes, none: "ALLOW" } } };
    await storeChain(api, { ...chainOf("lenient", "password"), steps });
    const begun = await beginAttempt(api, { provider: "lenient", userName: ben.id });
    const answer = await answerAttempt(api, begun, { password: `password-of-${ben.id}` });
    expect(outcomeOf(answer)).toEqual(signedIn);
  });
});

// RFC 6238, appendix B: the codes for SHA-1, of eight digits there.
describe("the codes of RFC 6238", () => {
  const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

  it.each([
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("are taken at second %i", async (second, digits) => {
    const before = clock.now();
    const key = api.context.ids.guid();
    const sealed = api.store.seal(new Secret(secret), { table: "userCredentials", key, column: "oneTimeSecret" });
    await api.store.transaction(() =>
      api.store.add("userCredentials", {
        key,
        userKey: ben.key,
        type: "OneTimeCode",
        oneTimeSecret: sealed,
        lastChanged: before,
      }),
    );
    clock.set(second * 1000);
    const answer = await answerAttempt(api, await byName(ben.id), { code: digits.slice(-6) });
    clock.set(before);
    await api.store.transaction(() => api.store.remove("userCredentials", key));
    expect(outcomeOf(answer)).toEqual(signedIn);
  });
});

it("keeps neither secrets nor codes readable", async () => {
  const given = shown();
  await enter(given);
  const rows = await Promise.all(
    (["userCredentials", "credentialEnrolments", "signInAttempts", "sesslog_full", "notices"] as const).map((table) =>
      api.store.select(table),
    ),
  );
  const all = JSON.stringify(rows);
  for (const secret of [codes.secret, given, ...codes.recoveryCodes]) expect(all).not.toContain(secret);
});
