// @alone it measures how long answers take while the service is attacked
import { generateKeyPairSync } from "node:crypto";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { answersDuring, answersWithin } from "../support/answers-during.ts";
import { attackDoor, doorAttacks } from "../support/door-attacks.ts";
import { createHttpClient, type HttpAnswer } from "../support/http-client.ts";
import { inParallel } from "../support/in-parallel.ts";
import { addPeople } from "../support/people.ts";
import { startTokenServer, testPassword, type TestTokenServer } from "../support/token-server.ts";

const connections = 300;
const refusalsPerMinute = 20;
const honestPeople = 30;
const home = "203.0.113.7";
const stranger = "198.51.100.9";
let server: TestTokenServer;
let http: ReturnType<typeof createHttpClient>;
let token = "";
let secret = "";

beforeAll(async () => {
  // The tests set the address that a call comes from.
  server = await startTokenServer(1, {
    TRUSTED_PROXIES: "127.0.0.1",
    TOKEN_REQUESTS_PER_MINUTE_AND_NAME: String(refusalsPerMinute),
  });
  http = createHttpClient(server.address, connections);
  await addPeople(server.context, ["grace", "root"], testPassword);
  const { store } = server;
  const keyOf = async (id: string) => (await store.select("users", { where: { id } }))[0]?.key ?? "";
  const [robot, root] = [await keyOf("robot"), await keyOf("root")];
  await store.transaction(async () => {
    await store.save("users", { key: robot, passwordHash: null });
    await store.save("users", { key: root, superuser: true });
  });
  const added = await server.command("client", "add", "robot", "--grant", "client_credentials", "--user", "robot");
  secret = added.split("\n").find((line) => /^[\w-]{43}$/.test(line)) ?? "";
});
afterAll(async () => {
  http.close();
  await server.close();
});

function ask(fields: Readonly<Record<string, string>>, from: string): Promise<HttpAnswer> {
  const form = new URLSearchParams(fields).toString();
  return http.call("POST", "/identity/connect/token", { form, headers: { "x-forwarded-for": from } });
}
const signIn = (username: string, password: string, from: string) =>
  ask({ grant_type: "password", client_id: "gatehouse", username, password }, from);

const asClient = (clientSecret: string, from: string) =>
  ask({ grant_type: "client_credentials", client_id: "robot", client_secret: clientSecret }, from);
const asRobot = async () => tokensOf(await asClient(secret, home));

interface Tokens {
  readonly access_token: string;
  readonly refresh_token?: string;
}
function tokensOf({ status, body }: HttpAnswer): Tokens {
  expect([status, body]).toEqual([200, expect.objectContaining({ access_token: expect.any(String) })]);
  return body as Tokens;
}
const statusWith = async (bearer: string) =>
  (await http.call("GET", "/identity/connect/userinfo", { token: bearer })).status;

async function get(): Promise<void> {
  const status = await statusWith(token);
  if (status !== 200) throw new Error(`a call with a good token was answered with ${status}`);
}

/** Sends wrong passwords for one name, one after the other. */
async function guess(over: AbortSignal): Promise<void> {
  while (!over.aborted) await signIn("robot", "wrong", stranger);
}

async function expectAnswersDuring(attack: (over: AbortSignal) => Promise<void>): Promise<void> {
  // A token lives five minutes; on a busy machine the earlier tests take longer.
  token = tokensOf(await signIn("grace", testPassword, home)).access_token;
  const { medianMs, p99Ms } = await answersDuring(attack, get);
  expect(medianMs).toBeLessThanOrEqual(answersWithin.medianMs);
  expect(p99Ms).toBeLessThanOrEqual(answersWithin.p99Ms);
}

describe("wrong passwords for one name, without an end", () => {
  it("do not hold up whoever is signed in", async () => {
    await expectAnswersDuring(guess);
  });

  it("lock out no service, whose user has no password", async () => {
    const { access_token: before } = await asRobot();
    for (let tries = 0; tries < 10; tries++) await signIn("robot", "wrong", stranger);
    expect(await statusWith(before)).toBe(200);
    expect(await statusWith((await asRobot()).access_token)).toBe(200);
  });

  it("end no session: a person who is locked goes on with the tokens that are there, and with their successors", async () => {
    const { access_token: before, refresh_token: refreshToken = "" } = tokensOf(
      await signIn("ada", testPassword, home),
    );
    for (let tries = 0; tries < 5; tries++) await signIn("ada", "wrong", stranger);
    expect(await signIn("ada", testPassword, home)).toMatchObject({ body: { error_description: "USER_LOCKED" } });
    expect(await statusWith(before)).toBe(200);
    const form = { grant_type: "refresh_token", client_id: "gatehouse", refresh_token: refreshToken };
    expect(await statusWith(tokensOf(await ask(form, home)).access_token)).toBe(200);
  });

  it("keep a superuser out of the network they come from, and of no other", async () => {
    for (let tries = 0; tries < 5; tries++) expect((await signIn("root", "wrong", stranger)).status).toBe(400);
    expect(await signIn("root", testPassword, stranger)).toMatchObject({ body: { error_description: "USER_LOCKED" } });
    expect((await signIn("root", testPassword, home)).status).toBe(200);
    expect((await server.store.select("users", { where: { id: "root" } }))[0]).toMatchObject({ locked: false });
  });
});

describe("revocations, authorization requests and calls without a token, without an end", () => {
  it("do not hold up whoever is signed in, and fill nothing", async () => {
    let calls = 0;
    const form = new URLSearchParams({ client_id: "gatehouse", token: "nothing" }).toString();
    const headers = { "x-forwarded-for": stranger };
    const before = await server.store.count("sesslog_full");
    const attack = async (over: AbortSignal) => {
      while (!over.aborted) {
        await http.call("POST", "/identity/connect/revocation", { form, headers });
        await http.call("GET", "/identity/connect/authorize?client_id=nobody", { headers });
        await http.call("GET", "/v2/users", { headers });
        calls += 3;
      }
    };
    await expectAnswersDuring(async (over) => void (await Promise.all([attack(over), attack(over), attack(over)])));
    expect(calls).toBeGreaterThan(100);
    // Three first rows and three counts for each minute begun.
    expect((await server.store.count("sesslog_full")) - before).toBeLessThanOrEqual(18);
  });
});

describe("wrong secrets of a client, without an end", () => {
  it("do not hold up whoever is signed in", async () => {
    await expectAnswersDuring(async (over) => {
      while (!over.aborted) await asClient("wrong", stranger);
    });
  });

  it("keep no token from the client, but in the network they come from", async () => {
    for (let tries = 0; tries < refusalsPerMinute; tries++) await asClient("wrong", stranger);
    expect((await asClient("wrong", stranger)).status).toBe(429);
    expect((await asClient(secret, stranger)).status).toBe(429);
    for (let tries = 0; tries < 2 * refusalsPerMinute; tries++)
      expect(await statusWith((await asRobot()).access_token)).toBe(200);
  });
});

/** Attacks until the signal is aborted, and reports the status of each answer. */
type Flood = (over: AbortSignal, answered?: (status: number) => void) => Promise<void>;

/** Returns an attack with wrong passwords from many places at once, over several connections each, without pauses. */
function floodFrom(places: number, connectionsEach: number): Flood {
  return async (over, answered) => {
    await inParallel(places * connectionsEach, places * connectionsEach, async (lane) => {
      const place = lane % places;
      while (!over.aborted) {
        const { status } = await signIn(`nobody-${place}`, "wrong", `${(place % 200) + 11}.${place}.7.9`);
        answered?.(status);
      }
    });
  };
}

describe.each<[string, Flood, string]>([
  ["200 addresses with one connection each", floodFrom(200, 1), "100.64"],
  ["one address with 100 connections", floodFrom(1, 100), "100.65"],
])("a flood of sign-ins from %s", (_name, flood, places) => {
  it("does not hold up whoever is signed in", async () => {
    await expectAnswersDuring((over) => flood(over));
  });

  it("keeps out nobody else: 30 of 30 sign in, each from another place", async () => {
    const over = new AbortController();
    const isFull = Promise.withResolvers<void>();
    const attack = flood(over.signal, (status) => {
      if (status === 503) isFull.resolve();
    });
    try {
      // A flood that fails must not be waited for.
      await Promise.race([isFull.promise, attack]);
      const startedMs = performance.now();
      const honest = Array.from({ length: honestPeople }, (_, index) =>
        signIn("grace", testPassword, `${places}.${index}.1`),
      );
      const statuses = (await Promise.all(honest)).map(({ status }) => status);
      console.log(`  ${honestPeople} sign-ins during the flood: ${(performance.now() - startedMs).toFixed(0)} ms`);
      expect(statuses).toEqual(Array.from({ length: honestPeople }, () => 200));
    } finally {
      over.abort();
      await attack;
    }
  });
});

describe("calls without a token that are long to read", () => {
  beforeAll(async () => {
    const { publicKey } = generateKeyPairSync("ed25519");
    const { x = "" } = publicKey.export({ format: "jwk" });
    const signingKey = { kty: "OKP", crv: "Ed25519", x };
    const keys = { signingKey, sealingKey: { ...signingKey, crv: "X25519" } };
    await server.store.transaction(() =>
      server.store.save("proxyServers", { id: "p1", status: "enrolled", ...keys, connectors: [] }),
    );
  });

  it.each(doorAttacks)("do not hold up whoever is signed in: $name", async (attack) => {
    await expectAnswersDuring((over) => attackDoor(server.address, attack, over));
  });
});
