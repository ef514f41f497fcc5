import { type HeldBecause, heldReasons } from "#domain/replication/held-changes.ts";
import { isLeaving } from "#domain/replication/merge-row.ts";
import type { Resource } from "#domain/resources/format/resource.ts";
import { tableClasses } from "#domain/resources/format/table-classes.ts";
import { uniqueMergings } from "#domain/resources/format/unique-mergings.ts";
import { resources } from "#domain/resources/resources.ts";

import { markdownTable, writtenByDocs } from "./markdown.ts";

const all = Object.values<Resource>(resources).toSorted((a, b) => (a.table < b.table ? -1 : 1));

/** Writes the page about tables and unique indexes and how they merge between nodes. */
export function mergingPage(): string {
  const leaving = all.filter(({ class: of }) => isLeaving(of));
  return `# How tables merge between nodes

${writtenByDocs}

Each table has a class, which decides which changes its rows allow and how the changes of two nodes merge. [nodes.md](nodes.md) says what of this works today.

## Classes

${markdownTable([["class", "its rows change", "are removed", "between nodes", "tables"], ...classRows()])}

## Unique indexes

No node asks another before it writes, and nothing is refused when it arrives. Each unique index therefore says what happens with rows of two nodes that have the same values:

${markdownTable([["rule", "what happens"], ...ruleRows()])}

The unique indexes of the tables whose rows leave their node, and the numbers that each node counts:

${markdownTable([["table", "class", "values", "rule"], ...leaving.flatMap(indexRows)])}

## Changes that are held

A node that cannot apply a change holds it and everything behind it of the same origin. Nothing is skipped, and other origins go on.

${markdownTable([["reason", "meaning"], ...heldRows()])}
`;
}

function classRows(): string[][] {
  const yes = (is: boolean) => (is ? "yes" : "");
  return Object.entries(tableClasses).map(([name, { changes, removes, merges }]) => {
    const count = all.filter(({ class: of }) => of === name).length;
    return [`\`${name}\``, yes(changes), yes(removes), merges ?? "Its rows never leave their node.", String(count)];
  });
}

function ruleRows(): string[][] {
  return Object.entries(uniqueMergings).map(([name, { description }]) => [`\`${name}\``, description]);
}

function indexRows({ table, class: of, indexes }: Resource): string[][] {
  return indexes.flatMap(({ columns, merging }) => {
    if (merging === undefined) return [];
    return [[`\`${table}\``, `\`${of}\``, columns.map((column) => `\`${column}\``).join(", "), `\`${merging}\``]];
  });
}

function heldRows(): string[][] {
  const names = Object.keys(heldReasons) as HeldBecause[];
  return names.map((name) => [`\`${name}\``, heldReasons[name].description]);
}
