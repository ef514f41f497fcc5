import { ServiceError } from "#domain/errors.ts";
import { areNeighbours } from "#domain/nodes/node-versions.ts";
import { schemaVersion } from "#store/schema/schema-version.ts";

/** Version of the schema of another node. */
export interface VersionOfNode {
  readonly name: string;
  readonly schema: number;
}

/**
 * Refuses a node of a version with which this one does not replicate.
 * @throws NODE_VERSION_APART
 */
export function requireNeighbour({ name, schema }: VersionOfNode): void {
  const own = schemaVersion();
  if (areNeighbours(own, schema)) return;
  throw new ServiceError("NODE_VERSION_APART", {
    message: `Node '${name}' has version ${schema} of the schema, and this one ${own}: they are more than one minor version apart, so they exchange nothing. Upgrade '${name}', by one minor version at a time.`,
    detail: name,
  });
}

/**
 * Refuses a node of another version of the schema: whole rows are compared and taken among nodes of one version only.
 * @throws NODE_VERSION
 */
export function requireSameVersion({ name, schema }: VersionOfNode): void {
  const own = schemaVersion();
  if (own === schema) return;
  throw new ServiceError("NODE_VERSION", {
    message: `Node '${name}' has version ${schema} of the schema, and this one ${own}. Upgrade the older one, run 'gatehouse migrate' there, and call again.`,
    target: "schemaVersion",
  });
}
