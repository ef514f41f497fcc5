import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { handleMoments } from "#activities/hub/moments.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;
beforeEach(async () => {
  room = await openCheckoutRoom();
});
afterEach(() => room.close());

const signal = new AbortController().signal;
const hub = async () => {
  for (const kind of ["user", "leavingStep", "user", "leavingStep"] as const)
    await handleMoments({ context: room.context, signal }, kind);
};
const leaves = async (id: string) => {
  await room.store.transaction(async () => {
    await room.store.save("users", { key: room.keyOf(id), endsAt: room.context.clock.now() });
    await room.store.moments.set({ key: room.keyOf(id), kind: "user", at: room.context.clock.now() });
  });
  await hub();
};
const steps = async (id: string) =>
  Object.fromEntries(
    (await room.store.select("leavingSteps", { where: { userKey: room.keyOf(id) } })).map((row) => [
      row.step,
      [row.state, row.items],
    ]),
  );
const runs = async () =>
  (await room.store.select("runs")).map(({ kind, reason, accountKeys }) => ({ kind, reason, accountKeys }));

describe("a leaver who has had a privileged password", () => {
  it("loses the check-out, and the password that is known is randomized once", async () => {
    const { json } = await room.ask("trudy");
    expect(await room.reveal("trudy", json.key)).toEqual([room.first]);
    await room.setPolicy({ randomizeOnCheckIn: false });
    await leaves("trudy");
    expect(await room.checkout(json.key)).toMatchObject({ status: "revoked", endReason: "Its holder leaves." });
    expect(await steps("trudy")).toMatchObject({ checkouts: ["done", 1], passwords: ["done", 1] });
    expect(await runs()).toEqual([{ kind: "randomize", reason: "leaving", accountKeys: [room.accountKey] }]);
    const account = await room.store.get("managedAccounts", room.accountKey);
    expect(account?.nextRandomized).toBeLessThanOrEqual(room.context.clock.now());
    await hub();
    expect(await runs()).toHaveLength(1);
  });

  it("needs no other password where it was changed since, and none where no policy changes it", async () => {
    const { json } = await room.ask("trudy");
    await room.reveal("trudy", json.key);
    await room.call("trudy", "POST", `checkouts(${json.key})/checkIn`, {});
    await room.changePassword("Other-password-2");
    await leaves("trudy");
    expect(await steps("trudy")).toMatchObject({ passwords: ["done", 0] });
    const { json: another } = await room.ask("tom");
    await room.reveal("tom", another.key);
    await room.setPolicy({ mode: "vault" });
    await leaves("tom");
    expect(await steps("tom")).toMatchObject({ checkouts: ["done", 1], passwords: ["done", 0] });
    expect((await runs()).filter(({ reason }) => reason === "leaving")).toEqual([]);
  });
});
