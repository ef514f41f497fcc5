import { decodeProtectedHeader, SignJWT } from "jose";
import { afterAll, beforeAll, expect, test } from "vitest";

import { activeSigningKey } from "#operations/identity/engine/signing-keys.ts";

import { expectBestWithin } from "../support/best-within.ts";
import { createHttpClient, type HttpAnswer } from "../support/http-client.ts";
import { testSize } from "../support/test-size.ts";
import { startTokenServer, type TestTokenServer } from "../support/token-server.ts";

const calls = testSize(600, 10_000);
const rotations = 5;
const lanes = 8;
const callsPerToken = 10;
const discardedWithinMs = 2_000;
let server: TestTokenServer;
let secret = "";

beforeAll(async () => {
  server = await startTokenServer(2);
  const added = await server.command("client", "add", "robot", "--grant", "client_credentials", "--user", "robot");
  secret = added.split("\n").find((line) => /^[\w-]{43}$/.test(line)) ?? "";
});
afterAll(() => server.close());

test(`${calls} calls at two processes during ${rotations} rotations of the keys, without a failure`, async () => {
  const [first = "", second = ""] = server.addresses;
  const doors = [createHttpClient(first, lanes), createHttpClient(second, lanes)] as const;
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: "robot", client_secret: secret });
  const failures: string[] = [];
  const kids = new Set<string>();
  let made = 0;
  let rotated = 0;

  const note = (what: string, { status, body }: HttpAnswer) => {
    made += 1;
    if (status !== 200) failures.push(`${what}: ${status} ${JSON.stringify(body)}`);
  };
  const goesOn = () => made < calls || kids.size <= rotations;

  // A token of one process is sent to both in turn, the other one first.
  const lane = async (index: number) => {
    for (let round = index; goesOn(); round++) {
      const granted = await doors[round % 2 ? 0 : 1].call("POST", "/identity/connect/token", { form: form.toString() });
      note("token", granted);
      const token = (granted.body as { access_token?: string }).access_token ?? "";
      kids.add(decodeProtectedHeader(token).kid ?? "");
      for (let call = 0; call < callsPerToken; call++) {
        const door = doors[(round + call) % 2 ? 1 : 0];
        note("userinfo", await door.call("GET", "/identity/connect/userinfo", { token }));
      }
    }
  };
  const rotate = async () => {
    while (rotated < rotations) {
      const before = made;
      // Each key must sign before the next one is created.
      await expect.poll(() => kids.size).toBe(rotated + 1);
      await server.command("keys", "rotate", "--now");
      rotated += 1;
      expect(made, "calls went on during the rotation").toBeGreaterThan(before);
    }
  };
  await Promise.all([rotate(), ...Array.from({ length: lanes }, (_, index) => lane(index))]);
  for (const door of doors) door.close();
  expect(failures.slice(0, 5)).toEqual([]);
  expect(made).toBeGreaterThanOrEqual(calls);
  expect(kids.size).toBe(rotations + 1);
  const states = (await server.command("keys", "list"))
    .trim()
    .split("\n")
    .map((line) => line.split(" ", 1)[0]);
  expect(states.toSorted()).toEqual(["active", "next", ...Array.from({ length: rotations }, () => "retired")]);
});

/** Signs a token with the active key, sends it to every process, discards the key; returns the milliseconds until all refuse the token. */
async function msUntilDiscarded(): Promise<number> {
  const [robot] = await server.store.select("users", { where: { id: "robot" } });
  const { kid, key } = await activeSigningKey(server.context);
  const nowSeconds = Math.floor(Date.now() / 1000);
  const forged = await new SignJWT({ gid: "forged", ver: 1, client_id: "gatehouse", scope: "api" })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid })
    .setIssuer(`${server.address}/identity`)
    .setAudience(server.address)
    .setSubject(robot?.key ?? "")
    .setJti("forged")
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + 10 * 365 * 24 * 3600)
    .sign(key);
  const doors = server.addresses.map((address) => createHttpClient(address, 1));
  const statusAt = async (door: (typeof doors)[number]) =>
    (await door.call("GET", "/identity/connect/userinfo", { token: forged })).status;
  expect(await Promise.all(doors.map(statusAt))).toEqual([200, 200]);
  await server.command("keys", "rotate", "--discard");
  const discardedAt = performance.now();
  for (const door of doors) await expect.poll(() => statusAt(door), { interval: 20 }).toBe(401);
  const elapsedMs = performance.now() - discardedAt;
  for (const door of doors) door.close();
  return elapsedMs;
}

test("a discarded key signs nothing more: a forged token that was used is refused everywhere within two seconds", () =>
  expectBestWithin(discardedWithinMs, msUntilDiscarded));
