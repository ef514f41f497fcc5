import { expect, it } from "vitest";

import { typedObject } from "./typed-object.ts";

it("reads an object, and says why a text is none", () => {
  expect(typedObject(' {"first": "a"}\n')).toEqual({ object: { first: "a" } });
  for (const text of ["[]", "null", "7"]) expect(typedObject(text)).toEqual({ problem: "noObject" });
  for (const text of ["", "{"])
    expect(typedObject(text)).toEqual({ problem: "noJson", said: expect.stringMatching("JSON") });
});
