import { expect, test } from "vitest";

import { policyOf } from "#domain/policy-name.ts";

import type { CallerKind } from "./context.ts";
import { defineOperation } from "./define-operation.ts";

const declare = (callers: readonly CallerKind[]) =>
  defineOperation({ name: "things.count", callers, audit: { operation: "CALL" }, run: async () => 1 });

test("an operation that says nothing of its input takes none, and refuses whatever it is given", () => {
  const { input } = declare(["engine"]);
  expect(input.safeParse({}).success).toBe(true);
  expect(input.safeParse({ limit: 1 }).error?.issues[0]).toMatchObject({ code: "unrecognized_keys", keys: ["limit"] });
});

test("an operation that names no policy may be called by everybody but users", () => {
  expect(declare(["engine", "proxy", "anonymous"]).policies).toEqual([]);
  expect(() => declare(["engine", "user"])).toThrow(/things.count may be called by users and names no policy/);
});

test("a policy that depends on the input is a policy too", () => {
  const operation = defineOperation({
    name: "things.count",
    callers: ["user"],
    audit: { operation: "CALL" },
    run: () => Promise.resolve(1),
    policiesOf: () => [{ name: policyOf.list("users") }],
  });
  expect(operation.policies).toEqual([]);
});
