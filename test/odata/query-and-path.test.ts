import { describe, expect, test } from "vitest";

import { parseQuery } from "#api/odata/syntax/parse-query.ts";
import { ODataSyntaxError } from "#api/odata/syntax/syntax-error.ts";
import { parsePath } from "#test/odata/grammar/parse-path.ts";
import { parseRelativeUri, parseUri } from "#test/odata/grammar/parse-uri.ts";
import type { PathSegment } from "#test/odata/grammar/path-tree.ts";

import { written, writtenBrackets, writtenSearch } from "./written.ts";

const refusal = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    if (error instanceof ODataSyntaxError) return [error.rule, error.position];
    throw error;
  }
  return undefined;
};
const path = (text: string) => parsePath(text).segments.map(writtenSegment);
const search = (text: string) =>
  writtenSearch(parseQuery(`$search=${text}`).search ?? { kind: "word", text: "", at: 0 });

describe("a path", () => {
  test.each([
    ["", []],
    ["accounts", ["accounts"]],
    ["accounts('TS1%7Cjsmith')/user", ["accounts('TS1|jsmith')", "user"]],
    ["accounts%28%27a%2Fb%27%29", ["accounts('a/b')"]],
    ["accounts('a+b')", ["accounts('a+b')"]],
    ["accounts(system='AD1',id=@i)", ["accounts(system='AD1',id=@i)"]],
    ["accounts/a%2Fb/7", ["accounts", "text a/b", "text 7"]],
    ["f(x=1)(2)/$count", ["f(x=1)(2)", "$count"]],
    [
      "accounts/$filter(a/any(x:x eq ')/('))/$each/G.lock",
      ["accounts", "$filter(a/any(x:(x eq ')/(')))", "$each", "G.lock"],
    ],
    ["$crossjoin(a,b)", ["$crossjoin a,b"]],
  ])("%s", (text, segments) => expect(path(text)).toEqual(segments));

  test("knows names with a namespace from others", () => {
    const [, second] = parsePath("users/Gate.Employee").segments;
    expect(second).toMatchObject({ kind: "name", name: "Gate.Employee", qualified: true, at: 6 });
  });
});

describe("a query", () => {
  test("is read into a tree", () => {
    const text =
      "$filter=a%20eq%20'%26'&Select=a,b/c,*&orderby=a desc,length(b)&$top=5&%24skip=2&$count=TRUE&@p=[1]&x=y+z&flag&$format=a/b+c";
    const query = parseQuery(text);
    expect(query.filter && written(query.filter)).toBe("(a eq '&')");
    expect(query.select?.map(({ kind, segments }) => [kind, segments.length])).toEqual([
      ["path", 1],
      ["path", 2],
      ["all", 0],
    ]);
    expect(query.orderby?.map(({ expression, descending }) => [written(expression), descending])).toEqual([
      ["a", true],
      ["length(b)", false],
    ]);
    expect(query).toMatchObject({ top: 5, skip: 2, count: true, format: "a/b+c" });
    expect([...query.aliases.keys()]).toEqual(["p"]);
    expect(query.custom).toMatchObject([
      { name: "x", value: "y z" },
      { name: "flag", value: null },
    ]);
    const names = ["$filter", "Select", "orderby", "$top", "$skip", "$count", "$format"];
    const decoded = decodeURIComponent(text);
    expect([...query.given.values()]).toEqual(names.map((name) => decoded.indexOf(name)));
  });

  test("reads what is nested in an item", () => {
    const [user, all, count] =
      parseQuery(
        "$expand=user($select=id;$filter=n eq %27a%3Bb%27%3Bexpand=x/$ref;levels=max;@q=5),*($levels=2),accounts/$count($search=a%3Bb)",
      ).expand ?? [];
    expect(user).toMatchObject({
      kind: "path",
      shape: "entities",
      options: { levels: "max", expand: [{ shape: "references" }] },
    });
    expect(user?.options.filter && written(user.options.filter)).toBe("(n eq 'a;b')");
    expect(user?.options.aliases.has("q")).toBe(true);
    expect(all).toMatchObject({ kind: "all", options: { levels: 2 } });
    expect(count).toMatchObject({ shape: "count", options: { search: { kind: "word", text: "a;b" } } });
  });

  test.each([
    ["$top=1&$TOP=2", ["queryOptions", 7]],
    ["top=1&$top=2", ["queryOptions", 6]],
    ["@p=1&@p=2", ["aliasAndValue", 5]],
    ["$nosuch=1", ["systemQueryOption", 0]],
    ["x=1&$filter=a eq", ["filter", 13]],
    ["$filter=a%20eq%20", ["commonExpr", 13]],
    ["$filter='%C3%A4%F0%9F%94%91' eq )", ["commonExpr", 17]],
    ["$select=a,%C3%A4,1", ["selectItem", 12]],
    ["$filter='%ZZ'", ["pct-encoded", 9]],
    ["$expand=a($top=1;$top=2)", ["expandOption", 17]],
  ])("%s is refused at its place in the decoded query", (text, place) =>
    expect(refusal(() => parseQuery(text))).toEqual(place),
  );

  test("an error names its place in the whole address", () => {
    expect(refusal(() => parseRelativeUri("accounts?$top=x"))).toEqual(["top", 14]);
    expect(refusal(() => parseUri("https://a.org/v2/accounts?$top=x"))).toEqual(["top", 31]);
  });

  test("finds where the root of a service ends", () => {
    expect(parseUri("https://a.org/v2/accounts('x')/user").root).toBe("https://a.org/v2/");
    expect(parseUri("https://a.org/v2/accounts/$count").root).toBe("https://a.org/v2/");
    expect(parseUri("https://a.org/v2/$metadata").root).toBe("https://a.org/v2/");
  });
});

describe("a search", () => {
  test.each([
    ["a b", "(a and b)"],
    ["a AND b OR c", "((a and b) or c)"],
    ["a OR b c", "(a or (b and c))"],
    ["NOT a b", "((not a) and b)"],
    ["NOT (a OR b)", "(not (a or b))"],
    ['"a b" c', '("a b" and c)'],
    ["AND OR NOT", "(AND or NOT)"],
    ["a OR", "(a and OR)"],
    ["'(a", undefined],
    ["'(a'", '"(a"'],
    ["a%3Bb%26c", "a;b&c"],
    ["a+b", "(a and b)"],
  ])("%s", (text, tree) => {
    if (tree === undefined) expect(() => search(text)).toThrow(ODataSyntaxError);
    else expect(search(text)).toBe(tree);
  });
});

function writtenSegment(segment: PathSegment): string {
  switch (segment.kind) {
    case "name":
      return segment.name + segment.brackets.map(writtenBrackets).join("");
    case "filter":
      return `$filter(${written(segment.expression)})`;
    case "text":
      return `text ${segment.text}`;
    case "crossjoin":
      return `$crossjoin ${segment.sets.join(",")}`;
    default:
      return `$${segment.kind}`;
  }
}
