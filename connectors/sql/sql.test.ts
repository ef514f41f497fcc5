import { randomBytes, randomInt } from "node:crypto";

import { describe, expect, test } from "vitest";

import { validateAddress } from "#connectors/contract/index.ts";

import { sqlAddress } from "./address.ts";
import { afterKey, cursorOf, keyOf } from "./cursor.ts";
import { mariaDbError } from "./mariadb/errors.ts";
import { literal, withLiterals } from "./mariadb/literal.ts";
import { checkAccountName, parseName, quoted, whyNoName } from "./mariadb/names.ts";
import { matchesNative } from "./mariadb/native-password.ts";
import { networkError } from "./network-error.ts";
import { matchesVerifier } from "./postgresql/verifier.ts";
import { isSameSqlName } from "./same-name.ts";
import { settingOf } from "./settings.ts";
import sql from "./sql.ts";

// Reads literals as the server does: with backslashes as escapes, or with the mode in which they are plain.
function readLiteral(text: string, backslashEscapes: boolean): { value: string; rest: string } {
  let value = "";
  for (let index = 1; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (character === "'" && text[index + 1] !== "'") return { value, rest: text.slice(index + 1) };
    if (character === "'" || (character === "\\" && backslashEscapes)) index += 1;
    value += text[index] ?? "";
  }
  return { value, rest: "the literal has no end" };
}

describe("literals of MariaDB", () => {
  test("end where they should in every mode, whatever is in them", () => {
    const alphabet = ["'", "\\", '"', "`", ";", "-", "\n", "\u001a", "?", "é", "a", "%", "😀"];
    for (let count = 0; count < 2_000; count += 1) {
      const text = Array.from({ length: randomInt(12) }, () => alphabet[randomInt(alphabet.length)]).join("");
      expect(readLiteral(literal(text), true)).toEqual({ value: text, rest: "" });
      expect(readLiteral(literal(text), false).rest).toBe("");
    }
  });

  test("a question mark inside of a value stands for nothing", () => {
    expect(withLiterals("a = ? AND b = ? LIMIT ?", ["?", "$&'", 3])).toBe("a = '?' AND b = '$&''' LIMIT 3");
    expect(withLiterals("CREATE USER 'a?'", [])).toBe("CREATE USER 'a?'");
  });
});

describe("names of MariaDB", () => {
  const withNames = { defaultHost: "%", hostNames: true };
  const withoutNames = { defaultHost: "%", hostNames: false };

  test.each([
    ["app", "app", "%"],
    ["a@b@LocalHost", "a@b", "localhost"],
    ["app@10.%", "app", "10.%"],
    ["app@10.0.0.1", "app", "10.0.0.1"],
    ["app@192.168.1.0/255.255.255.0", "app", "192.168.1.0/255.255.255.0"],
    ["app@10.0.0._", "app", "10.0.0._"],
    ["app@::1", "app", "::1"],
    ["app@2001:DB8::%", "app", "2001:db8::%"],
    ["app@%.Example.org", "app", "%.example.org"],
    ["app@'Example.org'", "app", "example.org"],
    ['a@b@"web01"', "a@b", "web01"],
    ["jane@example.org@%", "jane@example.org", "%"],
    ["@localhost", "", "localhost"],
  ])("%s is read as %s who comes from %s, whatever the server resolves", (text, user, host) => {
    for (const rules of [withNames, withoutNames]) expect(parseName(text, rules)).toEqual({ user, host });
  });

  test.each(["jane@example.org", "o'neil@mail.Example.org", "jane@web01", "j@münchen.example", "jane@4711"])(
    "%s is a user where no host can be a name",
    (text) => {
      expect(parseName(text, withoutNames)).toEqual({ user: text, host: "%" });
    },
  );

  test("what could be a mail address or a user of a host is neither where a host may be a name", () => {
    expect(parseName("jane@web01", withNames)).toEqual({ user: "jane", host: "web01" });
    expect(parseName("jane@example.org", withNames)).toEqual({ user: "jane", host: "example.org", doubtful: true });
    expect(() => checkAccountName("jane@example.org", withNames, 128)).toThrow(
      /"jane@example.org@%" .* "jane@'example.org'"/,
    );
    expect(() => checkAccountName("jane@example.org", withoutNames, 128)).not.toThrow();
    expect(() => checkAccountName("jane@'example.org'", withNames, 128)).not.toThrow();
  });

  test("stand in statements with quotes", () => {
    expect(quoted({ user: "o'neil\\", host: "10.%" })).toBe("'o''neil\\\\'@'10.%'");
  });

  test.each(["", "a\0b", "trailing ", "x😀", "\ud800", "y".repeat(129)])("refuses %j", (user) => {
    expect(whyNoName(user, 128)).toBeTypeOf("string");
  });
});

describe("stored passwords", () => {
  test("of mysql_native_password", () => {
    const stored = "*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19";
    expect([matchesNative("password", stored), matchesNative("Password", stored)]).toEqual([true, false]);
    expect([matchesNative("password", ""), matchesNative("", "*"), matchesNative("x", "invalid")]).toEqual([
      false,
      false,
      false,
    ]);
  });

  test("of PostgreSQL: SCRAM-SHA-256 with the numbers of RFC 7677, MD5, none, and unknown ones", async () => {
    const stored =
      "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=:wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=";
    expect(await matchesVerifier("pencil", stored, "user")).toBe(true);
    expect(await matchesVerifier("pencils", stored, "user")).toBe(false);
    expect(await matchesVerifier("\u00aa", stored, "user")).toBeUndefined();
    expect(await matchesVerifier("foo", "md596948aad3fcae80c08a35c9b5958cd89", "bar")).toBe(false);
    expect(await matchesVerifier("bar", "md596948aad3fcae80c08a35c9b5958cd89", "foo")).toBe(true);
    expect(await matchesVerifier("x", "", "user")).toBe(false);
    expect(await matchesVerifier("x", "future$form", "user")).toBeUndefined();
  });
});

describe("cursors", () => {
  test("carry a key to another connection and nothing else", () => {
    const key = ["%", "o'neil é"];
    expect(keyOf(cursorOf(key), 2)).toEqual(key);
    for (const cursor of ["", "x", cursorOf(["1"]), `${cursorOf(key)}=`, randomBytes(9).toString("base64")]) {
      expect(() => keyOf(cursor, 2)).toThrow("cursor");
    }
  });

  test("go on after the key, part by part", () => {
    expect(afterKey(["h", "u"], ["1", "2"])).toEqual({
      sql: "(h >= ? AND (h > ? OR (u > ?)))",
      values: ["1", "1", "2"],
    });
  });
});

describe("errors", () => {
  test("carry the server's number and words and never the statement", () => {
    const native = Object.assign(new Error("mysql2's words"), {
      errno: 4151,
      sqlState: "HY000",
      sqlMessage: "Access denied, this account is locked",
      code: "ER_BULK_PARSER_X",
      sql: "ALTER USER x IDENTIFIED BY 'secret'",
    });
    const error = mariaDbError(native, "connect");
    expect(error).toMatchObject({ code: "badCredentials", targetCode: "4151", message: native.sqlMessage });
    expect(error.cause).toBeUndefined();
  });

  test("a server that wants TLS makes the address wrong, and no password", () => {
    const native = Object.assign(new Error("x"), { errno: 3159, sqlState: "HY000", sqlMessage: "insecure transport" });
    expect(mariaDbError(native, "connect").code).toBe("config");
  });

  test("of the network are unreachable before and broken after something was sent", () => {
    const reset = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
    expect(networkError(reset, "connect").code).toBe("unreachable");
    expect(networkError(reset, "statement").code).toBe("broken");
    expect(networkError(new Error("Connection terminated unexpectedly"), "statement").code).toBe("broken");
    expect(networkError(new Error("Client was closed and is not queryable"), "statement").code).toBe("unreachable");
    expect(networkError(Object.assign(new Error("x"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }), "connect").code).toBe(
      "config",
    );
    expect(networkError("text", "statement").code).toBe("internal");
  });
});

describe("values of attributes", () => {
  test("take the form of their kind or are refused with name and rule", () => {
    expect(settingOf({ name: "x", kind: "int" }, "7")).toBe(7);
    expect(settingOf({ name: "x", kind: "bool" }, "false")).toBe(false);
    expect(settingOf({ name: "x", kind: "time" }, "2030-01-02T03:04:05+01:00")).toBe("2030-01-02T02:04:05.000Z");
    for (const [kind, value] of [
      ["int", "1; DROP"],
      ["int", -1],
      ["int", 2 ** 31],
      ["bool", 1],
      ["time", "tomorrow"],
      ["string", "a\0b"],
      ["string", new Uint8Array([1])],
    ] as const) {
      expect(() => settingOf({ name: "x", kind }, value), String(value)).toThrow('"x"');
    }
    expect(() => settingOf({ name: "x", kind: "string", oneOf: ["A", "B"] }, "C")).toThrow("one of A, B");
  });
});

describe("the address", () => {
  test.each([
    { product: "oracle", host: "localhost" },
    { product: "mariadb", host: "" },
    { product: "mariadb", host: "user:password@h" },
    { product: "mariadb", host: "/run/socket" },
    { product: "mariadb", host: "localhost", port: 0 },
    { product: "mariadb", host: "localhost", database: "x" },
    { product: "mariadb", host: "localhost", defaultHost: "it's" },
    { product: "postgresql", host: "localhost", defaultHost: "%" },
    { product: "postgresql", host: "localhost", user: "x" },
  ])("refuses %j", async (address) => {
    await expect(validateAddress(sql, address)).rejects.toMatchObject({ code: "config" });
  });

  test.each(["mariadb", "mysql", "postgresql"])(
    "of %s lets no password travel in clear to another machine unless it says so",
    async (product) => {
      const address = { product, host: "db.example.test" };
      await expect(validateAddress(sql, address)).rejects.toThrow(/tls: passwords .* in clear.*unencrypted: true/);
      await expect(validateAddress(sql, { ...address, tls: {} })).resolves.toMatchObject(address);
      await expect(validateAddress(sql, { ...address, unencrypted: true })).resolves.toMatchObject(address);
      await expect(validateAddress(sql, { ...address, tls: {}, unencrypted: true })).rejects.toThrow("unencrypted: ");
      for (const host of ["127.0.0.1", "localhost", "::1"])
        await expect(validateAddress(sql, { product, host })).resolves.toMatchObject({ host });
    },
  );
});

test.each([
  ["mariadb", "ada", "ada@%", true],
  ["mariadb", "ada", "ada@localhost", false],
  ["mariadb", "ada@LOCALHOST", "ada@localhost", true],
  ["mysql", "ada", "Ada", false],
  ["mariadb", "ada", "adam", false],
  ["postgresql", "ada", "ada@%", false],
  ["postgresql", "ada", "Ada", false],
] as const)("on %s %s and %s are the same name: %s", (product, one, other, same) => {
  const options = sqlAddress.parse({ product, host: "localhost" });
  expect(isSameSqlName(one, other, options)).toBe(same);
});
