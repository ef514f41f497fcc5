import { expect, test } from "vitest";

import { nodeAddressProblem } from "./node-address.ts";

test.each([
  ["https://north.example.test/identity", undefined],
  ["https://10.0.0.1:8443", undefined],
  ["http://127.0.0.1:9000", undefined],
  ["http://[::1]:9000/", undefined],
  ["http://north.example.test", /https/],
  ["http://localhost.north.example.test", /https/],
  ["https://me:secret@north.example.test/", /user name/],
  ["https://north.example.test/?a=1", /query/],
  ["https://north.example.test/?", /query/],
  ["https://north.example.test/a#part", /fragment/],
  ["https://nörth.example.test/", /ASCII/],
  ["north.example.test", /absolute/],
  ["", /absolute/],
  [`https://north.example.test/${"x".repeat(2048)}`, /2048/],
])("the address %s: %s", (address, problem) => {
  if (problem === undefined) expect(nodeAddressProblem(address)).toBeUndefined();
  else expect(nodeAddressProblem(address)).toMatch(problem);
});
