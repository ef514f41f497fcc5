import { describe, expect, it, test } from "vitest";

import { isRegistered, redirectUriProblem, withParameters } from "./redirect-uri.ts";

describe("redirectUriProblem", () => {
  test.each([
    "https://app.example/",
    "https://app.example/signed-in?tenant=1",
    "https://app.example:8443/a",
    "http://127.0.0.1/cb",
    "http://127.0.0.1:4711/cb",
    "http://[::1]/cb",
    "http://localhost:3000/cb",
  ])("takes %s", (uri) => expect(redirectUriProblem(uri)).toBeUndefined());

  test.each([
    ["http://app.example/", "must begin with https://"],
    ["http://127.0.0.1.evil.example/", "must begin with https://"],
    ["com.example.app:/cb", "must begin with https://"],
    ["javascript:alert(1)", "must begin with https://"],
    ["/signed-in", "absolute"],
    ["//app.example/", "absolute"],
    ["https://app.example/\tcb", "plain ASCII"],
    ["https://äpp.example/", "plain ASCII"],
    ["https://app.example/#cb", "fragment"],
    ["https://app.example/#", "fragment"],
    ["https://*.example/", "wildcard"],
    ["https://me@app.example/", "user name"],
    ["https://app.example\\@evil.example/", "as browsers write it"],
    ["https://app.example", "as browsers write it: https://app.example/"],
    ["https://APP.example/", "as browsers write it"],
    ["https://app.example:443/", "as browsers write it"],
    ["https://app.example/a/../b", "as browsers write it"],
    [`https://app.example/${"a".repeat(500)}`, "at most 500"],
  ])("refuses %j", (uri, problem) => expect(redirectUriProblem(uri)).toContain(problem));
});

describe("isRegistered", () => {
  const registered = ["https://app.example/cb", "http://127.0.0.1/cb", "http://[::1]:1/cb", "http://localhost/cb"];

  test.each([
    ["https://app.example/cb", true, true],
    ["https://app.example/cb/", false, false],
    ["https://app.example/cb?x=1", false, false],
    ["https://app.example:444/cb", false, false],
    ["http://127.0.0.1:50123/cb", true, false],
    ["http://[::1]:50123/cb", true, false],
    ["http://127.0.0.1:50123/other", false, false],
    ["http://127.0.0.1:99999/cb", false, false],
    ["http://127.0.0.1:80/cb", false, false],
    ["http://127.0.0.1:50123/a/../cb", false, false],
    ["http://localhost:50123/cb", false, false],
    ["http://127.0.0.1:1@evil.example/cb", false, false],
  ])("%s: native %s, other %s", (uri, native, other) => {
    expect([isRegistered(uri, registered, true), isRegistered(uri, registered, false)]).toEqual([native, other]);
  });
});

it("adds parameters behind a query of the address's own", () => {
  expect(withParameters("https://a.example/", { code: "x y", state: undefined })).toBe("https://a.example/?code=x+y");
  expect(withParameters("https://a.example/?t=1", { code: "&" })).toBe("https://a.example/?t=1&code=%26");
});
