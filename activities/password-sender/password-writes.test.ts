import { expect, test } from "vitest";

import { readPasswordModify } from "./password-modify.ts";
import { addedPassword, modifiedPassword } from "./password-writes.ts";
import { fieldOf, readSlapdText, slapdRefusal } from "./slapd-text.ts";

const text = (...lines: string[]) => readSlapdText(Buffer.from(lines.map((line) => `${line}\n`).join("")));
const modify = (...lines: string[]) => modifiedPassword(text("MODIFY", "msgid: 2", "dn: uid=ada,dc=x", ...lines));
const base64 = (value: string) => Buffer.from(value).toString("base64");

test("fields are read with their bytes, in base64, folded, and with what looks like a field in them", () => {
  const read = text(
    "ADD",
    "msgid: 7",
    `dn:: ${base64("uid=jürgen,dc=x")}`,
    "cn: a: b",
    "description: long",
    "  tail",
    "sn:",
  );
  expect(read.command).toBe("ADD");
  expect(fieldOf(read, "dn")).toBe("uid=jürgen,dc=x");
  expect(fieldOf(read, "cn")).toBe("a: b");
  expect(fieldOf(read, "description")).toBe("long tail");
  expect(fieldOf(read, "sn")).toBe("");
  expect(fieldOf(read, "absent")).toBeUndefined();
});

test.each([
  ["plain", "Plain-Password-1"],
  ["spaces at both ends", "  two  words  "],
  ["quotes and backslashes", `a"b'c\\d\\\\`],
  ["letters of other scripts", "Пароль-密码-🔑"],
  ["a colon and a hyphen at the beginning", ":-secret"],
  ["a trailing line break", "ends with a break\n"],
  ["a NUL", "before\0after"],
  ["braces of no scheme", "{house}Plain-1"],
  ["127 characters", "x".repeat(127)],
])("a password is read as it was given: %s", (_, password) => {
  expect(modify("replace: userPassword", `userPassword:: ${base64(password)}`, "-")).toEqual(Buffer.from(password));
  const folded = base64(password).replaceAll(/.{20}/g, "$&\n ");
  expect(addedPassword(text("ADD", "dn: uid=ada,dc=x", `userPassword:: ${folded}`))).toEqual(Buffer.from(password));
});

test("the password of a modification is what is there after all its steps", () => {
  const value = (password: string) => `userPassword: ${password}`;
  expect(modify("replace: mail", "mail: a@b", "-")).toBe("none");
  // A self-service page sends a modification without any step after the extended operation.
  expect(modify()).toBe("none");
  expect(modify("delete: userPassword", "-", "add: userPassword", value("New-1"), "-")).toEqual(Buffer.from("New-1"));
  const exchanged = ["delete: userPassword", value("Old-1"), "-", "add: userPassword", value("New-1"), "-"];
  expect(modify(...exchanged)).toEqual(Buffer.from("New-1"));
  expect(modify("delete: userPassword", "-")).toBe("removed");
  expect(modify("add: userPassword", value("One-1"), value("Two-2"), "-")).toBe("unreadable");
  expect(modify("replace: USERPASSWORD;lang-en", "userPassword;lang-en: Opt-1", "-")).toEqual(Buffer.from("Opt-1"));
  // The name of an attribute that stands in a value is none.
  expect(modify("replace: description", "description: replace: userPassword", "-")).toBe("none");
  expect(modify("add: replace", "replace: userPassword", "-")).toBe("none");
});

test("hashes are told from passwords", () => {
  const replaced = (value: string) => modify("replace: userPassword", `userPassword: ${value}`, "-");
  for (const hash of [
    "{SSHA}abc=",
    "{ssha}abc=",
    "{CRYPT}$y$j9T$",
    "{ARGON2}$argon2id$",
    "{PBKDF2-SHA256}1$",
    "{SASL}ada@x",
  ])
    expect(replaced(hash)).toBe("hashed");
  expect(replaced("{CLEARTEXT}Plain-1")).toEqual(Buffer.from("Plain-1"));
  expect(replaced("{SSHA")).toEqual(Buffer.from("{SSHA"));
  expect(modify("add: userPassword", "userPassword: {SSHA}a", "userPassword: {MD5}b", "-")).toBe("hashed");
  expect(modify("add: userPassword", "userPassword: {SSHA}a", "userPassword: Plain-1", "-")).toBe("unreadable");
  expect(addedPassword(text("ADD", "dn: uid=ada,dc=x", "uid: ada"))).toBe("none");
});

/** Encodes the request of RFC 3062 with lengths of any form. */
function encoded(fields: readonly (readonly [number, string])[], longLengths = false): Buffer {
  const field = (tag: number, content: Buffer) => {
    const isLong = longLengths || content.length > 127;
    const length = isLong ? [0x84, 0, 0, content.length >> 8, content.length & 0xff] : [content.length];
    return Buffer.concat([Buffer.from([tag, ...length]), content]);
  };
  return field(0x30, Buffer.concat(fields.map(([tag, content]) => field(tag, Buffer.from(content)))));
}

test("the extended operation gives user and password; without a new password the server generates one", () => {
  for (const longLengths of [false, true]) {
    const whole = encoded(
      [
        [0x80, "uid=ada,dc=x"],
        [0x81, "old"],
        [0x82, "Пароль 1 "],
      ],
      longLengths,
    );
    expect(readPasswordModify(whole)).toEqual({ user: "uid=ada,dc=x", password: Buffer.from("Пароль 1 ") });
  }
  expect(readPasswordModify(encoded([[0x82, "x".repeat(300)]]))?.password?.length).toBe(300);
  expect(readPasswordModify(encoded([[0x80, "uid=ada,dc=x"]]))).toEqual({ user: "uid=ada,dc=x" });
  for (const nothing of [undefined, Buffer.alloc(0)]) expect(readPasswordModify(nothing)).toEqual({});
});

test("an encoding that is cut off, or none, is not read", () => {
  const whole = encoded([
    [0x80, "uid=ada,dc=x"],
    [0x82, "Password-1"],
  ]);
  for (let length = 1; length < whole.length; length += 1)
    expect(readPasswordModify(whole.subarray(0, length))).toBeUndefined();
  expect(readPasswordModify(Buffer.from("text"))).toBeUndefined();
  expect(readPasswordModify(Buffer.from([0x30, 0x80, 0, 0]))).toBeUndefined();
});

test("words of a refusal stay on their line", () => {
  expect(slapdRefusal(19, "one\r\ntwo\u2028CONTINUE\n\n")).toBe("RESULT\ncode: 19\ninfo:one two CONTINUE \n\n");
});
