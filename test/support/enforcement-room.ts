import { handleMoments } from "#activities/hub/moments.ts";
import type { EnforcementKind } from "#domain/roles/differences.ts";
import { startEnforcement } from "#operations/enforcement/change-runs.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addRole, setRolePhases } from "#operations/roles/change-roles.ts";
import { putRoleInForce } from "#operations/roles/put-in-force.ts";
import type { Row } from "#store/tables.ts";

import { namedObject } from "./named-object.ts";
import { openRequestRoom, type RequestRoom } from "./request-room.ts";

/** The operator of the commands. */
export const operator = engineCaller("cli", "operator");

/** Run of a room with its people and their requests. */
export interface EnforcedRun {
  readonly run: Row<"enforcementRuns">;
  readonly items: readonly Row<"enforcementItems">[];
  readonly requests: readonly Row<"reqbatch">[];
  /** Codes of the operations of its requests, with what each is about, in the order of the requests. */
  readonly asked: readonly string[];
}

/** Room with roles over two target systems, whose runs are carried out by hand. */
export interface EnforcementRoom extends RequestRoom {
  /** Puts a role in force, with a phase of `cy`. */
  role(id: string, draft: object): Promise<string>;
  /** Sets the attributes of a user, besides the one by which they are enforced. */
  profile(id: string, attributes: Readonly<Record<string, string>>): Promise<void>;
  /** Gives a user an account on a target system, with memberships. */
  access(id: string, targetSystemKey: string, groupKeys?: readonly string[]): Promise<string>;
  /** Begins a run and takes its steps until it ends, or waits. */
  enforce(kind: EnforcementKind, part?: object): Promise<EnforcedRun>;
  /** Takes the steps of runs that are due. */
  steps(): Promise<void>;
  runOf(key: string): Promise<EnforcedRun>;
  /** Carries out, as the proxy, what of a request can be carried out now. */
  carryOut(request: { readonly key: string }): Promise<void>;
  members(roleKey: string): Promise<readonly string[]>;
}

/** Opens such a room; its people have the attribute by which rbacenforce compares them, with the value true. */
export async function openEnforcementRoom(people = ["ada", "bob", "cy", "dan"]): Promise<EnforcementRoom> {
  const room = await openRequestRoom({
    people,
    targets: { T1: [{ authorizers: ["dan"] }], T2: [{ authorizers: ["dan"] }] },
  });
  const { store, context } = room;
  await store.transaction(async () => {
    for (const id of ["staff", "sales", "admins"])
      await store.save("groups", { key: id, ...namedObject(id), managed: true });
    for (const id of people) await attribute(id, "enforceRoles", "true");
  });

  async function attribute(id: string, name: string, value: string): Promise<void> {
    const key = `${id} ${name}`;
    await store.save("userAttributes", { key, userKey: room.keyOf(id), name, value });
  }
  const steps = async () => {
    await handleMoments({ context, signal: new AbortController().signal }, "enforcementRun");
  };
  async function runOf(key: string): Promise<EnforcedRun> {
    const run = await store.get("enforcementRuns", key);
    if (run === undefined) throw new Error(`no run ${key}`);
    const items = await store.select("enforcementItems", { where: { runKey: key }, orderBy: [["userKey", "asc"]] });
    const requests: Row<"reqbatch">[] = [];
    const asked: string[] = [];
    for (const requestKey of items.flatMap(({ requestKeys }) => requestKeys)) {
      requests.push(await room.row({ key: requestKey }));
      for (const { code, groupKey, targetSystemKey } of await room.operations({ key: requestKey }))
        asked.push([code, groupKey ?? targetSystemKey].filter((part) => part !== null).join(" "));
    }
    return { run, items, requests, asked };
  }

  return {
    ...room,
    steps,
    runOf,
    async role(id, draft) {
      const { key } = await invoke(addRole, context, operator, { id, draft });
      const authorizationPhases = [{ sequence: 1, minApprovals: 1, authorizers: [{ userKey: room.keyOf("cy") }] }];
      await invoke(setRolePhases, context, operator, { key, authorizationPhases });
      await invoke(putRoleInForce, context, operator, { key, force: true });
      return key;
    },
    profile: (id, attributes) =>
      store.transaction(async () => {
        for (const [name, value] of Object.entries(attributes)) await attribute(id, name, value);
      }),
    access: (id, targetSystemKey, groupKeys = []) =>
      store.transaction(async () => {
        const key = `${id}-${targetSystemKey}`;
        const names = { stableId: key, longId: key, shortId: id, displayId: id };
        await store.save("accounts", { key, targetSystemKey, ...names, userKey: room.keyOf(id) });
        for (const groupKey of groupKeys)
          await store.save("groupMemberships", { key: `${key}-${groupKey}`, accountKey: key, groupKey });
        return key;
      }),
    async enforce(kind, part = {}) {
      const { key } = await invoke(startEnforcement, context, operator, { kind, ...part });
      await steps();
      return runOf(key);
    },
    async carryOut(request) {
      for (let turn = 0; turn < 4; turn += 1) {
        await room.step(request);
        const open = (await room.operations(request)).filter(({ result, sends }) => result === "P" && sends === 0);
        for (const { key, code } of open) {
          const name = (await room.row(request)).recipientKey;
          await room.answer(key, {
            result: "S",
            ...(code === "ACUA" && { object: { id: `id-${key}`, name, attributes: {} } }),
          });
        }
      }
    },
    async members(roleKey) {
      const rows = await store.select("roleMembers", { where: { roleKey } });
      return rows.map(({ userKey }) => people.find((id) => room.keyOf(id) === userKey) ?? "").toSorted();
    },
  };
}
