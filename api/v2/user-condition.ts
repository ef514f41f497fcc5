import { createConditionReader } from "../odata/condition-reader.ts";
import { entitySets } from "./routes.ts";
import { users } from "./users.ts";

/**
 * Binds a condition on users, as any $filter on users may have it.
 * @throws QUERY_OPTION_INVALID, PROPERTY_UNKNOWN, TYPES_INCOMPATIBLE, FILTER_TOO_LARGE
 */
export const userCondition = createConditionReader(entitySets, users, "condition");
