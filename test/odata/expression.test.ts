import { describe, expect, test } from "vitest";

import type { Expression, Literal } from "#api/odata/syntax/tree.ts";
import { parseRule } from "#test/odata/grammar/parse-rule.ts";

import { written } from "./written.ts";

const read = (text: string) => written(parseRule("commonExpr", text) as Expression);
const literal = (text: string) => {
  const { type, text: value, typeName } = parseRule("primitiveLiteral", text) as Literal;
  return typeName === null ? [type, value] : [type, value, typeName];
};

describe("operators", () => {
  test.each([
    ["a or b and c", "(a or (b and c))"],
    ["(a or b) and c", "((a or b) and c)"],
    ["a and b and c", "((a and b) and c)"],
    ["a eq 1 or b eq 2 and c eq 3", "((a eq 1) or ((b eq 2) and (c eq 3)))"],
    ["not a eq b", "((not a) eq b)"],
    ["not (a eq b)", "(not (a eq b))"],
    ["not a and b", "((not a) and b)"],
    ["not not a", "(not (not a))"],
    ["-a eq b", "((negate a) eq b)"],
    ["-a mul b", "((negate a) mul b)"],
    ["-5 add 3", "(-5 add 3)"],
    ["1 add 2 mul 3", "(1 add (2 mul 3))"],
    ["10 sub 3 sub 2", "((10 sub 3) sub 2)"],
    ["8 div 4 mod 3", "((8 div 4) mod 3)"],
    ["a add 1 gt b", "((a add 1) gt b)"],
    ["a lt b eq c gt d", "((a lt b) eq (c gt d))"],
    ["not a in (1,2)", "(not (a in {1,2}))"],
    ["not a has G.D'x'", "(not (a has x))"],
    ["a in (1,-2) and b", "((a in {1,-2}) and b)"],
    ["a in ()", "(a in {})"],
    ["a in (names)", "(a in names)"],
    ["a in names eq true", "((a in names) eq true)"],
    ["a in @p", "(a in @p)"],
    ["a Eq b AND NOT c", "((a eq b) and (not c))"],
    ["eq eq eq", "(eq eq eq)"],
    ["a+eq+1", "(a eq 1)"],
    ["a%20eq%091", "(a eq 1)"],
  ])("%s", (text, tree) => expect(read(text)).toBe(tree));
});

describe("paths and functions", () => {
  test.each([
    ["a/b/c eq $it/d", "(a/b/c eq $it/d)"],
    ["@p/x", "@p/x"],
    ["@Core.Note%23q/x", "@Core.Note#q/x"],
    ["$root/users('u')/id", "$root/users('u')/id"],
    ["a/any()", "a/any()"],
    ["a/any(x:x/b eq $this or x/c/all(y:y eq x/d))", "a/any(x:((x/b eq $this) or x/c/all(y:(y eq x/d))))"],
    ["a/$count($filter=b eq 1;$search=x OR y) gt 2", "(a/$count?(b eq 1)?(x or y) gt 2)"],
    ["a/$filter(b)/$count", "a/$filter(b)/$count"],
    ["CONTAINS(a,'b')", "contains(a,'b')"],
    ["date eq date(at)", "(date eq date(at))"],
    ["G.f(x=1,y=[2])(5)/z", "G.f(x=1,y=[2])(5)/z"],
    ["cast(a,Collection(Edm.Int32))", "cast(a,[Edm.Int32])"],
    ["isof(Question)", "isof(Question)"],
    ["case(a gt 10:20,b eq 10:20 :30,true:09:15)", "case((a gt 10):20,(b eq 10:20):30,true:09:15)"],
    ['{"a":[1,"x,y"],"b":{"c":d}}', "{a:[1,'x,y'],b:{c:d}}"],
  ])("%s", (text, tree) => expect(read(text)).toBe(tree));
});

describe("literals", () => {
  test.each<[string, string[]]>([
    ["null", ["null", "null"]],
    ["True", ["boolean", "true"]],
    ["-7", ["integer", "-7"]],
    ["%2B7", ["integer", "+7"]],
    ["9223372036854775808000", ["decimal", "9223372036854775808000"]],
    ["1.50", ["decimal", "1.50"]],
    ["1.5e-3", ["double", "1.5e-3"]],
    ["-INF", ["double", "-INF"]],
    ["'it''s'", ["string", "it's"]],
    ["'TS1%7Cjsmith'", ["string", "TS1|jsmith"]],
    ["'%F0%9F%94%91'", ["string", "🔑"]],
    ["2026-11-21", ["date", "2026-11-21"]],
    ["-0044-03-15", ["date", "-0044-03-15"]],
    ["2026-11-21t09:30z", ["dateTimeOffset", "2026-11-21T09:30Z"]],
    ["09:30:15.5", ["timeOfDay", "09:30:15.5"]],
    ["duration'PT1H'", ["duration", "PT1H"]],
    ["12345678-1234-1234-1234-123456789abc", ["guid", "12345678-1234-1234-1234-123456789abc"]],
    ["abcdefab-1234-1234-1234-123456789abc", ["guid", "abcdefab-1234-1234-1234-123456789abc"]],
    ["Gate.V2.Mode'manual'", ["enum", "manual", "Gate.V2.Mode"]],
    ["binary'QUJD'", ["binary", "QUJD"]],
    ["geometry'SRID=0;Point(1 2)'", ["geometry", "SRID=0;Point(1 2)"]],
  ])("%s", (text, given) => expect(literal(text)).toEqual(given));

  test("a plus that was not encoded still means an offset, but a blank in a text", () => {
    expect(read("at gt 2026-11-21T09:30+01:00")).toBe("(at gt 2026-11-21T09:30+01:00)");
    expect(read("a eq 'x+y'")).toBe("(a eq 'x y')");
    expect(read("a eq 'x%2By'")).toBe("(a eq 'x+y')");
    expect(read("a eq +5")).toBe("(a eq 5)");
  });
});
