import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openRequestRoom, type RequestRoom } from "#test/support/request-room.ts";

import { invoke } from "../kernel/invoke.ts";
import { cancel } from "./cancel.ts";
import { decide } from "./decide.ts";
import { edit } from "./edit.ts";
import { override } from "./override.ts";
import { submit } from "./submit.ts";

const most = 4;
let room: RequestRoom;

beforeAll(async () => {
  room = await openRequestRoom(
    { targets: { T1: [{ authorizers: ["bob"], mayEdit: true }], T2: [{ authorizers: ["bob"] }] } },
    { sameRequestsOpen: 1, requestsOpenPerPerson: most },
  );
  const ids = { targetSystemKey: "T1", longId: "x", displayId: "x" };
  await room.store.transaction(async () => {
    for (const [index, key] of ["one", "two"].entries())
      await room.store.save("accounts", {
        ...ids,
        key,
        shortId: key,
        stableId: `${index}`,
        userKey: room.keyOf("ada"),
      });
  });
});
afterAll(() => room.close());

const account = (part: object = {}) => ({ code: "ACUA", targetSystemKey: "T1", ...part });
const update = (accountKey: string, attributes: object) => ({
  code: "UPDA",
  targetSystemKey: "T1",
  accountKey,
  attributes,
});
const cancelled = (key: string, id = "ada") => invoke(cancel, room.context, room.as(id), { key });
const root = (id: string) => ({ ...room.as(id), superuser: true });

describe("a second request for the same thing and the same person", () => {
  test("is refused with the number of the open one, however the account is named, until that one is over", async () => {
    const first = await room.submit([account()]);
    for (const second of [
      account(),
      account({ attributes: { shortId: "ADA" } }),
      account({ attributes: { mail: "x" } }),
    ])
      await expect(room.submit([{ ...account(), targetSystemKey: "T2" }, second])).rejects.toMatchObject({
        code: "REQUEST_OPEN",
        target: "operations/1",
        kind: "conflict",
        message: expect.stringContaining(first.number),
      });
    await cancelled(first.key);
    const again = await room.submit([account()]);
    await room.decide("bob", again, { phase: 1, decision: "deny" });
    await cancelled((await room.submit([account()])).key);
  });

  test("is refused also from another requester, and of two at once one is taken", async () => {
    const asked = () =>
      invoke(submit, room.context, root("dan"), { recipientKey: room.keyOf("ada"), operations: [account()] });
    const both = await Promise.allSettled([room.submit([account()]), asked()]);
    const [taken, ...others] = both.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(others).toEqual([]);
    expect(both.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { code: "REQUEST_OPEN" } }]);
    await cancelled(taken?.key ?? "");
  });

  test("is taken of another account, of another person, and with other attributes", async () => {
    const all = [
      await room.submit([update("one", { mail: "a" })]),
      await room.submit([update("two", { mail: "a" })]),
      await room.submit([account({ attributes: { shortId: "ada-admin" } })]),
      await invoke(submit, room.context, root("dan"), { recipientKey: room.keyOf("cy"), operations: [account()] }),
    ];
    await expect(room.submit([update("one", { "MAIL;lang-de": "b" })])).rejects.toMatchObject({ code: "REQUEST_OPEN" });
    for (const { key, requesterKey } of all) await cancelled(key, requesterKey === room.keyOf("dan") ? "dan" : "ada");
  });
});

describe("open requests of one person", () => {
  test("are bounded, also where two come at once; superusers are not counted", async () => {
    const named = (shortId: string) => room.submit([account({ attributes: { shortId } })]);
    const all = await Promise.allSettled(["a", "b", "c", "d", "e", "f"].map(named));
    const taken = all.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(taken).toHaveLength(most);
    const refused = { code: "REQUESTS_OPEN_MAX", message: expect.stringContaining("REQUESTS_OPEN_PER_PERSON") };
    expect(all.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: refused }, { reason: refused }]);
    const operations = [account({ attributes: { shortId: "g" } })];
    await invoke(submit, room.context, root("ada"), { recipientKey: room.keyOf("ada"), operations });
    for (const { key } of taken) await cancelled(key);
    await named("h").then(({ key }) => cancelled(key));
  });
});

describe("a request that was edited", () => {
  const edited = async (shortId = "edited") => {
    const request = await room.submit([account({ attributes: { shortId, mail: "a" } })]);
    const operations = [{ sequence: 1, attributes: { shortId, mail: "b" } }];
    await invoke(edit, room.context, room.as("bob"), { key: request.key, operations });
    return request;
  };
  const seen = [account({ attributes: { shortId: "edited", mail: "b" } })];

  test("is approved by who says what they have seen, and by nobody else", async () => {
    const request = await edited();
    const blind = { code: "EXPECTATION_MISSING", target: "expect", kind: "preconditionFailed" };
    const approve = { phase: 1, decision: "approve" };
    const unseen = (part: object) => invoke(decide, room.context, room.as("bob"), { key: request.key, ...part });
    await expect(unseen(approve)).rejects.toMatchObject(blind);
    const bare = { ...approve, expect: { recipient: room.keyOf("ada") } };
    await expect(unseen(bare)).rejects.toMatchObject(blind);
    const overriding = { key: request.key, ...approve, comment: "urgent" };
    await expect(invoke(override, room.context, root("dan"), overriding)).rejects.toMatchObject(blind);
    const old = { operations: [account({ attributes: { shortId: "edited", mail: "a" } })] };
    await expect(room.decide("bob", request, { ...approve, expect: old })).rejects.toMatchObject({
      code: "EXPECTATION_FAILED",
    });
    await room.decide("bob", request, { ...approve, expect: { operations: seen } });
    expect((await room.row(request)).status).toBe("X");
  });

  test("is denied without it", async () => {
    const { key } = await edited("another");
    await invoke(decide, room.context, room.as("bob"), { key, phase: 1, decision: "deny" });
    expect((await room.row({ key })).status).toBe("D");
  });
});
