import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { discoverTargetSystem } from "#operations/discovery/discover-target-system.ts";
import type { Discovery } from "#operations/discovery/engine/discovery-of.ts";
import { invoke } from "#operations/kernel/invoke.ts";

import { startFakeDirectory } from "../support/fake-directory.ts";
import { eventually, type Journey } from "../support/journey.ts";
import { openLdapJourney } from "../support/ldap-discoveries.ts";
import { startOpenLdap } from "../support/openldap.ts";
import { callerOf } from "../support/service.ts";
import { startTcpRelay } from "../support/tcp-relay.ts";
import { startTestTemporal, type TestTemporal } from "../support/temporal.ts";

const operator = callerOf({ key: "operator", id: "operator", superuser: true });
const target = "T1";
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

async function open(address: Readonly<Record<string, string>>, admin: { dn: string; password: string }): Promise<void> {
  journey = await openLdapJourney({ temporal: temporal.address, address, admin });
}

async function discover(): Promise<Discovery> {
  const { key } = await invoke(discoverTargetSystem, journey.context, operator, { key: target });
  return eventually(`discovery ${key} ended`, async () => {
    const row = (await journey.store.get("requestOperations", key)) as Discovery;
    return row.finishedAt === null ? undefined : row;
  });
}

test("a listing whose socket is killed half-way is made again, and never loaded short", async () => {
  const people = Array.from(
    { length: 1000 },
    (_, n) =>
      `dn: uid=person${n},ou=people,dc=example,dc=test\nobjectClass: inetOrgPerson\nuid: person${n}\ncn: person${n}\nsn: person${n}\n`,
  );
  const directory = await startOpenLdap({ ldif: people.join("\n") });
  const relay = await startTcpRelay({ host: "127.0.0.1", port: Number(new URL(directory.url).port) });
  try {
    const { baseDN, accountsDN, groupsDN, admin } = directory;
    await open({ url: `ldap://127.0.0.1:${relay.port}`, baseDN, accountsDN, groupsDN }, admin);
    relay.cutAfterBytes(120_000);
    const ended = await discover();
    expect(ended).toMatchObject({ result: "S", errorCode: null });
    expect(ended.sends).toBeGreaterThan(1);
    expect(ended.discovery.listed).toBeGreaterThan(1000);
    const persons = (await journey.store.select("accounts")).filter(({ shortId }) => shortId.startsWith("person"));
    expect(persons).toHaveLength(1000);

    await relay.stop();
    expect(await discover()).toMatchObject({ result: "F", errorCode: "unreachable" });
    expect(await journey.store.count("accounts", { targetSystemKey: target })).toBeGreaterThanOrEqual(1000);
  } finally {
    await relay.stop().catch(() => undefined);
    await directory.stop();
  }
});

test("an empty page with a cookie does not end a listing", async () => {
  // The first answer is the one to serverInfo.
  const fake = await startFakeDirectory([["root"], ["one"], [], [], ["two"], [], ["three"]]);
  try {
    await open(
      { url: fake.url, baseDN: "dc=example,dc=test" },
      { dn: "cn=admin,dc=example,dc=test", password: "secret" },
    );
    expect(await discover()).toMatchObject({ result: "S" });
    const found = await journey.store.select("accounts", { where: { targetSystemKey: target } });
    expect(found.map(({ shortId }) => shortId).toSorted()).toEqual(["one", "three", "two"]);
  } finally {
    await fake.stop();
  }
});
