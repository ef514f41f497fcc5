import { ServiceError } from "#domain/errors.ts";
import type { Row } from "#store/tables.ts";

import type { CallContext } from "../../kernel/context.ts";
import { lockedRow } from "../../kernel/rows/locked-row.ts";
import { visibleRow } from "../../kernel/rows/visible-row.ts";

/** Input of a call about a draft. */
export interface DraftInput {
  readonly key: string;
}

/**
 * Returns a mass reset that was not started yet, if the caller may see it.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_STARTED
 */
export async function requireDraft(context: CallContext, { key }: DraftInput): Promise<Row<"massResets">> {
  return drafted(await visibleRow(context, { table: "massResets", key }));
}

/**
 * Returns such a draft, locked until the current transaction ends.
 * @throws NOT_FOUND, FORBIDDEN, MASS_RESET_STARTED
 */
export async function lockedDraft(context: CallContext, { key }: DraftInput): Promise<Row<"massResets">> {
  return drafted(await lockedRow(context, { table: "massResets", key }));
}

function drafted(row: Row<"massResets">): Row<"massResets"> {
  if (row.state !== "draft") throw new ServiceError("MASS_RESET_STARTED", { target: "key" });
  return row;
}
