import { expect, it } from "vitest";

import { ServiceError } from "#domain/errors.ts";

import { commitInDoubt, serverCommitInDoubt } from "./commit-outcome.ts";
import { translateDatabaseError } from "./database-errors.ts";

const heardOf = (error: unknown) => {
  const translated = translateDatabaseError(error);
  return translated instanceof ServiceError ? translated.code : undefined;
};
const failure = (code: string, rest: object = {}) => Object.assign(new Error("driver"), { code, ...rest });

it.each([
  ["SQLITE_IOERR_FSYNC", "OUTCOME_UNKNOWN"],
  ["EIO", "OUTCOME_UNKNOWN"],
  ["SQLITE_BUSY", "DATABASE_BUSY"],
  ["SQLITE_FULL", "DATABASE_FULL"],
])("a commit to a file that fails with %s is %s", (code, heard) => {
  expect(heardOf(commitInDoubt(failure(code)))).toBe(heard);
});

it.each([
  ["PROTOCOL_CONNECTION_LOST", { fatal: true }, "OUTCOME_UNKNOWN"],
  ["ECONNRESET", { fatal: true }, "OUTCOME_UNKNOWN"],
  ["ER_CONNECTION_KILLED", { errno: 1927 }, "OUTCOME_UNKNOWN"],
  ["ER_SERVER_SHUTDOWN", { errno: 1053 }, "OUTCOME_UNKNOWN"],
  ["NEVER_SEEN", {}, "OUTCOME_UNKNOWN"],
  ["ER_LOCK_DEADLOCK", { errno: 1213 }, "DATABASE_BUSY"],
  ["ER_DISK_FULL", { errno: 1021 }, "DATABASE_FULL"],
])("a commit to a server that fails with %s is %s", (code, rest, heard) => {
  expect(heardOf(serverCommitInDoubt(failure(code, rest)))).toBe(heard);
});

it("in doubt is never told as if nothing were changed", () => {
  expect(new ServiceError("OUTCOME_UNKNOWN").message).not.toContain("nothing was changed");
});
