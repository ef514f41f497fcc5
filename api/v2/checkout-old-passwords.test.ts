import { afterEach, beforeEach, expect, it } from "vitest";

import { type CheckoutRoom, openCheckoutRoom } from "#test/support/checkout-room.ts";

let room: CheckoutRoom;
let key = "";
let moment = "";

beforeEach(async () => {
  room = await openCheckoutRoom();
  moment = new Date(room.clock.now() + 1_000).toISOString();
  room.clock.advance(60_000);
  await room.changePassword("second-Password-2");
  // Olga manages the accounts; who is to have passwords too has a right to that of their own.
  await room.store.transaction(async () => {
    const member = { userClassId: "TRUSTED", userKey: room.keyOf("olga") };
    await room.store.add("userClassMembers", { key: room.context.ids.guid(), ...member });
  });
  key = String((await room.ask("olga")).json.key);
});
afterEach(() => room.close());

const disclose = (who: string, of: string, body: object) => room.call(who, "POST", `checkouts(${of})/disclose`, body);
const reveal = (who: string, of: string, token: unknown) =>
  room.call(who, "POST", `checkouts(${of})/reveal`, { token: String(token) });

it("who manages an account gets the password that it had at a moment, in one way, and all of it is noted", async () => {
  const asked = await disclose("olga", key, { heldAt: moment });
  expect(asked.status).toBe(200);
  const shown = await reveal("olga", key, asked.json.token);
  expect(shown.json).toMatchObject({
    how: "display",
    certain: false,
    passwords: [{ content: room.first, status: "C" }],
  });
  room.clock.advance(1_000);
  expect(await room.reveal("olga", key)).toEqual(["second-Password-2"]);
  const { json } = await room.call("olga", "GET", `checkouts(${key})/disclosures`);
  expect(json.value).toMatchObject([
    { plugin: "display", heldAt: moment, usedAt: expect.any(String) },
    { plugin: "display", heldAt: null, usedAt: expect.any(String) },
  ]);
  const audited = await room.store.select("sesslog_full", { where: { ident: room.accountKey, operation: "CHKO" } });
  expect(audited.map(({ message }) => message)).toContainEqual(expect.stringContaining(`at rest, of ${moment}: `));
  expect((await room.checkout(key)).knownKeys).toHaveLength(2);
});

it("others, other ways and moments of which the vault knows nothing are refused", async () => {
  await room.setPolicy({ concurrency: 2 });
  const other = String((await room.ask("trudy")).json.key);
  const code = async (who: string, of: string, body: object) => (await disclose(who, of, body)).json.error?.code;
  expect(await code("trudy", other, { heldAt: moment })).toBe("CHECKOUT_RIGHT_MISSING");
  expect(await code("olga", key, { heldAt: moment, plugin: "copy" })).toBe("DISCLOSURE_UNFIT");
  expect(await code("olga", key, { heldAt: "2001-01-01T00:00:00Z" })).toBe("DISCLOSURE_UNFIT");
  await room.setPolicy({ disclosurePlugins: ["copy"] });
  expect(await code("olga", key, { heldAt: moment })).toBe("DISCLOSURE_UNFIT");
});

it("a right that was withdrawn meanwhile lets no token open a password of before", async () => {
  const { json } = await disclose("olga", key, { heldAt: moment });
  await room.store.transaction(async () => {
    const where = { userClassId: "OWNERS", userKey: room.keyOf("olga") };
    const [member] = await room.store.select("userClassMembers", { where });
    await room.store.remove("userClassMembers", member?.key ?? "");
  });
  expect((await reveal("olga", key, json.token)).json.error.code).toBe("CHECKOUT_RIGHT_MISSING");
  expect((await room.checkout(key)).knownKeys ?? []).toEqual([]);
});
