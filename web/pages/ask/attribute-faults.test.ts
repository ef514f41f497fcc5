import { expect, it } from "vitest";

import { faultsByAttribute } from "./attribute-faults.ts";

it("finds the attribute of a fault, whether the call or a rule of requests is broken", () => {
  const faults = new Map([
    ["operations.0.attributes.mail", "too long"],
    ["operations/1/attributes/sn", "needs a value"],
    ["operations/1/accountKey", "not yours"],
  ]);
  expect(Object.fromEntries(faultsByAttribute(faults))).toEqual({
    mail: "too long",
    sn: "needs a value",
    "operations/1/accountKey": "not yours",
  });
});
