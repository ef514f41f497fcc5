import { describe, expect, it } from "vitest";

import { pageAddress } from "./page-address.ts";

describe("an address below /react/ leads to the page behind #", () => {
  it.each([
    ["/react", "", "/react/"],
    ["/react", "a=b", "/react/#/?a=b"],
    ["/react/", "a=b", "/react/#/?a=b"],
    ["/react/x", "", "/react/#/x"],
    ["/react/x", "y=1", "/react/#/x?y=1"],
    ["/react/requests/5b1f/", "a=1&b=2", "/react/#/requests/5b1f/?a=1&b=2"],
    ["/react/a%2Fb", "c=%2F", "/react/#/a%2Fb?c=%2F"],
    ["/react/requests('a%2Fb')", "", "/react/#/requests('a%2Fb')"],
    ["/react//evil.example", "", "/react/#//evil.example"],
    ["/react/%2f%2fevil.example", "", "/react/#/%2f%2fevil.example"],
    ["/react/https://evil.example", "", "/react/#/https://evil.example"],
    ["/react/\\evil.example", "", "/react/#/%5Cevil.example"],
    ["/react/x\u0001y\u007f", "a=\u0000", "/react/#/x%01y%7F?a=%00"],
    ["/react/%0d%0aset-cookie:a=b", "", "/react/#/%0d%0aset-cookie:a=b"],
    ["/react/ä", "", "/react/#/%E4"],
    ["/react/..", "", "/react/#/.."],
    ["/react/index.html", "", "/react/#/index.html"],
    ["/react/assets/a/b", "", "/react/#/assets/a/b"],
    ["/react/session/a/b", "", "/react/#/session/a/b"],
  ])("%j?%s to %j", (path, query, expected) => {
    expect(pageAddress(path, query)).toBe(expected);
  });

  it.each([
    ["/react/", ""],
    ["/react/assets/index-3f2a.js", ""],
    ["/react/assets/", ""],
    ["/react/favicon.svg", "v=2"],
    ["/react/session", ""],
    ["/react/session", "a=b"],
    ["/react/session/abc", ""],
    ["/reactive", ""],
    ["/v2/users", ""],
    ["/", ""],
  ])("but not %j?%s, which is no page's", (path, query) => {
    expect(pageAddress(path, query)).toBeUndefined();
  });
});
