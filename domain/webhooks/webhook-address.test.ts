import { expect, test } from "vitest";

import { webhookAddressProblem } from "./webhook-address.ts";

test.each([
  ["https://portal.example/events?x=1", undefined],
  ["https://10.0.0.1/", undefined],
  ["http://127.0.0.1:9000/", undefined],
  ["http://localhost/", undefined],
  ["http://portal.example/", /https/],
  ["http://127.0.0.1.portal.example/", /https/],
  ["ftp://portal.example/", /https/],
  ["file:///etc/passwd", /https/],
  ["https://user:secret@portal.example/", /user name/],
  ["https://portal.example/#part", /fragment/],
  ["https://portal.example/#", /fragment/],
  ["/events", /absolute/],
  ["https://pörtal.example/", /ASCII/],
  [`https://portal.example/${"x".repeat(2048)}`, /2048/],
])("the address %s: %s", (address, problem) => {
  if (problem === undefined) expect(webhookAddressProblem(address)).toBeUndefined();
  else expect(webhookAddressProblem(address)).toMatch(problem);
});
