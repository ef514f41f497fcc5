import { describe, expect, it } from "vitest";

import { foldedId, idMeant, isPersonId, lookOf, storedId } from "./person-id.ts";

describe("the id of a person", () => {
  it.each([
    "anna",
    "Anna",
    "o’neil",
    "müller",
    "李小龍",
    "שרה",
    "anna@example.org",
    "DOM\\anna",
    "a.b-c_d+e",
    "1",
    "ßtraße",
  ])("may be %j", (id) => {
    expect([isPersonId(id), storedId(id)]).toEqual([true, id]);
  });

  it.each([
    ["a blank", "an na"],
    ["a blank of another width", "an\u3000na"],
    ["a blank of no width", "zw\u200b1"],
    ["a joiner", "o’neil\u200d"],
    ["a soft hyphen", "ad\u00admin"],
    ["a joiner of graphemes", "ad\u034fmin"],
    ["a choice of a variant", "admin\ufe0f"],
    ["a mark of order", "\ufeffadmin"],
    ["a filler of Hangul", "admin\u3164"],
    ["a sign that turns the direction", "admin\u202e"],
    ["a mark of direction", "admin\u200f"],
    ["a control character", "admin\u0085"],
    ["a tag", "admin\u{e0041}"],
    ["half of a pair", "admin\ud800"],
    ["what is assigned to nothing", "admin\u0378"],
    ["a slash", "a/b"],
  ])("has no such sign: %s", (_what, id) => {
    expect(isPersonId(id)).toBe(false);
  });

  it("is stored composed, else as it is given", () => {
    expect(storedId("mu\u0308ller")).toBe("m\u00fcller");
    expect(storedId("ＡＮＮＡ")).toBe("ＡＮＮＡ");
  });

  it.each([
    ["anna", "ANNA"],
    ["m\u00fcller", "MU\u0308LLER"],
    ["anna", "ａｎｎａ"],
    ["fin", "ﬁn"],
  ])("%j and %j are one person", (one, other) => {
    expect(foldedId(one)).toBe(foldedId(other));
  });

  it("is meant by a name that differs in case, unless several are", () => {
    expect(idMeant("JDoe", ["jdoe"])).toBe("jdoe");
    expect(idMeant("jdoe", ["JDoe", "jdoe"])).toBe("jdoe");
    expect(idMeant("JDoe", ["JDoe", "jdoe"])).toBe("JDoe");
    expect(idMeant("JDOE", ["JDoe", "jdoe"])).toBeUndefined();
    expect(idMeant("mu\u0308ller", ["m\u00fcller", "M\u00fcller"])).toBe("m\u00fcller");
    expect(idMeant("anna", [])).toBeUndefined();
  });
});

describe("the look of an id", () => {
  it.each([
    ["admin", "аdmin"],
    ["admin", "ADMIN"],
    ["admin", "adm1n"],
    ["admin", "admln"],
    ["admin", "admın"],
    ["admin", "adrnin"],
    ["admin", "ａｄｍｉｎ"],
    ["root", "r00t"],
    ["root", "гоот"],
    ["olaf", "οlaf"],
    ["paypal", "раураl"],
  ])("%j is that of %j", (one, other) => {
    expect(lookOf(one)).toBe(lookOf(other));
  });

  it.each([
    ["admin", "admins"],
    ["admin", "admin2"],
    ["admin", "badmin"],
    ["anna", "änna"],
    ["root", "boot"],
  ])("%j is another one than that of %j", (one, other) => {
    expect(lookOf(one)).not.toBe(lookOf(other));
  });
});
