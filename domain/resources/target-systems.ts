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
    id: text()
      .givenOnce()
      .format("newId")
      .searched()
      .policy()
      .shown("Its id, by which everything names it; it never changes."),
    type: text()
      .given()
      .atMost(idMaxCharacters)
      .searched()
      .policy()
      .shown("Id of the connector, such as ldap; docs/connectors.md has a page for each."),
    description: text(400).given().searched().shown("What people call it."),
    address: json<{ readonly [name: string]: JsonValue }>()
      .given()
      .shown("How its connector reaches it; docs/connectors.md has a page for each connector."),
    targetGroup: text()
      .initially("DEFAULT")
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("The target group, whose password policy holds; DEFAULT by default."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .shown("Where people find help; null = nowhere."),
    mode: oneOf(["automatic", "manual"])
      .initially("automatic")
      .given()
      .policy()
      .shown(
        "How it is discovered: automatic by default; manual only when somebody asks for it, and listSchedule and psupdate pass over it.",
      ),
    enabled: flag(true).given().policy().shown("Whether operations are carried out there; true by default."),
    sourceOfProfiles: flag(false)
      .given()
      .policy()
      .shown("Whether its discovery makes and changes users by its attribute definitions; false by default."),
    autoAttachBy: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("The attribute by which accounts find their owners; null = their shortId."),
    groupOwnerAttribute: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .shown("The attribute of groups that names the accounts of their owners; null = none does."),
    proxyServers: list(text(idMaxCharacters))
      .initially([])
      .given()
      .atMost(proxyServersMax)
      .shown("The proxies that serve it; the proxy `local` where none is named."),
    listSchedule: text()
      .optional()
      .given()
      .format("cron")
      .atMost(idMaxCharacters)
      .shown("When it is discovered, as five fields of cron in UTC; null = only when somebody asks for it."),
    /**
     * Attributes that the connector's schema marks as written and never shown, by type of object; null if the connector has not been
     * asked yet.
     */
    secretAttributes: json<{ readonly [type: string]: readonly string[] }>().optional(),
    authorizationPhases: json().elsewhere().given().shown("Who authorizes requests for it, phase by phase."),
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
