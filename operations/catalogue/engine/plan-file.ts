import { z } from "zod";

import { itemsChangedMax } from "#domain/catalogue-limits.ts";
import type { CatalogueDetails } from "#domain/catalogue/catalogue-details.ts";
import { type DetailsRow, readDetails } from "#domain/catalogue/details-file.ts";
import type { RowFault } from "#domain/csv-table.ts";
import { ServiceError } from "#domain/errors.ts";
import { foldedId, idMeant } from "#domain/person-id.ts";
import { inTurns, mapInTurns } from "#platform/loop-turns.ts";

import type { CallContext } from "../../kernel/context.ts";
import { brokenRules } from "../../kernel/input-invalid.ts";
import { usersLike } from "../../kernel/named-user.ts";
import { detailFields } from "./details-input.ts";
import { type DetailsPlan, planDetails } from "./planned-details.ts";
import { itemsByKey } from "./save-details.ts";

type Context = Pick<CallContext, "store" | "changes">;

const fields = z.object({
  risk: detailFields.risk,
  tags: detailFields.tags,
  longestHours: detailFields.longestHours,
});

/**
 * Plans the changes of the items that a file names, as they are now. It only reads.
 * @throws LIMIT_EXCEEDED
 */
export async function planFile(context: Context, text: string): Promise<DetailsPlan> {
  const { rows, faults, cut } = await inTurns(readDetails(text));
  if (cut) {
    const message = `A file may name at most ${itemsChangedMax} items; this one names more. Split it.`;
    throw new ServiceError("LIMIT_EXCEEDED", { target: "text", message });
  }
  const unfit = (await mapInTurns(rows, fieldFaults)).flat();
  const items = await itemsByKey(
    context,
    rows.map(({ key }) => key),
  );
  const ownerOf = await ownersOf(context, rows);
  const wanted = rows.flatMap((row) => {
    const item = items.get(row.key);
    const owner = ownerOf(row);
    if (item === undefined) unfit.push({ line: row.line, column: "key", message: unknownItem(row.key) });
    if ("fault" in owner) unfit.push({ line: row.line, column: "owner", message: owner.fault });
    return item === undefined || "fault" in owner ? [] : [{ item, changes: changesOf(row, owner.ownerKey) }];
  });
  const all = [...faults, ...unfit].toSorted((one, other) => one.line - other.line);
  const refused = new Set(all.map(({ line }) => line));
  const lines = new Map(rows.map(({ key, line }) => [key, line]));
  return planDetails(
    wanted.filter(({ item }) => !refused.has(lines.get(item.key) ?? 0)),
    all,
  );
}

const unknownItem = (key: string) =>
  `no item of the catalog has the key '${key}'. 'gatehouse catalogue list' shows the keys`;

function fieldFaults({ line, risk, tags, longestHours }: DetailsRow): readonly RowFault[] {
  return brokenRules(fields, { risk, tags, longestHours }).map(({ field, rule }) => ({
    line,
    column: field,
    message: `it ${rule}. Correct it`,
  }));
}

/** Key of the owner that a row names; undefined if the row names none. */
type Owner = { readonly ownerKey: string | null | undefined } | { readonly fault: string };

async function ownersOf(context: Context, rows: readonly DetailsRow[]): Promise<(row: DetailsRow) => Owner> {
  const names = [...new Set(rows.flatMap(({ owner }) => owner ?? []))];
  const users = await usersLike(context, names);
  const idsLike = Map.groupBy(
    users.map(({ id }) => id),
    foldedId,
  );
  const keys = new Map(users.map(({ id, key }) => [id, key]));
  return ({ owner }) => {
    if (owner === undefined || owner === null) return { ownerKey: owner };
    const ownerKey = keys.get(idMeant(owner, idsLike.get(foldedId(owner)) ?? []) ?? "");
    if (ownerKey !== undefined) return { ownerKey };
    return { fault: `no user has the ID '${owner}'. Correct it, or leave it empty for no owner` };
  };
}

function changesOf(row: DetailsRow, ownerKey: string | null | undefined): Partial<CatalogueDetails> {
  const { risk, tags, longestHours } = row;
  return {
    ...(ownerKey !== undefined && { ownerKey }),
    ...(typeof risk !== "string" && risk !== undefined && { risk }),
    ...(tags !== undefined && { tags }),
    ...(typeof longestHours !== "string" && longestHours !== undefined && { longestHours }),
  };
}
