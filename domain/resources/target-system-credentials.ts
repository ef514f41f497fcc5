import { loginMaxCharacters } from "../limits.ts";
import { text, guid, integer, time, flag, sealed } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Credentials with which target systems are managed. */
export const targetSystemCredentials = resource("targetSystemCredentials", {
  class: "shared",
  key: "key",
  entity: { type: "TargetSystemCredential", key: "targetSystemCredentialKey" },
  properties: {
    key: guid().policy().shown("Its key."),
    targetSystemId: text().policy(),
    administratorId: text(loginMaxCharacters)
      .given()
      .format("notEmpty")
      .shown("The login on the target, as its connector wants it."),
    password: sealed()
      .optional()
      .given()
      .shown("The password or key of the login; null leaves it as it is. It goes in and never comes out."),
    passwordSet: flag().elsewhere().shown("Whether it has a password."),
    runAs: flag(false).given().shown("Whether programs are run under this login; waits for a later part."),
    isSystemPassword: flag(false)
      .given()
      .policy()
      .shown("Whether it is the login of the system itself, not of a person; false by default."),
    useOrder: integer()
      .initially(0)
      .given()
      .shown("Its place among the logins of the target, of which the lowest is used first; 0 by default."),
    managedAccountKey: guid()
      .optional()
      .given()
      .shown("The managed account whose password from the vault it takes; null = it has one of its own."),
    lastChanged: time().shown("When it was changed last."),
  },
  relations: {
    targetSystem: one("targetSystems", "targetSystemId"),
    managedAccount: one("managedAccounts", "managedAccountKey"),
  },
  indexes: [index("targetSystemId")],
  policies: {
    targetSystemCredential: {},
  },
});
