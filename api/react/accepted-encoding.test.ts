import { expect, it } from "vitest";

import { acceptedEncoding } from "./accepted-encoding.ts";

it.each<[string | string[] | undefined, string]>([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br, zstd", "br"],
  ["gzip", "gzip"],
  ["GZIP", "gzip"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["br;q=0, gzip;q=0", "identity"],
  ["*", "br"],
  ["*;q=0.1, br;q=0", "gzip"],
  [["deflate", "gzip;q=0.3"], "gzip"],
  ["deflate, identity", "identity"],
  ["br;q=abc", "br"],
  [";q=1,,", "identity"],
])("takes of %j the best that is at hand: %s", (header, expected) => {
  expect(acceptedEncoding(header, ["br", "gzip"])).toBe(expected);
});

it("takes what is not at hand in no case", () => {
  expect(acceptedEncoding("br, gzip", [])).toBe("identity");
  expect(acceptedEncoding("br, gzip;q=0.1", ["gzip"])).toBe("gzip");
});
