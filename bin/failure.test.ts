import { expect, test } from "vitest";

import { ServiceError } from "#domain/errors.ts";
import { SettingsError } from "#platform/settings/settings.ts";

import { CliError, ExitCode } from "./cli-error.ts";
import { exitCodeOf, messageOf } from "./failure.ts";

test("a failure becomes one line that says what to do", () => {
  const taken = Object.assign(new Error("listen EADDRINUSE"), { code: "EADDRINUSE", port: 8080 });
  expect(messageOf(taken)).toBe("Port 8080 is taken by another program. End it, or set HTTP_PORT to a free port.");
  const away = new ServiceError("DATABASE_UNAVAILABLE", { detail: "ECONNREFUSED" });
  expect(messageOf(away)).toMatch(/^The database does not answer.* \(ECONNREFUSED\)$/);
  expect(messageOf(new ServiceError("PROXY_EXISTS"))).toMatch(/^A proxy server with this ID is already enrolled\./);
  const details = [{ code: "INPUT_INVALID", target: "id", message: "must not be empty" }];
  expect(messageOf(new ServiceError("INPUT_INVALID", { details }))).toBe("id: must not be empty");
  expect(messageOf(new AggregateError([taken]))).toContain("Port 8080");
  expect(messageOf("words")).toBe("words");
});

test("scripts can tell failures apart by the exit code", () => {
  expect(exitCodeOf(new CliError("x", ExitCode.Unreachable))).toBe(3);
  expect(exitCodeOf(new SettingsError(["HTTP_PORT must be a whole number."]))).toBe(2);
  expect(exitCodeOf(new Error("x"))).toBe(1);
});
