import type { JsonValue } from "../json.ts";
import { idMaxCharacters, linkMaxCharacters } from "../limits.ts";
import { text, oneOf, flag, json, list } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const proxyServersMax = 100;

/** Target systems, and how their connectors reach them. */
export const targetSystems = resource("targetSystems", {
  class: "shared",
  key: "id",
  entity: { type: "TargetSystem", key: "targetSystemKey" },
  properties: {
    id: text().givenOnce().format("newId").searched().policy().shown("Id of the target system, which never changes."),
    type: text()
      .given()
      .atMost(idMaxCharacters)
      .searched()
      .policy()
      .shown("Id of the connector, such as ldap; docs/connectors.md has a page for each."),
    description: text(400).given().searched().shown("Display name."),
    address: json<{ readonly [name: string]: JsonValue }>()
      .given()
      .shown("Connection settings of the connector; docs/connectors.md has a page for each connector."),
    targetGroup: text()
      .initially("DEFAULT")
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("Id of the target group, whose password policy applies; DEFAULT by default."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .shown("Address of a help page; null if none."),
    mode: oneOf(["automatic", "manual"])
      .initially("automatic")
      .given()
      .policy()
      .shown(
        "Discovery mode: automatic by default; manual discoveries run only on request, not by listSchedule or psupdate.",
      ),
    enabled: flag(true)
      .given()
      .policy()
      .shown("True if operations are carried out on the target system; true by default."),
    sourceOfProfiles: flag(false)
      .given()
      .policy()
      .shown("True if discoveries create and change users by the attribute definitions; false by default."),
    autoAttachBy: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("Attribute that associates accounts with their owners; null for the shortId."),
    groupOwnerAttribute: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("Attribute of groups that names the accounts of their owners; null if none."),
    proxyServers: list(text(idMaxCharacters))
      .initially([])
      .given()
      .atMost(proxyServersMax)
      .shown("Proxies that serve the target system; `local` if none is named."),
    listSchedule: text()
      .optional()
      .given()
      .format("cron")
      .atMost(idMaxCharacters)
      .shown("Schedule of discoveries, as five cron fields in UTC; null for discoveries on request only."),
    /**
     * Attributes that the connector's schema marks as written and never shown, by type of object; null if the connector has not been
     * asked yet.
     */
    secretAttributes: json<{ readonly [type: string]: readonly string[] }>().optional(),
    authorizationPhases: json().elsewhere().given().shown("Approval phases of requests for the target system."),
  },
  relations: {
    targetGroupDetails: one("targetGroups", "targetGroup"),
    options: many("targetSystemOptions", "targetSystemId"),
    credentials: many("targetSystemCredentials", "targetSystemId"),
    accounts: many("accounts", "targetSystemKey"),
    groups: many("groups", "targetSystemKey"),
    attributeDefinitions: many("targetSystemAttributeDefinitions", "targetSystemId"),
    managedSystems: many("managedSystems", "targetSystemKey"),
  },
  indexes: [index("targetGroup")],
  policies: {
    targetSystem: {},
  },
});
