import type { Random } from "#domain/random.fixture.ts";
import type { Store } from "#store/store.ts";
import type { TableName } from "#store/tables.ts";

import type { RoleWorld } from "./plain-differences.ts";

/** Tables of such a world. */
export const worldTables = [
  "users",
  "userAttributes",
  "roles",
  "roleVersions",
  "roleEntitlements",
  "roleMembers",
  "roleAssignments",
  "accessExceptions",
  "grants",
  "reqbatch",
  "requestOperations",
  "targetSystems",
  "targetSystemOptions",
] as const satisfies readonly TableName[];

const nowMs = 1_000_000;
const departments = ["IT", "it", "HR", "I", "IT "];
const targets = ["T1", "T11", "T2"];
const groupsOfTarget = 2;
const roleNames = ["a", "ab", "b", "c", "d"];
const peopleOfAWorld = 14;

/** Writes a random world of people, roles, access and requests at the moment 1,000,000. */
export async function writeRoleWorld(store: Store, random: Random, people = peopleOfAWorld): Promise<void> {
  const { pick } = random;
  const chance = (share: number) => random.below(100) < share * 100;
  const around = () => (chance(0.5) ? null : nowMs + pick([-5, 0, 5]));
  let count = 0;
  const key = (kind: string) => `${kind}-${String((count += 1)).padStart(6, "0")}`;
  const add = <T extends TableName>(table: T, row: object) => store.add(table, row as never);
  const groups = targets.flatMap((target) =>
    Array.from({ length: groupsOfTarget }, (_, index) => ({ target, key: `${target}-g${index}` })),
  );
  const writeTarget = async (id: string) => {
    await add("targetSystems", { id, description: id, enabled: chance(0.8), mode: "manual", targetGroup: "DEFAULT" });
    if (chance(0.3))
      await add("targetSystemOptions", {
        key: key("o"),
        targetSystemId: id,
        name: "userAccountsMandatory",
        value: chance(0.8),
        type: "boolean",
      });
  };
  const writeRole = async (name: string) => {
    const state = pick(["inForce", "inForce", "inForce", "retired", "draft"]);
    const condition = `attributes/any(a:a/name eq 'department' and a/value eq '${pick(departments)}')`;
    const roleKey = `role-${name}`;
    await add("roles", {
      key: roleKey,
      id: name,
      state,
      number: 1,
      condition: state === "inForce" && chance(0.7) ? condition : null,
      surplus: pick(["none", "remove", "exception", "request"]),
      deficit: pick(["none", "add", "exception", "removal"]),
      createdAt: 0,
    });
    if (state !== "inForce") return;
    await add("roleVersions", {
      key: key("v"),
      roleKey,
      number: 1,
      state,
      content: {},
      createdAt: 0,
      inForceAt: nowMs - pick([0, 10]),
    });
    for (const group of groups)
      if (chance(0.25))
        await add("roleEntitlements", {
          key: key("e"),
          roleKey,
          kind: "membership",
          targetSystemKey: group.target,
          groupKey: group.key,
          throughRoleKey: chance(0.3) ? "role-a" : null,
        });
    for (const target of targets)
      if (chance(0.25))
        await add("roleEntitlements", {
          key: key("e"),
          roleKey,
          kind: "account",
          targetSystemKey: target,
          attributes: {},
        });
  };
  const writeAccess = async (userKey: string, target: string) => {
    if (!chance(0.6)) return;
    const accountKey = `${userKey}-${target}`;
    const grant = (part: object) => ({
      key: key("g"),
      kind: "account",
      userKey,
      targetSystemKey: target,
      accountKey,
      because: "discovered",
      from: nowMs - pick([0, 30]),
      until: around(),
      endedAt: chance(0.15) ? nowMs - 1 : null,
      ...part,
    });
    await add("grants", grant({}));
    for (const group of groups.filter((one) => one.target === target)) {
      const part = { kind: "membership", groupKey: group.key, throughGroup: chance(0.15) ? "x" : null };
      if (chance(0.5)) await add("grants", grant(part));
      if (chance(0.1)) await add("grants", grant(part));
      if (chance(0.1)) await add("grants", { ...grant({ kind: "ownership", groupKey: group.key }), accountKey: null });
    }
  };
  const writeRequests = async (userKey: string) => {
    const thing = () =>
      chance(0.5)
        ? { targetSystemKey: pick(targets) }
        : (({ target, key: groupKey }) => ({ targetSystemKey: target, groupKey }))(pick(groups));
    for (let index = 0; index < 3; index++)
      if (chance(0.3))
        await add("accessExceptions", {
          key: key("x"),
          kind: pick(["surplus", "deficit"]),
          userKey,
          roleKey: "role-a",
          ...thing(),
          from: 0,
          until: around(),
          endedAt: chance(0.2) ? 5 : null,
        });
    for (let index = 0; index < 4; index++) {
      if (!chance(0.6)) continue;
      const requestKey = key("q");
      const status = pick(["W", "X", "A", "D", "D", "C", "K", "E"]);
      await add("reqbatch", {
        key: requestKey,
        number: requestKey,
        status,
        active: status === "W",
        origin: pick(["autores", "rbacenforce", "api"]),
        requesterKey: "",
        recipientKey: userKey,
        expiresAt: 0,
        createdAt: nowMs - pick([0, 10, 25]),
        requestId: "",
      });
      const code = pick(["ACUA", "GRUA", "DELU", "GRUD", "AEDEF", "AESUR", "ROLA", "ROLD", "ROLA", "ROLD"]);
      const about = thing();
      const isRole = code.startsWith("ROL");
      const accountKey = ["DELU", "GRUD"].includes(code) ? `${userKey}-${about.targetSystemKey}` : null;
      await add("requestOperations", {
        key: key("p"),
        requestKey,
        sequence: 1,
        code,
        ...(isRole ? {} : about),
        roleKey: `role-${pick(roleNames)}`,
        accountKey,
        attributes: {},
        dependsOn: [],
        result: pick([null, null, "P", "S", "R"]),
        createdAt: 0,
      });
    }
  };
  const writePerson = async (number: number) => {
    const userKey = `user-${String(number).padStart(2, "0")}`;
    await add("users", { key: userKey, id: userKey, disabled: chance(0.1), endsAt: around() });
    if (chance(0.8))
      await add("userAttributes", { key: key("a"), userKey, name: "department", value: pick(departments) });
    if (chance(0.2))
      await add("userAttributes", {
        key: key("a"),
        userKey,
        name: "department",
        sequence: 1,
        value: pick(departments),
      });
    await add("userAttributes", {
      key: key("a"),
      userKey,
      name: pick(["enforceRoles", "enforceRoles", "enforceroles"]),
      value: pick(["true", "YES", "On", "1", " true ", "no", "truest"]),
    });
    for (const name of roleNames) {
      const roleKey = `role-${name}`;
      if (chance(0.35)) await add("roleMembers", { key: key("m"), roleKey, userKey, from: nowMs - pick([0, 20]) });
      for (const because of ["request", "named", "excluded"])
        if (chance(0.12)) {
          const assignment = { roleKey, userKey, because, reason: "", until: around(), createdAt: 0 };
          await add("roleAssignments", { key: key("s"), ...assignment });
        }
    }
    for (const target of targets) await writeAccess(userKey, target);
    await writeRequests(userKey);
  };
  const writeGroup = async ({ target, key: groupKey }: (typeof groups)[number]) => {
    const names = { stableId: groupKey, longId: groupKey, shortId: groupKey, displayId: groupKey };
    await add("groups", { key: groupKey, targetSystemKey: target, ...names, managed: true });
  };
  await store.transaction(async () => {
    for (const id of targets) await writeTarget(id);
    // The target has lost one of them.
    for (const group of groups.slice(1)) await writeGroup(group);
    for (const name of roleNames) await writeRole(name);
    for (let number = 0; number < people; number++) await writePerson(number);
  });
}

/** Reads a world back. */
export async function readRoleWorld(store: Store): Promise<RoleWorld> {
  const rows = await Promise.all(worldTables.map(async (table) => [table, await store.select(table)] as const));
  return Object.fromEntries(rows) as unknown as RoleWorld;
}
