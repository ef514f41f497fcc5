import { expect, test } from "vitest";

import { ConnectorError } from "#connectors/contract/index.ts";
import { ServiceError } from "#domain/errors.ts";

import { asFailure } from "./failures.ts";

const secret = "Entry uid=ada has password x";

test.each([
  [new ServiceError("DATABASE_BUSY", { message: secret, detail: secret }), "DATABASE_BUSY", false],
  [new ServiceError("INTERNAL", { detail: secret }), "INTERNAL", false],
  [new ServiceError("NOT_FOUND", { message: secret }), "NOT_FOUND", true],
  [new ConnectorError("busy", secret), "busy", false],
  [new ConnectorError("policy", secret), "policy", true],
  [new TypeError(secret), "internal", false],
])("%o becomes a failure that carries its code only", (error, type, nonRetryable) => {
  const failure = asFailure(error);
  expect(failure).toMatchObject({ type, message: type, nonRetryable });
  expect(JSON.stringify([failure, failure.message, failure.details, failure.cause])).not.toContain("ada");
});

test("a failure stays what it is", () => {
  const failure = asFailure(new ServiceError("NOT_FOUND"));
  expect(asFailure(failure)).toBe(failure);
});
