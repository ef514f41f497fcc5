import type { JsonValue } from "../json.ts";
import { idMaxCharacters, linkMaxCharacters } from "../limits.ts";
import { whileAwayChoices } from "../password-sync/sender-call.ts";
import { confirmations, fulfilments } from "../requests/fulfilment.ts";
import { text, oneOf, flag, json, list } from "./format/builders.ts";
import { many, one } from "./format/relations.ts";
import { index, resource } from "./format/resource.ts";

const proxyServersMax = 100;

/** Target systems, and how their connectors reach them. */
export const targetSystems = resource("targetSystems", {
  class: "shared",
  holds: "configuration",
  key: "id",
  entity: { type: "TargetSystem", key: "targetSystemKey" },
  properties: {
    id: text().givenOnce().format("newId").searched().policy().shown("ID of the target system, which never changes."),
    type: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .searched()
      .policy()
      .label("Connector")
      .shown(
        "ID of the connector, such as ldap, of which docs/connectors.md has a page; null for none, where implementers perform the operations.",
      ),
    description: text(400).given().searched().shown("Display name."),
    address: json<{ readonly [name: string]: JsonValue }>()
      .optional()
      .given()
      .shown("Connection settings of the connector, of which docs/connectors.md has a page; null for none."),
    targetGroup: text()
      .initially("DEFAULT")
      .given()
      .atMost(idMaxCharacters)
      .policy()
      .shown("Target group, whose password policy applies; DEFAULT by default."),
    helpUrl: text(linkMaxCharacters)
      .optional()
      .given()
      .format("webAddress")
      .label("Help")
      .shown("Address of a help page, such as https://help.example; null if none."),
    mode: oneOf(["automatic", "manual"])
      .initially("automatic")
      .given()
      .policy()
      .label("When it is discovered")
      .memberLabels({ automatic: "by its schedule and every night", manual: "on request only" })
      .shown(
        "Discovery mode: manual discoveries run only on request, not by listSchedule or psupdate; automatic by default.",
      ),
    fulfilment: oneOf(fulfilments)
      .initially("connector")
      .given()
      .policy()
      .label("Operations are performed")
      .memberLabels({ connector: "by the connector", implementer: "by implementers", none: "by nobody" })
      .shown(
        "Performer of requested operations: the connector, implementers, to whom they are offered as tasks, or nobody, so that they are refused; connector by default. Discoveries, connection tests and changes of passwords are always for the connector.",
      ),
    confirmBy: oneOf(confirmations)
      .initially("person")
      .given()
      .label("Completed tasks are confirmed")
      .memberLabels({ person: "by their implementer", discovery: "by the next discovery" })
      .shown(
        "Confirmation of completed tasks: the word of their implementer, or the next discovery of the target system, which needs a connector; person by default.",
      ),
    enabled: flag(true)
      .given()
      .policy()
      .label("Operations are carried out there")
      .shown("True if operations are carried out on the target system, and wait otherwise; true by default."),
    sourceOfProfiles: flag(false)
      .given()
      .policy()
      .label("People come from here")
      .shown(
        "True if discoveries create and change users by the attribute definitions, and disable those who are gone; false by default.",
      ),
    autoAttachBy: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .label("Attribute by which accounts find their owners")
      .shown("Attribute that associates accounts with their owners; null for the name of the account (shortId)."),
    groupOwnerAttribute: text()
      .optional()
      .given()
      .atMost(idMaxCharacters)
      .label("Attribute of groups that names their owners")
      .shown("Attribute of groups that names the accounts of their owners, such as owner or managedBy; null if none."),
    passwordSenderOffline: oneOf(whileAwayChoices)
      .initially("accept")
      .given()
      .label("Password changes while the service cannot be reached")
      .memberLabels({ accept: "are accepted and reported later", refuse: "are refused" })
      .shown(
        "Answer of the password senders of the target system to a change that they cannot have judged, because the service cannot be reached: accept keeps it and reports it later, refuse lets the target system refuse it; accept by default.",
      ),
    proxyServers: list(text(idMaxCharacters))
      .initially([])
      .given()
      .atMost(proxyServersMax)
      .label("Proxies")
      .shown(
        "Proxies that serve the target system, one on each line; `local` if none is named. The first that is enrolled gets its operations. Each can read the passwords that are sent through it, so adding one needs its own permission, and superusers are notified.",
      ),
    listSchedule: text()
      .optional()
      .given()
      .format("cron")
      .atMost(idMaxCharacters)
      .label("Schedule of discoveries")
      .shown(
        "Schedule of discoveries, as five cron fields in UTC such as `30 2 * * *`; null for discoveries on request only.",
      ),
    /**
     * Attributes that the connector's schema marks as written and never shown, by type of object; null if the connector has not been
     * asked yet.
     */
    secretAttributes: json<{ readonly [type: string]: readonly string[] }>().optional(),
    authorizationPhases: json()
      .elsewhere()
      .given()
      .label("Who decides")
      .shown("Approval phases of requests for the target system."),
    implementers: json()
      .elsewhere()
      .given()
      .label("Implementers")
      .shown("Implementers to whom operations on the target system are offered as tasks."),
  },
  relations: {
    targetGroupDetails: one("targetGroups", "targetGroup"),
    options: many("targetSystemOptions", "targetSystemId"),
    credentials: many("targetSystemCredentials", "targetSystemId"),
    accounts: many("accounts", "targetSystemKey"),
    groups: many("groups", "targetSystemKey"),
    attributeDefinitions: many("targetSystemAttributeDefinitions", "targetSystemId"),
    managedSystems: many("managedSystems", "targetSystemKey"),
    passwordSenders: many("passwordSenders", "targetSystemKey"),
    grants: many("grants", "targetSystemKey"),
  },
  indexes: [index("targetGroup")],
  policies: {
    targetSystem: {},
  },
});
