import type { NoticeKind } from "#domain/notices/notice-kinds.ts";
import { engineCaller } from "#operations/callers.ts";
import { grantCheckoutRight } from "#operations/checkouts/change-rights.ts";
import type { Operation } from "#operations/define-operation.ts";
import { invoke } from "#operations/invoke.ts";
import { giveSampleRoles } from "#operations/sample/give-roles.ts";
import { loadSample } from "#operations/sample/load.ts";
import { createSuperuser } from "#operations/setup/create-superuser.ts";
import { keepMembers } from "#operations/user-classes/keep-members.ts";

import { met, type SecretTrial, type TrialRoom } from "./trial-room.ts";

const right = "preApproved";

/** A user class that has the right to have passwords, and has no member. */
async function trustedClass(room: TrialRoom): Promise<string> {
  const [{ policyId }, id] = [await room.managed("T1"), room.fresh("TRUSTED")];
  await room.store.transaction(async () => {
    await room.store.add("userClasses", { id, description: id });
    const row = { key: room.context.ids.guid(), policyId, right, userClassId: id, grantedAt: 0 } as const;
    await room.store.add("checkoutRights", row);
  });
  return id;
}

/** Whether a call has told the other superuser something of a kind. */
async function tells(room: TrialRoom, kind: NoticeKind, call: () => Promise<unknown>): Promise<boolean> {
  const [second] = await room.store.select("users", { where: { id: "second" } });
  const count = () => room.store.count("notices", { kind, userKey: second?.key ?? "" });
  const before = await count();
  await call();
  return (await count()) > before;
}

const outside =
  <I, O, P>(operation: Operation<I, O, P>, input: object): SecretTrial =>
  async (room) =>
    met({ outside: (await room.run(operation, input)).code === "FORBIDDEN" });

/** Trials of the ways to a right to privileged passwords. */
export const accessTrials: Readonly<Record<string, SecretTrial>> = {
  async "managedSystemPolicies.grantRight managedPassword"(room) {
    const { policyId } = await room.managed("T1");
    const userClassId = await trustedClass(room);
    await room.post("root", `userClasses('${userClassId}')/members`, { userKey: room.keyOf("carl") });
    const grant = () => room.run(grantCheckoutRight, { key: policyId, right, userClassId });
    return met({ told: await tells(room, "rightGiven", grant) });
  },
  async "userClasses.addMember managedPassword"(room) {
    const id = await trustedClass(room);
    const enter = () => room.post("root", `userClasses('${id}')/members`, { userKey: room.keyOf("carl") });
    return met({ told: await tells(room, "rightGiven", enter) });
  },
  async "userClasses.add managedPassword"(room) {
    const [{ policyId }, id] = [await room.managed("T1"), room.fresh("CLASS")];
    const add = () => room.post("root", "userClasses", { id, description: id, condition: "id eq 'carl'" });
    const isTold = await tells(room, "rightGiven", async () => {
      await add();
      // A new class has no right; it is told of when it gets one.
      await room.run(grantCheckoutRight, { key: policyId, right, userClassId: id });
    });
    return met({ told: isTold });
  },
  async "userClasses.update managedPassword"(room) {
    const id = await trustedClass(room);
    const choose = () => room.change("root", `userClasses('${id}')`, { condition: "id eq 'carl'" });
    return met({ told: await tells(room, "rightGiven", choose) });
  },
  async "userClasses.keepMembers managedPassword"(room) {
    const id = await trustedClass(room);
    await room.change("root", `userClasses('${id}')`, { condition: "displayName eq 'Chosen'" });
    await room.store.transaction(() => room.store.save("users", { key: room.keyOf("carl"), displayName: "Chosen" }));
    const keep = () => invoke(keepMembers, room.context, engineCaller("idwfm", "keeper"), { id });
    return met({ told: await tells(room, "rightGiven", keep) });
  },
  async "users.issuePasswordLink managedPassword"(room) {
    const id = await trustedClass(room);
    await room.post("root", `userClasses('${id}')/members`, { userKey: room.keyOf("carl") });
    const issue = () => room.post("root", `users(${room.keyOf("carl")})/issuePasswordLink`);
    return met({ told: await tells(room, "holderPassword", issue) });
  },
  "setup.createSuperuser managedPassword": outside(createSuperuser, { id: "mine" }),
  "sample.load managedPassword": outside(loadSample, { most: 1 }),
  "sample.giveRoles managedPassword": outside(giveSampleRoles, {}),
};
