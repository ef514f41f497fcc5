import { connectorOperationCodes } from "#domain/requests/operation-codes.ts";
import { roleRemovalCode } from "#domain/roles/removal-code.ts";

import type { CatalogueItem, CatalogueItemStanding } from "../../api/model.ts";

/**
 * Returns the operation with which an item is added to a request: the first one of the item. A role that all recipients have already is
 * asked to be removed.
 */
export function firstCode(
  { resourceType, codes }: Pick<CatalogueItem, "resourceType" | "codes">,
  standings: readonly (CatalogueItemStanding | undefined)[],
): string {
  const isHeld = standings.length > 0 && standings.every((standing) => standing?.held === "yes");
  return resourceType === "role" && isHeld ? roleRemovalCode : (codes[0] ?? connectorOperationCodes[0] ?? "");
}
