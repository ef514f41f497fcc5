import { requestableTypes } from "../../requests/requestable.ts";
import { detailProperties } from "../detail-properties.ts";
import { guid, oneOf, text } from "../format/builders.ts";
import { resource, unique } from "../format/resource.ts";

/** Details of catalog items that an administrator has set; an item without a row has none. */
export const catalogueDetails = resource("catalogueDetails", {
  class: "shared",
  holds: "data",
  key: "key",
  properties: {
    key: guid(),
    resourceType: oneOf(requestableTypes),
    resourceKey: text(),
    ...detailProperties,
  },
  indexes: [unique("derivedKey", "resourceType", "resourceKey")],
});
