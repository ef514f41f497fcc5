import type { Merging } from "#domain/replication/merge-row.ts";
import { mergings } from "#domain/replication/merge-row.ts";
import { mergeShared } from "#domain/replication/merge-shared.ts";

/** Faults that are planted into the model, each of which its checks have to find. */
export const plantedFaults = [
  "remote stamps are not observed",
  "the clock is not restored",
  "changes are applied without comparing",
  "the cursor is one ahead of its data",
  "the status of a vault entry falls",
  "ids are ranked by arrival",
  "removals are forgotten by age",
  "the log is purged by age",
  "the vector of a peer is not counted",
  "a restore keeps the incarnation",
  "epochs of owners are not compared",
  "each node names conflicts itself",
  "a change does not wait for what it has seen of the other lane",
] as const;

/** A planted fault. */
export type PlantedFault = (typeof plantedFaults)[number];

const blind: Merging = (table, row, change) => {
  const merged = mergeShared(table, row, change);
  if (row === undefined || row.removed !== undefined || change.operation !== "update") return merged;
  return {
    ...merged,
    row: { ...row, values: { ...row.values, ...change.values }, stamps: { ...row.stamps, ...change.stamps } },
  };
};

const withoutEpochs: Merging = (table, row, change) => {
  const merged = mergeShared(table, row, change);
  const { tenure } = change;
  return merged.row === undefined || tenure === undefined ? merged : { ...merged, row: { ...merged.row, tenure } };
};

/** Returns the merging of each class, with the fault that is planted there. */
export function mergingsWith(fault: PlantedFault | undefined): typeof mergings {
  switch (fault) {
    case "changes are applied without comparing":
      return { ...mergings, shared: blind };
    case "the status of a vault entry falls":
      return { ...mergings, rising: mergeShared };
    case "epochs of owners are not compared":
      return { ...mergings, owned: withoutEpochs };
    default:
      return mergings;
  }
}
