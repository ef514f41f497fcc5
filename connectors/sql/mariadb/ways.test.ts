import { expect, test } from "vitest";

import { Secret } from "#connectors/contract/index.ts";

import { matchesEd25519 } from "./ed25519-password.ts";
import { identifiedBy, matchesWays, type Ways, waysOfPriv } from "./ways.ts";

const native = "*2470C0C06DEE42FD1618BB99005ADCA2EC9D1E19";
const ed25519 = "I0MFcdX/1wjyXmObmhAQXYOTzJiNwf0F1oiAbpMQ6eA";
const by = (...plugins: readonly string[]): Ways => ({ all: plugins.map((plugin) => ({ plugin, stored: "kept" })) });

test.each([
  ["{}", [["mysql_native_password", ""]]],
  [JSON.stringify({ plugin: "unix_socket", authentication_string: "" }), [["unix_socket", ""]]],
  [
    JSON.stringify({
      plugin: "mysql_native_password",
      authentication_string: native,
      auth_or: [
        { plugin: "unix_socket" },
        {},
        {
          plugin: "ed25519",
          authentication_string: ed25519,
        },
      ],
    }),
    [
      ["unix_socket", ""],
      ["mysql_native_password", native],
      ["ed25519", ed25519],
    ],
  ],
])("the ways of %s are read in the order in which the server tries them", (priv, expected) => {
  expect(waysOfPriv(priv).all.map(({ plugin, stored }) => [plugin, stored])).toEqual(expected);
});

test("a password is set in each way that has one, and what belongs to the others is kept", () => {
  const clause = identifiedBy("ada", by("unix_socket", "ed25519", "mysql_native_password", "pam"), "mariadb");
  expect(clause("it's")).toBe(
    " IDENTIFIED VIA 'unix_socket' USING 'kept' OR 'ed25519' USING PASSWORD('it''s') OR 'mysql_native_password' USING PASSWORD('it''s') OR 'pam' USING 'kept'",
  );
});

test.each(["caching_sha2_password", "sha256_password", "mysql_native_password"])("on MySQL %s stays", (plugin) => {
  expect(identifiedBy("ada", by(plugin), "mysql")("new")).toBe(` IDENTIFIED WITH '${plugin}' BY 'new'`);
});

test.each([
  ["mariadb", ["unix_socket"], /"ada" has no password on this server: it logs in by unix_socket/],
  ["mariadb", ["gssapi", "pam"], /no password on this server: it logs in by gssapi or pam/],
  ["mysql", ["auth_socket"], /no password on this server/],
  ["mysql", ["authentication_ldap_simple"], /no password on this server/],
  ["mariadb", ["ed25519", "of_tomorrow"], /logs in by of_tomorrow, of which this connector does not know/],
] as const)("on %s a password for %j is refused", (product, plugins, words) => {
  expect(() => identifiedBy("ada", by(...plugins), product)).toThrow(words);
});

test("the text of ed25519 is compared, whatever the length of the password", () => {
  expect(matchesEd25519("b", ed25519)).toBe(true);
  expect(matchesEd25519("new", "2Myhib04x6YbkKFUPRi2sDYC70U9V12xITjrzW+EOtY")).toBe(true);
  for (const [plaintext, stored] of [
    ["a", ed25519],
    ["b", `${ed25519}AA`],
    ["b", ""],
    ["", ""],
    ["b", "invalid"],
  ] as const)
    expect(matchesEd25519(plaintext, stored)).toBe(false);
});

test.each<[string, Ways, boolean | undefined]>([
  ["password", { all: [{ plugin: "mysql_native_password", stored: native }] }, true],
  ["wrong", { all: [{ plugin: "mysql_native_password", stored: native }] }, false],
  ["wrong", { all: [{ plugin: "mysql_native_password", stored: native }, ...by("unix_socket").all] }, false],
  ["wrong", { all: [{ plugin: "mysql_native_password", stored: native }, ...by("pam").all] }, undefined],
  [
    "password",
    { all: [...by("caching_sha2_password").all, { plugin: "mysql_native_password", stored: native }] },
    true,
  ],
  [
    "b",
    {
      all: [
        { plugin: "mysql_native_password", stored: native },
        { plugin: "ed25519", stored: ed25519 },
      ],
    },
    true,
  ],
  ["password", { all: [{ plugin: "mysql_native_password", stored: "*00" }], second: native }, true],
  ["wrong", by("unix_socket"), undefined],
  ["wrong", by("of_tomorrow"), undefined],
])("%s is judged by all that is stored", (plaintext, ways, expected) => {
  expect(matchesWays(ways, new Secret(plaintext))).toBe(expected);
});
