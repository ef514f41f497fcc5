import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { answerAttempt, beginAttempt, outcomeOf } from "#test/support/sign-in-attempts.ts";
import { storeChain } from "#test/support/stored-chain.ts";
import { type Otherwise, VirtualAuthenticator } from "#test/support/virtual-authenticator.ts";

let api: TestApi;
let anna: Row<"users">;
let ben: Row<"users">;
const device = new VirtualAuthenticator(testPublicAddress);

const signedIn = [200, "ALLOW", null];
const denied = [401, "DENY", "SIGN_IN_FAILED"];

beforeAll(async () => {
  api = await openTestApi({ clock: new ManualClock() });
  anna = await api.addUser("anna");
  ben = await api.addUser("ben");
  const password = { component: "password", configuration: {}, outcomes: { passed: "passkey", failed: "DENY" } };
  const passkey = { component: "passkey", configuration: {}, outcomes: { passed: "ALLOW", failed: "DENY" } };
  const lenient = { ...passkey, configuration: { userVerification: "discouraged" } };
  const chains = { alone: { passkey }, both: { password, passkey }, lenient: { passkey: lenient } };
  for (const [name, steps] of Object.entries(chains))
    await storeChain(api, {
      name,
      description: "",
      purpose: "signIn",
      position: 1,
      first: Object.keys(steps)[0] ?? "",
      steps,
      selectors: [
        {
          expression: "provider",
          match: "equal",
          value: name,
        },
      ],
    });
  const call = (action: string, body = {}) =>
    api.send("POST", `/v2/users(${anna.key})/${action}`, { as: anna.id, body });
  const { json } = await call("beginPasskey");
  await call("confirmPasskey", { response: device.create(JSON.parse(json.options)), name: "Laptop" });
});
afterAll(() => api.close());

async function signInBy(by: VirtualAuthenticator, otherwise: Otherwise = {}, provider = "alone") {
  const begun = await beginAttempt(api, { provider });
  return answerAttempt(api, begun, { passkey: by.get(begun.json.fields[0].options, otherwise) });
}

describe("a step that asks for a passkey", () => {
  it("asks as data for any of this address, and lets in whose it is", async () => {
    const begun = await beginAttempt(api, { provider: "alone" });
    expect(begun.json.fields).toMatchObject([
      {
        name: "passkey",
        kind: "passkey",
        options: {
          rpId: "gatehouse.example",
          allowCredentials: [],
          userVerification: "required",
        },
      },
    ]);
    const { options } = begun.json.fields[0];
    const answer = await answerAttempt(api, begun, { passkey: device.get(options) });
    expect(outcomeOf(answer)).toEqual(signedIn);
    const headers = { authorization: `Bearer ${answer.json.tokens.access_token}` };
    expect((await api.send("GET", "/identity/connect/userinfo", { headers })).json.username).toBe(anna.id);
    expect((await api.send("GET", `/v2/users(${anna.key})/credentials`, { headers })).json.value).toMatchObject([
      { name: "Laptop", lastUsed: "2030-01-01T00:00:00.000Z" },
    ]);
  });

  it("asks the same of everybody who has only said a name", async () => {
    const asked = await Promise.all(
      ["anna", "ben", "nobody"].map(async (userName) => {
        const {
          attempt: _,
          expiresAt: _until,
          fields,
          ...rest
        } = (await beginAttempt(api, { provider: "alone", userName })).json;
        return { ...rest, fields: [{ ...fields[0], options: { ...fields[0].options, challenge: "" } }] };
      }),
    );
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[2]).toEqual(asked[0]);
  });

  it("takes no answer to another question", async () => {
    const first = await beginAttempt(api, { provider: "alone" });
    const answer = { passkey: device.get(first.json.fields[0].options) };
    expect(outcomeOf(await answerAttempt(api, await beginAttempt(api, { provider: "alone" }), answer))).toEqual(denied);
    expect(outcomeOf(await answerAttempt(api, first, answer))).toEqual(signedIn);
    expect(outcomeOf(await answerAttempt(api, first, answer))).toEqual([400, "asked", "SIGN_IN_ATTEMPT_OVER"]);
  });

  it.each<[string, Otherwise]>([
    ["another page", { origin: "https://gatehouse.example.evil" }],
    ["the same page without TLS", { origin: "http://gatehouse.example" }],
    ["a frame of another page", { crossOrigin: true }],
    ["another address", { rpId: "example" }],
    ["a challenge of the sender's own", { challenge: "AAAA" }],
    ["the making of a passkey", { type: "webauthn.create" }],
    ["a device that has not made sure of its user", { isVerified: false }],
    ["the handle of another user", { userHandle: "YmVu" }],
    ["another key", { isBroken: true }],
  ])("takes nothing that is signed by %s", async (_name, otherwise) => {
    expect(outcomeOf(await signInBy(device, otherwise))).toEqual(denied);
  });

  it("does without what a chain does not ask for, and a device may leave out whose passkey it is", async () => {
    expect(outcomeOf(await signInBy(device, { isVerified: false }, "lenient"))).toEqual(signedIn);
    expect(outcomeOf(await signInBy(device, { userHandle: null }))).toEqual(signedIn);
  });

  it("refuses a counter that stays or goes back, and tells the audit why", async () => {
    const { counter } = device;
    expect(outcomeOf(await signInBy(device, { counter }))).toEqual(denied);
    expect(outcomeOf(await signInBy(device, { counter: counter - 1 }))).toEqual(denied);
    expect(outcomeOf(await signInBy(device, { counter: 0 }))).toEqual(denied);
    const rows = await api.store.select("sesslog_full", {
      where: { operation: "LGIN", recipient: anna.key, result: "F" },
    });
    expect(rows.filter(({ message }) => message?.includes("went back"))).toHaveLength(3);
    expect(outcomeOf(await signInBy(device, { counter: counter + 5 }))).toEqual(signedIn);
  });

  it("takes one of two that come together with the same counter", async () => {
    const counter = device.counter + 1;
    const answers = await Promise.all([signInBy(device, { counter }), signInBy(device, { counter })]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  });

  it.each([
    ["no JSON", "x"],
    ["what a browser says that was told no", JSON.stringify({ error: "NotAllowedError" })],
    ["null", "null"],
    ["a deep one", `${"[".repeat(8_000)}${"]".repeat(8_000)}`],
    [
      "one with bytes that are none",
      JSON.stringify({
        id: "x",
        rawId: "x",
        type: "public-key",
        response: { clientDataJSON: "é", authenticatorData: "é", signature: "é" },
      }),
    ],
    [
      "a passkey that nobody has",
      new VirtualAuthenticator(testPublicAddress).get({ challenge: "x", rpId: "gatehouse.example" }),
    ],
  ])("has failed by %s", async (_name, passkey) => {
    expect(outcomeOf(await answerAttempt(api, await beginAttempt(api, { provider: "alone" }), { passkey }))).toEqual(
      denied,
    );
  });

  it("counts nothing against whose passkey was shown, and is not barred by wrong passwords", async () => {
    for (let tries = 0; tries < 5; tries += 1) await api.signIn(anna.id, { password: "wrong" });
    await signInBy(device, { isBroken: true });
    expect(await api.store.get("users", anna.key)).toMatchObject({ locked: true, failures: 5 });
    expect(outcomeOf(await signInBy(device))).toEqual(signedIn);
    expect(await api.store.get("users", anna.key)).toMatchObject({ locked: true });
    const reset = { key: anna.key, failures: 0, locked: false, lockedAt: null, lockedBy: null };
    await api.store.transaction(() => api.store.save("users", reset));
  });

  it("lets nobody in whom an administrator has shut out", async () => {
    const disable = (disabled: boolean) =>
      api.store.transaction(() => api.store.save("users", { key: anna.key, disabled }));
    await disable(true);
    expect(outcomeOf(await signInBy(device))).toEqual([401, "DENY", "USER_DISABLED"]);
    await disable(false);
  });
});

describe("behind a password", () => {
  const behindPassword = async ({ id }: Row<"users">) => {
    const begun = await beginAttempt(api, { provider: "both", userName: id });
    return { begun, asked: await answerAttempt(api, begun, { password: `password-of-${id}` }) };
  };

  it("names the passkeys of who was proved, and takes them", async () => {
    const { begun, asked } = await behindPassword(anna);
    const { options } = asked.json.fields[0];
    expect(options.allowCredentials).toEqual([{ type: "public-key", id: device.id, transports: ["internal"] }]);
    expect(outcomeOf(await answerAttempt(api, begun, { passkey: device.get(options) }))).toEqual(signedIn);
  });

  it("takes nobody else's, and has failed at once where there are none", async () => {
    const { asked } = await behindPassword(ben);
    expect(outcomeOf(asked)).toEqual(denied);
    const other = new VirtualAuthenticator(testPublicAddress);
    const call = (action: string, body = {}) =>
      api.send("POST", `/v2/users(${ben.key})/${action}`, { as: ben.id, body });
    const { json } = await call("beginPasskey");
    await call("confirmPasskey", { response: other.create(JSON.parse(json.options)), name: "Key" });
    const { begun, asked: again } = await behindPassword(ben);
    const answer = { passkey: device.get(again.json.fields[0].options) };
    expect(outcomeOf(await answerAttempt(api, begun, answer))).toEqual(denied);
  });
});
