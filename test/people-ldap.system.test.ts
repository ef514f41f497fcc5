import { Client } from "ldapts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";

import { discoveriesOf } from "./support/discoveries.ts";
import type { Journey } from "./support/journey.ts";
import { openLdapJourney } from "./support/ldap-discoveries.ts";
import { startOpenLdap } from "./support/openldap.ts";
import { saveMapping } from "./support/sources.ts";
import { startTestTemporal, type TestTemporal } from "./support/temporal.ts";
import { testSize } from "./support/test-size.ts";

const size = testSize(500, 5000);
/** Each has so many direct reports, and the first of all has nobody above. */
const reports = 10;
let temporal: TestTemporal;
let journey: Journey;

beforeAll(async () => {
  temporal = await startTestTemporal();
});
afterAll(() => temporal.stop());
afterEach(() => journey.close());

const { discover } = discoveriesOf(() => journey, "T1");
const dnOf = (n: number) => `uid=person${n},ou=people,dc=example,dc=test`;

/** Managers stand behind those whom they manage, so that each comes later in the listing, and are spelt in capitals. */
function person(n: number): string {
  const manager =
    n === 0 ? "" : `manager: ${dnOf(Math.floor((n - 1) / reports)).replace("uid=person", "UID=Person")}\n`;
  return (
    `dn: ${dnOf(n)}\nobjectClass: inetOrgPerson\nuid: person${n}\ncn: Person ${n}\nsn: ${n}\n` +
    `mail: person${n}@example.test\n${manager}`
  );
}

test("an empty installation is filled from a directory with managers and mail; again nothing is written; a leaver is disabled", async () => {
  const ldif = Array.from({ length: size }, (_, n) => person(size - 1 - n)).join("\n");
  const directory = await startOpenLdap({ ldif });
  const { url, baseDN, accountsDN, groupsDN, admin } = directory;
  const client = new Client({ url });
  try {
    journey = await openLdapJourney({
      ...{ temporal: temporal.address, admin },
      address: { url, baseDN, accountsDN, groupsDN },
    });
    const { store } = journey;
    await store.transaction(() => store.save("targetSystems", { id: "T1", sourceOfProfiles: true }));
    for (const names of [
      ["cn", "displayName"],
      ["mail", "mail"],
      ["manager", "manager"],
    ] as const)
      await saveMapping(store, "T1", names);

    const first = await discover();
    expect(first.discovery.people).toEqual({ added: size, changed: 0, enabled: 0, disabled: 0, problems: [] });
    const users = new Map((await store.select("users")).map((user) => [user.id, user]));
    const wrong = Array.from({ length: size }, (_, n) => n).filter((n) => {
      const managerKey = n === 0 ? null : users.get(`person${Math.floor((n - 1) / reports)}`)?.key;
      const user = users.get(`person${n}`);
      return user?.managerKey !== managerKey || user?.displayName !== `Person ${n}`;
    });
    expect(wrong).toEqual([]);
    expect(await store.count("userAttributes", { name: "mail" })).toBe(size);

    const position = await store.changeLog.position();
    expect((await discover()).discovery.people).toMatchObject({ added: 0, changed: 0, problems: [] });
    const written = (await store.changeLog.read(position, 1000)).map(({ table }) => table);
    expect([...new Set(written)].toSorted()).toEqual(["operationIdentifiers", "requestOperations", "sesslog_full"]);

    await client.bind(admin.dn, admin.password);
    await client.del(dnOf(size - 1));
    expect((await discover()).discovery.people).toMatchObject({ disabled: 1, problems: [] });
    const [leaver] = await store.select("users", { where: { id: `person${size - 1}` } });
    expect(leaver).toMatchObject({ disabled: true, disabledBy: "source" });
  } finally {
    await client.unbind().catch(() => undefined);
    await directory.stop();
  }
});
