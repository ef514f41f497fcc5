import { afterEach, beforeEach, expect, test } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { pluginServices } from "./plugin-services.ts";

let room: RequestRoom;
beforeEach(async () => {
  room = await openRequestRoom({ classes: { TEAM: ["bob", "cy"] } });
  const { store } = room;
  const ofAda = { userKey: room.keyOf("ada"), name: "phone" };
  await store.transaction(async () => {
    await store.save("users", { key: room.keyOf("bob"), managerKey: room.keyOf("dan"), displayName: "Bob" });
    await store.save("users", { key: room.keyOf("cy"), disabled: true });
    await store.save("userAttributes", { key: "a2", sequence: 2, value: "second", ...ofAda });
    await store.save("userAttributes", { key: "a1", sequence: 1, value: "first", ...ofAda });
    for (const id of ["bob", "cy"])
      await store.save("groupOwners", { key: `o-${id}`, groupKey: "g-1", userKey: room.keyOf(id) });
  });
});
afterEach(() => room.close());

test("services tell plug-ins what the rows say, of people who can be asked, and nothing of who is not there", async () => {
  const services = pluginServices(room.context);
  const bob = { key: room.keyOf("bob"), id: "bob", displayName: "Bob", managerKey: room.keyOf("dan"), disabled: false };
  expect(await services.user(bob.key)).toEqual(bob);
  expect(await services.user(room.keyOf("cy"))).toMatchObject({ id: "cy", disabled: true });
  expect(await services.membersOf("TEAM")).toEqual([bob]);
  expect(await services.ownersOf("g-1")).toEqual([bob]);
  expect(await services.profileAttribute({ key: room.keyOf("ada"), name: "phone" })).toEqual(["first", "second"]);
  expect(await services.targetSystem("T1")).toMatchObject({ id: "T1", type: "fault", targetGroup: "DEFAULT" });
  expect([await services.user("nobody"), await services.targetSystem("NONE")]).toEqual([null, null]);
  const none = [
    services.membersOf("NONE"),
    services.ownersOf("g-2"),
    services.profileAttribute({ key: "x", name: "y" }),
  ];
  expect(await Promise.all(none)).toEqual([[], [], []]);
});
