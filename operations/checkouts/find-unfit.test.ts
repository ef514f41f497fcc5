import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { revokeUnfit } from "#activities/hub/moments.ts";
import { engineCaller } from "#operations/kernel/callers.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { disableUser } from "#operations/users/set-disabled.ts";
import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;

beforeEach(async () => {
  room = await openCheckoutRoom();
});
afterEach(() => room.close());

const look = () => revokeUnfit({ context: room.context, signal: new AbortController().signal });
const disable = (id: string) => invoke(disableUser, room.context, engineCaller("cli", "test"), { key: room.keyOf(id) });

describe("the look at what holders may have no more", () => {
  it("leaves alone who may have it, and revokes it once they are disabled", async () => {
    const { key } = (await room.ask("trudy")).json;
    await room.reveal("trudy", key);
    await look();
    expect(await room.checkout(key)).toMatchObject({ status: "checkedOut" });
    await disable("trudy");
    await look();
    expect(await room.checkout(key)).toMatchObject({ status: "revoked", endReason: "Its holder is disabled." });
  });

  it("is held up by none that cannot be revoked", async () => {
    await room.setPolicy({ concurrency: 2 });
    const keys = [(await room.ask("trudy")).json.key, (await room.ask("tom")).json.key].toSorted();
    const { store } = room;
    const [first, second] = [keys[0] ?? "", keys[1] ?? ""];
    // Its account is deleted, so nothing can lock it anymore.
    await store.transaction(() => store.save("checkouts", { key: first, managedAccountKey: room.context.ids.guid() }));
    await disable("trudy");
    await disable("tom");
    await look();
    expect(await room.checkout(first)).toMatchObject({ status: "checkedOut" });
    expect(await room.checkout(second)).toMatchObject({ status: "revoked" });
  });
});
