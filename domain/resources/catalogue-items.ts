import { linkMaxCharacters } from "../limits.ts";
import type { RequestableType } from "../requests/requestable.ts";
import { flag, json, list, text } from "./format/builders.ts";
import { index, resource } from "./format/resource.ts";

/**
 * Target systems and managed groups that can be requested. No table holds them: they are put together when they are read
 * (store/query/united-rows).
 */
export const catalogueItems = resource("catalogueItems", {
  class: "derived",
  key: "key",
  entity: { type: "CatalogueItem", key: "catalogueItemKey" },
  properties: {
    key: text().policy().shown("The key of what may be asked for: the id of a target system, the key of a group."),
    resourceType: text<RequestableType>(20)
      .policy()
      .shown("What it is: targetSystem or managedGroup; later versions may know more."),
    targetSystemKey: text().policy().shown("The target system on which it is."),
    name: text().searched().ordered().policy().shown("The id of a target system, the name of a group on its target."),
    description: text(400).searched().shown("What people call it."),
    helpUrl: text(linkMaxCharacters).optional().shown("Where people find help; null = nowhere."),
    requestable: flag()
      .policy()
      .shown("Whether it can be asked for now: its target system is enabled, and something says who authorizes it."),
    codes: list(text(20))
      .elsewhere()
      .shown("The operations by which it is asked for, which its connector can carry out and no option forbids."),
    fields: json().elsewhere().shown("The attributes that are asked, in their order."),
    phases: json()
      .elsewhere()
      .shown("Who would decide, phase by phase; none = nobody is asked, or it cannot be asked for."),
  },
  // Each of the tables finds its part of a page by these columns.
  indexes: [index("name", "key")],
  policies: {
    catalogueItem: {},
  },
});
