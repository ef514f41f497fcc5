import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";

import { credentialEnrolmentMinutes, passkeysMax } from "#domain/credential-limits.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Row } from "#store/tables.ts";
import { openTestApi, type TestApi, testPublicAddress } from "#test/support/api.ts";
import { codeAt } from "#test/support/one-time-codes.ts";
import { failure } from "#test/support/says.ts";
import {
  cborBytes,
  cborMap,
  cborText,
  type Otherwise,
  VirtualAuthenticator,
} from "#test/support/virtual-authenticator.ts";

const clock = new ManualClock();
let api: TestApi;
let anna: Row<"users">;
let ben: Row<"users">;

beforeAll(async () => {
  api = await openTestApi({ clock });
  anna = await api.addUser("anna");
  ben = await api.addUser("ben");
});
afterAll(() => api.close());
beforeEach(async () => {
  for (const { key } of await api.store.select("userCredentials"))
    await api.store.transaction(() => api.store.remove("userCredentials", key));
});

const pathOf = ({ key }: Pick<Row<"users">, "key">) => `/v2/users(${key})`;
/** A call of anna's for herself. */
const call = (action: string, body: object = {}) =>
  api.send("POST", `${pathOf(anna)}/${action}`, { as: anna.id, body });
const credentials = async () =>
  (await api.send("GET", `${pathOf(anna)}/credentials`, { as: anna.id })).json.value as Record<string, unknown>[];
const told = async () =>
  (await api.store.select("notices", { where: { kind: "secondFactor" } })).map(({ userKey, facts }) => [
    userKey,
    facts,
  ]);
const audited = async (operation: string) =>
  (await api.store.select("sesslog_full", { where: { operation, result: "S", recipient: anna.key } })).length;

async function beginCodes() {
  const { json } = await call("beginOneTimeCode");
  const address = new URL(json.address);
  return { json, address, secret: address.searchParams.get("secret") ?? "" };
}
const confirmCodes = async (secret: string) => call("confirmOneTimeCode", { code: codeAt(secret, clock.now()) });

async function makePasskey(otherwise: Otherwise & { attestation?: Buffer } = {}, device = deviceOfHere()) {
  const { json } = await call("beginPasskey");
  return call("confirmPasskey", { response: device.create(JSON.parse(json.options), otherwise), name: "Laptop" });
}
const deviceOfHere = () => new VirtualAuthenticator(testPublicAddress);

describe("enrolling one-time codes", () => {
  it("gives what an app takes in, and counts once a code was confirmed", async () => {
    const { json, address } = await beginCodes();
    expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
      "otpauth:",
      "totp",
      "/gatehouse.example:anna",
    ]);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      issuer: "gatehouse.example",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
      secret: expect.stringMatching(/^[A-Z2-7]{32}$/),
    });
    expect(json.expiresAt).toBe(new Date(clock.now() + credentialEnrolmentMinutes * 60_000).toISOString());
    expect(await credentials()).toEqual([]);
    const done = await confirmCodes(address.searchParams.get("secret") ?? "");
    expect(done.json.recoveryCodes).toHaveLength(10);
    expect(done.json.recoveryCodes[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(await credentials()).toEqual([
      expect.objectContaining({
        "@odata.type": "#Gatehouse.REST.Models.v2.OneTimeCode",
        type: "OneTimeCode",
        recoveryCodesLeft: 10,
        lastUsed: null,
      }),
    ]);
    expect(JSON.stringify(await credentials())).not.toMatch(/secret|hash|counter/i);
  });

  it("refuses a wrong code, and stays open for the right one", async () => {
    const { secret } = await beginCodes();
    const late = codeAt(secret, clock.now() + 120_000);
    expect(failure(await call("confirmOneTimeCode", { code: late }))).toEqual([400, "ONE_TIME_CODE_WRONG", "code"]);
    expect((await confirmCodes(secret)).status).toBe(200);
    expect(failure(await confirmCodes(secret))).toEqual([409, "ENROLMENT_OVER", undefined]);
  });

  it("takes the later one of two, and is over after ten minutes", async () => {
    const first = await beginCodes();
    const second = await beginCodes();
    expect(failure(await confirmCodes(first.secret))).toEqual([400, "ONE_TIME_CODE_WRONG", "code"]);
    // As if the time were over: with the clock, the token would be over too.
    const [open] = await api.store.select("credentialEnrolments", {
      where: { userKey: anna.key, type: "OneTimeCode" },
    });
    const over = { key: open?.key ?? "", expiresAt: clock.now() };
    await api.store.transaction(() => api.store.save("credentialEnrolments", over));
    expect(failure(await confirmCodes(second.secret))).toEqual([409, "ENROLMENT_OVER", undefined]);
  });

  it("puts a new device in the place of the one before, with new recovery codes", async () => {
    const old = await confirmCodes((await beginCodes()).secret);
    const { status, json } = await confirmCodes((await beginCodes()).secret);
    expect([status, json.recoveryCodes.includes(old.json.recoveryCodes[0])]).toEqual([200, false]);
    expect((await credentials()).map(({ key }) => key)).toEqual([json.key]);
  });

  it("confirms once where two come together", async () => {
    const { secret } = await beginCodes();
    const answers = await Promise.all([confirmCodes(secret), confirmCodes(secret)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await credentials()).toHaveLength(1);
  });

  it.each([
    ["no code", {}, "code"],
    ["a number", { code: 123_456 }, "code"],
    ["a long one", { code: "1".repeat(300) }, "code"],
  ])("takes no %s", async (_name, body, target) => {
    await beginCodes();
    expect(failure(await call("confirmOneTimeCode", body))).toEqual([400, "INPUT_INVALID", target]);
  });
});

describe("enrolling a passkey", () => {
  it("tells the browser what to make, and keeps its public key", async () => {
    const { json } = await call("beginPasskey");
    expect(JSON.parse(json.options)).toMatchObject({
      rp: { id: "gatehouse.example" },
      user: { name: "anna" },
      attestation: "none",
      excludeCredentials: [],
      authenticatorSelection: {
        residentKey: "required",
        userVerification: "required",
      },
    });
    const device = deviceOfHere();
    const made = await makePasskey({}, device);
    expect([made.status, made.json.name]).toEqual([200, "Laptop"]);
    expect(await credentials()).toEqual([
      expect.objectContaining({ type: "Passkey", name: "Laptop", key: made.json.key }),
    ]);
    const again = JSON.parse((await call("beginPasskey")).json.options);
    expect(again.excludeCredentials).toEqual([{ type: "public-key", id: device.id }]);
    expect(failure(await makePasskey({}, device))).toEqual([409, "PASSKEY_EXISTS", "response"]);
  });

  it.each<[string, Otherwise & { attestation?: Buffer }]>([
    ["for another page", { origin: "https://evil.example" }],
    ["for another address", { rpId: "example" }],
    ["for another challenge", { challenge: "AAAA" }],
    ["as if somebody signed in", { type: "webauthn.get" }],
    ["without making sure of its user", { isVerified: false }],
    [
      "with certificates of its maker",
      {
        attestation: Buffer.concat([
          cborText("fmt"),
          cborText("packed"),
          cborText("attStmt"),
          cborMap(1),
          cborText("x5c"),
          Buffer.from([129]),
          cborBytes(Buffer.alloc(40)),
        ]),
      },
    ],
  ])("takes none that was made %s", async (_name, otherwise) => {
    expect(failure(await makePasskey(otherwise))).toEqual([400, "PASSKEY_UNFIT", "response"]);
    expect(await credentials()).toEqual([]);
  });

  it.each([
    ["no JSON", { response: "x", name: "Laptop" }, "PASSKEY_UNFIT", "response"],
    ["an empty object", { response: "{}", name: "Laptop" }, "PASSKEY_UNFIT", "response"],
    ["a long answer", { response: "x".repeat(20_000), name: "Laptop" }, "INPUT_INVALID", "response"],
    ["no name", { response: "{}" }, "INPUT_INVALID", "name"],
    ["a blank name", { response: "{}", name: " " }, "INPUT_INVALID", "name"],
    ["a long name", { response: "{}", name: "x".repeat(61) }, "INPUT_INVALID", "name"],
  ])("takes no %s", async (_name, body, code, target) => {
    await call("beginPasskey");
    expect(failure(await call("confirmPasskey", body))).toEqual([400, code, target]);
  });

  it("takes so many of one user and no more", async () => {
    for (let made = 0; made < passkeysMax; made += 1) expect((await makePasskey()).status).toBe(200);
    expect(failure(await call("beginPasskey"))).toEqual([400, "LIMIT_EXCEEDED", "key"]);
  });
});

describe("who may do so", () => {
  it.each(["beginOneTimeCode", "confirmOneTimeCode", "beginPasskey", "confirmPasskey"])(
    "nobody for somebody else, not even a superuser: %s",
    async (action) => {
      const body =
        action === "confirmPasskey"
          ? { response: "{}", name: "x" }
          : action === "confirmOneTimeCode"
            ? { code: "123456" }
            : {};
      const send = (as?: string) =>
        api.send("POST", `${pathOf(anna)}/${action}`, { ...(as !== undefined && { as }), body });
      expect([(await send()).status, (await send("ben")).status, (await send("root")).status]).toEqual([401, 403, 403]);
    },
  );

  it("removes one's own, or those of others as a superuser; the user is told of each change", async () => {
    const { key } = anna;
    const removing = async (as: string) => {
      const [one] = await credentials();
      return (await api.send("DELETE", `${pathOf(anna)}/credentials(${String(one?.["key"])})`, { as })).status;
    };
    const before = [await told(), await audited("USFA"), await audited("USQD")] as const;
    await confirmCodes((await beginCodes()).secret);
    expect([await removing(ben.id), await removing(anna.id)]).toEqual([403, 204]);
    await makePasskey();
    expect(await removing("root")).toBe(204);
    const rootKey = (await api.store.select("users", { where: { id: "root" } }))[0]?.key;
    expect((await told()).slice(before[0].length)).toEqual([
      [key, { factor: "OneTimeCode", change: "added", changerKey: anna.key }],
      [key, { factor: "OneTimeCode", change: "removed", changerKey: anna.key }],
      [key, { factor: "Passkey", change: "added", changerKey: anna.key }],
      [key, { factor: "Passkey", change: "removed", changerKey: rootKey }],
    ]);
    expect([await audited("USFA"), await audited("USQD")]).toEqual([before[1] + 2, before[2] + 2]);
  });

  it("makes none by adding to the credentials: questions alone are made so", async () => {
    const path = `${pathOf(anna)}/credentials`;
    const body = { question: "First pet?", answer: "Rex" };
    const send = (at: string, more = {}) => api.send("POST", at, { as: anna.id, body: { ...body, ...more } });
    expect((await send(`${path}/Gatehouse.REST.Models.v2.Passkey`)).status).toBe(405);
    const type = { "@odata.type": "#Gatehouse.REST.Models.v2.OneTimeCode" };
    expect(failure(await send(path, type))).toEqual([400, "INPUT_INVALID", "@odata.type"]);
    expect(await credentials()).toEqual([]);
    expect((await send(path, { "@odata.type": "#Gatehouse.REST.Models.v2.Question" })).status).toBe(201);
  });

  it("tells nobody what was enrolled in a batch, where secrets would be kept", async () => {
    const requests = [{ id: "1", method: "POST", url: `users(${anna.key})/beginOneTimeCode`, body: {} }];
    const { json } = await api.send("POST", "/v2/$batch", { as: anna.id, body: { requests } });
    expect(json.responses[0].status).toBeGreaterThanOrEqual(400);
  });
});
