import { loginMaxCharacters } from "../limits.ts";
import { text, guid, integer, time, flag, sealed } from "./format/builders.ts";
import { one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

/** Credentials with which target systems are managed. */
export const targetSystemCredentials = resource("targetSystemCredentials", {
  class: "shared",
  holds: "configuration",
  knownBy: ["administratorId"],
  key: "key",
  entity: { type: "TargetSystemCredential", key: "targetSystemCredentialKey" },
  properties: {
    key: guid().policy().shown("Key of the credential."),
    targetSystemId: text().policy(),
    administratorId: text(loginMaxCharacters)
      .given()
      .format("notEmpty")
      .shown("Login on the target system, in the form of its connector."),
    password: sealed()
      .optional()
      .given()
      .shown("Password or key of the login; null to leave it unchanged. It is never returned."),
    passwordSet: flag().elsewhere().shown("True if the credential has a password."),
    runAs: flag(false).given().shown("True if programs run under this login; not supported yet."),
    isSystemPassword: flag(false)
      .given()
      .policy()
      .shown("True if the login belongs to the system and not to a person; false by default."),
    useOrder: integer()
      .initially(0)
      .given()
      .shown("Position among the credentials of the target system, of which the lowest is used first; 0 by default."),
    managedAccountKey: guid()
      .optional()
      .given()
      .shown(
        "Key of the managed account whose password the vault provides; null if the credential has its own password.",
      ),
    lastChanged: time().shown("Time of the last change."),
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
