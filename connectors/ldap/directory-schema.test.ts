import { expect, test } from "vitest";

import { makeSchema } from "./directory-schema.ts";

const schema = makeSchema(
  [
    "( 2.5.4.41 NAME 'name' DESC 'RFC 4519: common SUP of (names)' EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15{32768} )",
    "( 2.5.4.3 NAME ( 'cn' 'commonName' ) SUP name )",
    "( 0.9.2342.19200300.100.1.1 NAME ( 'uid' 'userid' ) EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15{256} )",
    "( 1.3.6.1.1.1.1.12 NAME 'memberUid' EQUALITY caseExactIA5Match SYNTAX 1.3.6.1.4.1.1466.115.121.1.26 )",
    "( 2.16.840.1.113730.3.1.241 NAME 'displayName' SUP name SINGLE-VALUE X-ORIGIN 'RFC 2798' )",
    "( 1.1.1 NAME 'loop' SUP loop )",
    "( 2.5.4.31 NAME 'member' SUP distinguishedName )",
  ],
  [
    "( 2.5.6.0 NAME 'top' ABSTRACT MUST objectClass )",
    "( 2.5.6.9 NAME 'groupOfNames' SUP top STRUCTURAL MUST ( member $ cn ) MAY ( description $ owner ) )",
    "( 1.3.6.1.1.1.2.2 NAME 'posixGroup' SUP top STRUCTURAL MUST ( cn $ gidNumber ) MAY ( userPassword $ memberUid ) )",
    "( 9.9 NAME 'ourGroup' SUP groupOfNames )",
  ],
);

test("an attribute has one key for all of its names, and what it has from the one it is derived of", () => {
  const derived = { key: "cn", equality: "caseIgnoreMatch", syntax: "1.3.6.1.4.1.1466.115.121.1.15", single: false };
  for (const name of ["cn", "commonName", "CN;lang-de", "2.5.4.3"]) expect(schema.attribute(name)).toEqual(derived);
  expect(schema.attribute("displayName")).toMatchObject({ single: true, equality: "caseIgnoreMatch" });
  expect(schema.attribute("loop")).toEqual({ key: "loop", single: false });
  expect([schema.keyOf("UserID"), schema.keyOf("unheardOf;x-y"), schema.attribute("unheardOf")]).toEqual([
    "uid",
    "unheardof",
    undefined,
  ]);
});

test.each([
  [["groupOfNames"], "member", "must"],
  [["top", "ourGroup"], "MEMBER", "must"],
  [["posixGroup"], "memberUid", "may"],
  [["posixGroup"], "member", "no"],
  [["posixGroup", "groupOfNames"], "memberUid", "may"],
  [["extensibleObject"], "member", "may"],
  [["unheardOf"], "member", "no"],
] as const)("entries of %j and %s: %s", (classes, attribute, rule) => {
  expect(schema.ruleOf(classes, attribute)).toBe(rule);
});

test("a directory without a schema knows nothing", () => {
  const nothing = makeSchema([], []);
  expect([nothing.known, nothing.attribute("cn"), nothing.keyOf("CN"), nothing.hasClass("top")]).toEqual([
    false,
    undefined,
    "cn",
    false,
  ]);
});
