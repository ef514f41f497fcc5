import type { Resource } from "#domain/resources/format/resource.ts";
import { resources } from "#domain/resources/resources.ts";
import type { ResourceName } from "#policies/resources.ts";
import type { TableName, ViewName } from "#store/tables.ts";

/** Tables and views of the rows behind a policy's `resource`, by resource name. */
export const resourceTables = Object.fromEntries(
  Object.values<Resource>(resources).flatMap(({ table, policies }) =>
    Object.keys(policies).map((name) => [name, table]),
  ),
) as Readonly<Record<ResourceName, TableName | ViewName>>;
