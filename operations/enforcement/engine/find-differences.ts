import type { EnforcementKind, PersonDifferences } from "#domain/roles/differences.ts";

import type { CallContext } from "../../kernel/context.ts";
import { findAccessDifferences } from "./find-access-differences.ts";
import { findMemberDifferences, type SearchLimits } from "./find-member-differences.ts";

/**
 * Finds all differences of a utility. Within a transaction it reads what that has locked.
 * @throws READ_TOO_LONG, READS_TOO_MANY, READS_BUSY
 */
export function findDifferences(
  context: CallContext,
  kind: EnforcementKind,
  limits: SearchLimits,
): Promise<readonly PersonDifferences[]> {
  return kind === "autores" ? findMemberDifferences(context, limits) : findAccessDifferences(context, limits);
}
