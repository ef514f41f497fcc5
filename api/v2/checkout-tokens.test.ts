import { request } from "node:http";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { unfitCheckouts } from "#operations/checkouts/find-unfit.ts";
import { revealCheckout } from "#operations/checkouts/reveal.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import type { Row } from "#store/tables.ts";
import type { TestAnswer } from "#test/support/api.ts";
import { authorizeBy, type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";
import { writePlugins } from "#test/support/plug-in-files.ts";
import { callerOf } from "#test/support/service.ts";

let room: CheckoutRoom;

beforeEach(async () => {
  room = await openCheckoutRoom();
});
afterEach(() => room.close());

const code = ({ json }: { json: { error?: { code: string } } }) => json.error?.code;
const unknownKey = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const out = async (who: string) => String((await room.ask(who)).json.key);
const post = (who: string, path: string, body: object = {}) => room.call(who, "POST", path, body);
const tokenFor = async (who: string, key: string, more: object = {}) =>
  String((await post(who, `checkouts(${key})/disclose`, more)).json.token);
const reveal = (who: string, key: string, token: string) => post(who, `checkouts(${key})/reveal`, { token });

/** Withdraws a right, before any process has revoked the check-outs under it. */
async function withdrawRight(userClassId: string): Promise<void> {
  const [member] = await room.store.select("userClassMembers", { where: { userClassId } });
  await room.store.transaction(() => room.store.remove("userClassMembers", member?.key ?? ""));
}

describe("the token of a disclosure", () => {
  it("opens nothing for another session, address, check-out or person, and all of these are refused alike", async () => {
    await room.setPolicy({ concurrency: 3 });
    const key = await out("trudy");
    const token = await tokenFor("trudy", key);
    const other = await out("tom");
    const again = await room.signIn("trudy");
    const own = String((await room.signIn("trudy")).json.access_token);
    const path = `/v2/checkouts(${key})/reveal`;
    const bySession = await room.send("POST", path, {
      headers: { authorization: `Bearer ${again.json.access_token}` },
      body: { token },
    });
    const disclosed = await room.send("POST", `/v2/checkouts(${key})/disclose`, {
      headers: { authorization: `Bearer ${own}` },
      body: {},
    });
    const byAddress = await from("127.0.0.2", path, own, { token: disclosed.json.token });
    const used = await tokenFor("trudy", key);
    expect((await reveal("trudy", key, used)).status).toBe(200);
    const answers = {
      bySession,
      byAddress,
      byCheckout: await reveal("tom", other, token),
      used: await reveal("trudy", key, used),
      unknown: await reveal("trudy", key, "no-token-at-all"),
      shorter: await reveal("trudy", key, token.slice(0, -1)),
    };
    const words = Object.values(answers).map(({ status, json }: Pick<TestAnswer, "status" | "json">) => ({
      status,
      ...json.error,
    }));
    expect(words[0]).toMatchObject({ status: 403, code: "DISCLOSURE_TOKEN_INVALID" });
    for (const [index, name] of Object.keys(answers).entries()) expect([name, words[index]]).toEqual([name, words[0]]);
    // A caller without the check-out gets the same answer as without a token.
    expect(code(await reveal("tom", key, token))).toBe("FORBIDDEN");
    expect((await reveal("trudy", key, token)).json.passwords).toEqual([{ content: room.first, status: "C" }]);
  });

  it("opens after 60.0 seconds, and is too late after 60.1", async () => {
    const key = await out("trudy");
    const first = await tokenFor("trudy", key);
    room.clock.set(room.clock.now() + 60_000);
    expect((await reveal("trudy", key, first)).status).toBe(200);
    const second = await tokenFor("trudy", key);
    room.clock.set(room.clock.now() + 60_100);
    expect(code(await reveal("trudy", key, second))).toBe("DISCLOSURE_TOKEN_INVALID");
  });

  it("gives the password once to ten calls at the same time", async () => {
    const key = await out("trudy");
    const token = await tokenFor("trudy", key);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reveal("trudy", key, token)));
    expect(answers.filter(({ text }) => text.includes(room.first))).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200).map((answer) => code(answer));
    expect(refused).toEqual(Array.from({ length: 9 }, () => "DISCLOSURE_TOKEN_INVALID"));
    expect(code(await reveal("trudy", key, token))).toBe("DISCLOSURE_TOKEN_INVALID");
    const rows = await room.store.select("sesslog_full", { where: { ident: room.accountKey, operation: "CHKO" } });
    expect(rows.filter(({ message }) => message?.startsWith("disclosed"))).toHaveLength(1);
  });

  it("stays good where the plug-in of its way cannot be used, and serves once after that", async () => {
    writePlugins(room, { "own.mjs": "export const run = () => { throw new Error('not now'); };" });
    await room.setPolicy({ disclosurePlugins: ["own.mjs"] });
    const key = await out("trudy");
    const token = await tokenFor("trudy", key);
    expect(code(await reveal("trudy", key, token))).toBe("PLUGIN_UNUSABLE");
    const mended = "export const run = ({ password }) => ({ how: 'display', content: password });";
    writePlugins(room, { "own.mjs": mended });
    expect((await reveal("trudy", key, token)).json.passwords).toEqual([{ content: room.first, status: "C" }]);
    expect(code(await reveal("trudy", key, token))).toBe("DISCLOSURE_TOKEN_INVALID");
  });

  it("has the plug-in told the password once, also where others come with it and while it is asked", async () => {
    const key = await out("trudy");
    const token = await tokenFor("trudy", key);
    const { plugins } = room.context;
    const [isLetGo, asked] = [Promise.withResolvers<void>(), [] as string[]];
    const ask: typeof plugins.ask = async (question) => {
      asked.push(question.kind);
      await isLetGo.promise;
      return plugins.ask(question);
    };
    Object.assign(room.context, { plugins: { ...plugins, ask } });
    const [row] = await room.store.select("disclosures");
    const session = { sessid: row?.sessionKey ?? "", ip: row?.address ?? "" };
    const caller = callerOf({ key: room.keyOf("trudy"), id: "trudy", superuser: false }, session);
    let refused = 0;
    // In one breath: each finds the token free before another one has taken it.
    const together = Array.from({ length: 3 }, () =>
      invoke(revealCheckout, room.context, caller, { key, token: new Secret(token) }),
    );
    for (const one of together) one.catch(() => (refused += 1));
    await expect.poll(() => refused + asked.length).toBe(together.length);
    const late = asked.length === 1 ? code(await reveal("trudy", key, token)) : undefined;
    isLetGo.resolve();
    expect([asked, late]).toEqual([["disclosure"], "DISCLOSURE_TOKEN_INVALID"]);
    expect((await Promise.allSettled(together)).filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("opens nothing once the policy, the right or the check-out forbids it", async () => {
    const key = await out("trudy");
    const token = await tokenFor("trudy", key);
    await room.setPolicy({ disclosurePlugins: ["copy"] });
    expect(code(await reveal("trudy", key, token))).toBe("DISCLOSURE_UNFIT");
    await room.setPolicy({ disclosurePlugins: ["display"], attended: true });
    expect(code(await reveal("trudy", key, token))).toBe("VOUCHING_MISSING");
    await room.setPolicy({ attended: false });
    await withdrawRight("TRUSTED");
    const [member] = await room.store.select("userClassMembers", { where: { userClassId: "TRUSTED" } });
    const holds = member?.userKey === room.keyOf("trudy");
    expect(code(await reveal("trudy", key, token))).toBe(holds ? undefined : "CHECKOUT_NOT_OUT");
    if (member) await withdrawRight("TRUSTED");
    expect(code(await reveal("trudy", key, token))).toBe("CHECKOUT_NOT_OUT");
    expect(code(await post("trudy", `checkouts(${key})/disclose`))).toBe("CHECKOUT_NOT_OUT");
    const unfit = await invoke(unfitCheckouts, room.context, engineCaller("idwfm", "keeper"), {});
    expect(unfit).toMatchObject([{ key }]);
  });

  it("notes all that a holder was shown, though the password was changed while they had it", async () => {
    const key = await out("trudy");
    await room.reveal("trudy", key);
    await room.changePassword("second-Password-2");
    await room.reveal("trudy", key);
    await room.changePassword("third-Password-3");
    await post("trudy", `checkouts(${key})/checkIn`);
    expect((await room.checkout(key)).knownKeys).toHaveLength(3);
  });

  it("gives nobody what a former holder was shown, though it was thought never to have been set", async () => {
    const key = await out("trudy");
    const { store } = room;
    const [first] = await store.select("vaultEntries");
    const add = { managedAccountKey: room.accountKey, origin: "randomized", createdNode: "node1" } as const;
    const late = { key: "late", parentKey: first?.key ?? null, secret: first?.secret ?? "" };
    await store.transaction(() =>
      store.add("vaultEntries", { ...late, ...add, status: "U", createdAt: room.clock.now() }),
    );
    await post("trudy", `checkouts(${key})/checkIn`);
    const set = (part: Partial<Row<"vaultEntries">>) =>
      store.transaction(() => store.save("vaultEntries", { key: "late", ...part }));
    await set({ status: "failed" });
    room.clock.set(room.clock.now() + 1_000);
    await room.changePassword("second-Password-2");
    const next = await out("tom");
    expect(await room.checkout(key)).toMatchObject({ awaitsChange: false });
    await post("tom", `checkouts(${next})/checkIn`);
    room.clock.set(room.clock.now() + 1_000);
    await room.changePassword("third-Password-3");
    // A call that was long on its way has set it after all.
    await set({ status: "C", openedAt: room.clock.now() + 1 });
    expect(await room.ask("trudy")).toMatchObject({ status: 409, json: { error: { code: "CHECKOUT_NOT_FREE" } } });
  });
});

describe("a policy that wants a second person to be present", () => {
  it("shows nothing without a code, and none with a foreign, used, own or late one, or one for something else", async () => {
    await room.setPolicy({ attended: true, concurrency: 2 });
    const vouch = async (who: string, purpose: string) =>
      String((await post(who, `managedAccounts(${room.accountKey})/vouch`, { purpose })).json.code);
    const emergency = await room.ask("fay", { code: await vouch("finn", "breakGlass") });
    const key = String(emergency.json.key);
    const disclose = (given?: string) =>
      post("fay", `checkouts(${key})/disclose`, given === undefined ? {} : { code: given });
    expect(code(await disclose())).toBe("VOUCHING_MISSING");
    const foreign = await vouch("olga", "attend");
    const { store } = room;
    const last = async () =>
      (await store.select("vouchings", { orderBy: [["createdAt", "desc"]] })).filter(({ usedAt }) => usedAt === null);
    for (const { key: made } of await last())
      await store.transaction(() => store.save("vouchings", { key: made, managedAccountKey: unknownKey }));
    const used = await vouch("olga", "attend");
    expect((await disclose(used)).status).toBe(200);
    const codes: Record<string, string> = {
      foreign,
      used,
      unknown: "no-code",
      own: await vouch("fay", "attend"),
      other: await vouch("finn", "breakGlass"),
      late: await vouch("olga", "attend"),
    };
    const refused: Record<string, unknown> = {};
    for (const [name, given] of Object.entries(codes)) {
      if (name === "late") room.clock.set(room.clock.now() + 600_000);
      const { status, json } = await disclose(given);
      refused[name] = { status, ...json.error };
    }
    for (const name of Object.keys(codes)) expect([name, refused[name]]).toEqual([name, refused["unknown"]]);
    expect(refused["unknown"]).toMatchObject({ status: 403, code: "VOUCHING_INVALID" });
    const left = await vouch("olga", "attend");
    await withdrawRight("OWNERS");
    expect(code(await disclose(left))).toBe("VOUCHING_INVALID");
  });
});

describe("a request for a check-out", () => {
  const wanted = (accountKey: string) => ({ code: "ARCHREQPWD", targetSystemKey: "T1", accountKey });
  const submit = (who: string, accountKey: string) =>
    post(who, "requests", { recipientKey: room.keyOf(who), reason: "to see", operations: [wanted(accountKey)] });
  const managed = async () => (await room.store.get("managedAccounts", room.accountKey))?.accountKey ?? "";

  it("tells who has no right nothing of accounts, managed or not", async () => {
    const plain = room.context.ids.guid();
    const names = { stableId: "web", longId: "web", shortId: "web", displayId: "web" };
    await room.store.transaction(() => room.store.add("accounts", { key: plain, targetSystemKey: "T1", ...names }));
    const answers = [];
    for (const key of [await managed(), plain, unknownKey]) answers.push((await submit("nobody", key)).json.error);
    expect(answers[0]).toMatchObject({ code: "CHECKOUT_RIGHT_MISSING" });
    expect([answers[1], answers[2]]).toEqual([answers[0], answers[0]]);
  });

  it("asks for no more than its policy allows a person", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const accountKey = await managed();
    const first = await submit("ada", accountKey);
    expect(first.status).toBe(202);
    expect(code(await submit("ada", accountKey))).toBe("CHECKOUT_OPEN");
    const [made] = await room.store.select("checkouts");
    await room.store.transaction(() =>
      room.store.save("checkouts", { key: made?.key ?? "", status: "expired", endedAt: room.clock.now() }),
    );
    await room.setPolicy({ checkoutsPerDay: 1 });
    expect(code(await submit("ada", accountKey))).toBe("CHECKOUTS_PER_DAY");
    expect(code(await room.ask("ada"))).toBe("CHECKOUTS_PER_DAY");
  });

  it("hands nothing out whose right was withdrawn while people decided", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const { key, requestKey } = (await room.ask("ada")).json;
    await withdrawRight("ASKERS");
    await post("ben", `requests(${requestKey})/decide`, { phase: 1, decision: "approve" });
    expect(await room.checkout(key)).toMatchObject({
      status: "withdrawn",
      endReason: expect.stringContaining("no right"),
    });
    const [operation] = await room.store.select("requestOperations", { where: { requestKey } });
    expect(operation).toMatchObject({ result: "F", errorCode: "CHECKOUT_NOT_FREE" });
  });

  it("cannot be turned to another account behind the back of who authorizes it", async () => {
    await authorizeBy(room, `any(1, user('${room.keyOf("ben")}'))`);
    const plain = room.context.ids.guid();
    const names = { stableId: "web", longId: "web", shortId: "web", displayId: "web" };
    await room.store.transaction(() => room.store.add("accounts", { key: plain, targetSystemKey: "T1", ...names }));
    const { key, requestKey } = (await room.ask("ada")).json;
    const back = await post("ben", `requests(${requestKey})/sendBack`, { phase: 1, comment: "which one?" });
    expect(back.status).toBe(200);
    const operations = [{ sequence: 1, accountKey: plain }];
    const turned = await post("ada", `requests(${requestKey})/edit`, { operations });
    expect(code(turned)).toBe("OPERATION_FIELD_UNFIT");
    const [operation] = await room.store.select("requestOperations", { where: { requestKey } });
    await room.store.transaction(() =>
      room.store.save("requestOperations", { key: operation?.key ?? "", accountKey: plain }),
    );
    expect((await post("ada", `requests(${requestKey})/resubmit`, { comment: "again" })).status).toBe(200);
    await post("ben", `requests(${requestKey})/decide`, { phase: 1, decision: "approve" });
    expect((await room.checkout(key)).checkedOutAt).toBeNull();
  });
});

/** Calls from another address of this machine. */
function from(
  localAddress: string,
  path: string,
  token: string,
  body: object,
): Promise<Pick<TestAnswer, "status" | "json">> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const call = request(
      { host: "127.0.0.1", port: room.port, method: "POST", path, headers, localAddress, agent: false },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, json: JSON.parse(Buffer.concat(chunks).toString()) }),
        );
      },
    );
    call.on("error", reject);
    call.end(JSON.stringify(body));
  });
}
