import { itemTagMaxCharacters, itemTagsMax } from "../catalogue-limits.ts";
import { linkMaxCharacters } from "../limits.ts";
import { fulfilments } from "../requests/fulfilment.ts";
import type { RequestableType } from "../requests/requestable.ts";
import { detailProperties } from "./detail-properties.ts";
import { flag, json, list, oneOf, text } from "./format/builders.ts";
import { index, resource } from "./format/resource.ts";

const itemTagsTextMax = itemTagsMax * (itemTagMaxCharacters + 1) + 1;

/**
 * Target systems, managed groups, templates and roles that can be requested. No table holds them: they are put together when they are read
 * (store/query/united-rows).
 */
export const catalogueItems = resource("catalogueItems", {
  class: "derived",
  holds: "data",
  key: "key",
  entity: { type: "CatalogueItem", key: "catalogueItemKey" },
  properties: {
    key: text()
      .policy()
      .shown("Id of the target system, or key of the group, the template or the role, that can be requested."),
    resourceType: text<RequestableType>(20)
      .policy()
      .label("Type")
      .memberLabels({ targetSystem: "system", managedGroup: "group", template: "template", role: "role" })
      .shown("Type of the item: targetSystem, managedGroup, template or role. Later versions may add types."),
    targetSystemKey: text()
      .optional()
      .policy()
      .label("Target system")
      .shown("Key of the target system; null for a template or a role, which may be about several."),
    name: text()
      .searched()
      .ordered()
      .policy()
      .shown(
        "Id of the target system, name of the group on its target system, or name of the template or of the role.",
      ),
    description: text(400).searched().shown("Display name."),
    helpUrl: text(linkMaxCharacters).optional().label("Help").shown("Address of a help page; null if none."),
    requestable: flag()
      .policy()
      .shown(
        "True if the item can be requested now: its target system is enabled and it has authorizers, or approves automatically. A template can be requested if it is enabled, a role if it is in force and has authorizers.",
      ),
    usableBy: text()
      .optional()
      .policy()
      .label("Usable by")
      .shown("User class of the requesters of a template; null if there is none, and for other items."),
    ...detailProperties,
    tagsText: text(itemTagsTextMax)
      .searched()
      .label("Tags")
      .shown("Tags of the item as one text, each between commas, for conditions such as contains(tagsText,',hr,')."),
    owner: json()
      .optional()
      .elsewhere()
      .label("Owner")
      .shown("User who answers for the item; null if there is none, or if the caller may not read it."),
    fulfilment: oneOf(fulfilments)
      .elsewhere()
      .label("Performed by")
      .memberLabels({ connector: "connector", implementer: "implementers", none: "nobody" })
      .shown(
        "Performer of requested operations about the item: connector, implementer (people, as tasks) or none; that of the target system for a group that has none of its own.",
      ),
    codes: list(text(20))
      .elsewhere()
      .label("Operations")
      .shown("Codes of the operations that can be requested: the connector supports them and no option forbids them."),
    fields: json().elsewhere().label("Attributes").shown("Attributes of the request form, in order."),
    phases: json()
      .elsewhere()
      .label("Who decides")
      .shown("Authorizers by phase; empty if no approval is needed, or if the item cannot be requested."),
  },
  // Each of the tables finds its part of a page by these columns.
  indexes: [index("name", "key")],
  policies: {
    catalogueItem: {},
  },
});
