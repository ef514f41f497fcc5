import { Secret } from "#connectors/contract/index.ts";
import type { CheckoutRight } from "#domain/checkouts/checkout-rights.ts";
import { handleCheckoutMoment } from "#operations/checkouts/handle-checkout-moment.ts";
import { setCheckoutPhases } from "#operations/checkouts/set-checkout-phases.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { addEntries, lockTrees, raiseEntries } from "#operations/vault/engine/entries.ts";
import type { Row, Save } from "#store/tables.ts";

import type { TestAnswer } from "./api.ts";
import { callContext } from "./managed-room.ts";
import { openRequestApi, type RequestApi } from "./request-api.ts";

/** A REST API with one managed account, people with permissions to its password, and a stand-in for its target. */
export interface CheckoutRoom extends Omit<RequestApi, "call"> {
  readonly accountKey: string;
  /** The first password of the account, which is confirmed. */
  readonly first: string;
  call(as: string, method: string, path: string, body?: object): Promise<TestAnswer>;
  /** Requests the password and returns the answer with the check-out. */
  ask(as: string, more?: object): Promise<TestAnswer>;
  /** Returns the passwords that a holder gets by `display`, in order. */
  reveal(as: string, key: string): Promise<readonly string[]>;
  setPolicy(part: Partial<Save<"managedSystemPolicies">>): Promise<void>;
  /** Writes what a run would: another password, which the target has confirmed. */
  changePassword(password: string): Promise<void>;
  /** Handles the moments that are due, as a hub does; returns their number. */
  moments(): Promise<number>;
  checkout(key: string): Promise<Row<"checkouts">>;
}

/** Permissions of the classes of the room. */
export const roomRights: readonly (readonly [CheckoutRight, string])[] = [
  ["ask", "ASKERS"],
  ["preApproved", "TRUSTED"],
  ["manage", "OWNERS"],
  ["see", "WATCHERS"],
  ["breakGlass", "FIREFIGHTERS"],
];

/** Classes of each person of the room. */
const people: Readonly<Record<string, readonly string[]>> = {
  ada: ["ASKERS"],
  ben: [],
  cleo: [],
  trudy: ["TRUSTED"],
  tom: ["TRUSTED"],
  olga: ["OWNERS"],
  wes: ["WATCHERS"],
  fay: ["FIREFIGHTERS"],
  finn: ["FIREFIGHTERS"],
  nobody: [],
};

/** Opens the room. */
export async function openCheckoutRoom(): Promise<CheckoutRoom> {
  const api = await openRequestApi({ people: Object.keys(people), targets: { T1: [] } });
  const { store, context } = api;
  const keys = { account: context.ids.guid(), system: context.ids.guid(), managed: context.ids.guid() };
  const first = "first-Password-1";
  const call = callContext(api);
  await store.transaction(async () => {
    for (const [id, classes] of Object.entries(people))
      for (const userClassId of classes)
        await store.add("userClassMembers", { key: context.ids.guid(), userClassId, userKey: api.keyOf(id) });
    const told = {
      description: "Servers",
      changeIntervalHours: 720,
      checkoutMaxMinutes: 60,
      disclosurePlugins: ["display", "copy"],
    };
    await store.add("managedSystemPolicies", {
      id: "P",
      mode: "push",
      managedByNode: store.node,
      enabled: true,
      ...told,
    });
    const system = { key: keys.system, id: "T1", description: "", type: "fault", mode: "push" } as const;
    await store.add("managedSystems", { ...system, targetSystemKey: "T1" });
    const names = { stableId: "root", longId: "root", shortId: "root", displayId: "root" };
    await store.add("accounts", { key: keys.account, targetSystemKey: "T1", ...names });
    const managed = { managedSystemKey: keys.system, policyId: "P", status: "U" } as const;
    await store.add("managedAccounts", { key: keys.managed, accountKey: keys.account, ...managed });
    for (const [right, userClassId] of roomRights) {
      if (!(await store.get("userClasses", userClassId)))
        await store.add("userClasses", { id: userClassId, description: userClassId });
      const row = { key: context.ids.guid(), policyId: "P", right, userClassId };
      await store.add("checkoutRights", { ...row, grantedAt: 0 });
    }
  });
  const room: CheckoutRoom = {
    ...api,
    accountKey: keys.managed,
    first,
    call: (as: string, method: string, path: string, body?: object) => api.call(method, `/v2/${path}`, as, body),
    ask: (as: string, more: object = {}) =>
      room.call(as, "POST", "checkouts", {
        managedAccountKey: keys.managed,
        reason: "replace the certificate",
        ...more,
      }),
    async reveal(as: string, key: string) {
      const asked = await room.call(as, "POST", `checkouts(${key})/disclose`, {});
      const shown = await room.call(as, "POST", `checkouts(${key})/reveal`, { token: asked.json.token });
      return shown.json.passwords.map(({ content }: { content: string }) => content);
    },
    setPolicy: (part: Partial<Save<"managedSystemPolicies">>) =>
      store.transaction(async () => void (await store.save("managedSystemPolicies", { id: "P", ...part }))),
    changePassword: (password: string) =>
      store.transaction(async () => {
        const trees = await lockTrees(call, [keys.managed]);
        const secret = new Secret(password);
        const made = {
          managedAccountKey: keys.managed,
          secret,
          origin: "randomized",
          createdBy: null,
          runKey: null,
        } as const;
        const [entry] = await addEntries(call, trees, [made]);
        const at = context.clock.now();
        const rise = { key: entry?.key ?? "", status: "C", settledAt: at, openedAt: at } as const;
        await raiseEntries(call, await lockTrees(call, [keys.managed]), [rise]);
      }),
    async moments() {
      const due = await store.moments.lease(100, "checkout");
      for (const { key } of due) await invoke(handleCheckoutMoment, context, engineCaller("idwfm", key), { key });
      return due.length;
    },
    async checkout(key: string) {
      const row = await store.get("checkouts", key);
      if (row === undefined) throw new Error(`no check-out ${key}`);
      return row;
    },
  };
  await room.changePassword(first);
  return room;
}

/** Sets the rule by which check-outs of the room are approved. */
export async function authorizeBy(room: CheckoutRoom, rule: string): Promise<void> {
  const phase = { sequence: 1, minApprovals: 1, maxDenials: 1, rule, reasonRequired: "never", mayEdit: false };
  const input = { key: "P", authorizationPhases: [{ ...phase, authorizers: [] }] };
  await invoke(setCheckoutPhases, room.context, engineCaller("cli", "test"), input);
}
