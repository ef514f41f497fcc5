import { expect, test } from "vitest";

import { requestMoments } from "./request-moments.ts";
import { RequestStatus } from "./request-status.ts";

const times = { startAt: 5_000, expiresAt: 9_000 };

test("a request that waits for people expires, a scheduled one starts, and no other is waited for", () => {
  const moments = Object.values(RequestStatus).map((status) => [status, requestMoments({ status, ...times })] as const);
  expect(moments.filter(([, { length }]) => length > 0)).toEqual([
    ["W", [{ kind: "expiry", at: 9_000 }]],
    ["S", [{ kind: "start", at: 5_000 }]],
  ]);
});

test("a scheduled request whose start is not known starts at once", () => {
  expect(requestMoments({ status: "S", startAt: null, expiresAt: 9_000 })).toEqual([{ kind: "start", at: 0 }]);
});
