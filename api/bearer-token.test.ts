import { expect, test } from "vitest";

import { authorizationOf } from "./bearer-token.ts";

test("every header Authorization is found, in either case, and no other one", () => {
  expect(authorizationOf([])).toEqual([]);
  expect(authorizationOf(["Host", "x", "authorization", "a", "X-Authorization", "b", "AUTHORIZATION", "c"])).toEqual([
    "a",
    "c",
  ]);
  expect(authorizationOf(["X-Other-Name-", "Authorization"])).toEqual([]);
});
