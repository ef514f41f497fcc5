import { expect, test } from "vitest";

import { requireAccountOrGroup, requireFound } from "./resolve-object.ts";

test("accounts and groups are types that a target has, any other is refused in its words", () => {
  const types = ["account", "group"].map((type) =>
    requireAccountOrGroup(type, "A directory holds accounts and groups"),
  );
  expect(types).toEqual(["account", "group"]);
  const message = 'A directory holds accounts and groups, no objects of the type "printer".';
  expect(() => requireAccountOrGroup("printer", "A directory holds accounts and groups")).toThrow(
    expect.objectContaining({ code: "notSupported", message }),
  );
});

test("what is found is given, what is not is refused with notFound, and an empty value is found", () => {
  expect([requireFound("", "no"), requireFound(0, "no")]).toEqual(["", 0]);
  const refused = expect.objectContaining({ code: "notFound", message: "There is no account." });
  expect(() => requireFound(undefined, "There is no account.")).toThrow(refused);
});
