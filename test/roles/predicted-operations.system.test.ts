// @databases sqlite mariadb
import { afterEach, expect, test } from "vitest";

import { createRandom, type Random } from "#domain/random.fixture.ts";
import type { PersonDifferences } from "#domain/roles/differences.ts";
import { findAccessDifferences } from "#operations/enforcement/engine/find-access-differences.ts";
import { findMemberDifferences } from "#operations/enforcement/engine/find-member-differences.ts";
import { planRequests } from "#operations/enforcement/engine/plan-requests.ts";
import { predictOperations } from "#operations/enforcement/engine/predict-operations.ts";
import { nameOf, openOperations } from "#operations/enforcement/engine/submit-requests.ts";
import { toBeResolved } from "#operations/enforcement/engine/to-be-resolved.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import type { CallContext } from "#operations/kernel/context.ts";
import type { RequestedOperation } from "#operations/kernel/inputs/operation-input.ts";
import { addRoleMember, removeRoleMember } from "#operations/roles/engine/role-members.ts";
import { ManualClock } from "#platform/clock.ts";
import type { Overlay } from "#store/analyses/overlay.ts";
import { tables, type TableName } from "#store/tables.ts";

import { openTestService, type TestService } from "../support/service.ts";
import { testSize } from "../support/test-size.ts";
import { whenRead } from "../support/when-read.ts";
import { writeRoleWorld } from "./random-role-world.ts";

const changes = testSize(4, 1000);
/** A change after which a role that is asked for depends on what another role gives. */
const dependent = 649;
const seeds = [...new Set([...Array.from({ length: changes }, (_, index) => index + 1), dependent])];
const nowMs = 1_000_000;
const all = { userKeys: null, roleKeys: null };

const opened: TestService[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

test(
  `for ${changes} random changes of roles the predicted operations are those that follow`,
  { timeout: 1_200_000 },
  async () => {
    let found = 0;
    let byChange = 0;
    for (const seed of seeds) {
      const service = await openTestService({ clock: new ManualClock(nowMs) });
      opened.push(service);
      const random = createRandom(seed);
      await writeRoleWorld(service.store, random);
      const context = contextOf(service);
      await giveThroughRoles(context, random);
      const overlay = await randomChange(context, random);
      const userKeys = (await context.store.select("users")).map(({ key }) => key).toSorted();
      const before = await counts(service);
      const predicted = await whenRead(() => predictOperations(context, overlay, userKeys));
      const today = await whenRead(() => predictOperations(context, {}, userKeys));
      expect(await counts(service)).toEqual(before);
      await apply(service, overlay);
      const performed = await perform(context);
      const names = predicted.map((one) => `${one.userKey} ${nameOf(one)}`).toSorted();
      expect([seed, names]).toEqual([seed, performed.toSorted()]);
      found += names.length;
      byChange += names.filter((name) => !today.some((one) => `${one.userKey} ${nameOf(one)}` === name)).length;
      await opened.pop()?.close();
    }
    expect(found).toBeGreaterThan(changes);
    expect(byChange).toBeGreaterThan(0);
  },
);

function contextOf({ context }: TestService): CallContext {
  const call = { visible: new Map(), operationId: null, startedAt: nowMs };
  return { ...context, caller: engineCaller("autores", "run"), ...call };
}

/** Makes some access such that roles of its holder have given. */
async function giveThroughRoles({ store }: CallContext, random: Random): Promise<void> {
  const members = await store.select("roleMembers", { orderBy: [["key", "asc"]] });
  const grants = await store.select("grants", { where: { endedAt: null }, orderBy: [["key", "asc"]] });
  await store.transaction(async () => {
    for (const { key, userKey } of grants) {
      const roles = members.filter((member) => member.userKey === userKey);
      if (roles.length > 0 && random.below(2) === 0)
        await store.save("grants", { key, because: "role", roleKey: random.pick(roles).roleKey });
    }
  });
}

async function counts({ store }: TestService): Promise<unknown> {
  const names = Object.keys(tables) as TableName[];
  return Promise.all(names.map(async (name) => [name, await store.count(name)]));
}

/** Returns a random change: settings of a role, a version of it, or a target system that asks everybody for an account. */
async function randomChange({ store }: CallContext, random: Random): Promise<Overlay> {
  const kind = random.below(3);
  if (kind === 0) {
    const targetSystemId = random.pick(["T1", "T11", "T2"]);
    const where = { targetSystemId, name: "userAccountsMandatory" };
    const values = (await store.select("targetSystemOptions", { where })).map(({ key }) => key);
    const row = { key: "imagined", ...where, value: random.below(3) > 0, type: "boolean" };
    return { targetSystemOptions: { column: "key", values, rows: [row] } };
  }
  const roles = await store.select("roles", { orderBy: [["key", "asc"]] });
  const role = random.pick(roles);
  const surplus = random.pick(["none", "remove", "exception", "request"] as const);
  const deficit = random.pick(["none", "add", "exception", "removal"] as const);
  const asksPhases = random.below(3) === 0;
  if (kind === 1) {
    const changed = { ...role, surplus, deficit, asksPhases };
    return { roles: { column: "key", values: [role.key], rows: [changed] } };
  }
  const department = random.pick(["IT", "HR", "I"]);
  const condition = `attributes/any(a:a/name eq 'department' and a/value eq '${department}')`;
  const inForce = { ...role, state: "inForce", condition, surplus, deficit, asksPhases };
  const things = ["T1", "T11", "T2"].flatMap((target) => [
    { kind: "account", targetSystemKey: target, groupKey: null, attributes: {} },
    ...[0, 1].map((group) => ({ kind: "membership", targetSystemKey: target, groupKey: `${target}-g${group}` })),
  ]);
  const rows = things
    .filter(() => random.below(3) === 0)
    .map((thing, index) => ({ key: `imagined-${index}`, roleKey: role.key, ...thing }));
  const version = { key: "imagined", roleKey: role.key, number: 2, state: "inForce", content: {}, createdAt: 0 };
  return {
    roles: { column: "key", values: [role.key], rows: [inForce] },
    roleVersions: { column: "roleKey", values: [role.key], rows: [{ ...version, inForceAt: nowMs }] },
    roleEntitlements: { column: "roleKey", values: [role.key], rows },
  };
}

/** Writes a change as it was imagined. */
async function apply({ store }: TestService, overlay: Overlay): Promise<void> {
  await store.transaction(async () => {
    for (const [name, { column, values, rows }] of Object.entries(overlay)) {
      const table = name as TableName;
      for (const row of await store.select(table)) {
        const known = row as unknown as Readonly<Record<string, string>>;
        const isKept = rows.some(({ key }) => key === known["key"]);
        if (values.includes(known[column] ?? "") && !isKept) await store.remove(table, known["key"] ?? "");
      }
      for (const row of rows) {
        const { lastUpdatedModule: _, lastUpdatedNode: __, version: ___, ...columns } = row;
        await store.save(table, columns as never);
      }
    }
  });
}

/** Does what autores asks for, then what rbacenforce asks for; returns the names of the operations of both. */
async function perform(context: CallContext): Promise<readonly string[]> {
  const { store } = context;
  const byAutores = await whenRead(() => findMemberDifferences(context, all));
  const first = await planned(context, byAutores);
  await store.transaction(async () => {
    for (const { userKey, differences } of byAutores)
      for (const { kind, resolution, roleKey } of differences) {
        if (kind !== "member" || roleKey === null) continue;
        const asks = (await store.get("roles", roleKey))?.asksPhases === true;
        if (resolution === "add") await addRoleMember(context, { userKey, roleKey });
        else if (!asks) await removeRoleMember(context, { userKey, roleKey });
      }
    for (const { userKey, operation } of first) await give(context, userKey, operation);
  });
  const second = await planned(context, await whenRead(() => findAccessDifferences(context, all)));
  return [...new Set([...first, ...second].map(({ userKey, operation }) => `${userKey} ${nameOf(operation)}`))];
}

interface Planned {
  readonly userKey: string;
  readonly operation: RequestedOperation;
}

async function planned(context: CallContext, people: readonly PersonDifferences[]): Promise<readonly Planned[]> {
  const operations: Planned[] = [];
  for (const { userKey, differences } of await toBeResolved(context, people)) {
    const asked = new Set((await openOperations(context, userKey)).map(nameOf));
    const { requests } = await planRequests(context, userKey, differences);
    for (const operation of requests.flatMap((request) => request.operations))
      if (!asked.has(nameOf(operation))) operations.push({ userKey, operation });
  }
  return operations;
}

let given = 0;

async function give(
  { store }: CallContext,
  userKey: string,
  { targetSystemKey = null, groupKey = null, roleKey = null }: RequestedOperation,
): Promise<void> {
  if (targetSystemKey === null) return;
  const kind = groupKey === null ? "account" : "membership";
  const key = `given-${(given += 1)}`;
  const access = { kind, userKey, targetSystemKey, groupKey, accountKey: `${userKey}-${targetSystemKey}` } as const;
  await store.add("grants", { key, ...access, because: "role", roleKey, from: nowMs });
}
