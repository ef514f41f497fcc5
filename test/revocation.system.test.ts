// @databases sqlite mariadb
import { setTimeout as sleep } from "node:timers/promises";

import { afterAll, beforeAll, expect, it } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { type ApiProcess, type ApiProcesses, startApiProcesses } from "./support/api-processes.ts";
import { addPeople } from "./support/people.ts";

const password = "a password of the test";
const withinMs = 2_000;
let apis: ApiProcesses;
let count = 0;

beforeAll(async () => {
  apis = await startApiProcesses();
});
afterAll(() => apis.stop());

interface SignedIn {
  readonly id: string;
  readonly key: string;
  readonly token: string;
  readonly refreshToken: string;
}

async function newPerson(): Promise<SignedIn> {
  const id = `person${++count}`;
  const keys = await addPeople(apis.service.context, [id], password);
  const { status, body } = await signIn(id, password);
  expect(status).toBe(200);
  const { access_token: token, refresh_token: refreshToken } = body as Record<string, string>;
  return { id, key: keys[id] ?? "", token: token ?? "", refreshToken: refreshToken ?? "" };
}

/** A person whose token every process has seen. */
async function signedIn(): Promise<SignedIn> {
  const person = await newPerson();
  for (const api of Object.values(apis.processes)) expect((await api.judge(person.token)).status).toBe(404);
  return person;
}

const signIn = (username: string, given: string) =>
  apis.processes.first.post("/identity/connect/token", {
    grant_type: "password",
    client_id: "gatehouse",
    username,
    password: given,
  });
const revoke = (token: string) =>
  apis.processes.first.post("/identity/connect/revocation", { client_id: "gatehouse", token });

/** Milliseconds until a process refuses the token. */
async function untilRefused(api: ApiProcess, token: string): Promise<number> {
  const startedMs = performance.now();
  for (;;) {
    const { status } = await api.judge(token);
    const elapsedMs = performance.now() - startedMs;
    if (status === 401) return elapsedMs;
    expect(status).toBe(404);
    if (elapsedMs > 10 * withinMs) throw new Error("the token is still taken");
    await sleep(10);
  }
}

async function expectRefusedElsewhere(token: string): Promise<void> {
  const { second, remote } = apis.processes;
  const [hinted, polled] = await Promise.all([untilRefused(second, token), untilRefused(remote, token)]);
  expect(hinted).toBeLessThan(withinMs);
  expect(polled).toBeLessThan(withinMs);
}

it.each(["token", "refreshToken"] as const)(
  "what the revocation of a %s ends is refused at once by the process that took it, elsewhere within two seconds",
  async (kind) => {
    const person = await signedIn();
    expect((await revoke(person[kind])).status).toBe(200);
    expect((await apis.processes.first.judge(person.token)).status).toBe(401);
    await expectRefusedElsewhere(person.token);
  },
);

type Change = (person: SignedIn) => Promise<unknown>;

const changes: Readonly<Record<string, Change>> = {
  "a user who is locked by an administrator": ({ key }) =>
    save("users", { key, locked: true, lockedBy: "administrator", lockedAt: Date.now() }),
  "a user who is disabled": ({ key }) => save("users", { key, disabled: true }),
  "a user whose password is changed": async ({ key }) => {
    const passwordHash = await apis.service.context.passwords.hash(new Secret("another password"));
    return save("users", { key, passwordHash, tokenVersion: 2 });
  },
  "a user who is removed from the class": async ({ key }) => {
    const { store } = apis.service.context;
    const [member] = await store.select("userClassMembers", { where: { userKey: key } });
    return store.transaction(() => store.remove("userClassMembers", member?.key ?? ""));
  },
  "a user who is gone": ({ key }) => {
    const { store } = apis.service.context;
    return store.transaction(() => store.remove("users", key));
  },
};

function save(...[table, row]: Parameters<typeof apis.service.context.store.save<"users">>): Promise<unknown> {
  const { store } = apis.service.context;
  return store.transaction(() => store.save(table, row));
}

it.each(Object.keys(changes))("%s is refused everywhere within two seconds", async (name) => {
  const person = await signedIn();
  await changes[name]?.(person);
  const refused = Object.values(apis.processes).map((api) => untilRefused(api, person.token));
  for (const elapsedMs of await Promise.all(refused)) expect(elapsedMs).toBeLessThan(withinMs);
});

it("a class that is given later is known at once where it was missing", async () => {
  const { key, token } = await signedIn();
  const { store, ids } = apis.service.context;
  const [member] = await store.select("userClassMembers", { where: { userKey: key } });
  await store.transaction(() => store.remove("userClassMembers", member?.key ?? ""));
  await untilRefused(apis.processes.remote, token);
  await store.transaction(() =>
    store.save("userClassMembers", { key: ids.guid(), userClassId: member?.userClassId ?? "", userKey: key }),
  );
  await sleep(withinMs);
  for (const api of Object.values(apis.processes)) expect((await api.judge(token)).status).toBe(404);
});

it("a process that cannot read the change log for ten seconds takes no token until it can again", async () => {
  const { token } = await signedIn();
  const { remote } = apis.processes;
  const stranger = await newPerson();
  const bringBack = await apis.cutOff();
  const startedMs = performance.now();
  // Nobody knows of a user who was never seen whether the database would allow it; of the others it is known for a while.
  const unseen = await remote.judge(stranger.token);
  expect(unseen.status).toBe(apis.service.context.store.dialect === "mariadb" ? 503 : 404);
  let seen = await remote.judge(token);
  while (seen.status === 404) {
    await sleep(100);
    seen = await remote.judge(token);
  }
  const elapsedMs = performance.now() - startedMs;
  expect(seen.status).toBe(503);
  expect(seen.headers["retry-after"]).toMatch(/^[1-9]\d*$/);
  expect(seen.body).toMatchObject({ error: { code: "TOKENS_STALE" } });
  // The last look may have been a second before the cut.
  expect(elapsedMs).toBeGreaterThan(8_000);
  expect(elapsedMs).toBeLessThan(12_000);
  const ready = await remote.get("/ready");
  expect([ready.status, ready.body]).toMatchObject([503, { checks: { changes: "failed" } }]);
  expect((await remote.get("/health")).status).toBe(200);

  await bringBack();
  const backMs = performance.now();
  while ((await remote.judge(token)).status === 503) await sleep(50);
  expect(performance.now() - backMs).toBeLessThan(5_000);
  expect((await remote.judge(token)).status).toBe(404);
});

it("a process that stood still takes no token before it knows what it has missed", async () => {
  const person = await signedIn();
  const { remote } = apis.processes;
  let goOn = remote.freeze();
  let revoked = await revoke(person.refreshToken);
  // It may stand still just where it holds the lock of the database's file, for which everybody waits then.
  while (revoked.status === 503) {
    goOn();
    goOn = remote.freeze();
    revoked = await revoke(person.refreshToken);
  }
  expect(revoked.status).toBe(200);
  await sleep(11_000);
  goOn();
  const seen = new Set<number>();
  for (let status = 503; status === 503; await sleep(10)) {
    ({ status } = await remote.judge(person.token));
    seen.add(status);
  }
  expect(seen).not.toContain(404);
  expect(seen).toContain(401);
});
