// @databases sqlite mariadb
import { afterEach, beforeEach, expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { invoke } from "#operations/kernel/invoke.ts";
import { submit } from "#operations/requests/submit.ts";

import { openRequestRoom, type RequestRoom } from "../support/request-room.ts";
import { callerOf } from "../support/service.ts";

const perDay = 5;
const hourMs = 3_600_000;
const create = { code: "ACUA", targetSystemKey: "FREE" };
const group = { code: "CRTG", targetSystemKey: "FREE", attributes: { shortId: "g" } };

let room: RequestRoom;

beforeEach(async () => {
  room = await openRequestRoom(
    {
      targets: {
        FREE: [],
        UNASKED: [{ authorizers: [], minApprovals: 0 }],
        PHASED: [{ authorizers: ["bob"] }],
      },
    },
    { selfApprovedPerDay: perDay },
  );
});
afterEach(() => room.close());

const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof ServiceError ? error : undefined),
  );

test("of what one person submits side by side only so many operations approve themselves as the setting says", async () => {
  const { context } = room;
  const all = await Promise.all(Array.from({ length: 20 }, () => refusal(room.submit([create]))));
  const refused = all.filter((error) => error !== undefined);
  expect(refused).toHaveLength(20 - perDay);
  for (const error of refused)
    expect(error).toMatchObject({ code: "SELF_APPROVED_MAX", target: "operations", retryAfterSeconds: 86_400 });
  expect(await room.store.count("reqbatch")).toBe(perDay);
  // The limit applies neither to other users nor to requests that need an approval.
  const bob = room.keyOf("bob");
  expect(await invoke(submit, context, room.as("bob"), { recipientKey: bob, operations: [create] })).toMatchObject({
    status: "P",
  });
  expect(await room.submit([{ ...create, targetSystemKey: "PHASED" }])).toMatchObject({ status: "W" });
});

test("room comes back as its operations are a day old, and the refusal says when", async () => {
  await room.submit([create, group]);
  room.clock.advance(hourMs);
  await room.submit([{ ...create, targetSystemKey: "UNASKED" }, group]);
  const two = () => refusal(room.submit([create, group]));
  // One is free; for two the oldest must have left the window.
  expect(await two()).toMatchObject({ code: "SELF_APPROVED_MAX", retryAfterSeconds: (23 * hourMs) / 1000 });
  room.clock.advance(23 * hourMs - 1);
  expect(await two()).toMatchObject({ code: "SELF_APPROVED_MAX", retryAfterSeconds: 1 });
  room.clock.advance(1);
  expect(await two()).toBeUndefined();
});

test("more at once than a day has room for is told as too many, and superusers are not counted", async () => {
  const many = Array.from({ length: perDay + 1 }, (_, index) => ({ ...group, attributes: { shortId: `g${index}` } }));
  expect(await refusal(room.submit(many))).toMatchObject({
    code: "LIMIT_EXCEEDED",
    message: expect.stringMatching(/6 operations .* 5 of them .*SELF_APPROVED_PER_DAY/),
  });
  const superuser = callerOf({ key: "root", id: "root", superuser: true });
  const asked = { recipientKey: room.keyOf("ada"), operations: many };
  expect(await invoke(submit, room.context, superuser, asked)).toMatchObject({ status: "P" });
  expect(await room.submit(many.slice(1))).toMatchObject({ status: "P" });
});

test("a setting of 0 lets nothing approve itself", async () => {
  Object.assign(room.context.settings, { selfApprovedPerDay: 0 });
  expect(await refusal(room.submit([create]))).toMatchObject({ code: "LIMIT_EXCEEDED" });
  expect(await room.submit([{ ...create, targetSystemKey: "PHASED" }])).toMatchObject({ status: "W" });
});
