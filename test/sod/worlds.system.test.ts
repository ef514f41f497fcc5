// @databases sqlite mariadb
import { afterAll, beforeAll, expect, test } from "vitest";

import { createRandom } from "#domain/random.fixture.ts";
import type { SodItem } from "#domain/sod/sod-rule.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { judgeSod } from "#operations/requests/engine/judge-sod.ts";
import { keepViolations } from "#operations/sod/keep-violations.ts";

import { openTestService, type TestService } from "../support/service.ts";
import { makeWorld, plainRefusals, plainViolations, type SodWorld } from "../support/sod-worlds.ts";
import { testSize } from "../support/test-size.ts";

const count = testSize(80, 20_000);
const ofTransaction = 100;
const timeout = testSize(120_000, 1_800_000);

let service: TestService;
let worlds: readonly SodWorld[];

beforeAll(async () => {
  service = await openTestService();
  const random = createRandom(7);
  // The name of each world but the last is the beginning of those of others.
  worlds = Array.from({ length: count }, (_, index) => makeWorld(random, `w${index.toString(36)}-`));
  for (let from = 0; from < count; from += ofTransaction)
    await service.store.transaction(async () => {
      for (const world of worlds.slice(from, from + ofTransaction)) await write(world);
    });
}, timeout);
afterAll(() => service.close());

const columnsOf = ({ itemType, itemKey }: SodItem) => ({
  targetSystemKey: itemType === "targetSystem" ? itemKey : "none",
  groupKey: itemType === "managedGroup" ? itemKey : null,
});

async function write({ rules, entitlements, people }: SodWorld): Promise<void> {
  const { store, context } = service;
  const key = () => context.ids.guid();
  const kinds = { targetSystem: "account", managedGroup: "membership", role: "role" } as const;
  for (const { parts, ...rule } of rules) {
    await store.add("sodRules", { ...rule, id: rule.key, createdAt: 1 });
    await store.addAll(
      "sodRuleItems",
      parts.flatMap((items, index) =>
        items.map((item) => ({ key: key(), ruleKey: rule.key, part: index + 1, ...item })),
      ),
    );
  }
  await store.addAll(
    "roleEntitlements",
    entitlements.map(({ roleKey, item }) => ({
      key: key(),
      roleKey,
      kind: kinds[item.itemType],
      targetSystemKey: item.itemType === "targetSystem" ? item.itemKey : null,
      groupKey: item.itemType === "managedGroup" ? item.itemKey : null,
      innerRoleKey: item.itemType === "role" ? item.itemKey : null,
    })),
  );
  for (const { key: userKey, grants, ended, roles, asked } of people) {
    await store.addAll(
      "roleMembers",
      roles.map((roleKey) => ({ key: key(), roleKey, userKey })),
    );
    const grant = (item: SodItem, endedAt: number | null) => ({
      key: key(),
      userKey,
      kind: item.itemType === "targetSystem" ? ("account" as const) : ("membership" as const),
      ...columnsOf(item),
      because: "discovered" as const,
      from: 1,
      endedAt,
    });
    await store.addAll("grants", [...grants.map((item) => grant(item, null)), ...ended.map((item) => grant(item, 2))]);
    if (asked.length === 0) continue;
    const request = await store.add("reqbatch", {
      key: key(),
      number: "1",
      status: "W",
      active: true,
      origin: "api",
      requesterKey: userKey,
      recipientKey: userKey,
      expiresAt: 9,
      createdAt: 1,
      submittedBy: "test",
      requestId: "r",
      operationId: null,
    } as never);
    await store.addAll(
      "requestOperations",
      asked.map((item, index) => ({
        ...operation(item),
        key: key(),
        requestKey: request.key,
        sequence: index + 1,
      })),
    );
  }
}

/** Returns the operation that gives an item. */
function operation(item: SodItem) {
  const { itemType, itemKey } = item;
  const code = ({ targetSystem: "ACUA", managedGroup: "GRUA", role: "ROLA" } as const)[itemType];
  return {
    code,
    attributes: {},
    dependsOn: [],
    createdAt: 1,
    ...columnsOf(item),
    roleKey: itemType === "role" ? itemKey : null,
  };
}

test(`in ${count} worlds the violations on record are those of a plain count`, { timeout }, async () => {
  const { context, store } = service;
  const caller = engineCaller("maintenance", "test");
  const look = async () => {
    for (let after: string | null = ""; after !== null;) {
      const round: { after: string | null; more: boolean } = await invoke(keepViolations, context, caller, { after });
      if (!round.more) after = round.after;
    }
  };
  await look();
  await look();
  const expected = worlds
    .flatMap((world) => world.people.flatMap((one) => plainViolations(world, one).map((rule) => `${rule} ${one.key}`)))
    .toSorted();
  const rows = await store.select("violations");
  expect(rows.map(({ ruleKey, userKey }) => `${ruleKey} ${userKey}`).toSorted()).toEqual(expected);
  expect(rows.every(({ endedAt }) => endedAt === null)).toBe(true);
  expect(expected.length).toBeGreaterThan(count / 20);
});

test("a request is refused by the rules of a plain count", { timeout }, async () => {
  let refused = 0;
  for (const world of worlds) {
    for (const person of world.people) {
      const operations = person.given.map(operation);
      const judged = await judgeSod(service.context, { recipientKey: person.key, operations });
      const keys = judged.map(({ rule }) => rule.key).toSorted();
      expect({ person: person.key, keys }).toEqual({
        person: person.key,
        keys: plainRefusals(world, person).toSorted(),
      });
      if (keys.length > 0) refused += 1;
    }
  }
  expect(refused).toBeGreaterThan(count / 10);
});
