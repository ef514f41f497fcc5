import { expect, test } from "vitest";

import { errors, ServiceError } from "./errors.ts";

test.each(Object.entries(errors))("%s is upper snake case and has a text that is a sentence", (code, { message }) => {
  expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  expect(message).toMatch(/^[A-Za-z].*\.$/);
});

test("an error takes kind and text from the table", () => {
  expect(new ServiceError("PHASE_CLOSED")).toMatchObject({
    name: "ServiceError",
    code: "PHASE_CLOSED",
    kind: "conflict",
    message: errors.PHASE_CLOSED.message,
  });
});

test("the text can be replaced, and what is logged stands apart from what is sent", () => {
  const cause = new Error("inner");
  const error = new ServiceError("INPUT_INVALID", {
    message: "code must be known.",
    target: "operations/0/code",
    details: [{ code: "unknown", message: "…", target: "operations/0/code" }],
    detail: "logged",
    cause,
  });
  expect(error).toMatchObject({ message: "code must be known.", target: "operations/0/code", detail: "logged", cause });
});

test("lockout texts name their code, as the specification has it", () => {
  expect(errors.USER_LOCKED.message).toContain("USER_LOCKED");
  expect(errors.USER_DISABLED.message).toContain("USER_DISABLED");
});
