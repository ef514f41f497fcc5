import { afterEach, beforeEach, expect, it } from "vitest";

import { batchRowsMax } from "#domain/limits.ts";
import { ManualClock } from "#platform/clock.ts";
import { callerOf, openTestService, type TestService } from "#test/support/service.ts";

import { invoke } from "../invoke.ts";
import { dropExpiredRevocations } from "./drop-revocations.ts";

const clock = new ManualClock();
const engine = callerOf({ key: "", id: "housekeeping", superuser: false }, { kind: "engine", key: null });
let service: TestService;

beforeEach(async () => {
  service = await openTestService({ clock });
});
afterEach(() => service.close());

it("drops what has expired, to the millisecond, a batch at a time", async () => {
  const { store } = service;
  await store.transaction(async () => {
    for (let count = 0; count < batchRowsMax + 1; count++) {
      await store.save("revokedTokens", { jti: `old${count}`, expiresAt: clock.now() });
    }
    await store.save("revokedTokens", { jti: "living", expiresAt: clock.now() + 1 });
  });
  const drop = () => invoke(dropExpiredRevocations, service.context, engine, {});
  expect(await drop()).toEqual({ dropped: batchRowsMax });
  expect(await drop()).toEqual({ dropped: 1 });
  expect(await drop()).toEqual({ dropped: 0 });
  expect((await store.select("revokedTokens")).map(({ jti }) => jti)).toEqual(["living"]);
});
