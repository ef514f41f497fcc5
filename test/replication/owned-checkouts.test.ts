import { afterEach, beforeEach, expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";
import { askCheckout } from "#operations/checkouts/ask-checkout.ts";
import { checkInCheckout } from "#operations/checkouts/change-checkouts.ts";
import { handleCheckoutMoment } from "#operations/checkouts/handle-checkout-moment.ts";
import { setCheckoutPhases } from "#operations/checkouts/set-checkout-phases.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { pauseNode, resumeNode } from "#operations/nodes/change-nodes.ts";
import { submit } from "#operations/requests/submit.ts";
import { takeOverNode } from "#operations/setup/take-over.ts";
import { addEntries, lockTrees, raiseEntries } from "#operations/vault/engine/entries.ts";
import { startDueRun } from "#operations/vault/start-due-runs.ts";

import { callContext } from "../support/managed-room.ts";
import { openOwnedRoom, type OwnedNode, type OwnedRoom } from "./owned-room.ts";

let room: OwnedRoom;
let managedAccountKey: string;
let accountKey: string;

/** Makes a managed account at the first node, which ada and bob may check out without a request. */
beforeEach(async () => {
  room = await openOwnedRoom({ targets: { T1: [] } });
  const { store, ids } = room.first.context;
  const [system, right] = [ids.guid(), ids.guid()];
  [managedAccountKey, accountKey] = [ids.guid(), ids.guid()];
  await store.transaction(async () => {
    const told = { description: "Servers", changeIntervalHours: 720, checkoutMaxMinutes: 60, disclosurePlugins: [] };
    await store.add("managedSystemPolicies", { id: "P", mode: "push", managedByNode: "n1", enabled: true, ...told });
    const target = { id: "T1", description: "", type: "fault", mode: "push" } as const;
    await store.add("managedSystems", { key: system, ...target, targetSystemKey: "T1" });
    const names = { stableId: "root", longId: "root", shortId: "root", displayId: "root" };
    await store.add("accounts", { key: accountKey, targetSystemKey: "T1", ...names });
    const account = {
      key: managedAccountKey,
      accountKey,
      managedSystemKey: system,
      policyId: "P",
      status: "U",
    } as const;
    await store.add("managedAccounts", account);
    await store.add("userClasses", { id: "HOLDERS", description: "Holders" });
    for (const id of ["ada", "bob"])
      await store.add("userClassMembers", { key: ids.guid(), userClassId: "HOLDERS", userKey: room.first.keyOf(id) });
    const given = { policyId: "P", right: "preApproved", userClassId: "HOLDERS", grantedAt: 0 } as const;
    await store.add("checkoutRights", { key: right, ...given });
  });
  const phase = { sequence: 1, minApprovals: 1, maxDenials: 1, reasonRequired: "never", mayEdit: false };
  const rule = `any(1, user('${room.first.keyOf("bob")}'))`;
  await room.first.run(setCheckoutPhases, { key: "P", authorizationPhases: [{ ...phase, rule, authorizers: [] }] });
  await changePassword(room.first, "first-Password-1");
  await room.settle();
});
afterEach(() => room.close());

/** Writes what a run would: another password, which the target has confirmed. */
function changePassword({ context }: OwnedNode, password: string): Promise<void> {
  const call = callContext({ context });
  return context.store.transaction(async () => {
    const made = { managedAccountKey, secret: new Secret(password), origin: "randomized" } as const;
    const trees = await lockTrees(call, [managedAccountKey]);
    const [entry] = await addEntries(call, trees, [{ ...made, createdBy: null, runKey: null }]);
    const at = context.clock.now();
    const after = await lockTrees(call, [managedAccountKey]);
    const sureOf = after.get(managedAccountKey)?.account.doubts ?? 0;
    const rise = { key: entry?.key ?? "", status: "C", settledAt: at, openedAt: at, sureOf } as const;
    await raiseEntries(call, after, [rise]);
  });
}

const ask = ({ context }: OwnedNode, id: string) =>
  invoke(askCheckout, context, room.first.as(id), { managedAccountKey, reason: "replace the certificate" });
const checkIn = ({ context }: OwnedNode, id: string, key: string) =>
  invoke(checkInCheckout, context, room.first.as(id), { key });
const keyOf = async (node: OwnedNode, name: string) => ({ key: (await node.node(name)).key });
const moment = async (node: OwnedNode) => {
  const due = await node.context.store.moments.lease(100, "checkout");
  for (const { key } of due) await node.run(handleCheckoutMoment, { key });
  return due.map(({ key }) => key);
};
const runsAt = ({ context: { store } }: OwnedNode) => store.select("runs", { where: { kind: "randomize" } });
const row = ({ context: { store } }: OwnedNode, key: string) => store.get("checkouts", key);

test("only the home node of an account hands its password out, also for a request; another one names it, and ends nothing of it", async () => {
  const refused = { code: "OWNED_BY_NODE", message: expect.stringContaining("Only node n1 (http://") as string };
  await expect(ask(room.second, "ada")).rejects.toMatchObject(refused);
  const operations = [{ code: "ARCHREQPWD", targetSystemKey: "T1", accountKey }];
  const wish = { recipientKey: room.first.keyOf("ada"), reason: "replace the certificate", operations };
  await expect(invoke(submit, room.second.context, room.first.as("ada"), wish)).rejects.toMatchObject(refused);
  expect(await room.second.context.store.count("checkouts")).toBe(0);
  const { key } = await ask(room.first, "ada");
  await room.settle();
  expect(await row(room.second, key)).toMatchObject({ status: "checkedOut" });
  await expect(checkIn(room.second, "ada", key)).rejects.toMatchObject(refused);
  expect(await checkIn(room.first, "ada", key)).toMatchObject({ status: "checkedIn", awaitsChange: true });
  expect(await runsAt(room.first)).toHaveLength(1);
  await room.settle();
  // The other node looks at it, and leaves the change to the home node.
  expect(await moment(room.second)).toEqual([]);
  expect(await runsAt(room.second)).toHaveLength(1);
});

test("someone without a permission learns nothing of the home node", async () => {
  await expect(ask(room.second, "cy")).rejects.toMatchObject({ code: "FORBIDDEN" });
});

test("a check-out that a cut-off node hands out after its account was taken over is returned there, and the password changed once by the new home", async () => {
  await room.second.run(pauseNode, await keyOf(room.second, "n1"));
  await room.second.run(takeOverNode, await keyOf(room.second, "n1"));
  await changePassword(room.second, "second-Password-2");
  // The first node does not know of it yet.
  const lent = await ask(room.first, "ada");
  room.clock.advance(1_000);
  await room.second.run(resumeNode, await keyOf(room.second, "n1"));
  await room.settle();
  expect(await room.first.context.store.homes.elsewhere("managedAccounts", managedAccountKey)).toBe("n2");
  expect(await row(room.second, lent.key)).toMatchObject({ status: "checkedOut" });
  // What the first node has given out is no longer the password; from now on the holder may know this one, too.
  await room.second.context.store.transaction(() =>
    room.second.context.store.save("managedSystemPolicies", { id: "P", managedByNode: "n2" }),
  );
  await room.settle();
  await expect(ask(room.first, "bob")).rejects.toMatchObject({ code: "OWNED_BY_NODE" });
  expect(await checkIn(room.first, "ada", lent.key)).toMatchObject({ status: "checkedIn", awaitsChange: true });
  expect(await runsAt(room.first)).toEqual([]);
  await room.settle();
  // The new home gives the password to nobody until it is changed, and changes it by the next due run.
  await expect(ask(room.second, "bob")).rejects.toMatchObject({ code: "CHECKOUT_NOT_FREE" });
  expect(await moment(room.second)).toEqual([lent.key]);
  await room.second.run(startDueRun, { reason: "due" });
  expect(await runsAt(room.second)).toMatchObject([{ reason: "due" }]);
  await changePassword(room.second, "third-Password-3");
  await room.settle();
  room.clock.advance(6_000);
  await moment(room.second);
  await moment(room.first);
  await room.settle();
  for (const node of [room.first, room.second])
    expect(await row(node, lent.key)).toMatchObject({ awaitsChange: false });
  expect(await runsAt(room.second)).toHaveLength(1);
  expect(await ask(room.second, "bob")).toMatchObject({ status: "checkedOut" });
});
