import { expect, test } from "vitest";

import { allOperations } from "#test/support/all-operations.ts";

import { operationTypes } from "./operation-types.ts";

test("each type in the table of constraints is that of one operation, whose calls get an identifier", async () => {
  const types = (await allOperations()).flatMap(({ operationType = [] }) => operationType);
  expect(types.toSorted()).toEqual(Object.keys(operationTypes).toSorted());
});
