import { createPrivateKey } from "node:crypto";

import { decodeJwt, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";

import { eq } from "#domain/query/condition.ts";
import { cleanGrants } from "#operations/identity/clean-grants.ts";
import { dropExpiredRevocations } from "#operations/identity/drop-revocations.ts";
import { endKeyedSession } from "#operations/identity/engine/end-keyed-session.ts";
import { saveAndEndTokens } from "#operations/identity/engine/end-tokens.ts";
import { makeKey, type NewKey, signingAlgorithm } from "#operations/identity/engine/make-signing-key.ts";
import { rotateKeys } from "#operations/identity/rotate-keys.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { expelNode, pauseNode, resumeNode } from "#operations/nodes/change-nodes.ts";
import { ownKeys } from "#operations/nodes/engine/own-node.ts";
import { ManualClock } from "#platform/clock.ts";
import { signAsNode } from "#platform/nodes/node-keys.ts";
import { letIn } from "#test/support/api.ts";

import { joinByInvitation, openNode, type RoomNode } from "./node-room.ts";
import { settleNodes } from "./settle-nodes.ts";

const userinfo = "/identity/connect/userinfo";
// Answers name the time of the machine.
const clock = new ManualClock(Date.now());
let first: RoomNode;
let second: RoomNode;
let key = "";

let id = "";
let count = 0;

beforeAll(async () => {
  first = await openNode("n1", { isReal: true, clock });
  second = await openNode("n2", { isReal: true, isInstalled: false, clock });
  await joinByInvitation(first, second);
});
beforeEach(async () => {
  const { store, ids } = first.context;
  [key, id] = [ids.guid(), `anna${(count += 1)}`];
  await store.transaction(() => store.save("users", { key, id }));
  await letIn(first, { key, id });
  await settle();
  // Both have their keys, and each knows those of the other.
  for (const node of [first, second]) await signIn(node);
  await settle();
  readKeysAgain();
});
afterAll(async () => {
  await second.close();
  await first.close();
});

const settle = () => settleNodes(first, second);

/** Lets the time pass for which each process believes the keys that it has read. */
const readKeysAgain = () => clock.advance(1_001);

async function send(node: RoomNode, path: string, form: Readonly<Record<string, string>>) {
  const answer = await fetch(`${node.address}${path}`, { method: "POST", body: new URLSearchParams(form) });
  const text = await answer.text();
  // oxlint-disable-next-line typescript/no-explicit-any -- a test looks at any field of an answer
  return { status: answer.status, json: text === "" ? {} : JSON.parse(text) };
}

const signIn = (node: RoomNode, password = `password-of-${id}`) =>
  send(node, "/identity/connect/token", { grant_type: "password", client_id: "gatehouse", username: id, password });
const refresh = (node: RoomNode, token: string) =>
  send(node, "/identity/connect/token", { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: token });
const revoke = (node: RoomNode, token: string) =>
  send(node, "/identity/connect/revocation", { client_id: "gatehouse", token });

/** Returns the status with which a node answers a caller with a token. */
const statusOf = async (node: RoomNode, token: string): Promise<number> =>
  (await fetch(`${node.address}${userinfo}`, { headers: { authorization: `Bearer ${token}` } })).status;

const kidsOf = async (node: RoomNode): Promise<readonly string[]> => {
  const answer = await fetch(`${node.address}/identity/connect/jwks`);
  return ((await answer.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid).toSorted();
};

/** Writes a token as a node would that holds a key. */
const forge = ({ kid, pem }: NewKey, address: string): Promise<string> =>
  new SignJWT({ gid: "session", ver: 1, client_id: "gatehouse", scope: "api" })
    .setProtectedHeader({ alg: signingAlgorithm, typ: "at+jwt", kid })
    .setIssuer(`${address}/identity`)
    .setAudience(address)
    .setSubject(key)
    .setJti("forged")
    .setIssuedAt(Math.floor(clock.now() / 1_000))
    .setExpirationTime(Math.floor(clock.now() / 1_000) + 300)
    .sign(pem.use((text) => createPrivateKey(text)));

const later = (stamp = ""): string =>
  `${(BigInt(`0x${stamp.slice(0, 24)}`) + 1n).toString(16).padStart(24, "0")}${stamp.slice(24)}`;

const saveUser = (node: RoomNode, values: object) =>
  node.context.store.transaction(() => node.context.store.save("users", { key, ...values }));
const userAt = async (node: RoomNode) => (await node.context.store.get("users", key)) ?? { tokenVersion: 0, key };

test("an access token is good at every node, all publish the same keys, and no private half leaves its node", async () => {
  const { json } = await signIn(first);
  expect([await statusOf(first, json.access_token), await statusOf(second, json.access_token)]).toEqual([200, 200]);
  const kids = await kidsOf(first);
  expect(kids).toHaveLength(4);
  expect(await kidsOf(second)).toEqual(kids);
  const foreign = await second.context.store.select("signingKeys", { where: eq("homeNode", "n1") });
  expect(foreign.map(({ privateKey }) => privateKey)).toEqual(["", ""]);
  // Each node rotates its own keys, and signs with them.
  for (const node of [first, second]) expect(await node.refusal(rotateKeys, { when: "now" })).toBe("done");
  await settle();
  readKeysAgain();
  const [one, two] = [(await signIn(first)).json, (await signIn(second)).json];
  expect([await statusOf(second, one.access_token), await statusOf(first, two.access_token)]).toEqual([200, 200]);
});

test("revocations, locks and ends of sessions hold at all nodes", async () => {
  const tokens = async () => (await signIn(first)).json;
  const revoked = await tokens();
  await revoke(first, revoked.access_token);
  const over = await tokens();
  await revoke(first, over.refresh_token);
  const disabled = await tokens();
  await settle();
  expect([
    await statusOf(second, revoked.access_token),
    await statusOf(second, over.access_token),
    await statusOf(second, disabled.access_token),
  ]).toEqual([401, 401, 200]);
  await saveUser(first, { disabled: true });
  await settle();
  expect(await statusOf(second, disabled.access_token)).toBe(401);
  expect((await signIn(second)).json).toMatchObject({ error_description: "USER_DISABLED" });
  await saveUser(second, { disabled: false });
  await settle();
  const ended = await tokens();
  await first.context.store.transaction(async () =>
    saveAndEndTokens(first.context, (await userAt(first)) as never, {}),
  );
  await settle();
  expect(await statusOf(second, ended.access_token)).toBe(401);
});

test("wrong passwords count at each node, and the lock holds at all", async () => {
  for (let tries = 0; tries < 4; tries += 1) await signIn(first, "wrong");
  await settle();
  expect((await signIn(second, "wrong")).json.error).toBe("invalid_grant");
  await settle();
  expect((await signIn(second)).status).toBe(200);
  for (let tries = 0; tries < 5; tries += 1) await signIn(first, "wrong");
  await settle();
  expect((await signIn(second)).json).toMatchObject({ error_description: "USER_LOCKED" });
});

test("a refresh token is good at its node alone, and ends with a session that is ended at another one", async () => {
  const { json } = await signIn(second);
  expect((await refresh(first, json.refresh_token)).json).toMatchObject({ error: "invalid_grant" });
  const next = (await refresh(second, json.refresh_token)).json;
  const grants = await second.context.store.select("persistedGrants", { where: { userKey: key } });
  const family = grants.find(({ consumedAt }) => consumedAt !== null)?.family;
  await first.context.store.transaction(() => endKeyedSession(first.context, String(family), "revoked"));
  const row = await first.context.store.get("revokedTokens", String(family));
  expect(row?.expiresAt).toBeGreaterThan(clock.now() + 11 * 3_600_000);
  await settle();
  expect(await statusOf(second, next.access_token)).toBe(401);
  expect((await refresh(second, next.refresh_token)).json).toMatchObject({ error: "invalid_grant" });
  // Also when the revocation is dropped later.
  expect(await second.context.store.count("persistedGrants", { family: String(family), revokedAt: null })).toBe(0);
});

test("what two nodes have ended at the same time counts under no later version", async () => {
  const versions: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const [one, two] = [(await signIn(first)).json, (await signIn(second)).json];
    // In a cut: the first one ends the tokens twice, the second once, and later.
    for (const node of [first, first, second]) {
      const { store } = node.context;
      await store.transaction(async () => saveAndEndTokens(node.context, (await userAt(node)) as never, {}));
      versions.push((await userAt(node)).tokenVersion);
    }
    await settle();
    expect((await userAt(first)).tokenVersion).toBe((await userAt(second)).tokenVersion);
    expect([await statusOf(first, one.access_token), await statusOf(second, two.access_token)]).toEqual([401, 401]);
  }
  expect(new Set(versions).size).toBe(versions.length);
});

test("a key that a node plants under the name of another one signs nobody in, nor at that node itself", async () => {
  const pull = { by: "n2", logEpoch: 0, position: 0, vector: {}, without: [], max: 5_000 };
  const { changes } = await first.context.store.replication.read(pull);
  const real = changes.find(({ table, operation }) => table === "signingKeys" && operation === "insert");
  if (real === undefined) throw new Error("the first node has made no key");
  const [planted, replacing, keys] = [await makeKey(), await makeKey(), await ownKeys(second.context)];
  const signatureOf = ({ kid, publicKey }: NewKey) => {
    const text = JSON.stringify(["gatehouse-signing-key-1", "n1", kid, publicKey["n"], publicKey["e"]]);
    return (keys && signAsNode(keys, text)) ?? null;
  };
  const valuesOf = (made: NewKey) => ({
    publicKey: JSON.stringify(made.publicKey),
    nodeSignature: signatureOf(made),
  });
  const { kid } = planted;
  // In the name of an incarnation that the other node has never had, so that nothing is in its way.
  const lie = { ...real, origin: "n1:999" };
  const stamp = { slot: null, state: "retired" };
  const lies = [
    { ...lie, seq: 1, key: kid, values: { ...real.values, ...stamp, kid, ...valuesOf(planted) } },
    {
      ...lie,
      seq: 2,
      operation: "update" as const,
      values: valuesOf(replacing),
      stamps: { publicKey: later(real.stamps["kid"]), nodeSignature: later(real.stamps["kid"]) },
      base: real.stamps,
    },
  ];
  for (const [node, from] of [
    [second, "n1"],
    [first, "n2"],
  ] as const) {
    const { replication } = node.context.store;
    const { vector, position, logEpoch } = await replication.asking(from, 10);
    const { held } = await replication.apply({ from, logEpoch, changes: lies, secrets: [], position, vector });
    expect(held).toEqual([]);
    expect((await node.context.store.get("signingKeys", kid))?.nodeSignature).toBe(signatureOf(planted));
    expect((await node.context.store.get("signingKeys", real.key))?.nodeSignature).toBe(signatureOf(replacing));
    readKeysAgain();
    expect(await statusOf(node, await forge(planted, first.address))).toBe(401);
    expect(await statusOf(node, await forge({ ...replacing, kid: real.key }, first.address))).toBe(401);
    expect(await kidsOf(node)).not.toContain(kid);
    expect(await kidsOf(node)).not.toContain(real.key);
  }
  // The node makes itself another key in the place of the one that was replaced.
  expect((await signIn(first)).status).toBe(200);
});

test("no node drops the revocations of another one, however far its clock is ahead", async () => {
  const { json } = await signIn(first);
  const jti = String(decodeJwt(json.access_token).jti);
  await revoke(first, json.access_token);
  await settle();
  const { store } = second.context;
  const ahead = { ...second.context, clock: { now: () => clock.now() + 2 * 86_400_000 } };
  for (const operation of [dropExpiredRevocations, cleanGrants])
    await invoke(operation as typeof cleanGrants, ahead, engineCaller("load", "test"), {});
  expect(await store.get("revokedTokens", jti)).toBeDefined();
  // Those of a lost node do not stay for ever.
  const weekLater = { ...ahead, clock: { now: () => clock.now() + 8 * 86_400_000 } };
  await invoke(dropExpiredRevocations, weekLater, engineCaller("load", "test"), {});
  expect(await store.get("revokedTokens", jti)).toBeUndefined();
});

test("a node that is paused or expelled can sign in nobody at the others", async () => {
  const { json } = await signIn(second);
  const { key: nodeKey } = await first.node("n2");
  await first.run(pauseNode, { key: nodeKey });
  readKeysAgain();
  expect(await statusOf(first, json.access_token)).toBe(401);
  await first.run(resumeNode, { key: nodeKey });
  readKeysAgain();
  expect(await statusOf(first, json.access_token)).toBe(200);
  await first.run(expelNode, { key: nodeKey });
  readKeysAgain();
  expect(await statusOf(first, json.access_token)).toBe(401);
  expect(await statusOf(first, (await signIn(second)).json.access_token)).toBe(401);
  const expelled = await first.context.store.select("signingKeys", { where: eq("homeNode", "n2") });
  const published = new Set(await kidsOf(first));
  expect(expelled.filter(({ kid }) => published.has(kid))).toEqual([]);
  expect(published.size).toBeGreaterThan(0);
});
