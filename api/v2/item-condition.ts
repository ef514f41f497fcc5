import { createConditionReader } from "../odata/condition-reader.ts";
import { catalogueItems } from "./catalogue-items.ts";
import { entitySets } from "./routes.ts";

/**
 * Binds a condition on catalog items, as any $filter on them may have it.
 * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN, TYPES_INCOMPATIBLE, FILTER_TOO_LARGE
 */
export const itemCondition = createConditionReader(entitySets, catalogueItems, "where");
