import { expect, test } from "vitest";

import { isNamedIn, isSecretAttribute } from "./secret-attributes.ts";

test.each([
  "password",
  "userPassword",
  "USERPASSWORD",
  "userPassword;lang-de",
  "userPassword;x-hidden;binary",
  "clearTextPassword",
  "sambaNTPassword",
  "sambaLMPassword",
  "sambaPasswordHistory",
  "unicodePwd",
  "dBCSPwd",
  "ntPwdHistory",
  "lmPwdHistory",
  "ms-Mcs-AdmPwd",
  "msDS-ManagedPassword",
  "unixUserPassword",
  "msSFU30Password",
  "authPassword",
  "olcRootPW",
  "nsslapd-rootpw",
  "krbPrincipalKey",
  "ipaNTHash",
  "supplementalCredentials",
  "password_hash",
  "Password2",
  "passwordHash",
  "user.password",
  "passwd",
  "pass",
  "pwd",
  "passphrase",
  "clientSecret",
  "api_key",
  "private-key",
  "pin",
  "PIN",
  "userPin",
  "user_pin;lang-de",
  "pinHash",
  "pinCode",
  "token",
  "sessionToken",
  "token2",
  "credential",
  "userCredentials",
  "ntHash",
  "LMHASH",
  "sambaNtHash",
  "otp",
  "totpValue",
  "recoveryCodes",
])("%s is a secret", (name) => {
  expect(isSecretAttribute(name)).toBe(true);
});

test.each([
  "mail",
  "sn",
  "secretary",
  "pwdLastSet",
  "pwdReset",
  "pwdAccountLockedTime",
  "passwordExpirationTime",
  "badPwdCount",
  "passportNumber",
  "compass",
  "shadowLastChange",
  "history",
  "hash",
  "sshPublicKey",
  "employeeNumber2",
  "shopping",
  "spin",
  "pinnedApps",
  "tokenGroups",
  "employmentHash",
  "postalCode",
  "laptop",
  "",
])("'%s' is none", (name) => {
  expect(isSecretAttribute(name)).toBe(false);
});

test.each([
  ["pin", true],
  ["PIN", true],
  ["pin;lang-de", true],
  ["recoveryCode", true],
  ["pinned", false],
  ["mail", false],
])("'%s' is one of the named ones: %s", (name, isOne) => {
  expect(isNamedIn(name, ["Pin", "recoveryCode;x"])).toBe(isOne);
});

test.each([
  ["digits before a letter", `${"1".repeat(60)}b`],
  ["endings that are made of others", `${"plaintext".repeat(60)}b`],
  ["a MiB of words", "a.".repeat(524_288)],
  ["a MiB of capitals", "aB".repeat(524_288)],
])("%s are judged in no time that grows beyond the name", (_what, name) => {
  expect(isSecretAttribute(name)).toBe(false);
  expect(isSecretAttribute(`${name}.password`)).toBe(true);
});
