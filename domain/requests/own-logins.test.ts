import { describe, expect, test } from "vitest";

import { hasWholeName, isAccountOfLogin, loginHarmOf } from "./own-logins.ts";

const account = (name: string, attributes = {}) => ({ id: "stable-1", name, attributes });

describe("an account of a login", () => {
  test.each([
    ["selfadmin", account("selfadmin@%")],
    ["SELFADMIN", account("selfadmin")],
    ["selfadmin@10.0.0.%", account("selfadmin@%")],
    ["EXAMPLE\\Gate", account("gate")],
    ["gate@example.test", account("Gate House", { sAMAccountName: ["gate"] })],
    ["gate@example.test", account("g", { userPrincipalName: ["Gate@Example.Test"] })],
    ["CN=Gate, OU=Service, DC=example,DC=test", account("gate", { dn: ["cn=gate,ou=service,dc=example,dc=test"] })],
    ["uid=gate,ou=people,dc=example", account("gate", { entryDN: ["x"], dn: ["uid=Gate,ou=people,dc=example"] })],
    ["stable-1", account("anything")],
    ["M\u00fcller", account("Mu\u0308ller")],
  ])("%s is found", (login, named) => {
    expect(isAccountOfLogin(login, named)).toBe(true);
  });

  test.each([
    ["selfadmin", account("selfadmin2@%")],
    ["cn=admin,dc=example", account("cn", { dn: ["cn=admin2,dc=example"] })],
    ["gate", account("house", { description: ["gate"] })],
    ["", account("")],
    ["@", account("%")],
  ])("%s is another one", (login, named) => {
    expect(isAccountOfLogin(login, named)).toBe(false);
  });
});

test("a mailbox is named by its whole address alone", () => {
  expect(hasWholeName("gate@example.test", account("gate", { mail: ["Gate@Example.test"] }))).toBe(true);
  expect(hasWholeName("gate@example.test", account("gate@example.test"))).toBe(true);
  expect(hasWholeName("gate@example.test", account("gate"))).toBe(false);
});

describe("the harm of an order", () => {
  const order = { attributes: {} } as const;

  test.each([
    ["RAND", "password"],
    ["PWRS", "password"],
    ["PWCH", "password"],
    ["DNAU", "shutOut"],
    ["DELU", "shutOut"],
    ["ENAU", undefined],
    ["PWVF", undefined],
    ["GRUA", undefined],
  ] as const)("%s: %s", (code, harm) => {
    expect(loginHarmOf({ ...order, code })).toBe(harm);
  });

  test("a change shuts out where it renames, and with a password it is another password", () => {
    expect(loginHarmOf({ code: "UPDA", attributes: { mail: ["a@b"] } })).toBeUndefined();
    expect(loginHarmOf({ code: "UPDA", attributes: { Name: ["other"] } })).toBe("shutOut");
    expect(loginHarmOf({ code: "UPDA", attributes: {}, password: "one" })).toBe("password");
  });
});
