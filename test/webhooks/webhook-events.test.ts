import { expect, test } from "vitest";

import type { Column } from "#domain/resources/format/property.ts";
import { type WebhookEvent, webhookEvents } from "#domain/webhooks/webhook-events.ts";
import { eventTables } from "#operations/webhooks/engine/follow-events.ts";
import { columnsOf, primaryKeyOf } from "#store/rows.ts";
import { tables, type TableName } from "#store/tables.ts";

const events = Object.entries(webhookEvents) as [string, WebhookEvent][];
const columnOf = (table: string, column: string): Column | undefined => columnsOf(table as TableName)[column];

test.each(events)(
  "%s reads columns that exist, the row's key first, and none that may hold a secret",
  (_type, event) => {
    const { table, when = {}, changed = [], data } = event;
    expect(tables[table as TableName].class).not.toBe("local");
    for (const column of [...Object.keys(when), ...changed]) expect(columnOf(table, column), column).toBeDefined();
    const columns = Object.values(data);
    expect(columns[0]).toBe(primaryKeyOf(table as TableName));
    // Texts of any length are for people; flags and sealed values are not for others.
    for (const column of columns) expect(["text", "integer"], column).toContain(columnOf(table, column)?.kind);
  },
);

test("every table that has events is followed", () => {
  expect(eventTables.toSorted()).toEqual([...new Set(events.map(([, { table }]) => table))].toSorted());
});
