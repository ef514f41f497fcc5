import { exceeds, eq } from "#domain/query/condition.ts";
import { isShownColumn, placeOfStamp, valueIn } from "#domain/replication/conflict-values.ts";
import { conflictState } from "#domain/replication/conflicts.ts";
import { oneOf } from "#domain/resources/format/builders.ts";
import { replicationConflicts as resource } from "#domain/resources/replication-conflicts.ts";
import { acceptConflict, revertConflict } from "#operations/nodes/settle-conflicts.ts";

import type { SourceRow } from "../odata/structured-type.ts";
import { action } from "./action.ts";
import { structure } from "./entity-type-of.ts";
import { resourceSet } from "./resource-set.ts";

const { id, lostStamp, state } = resource.properties;

const valueOf = (of: "kept" | "lost") => ({
  needs: ["table", "column", of],
  from: ({ table, column, [of]: json }: SourceRow) =>
    valueIn({ table: String(table), column: String(column), json: (json ?? null) as string | null }),
});

const placeOf = (stamp: "keptStamp" | "lostStamp", part: "at" | "node") => ({
  needs: [stamp],
  from: (row: SourceRow) => placeOfStamp(String(row[stamp]))[part],
});

const settled = {
  parameters: { lostStamp },
  result: structure("SettledConflict", { id, state: oneOf(["accepted", "reverted"]).shown("State of the conflict.") }),
};

/** Values that a change of another node has replaced without knowing them, until somebody accepts or reverts that. */
export const replicationConflicts = resourceSet(resource, {
  attachment: "replicationConflict",
  properties: {
    state: {
      access: "read",
      needs: ["settled", "settledStamp", "lostStamp"],
      from: (row) => conflictState(row as never),
      cases: {
        cases: [
          { where: exceeds("lostStamp", "settledStamp"), value: "open" },
          { where: eq("settled", "reverted"), value: "reverted" },
        ],
        otherwise: "accepted",
      },
      members: state.facts.members ?? [],
    },
    isHidden: {
      needs: ["table", "column"],
      from: (row) => !isShownColumn(String(row["table"]), String(row["column"])),
    },
    keptValue: valueOf("kept"),
    keptAt: placeOf("keptStamp", "at"),
    keptNode: placeOf("keptStamp", "node"),
    lostValue: valueOf("lost"),
    lostAt: placeOf("lostStamp", "at"),
    lostNode: placeOf("lostStamp", "node"),
    rowName: { needs: ["table", "key"] },
    isRevertible: { needs: ["table", "key", "column"] },
  },
  actions: { accept: action(acceptConflict, settled), revert: action(revertConflict, settled) },
});
