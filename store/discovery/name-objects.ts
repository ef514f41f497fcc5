import type { DiscoveredObject } from "#domain/discovery/discovery.ts";
import { discoveredNamesMax } from "#domain/engine-limits.ts";

import type { BoundSql } from "../sql/sql.ts";
import type { LoadedKind } from "./kinds.ts";
import { gone, newObjects } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";

type Change = DiscoveredObject["change"];
/** Returns the statement for the names of a kind's objects that a change is about, in the column `name`. */
type NamesOf = (parts: LoadParts, kind: LoadedKind, order: LoadOrder) => BoundSql;

const namesOf: Readonly<Record<Change, NamesOf>> = {
  added(_parts, kind, order) {
    const { text, values } = newObjects(order, kind);
    return { text: `s.\`name\` AS \`name\` FROM ${text} ORDER BY s.\`newKey\``, values };
  },
  changed: (_parts, { type }, { run }) => ({
    text:
      "s.`name` AS `name` FROM `stagedMatches` m, `stagedObjects` s WHERE m.`run` = ? AND m.`type` = ? AND m.`changes` <> '{}' " +
      "AND s.`run` = m.`run` AND s.`type` = m.`type` AND s.`state` = 'listed' AND s.`newKey` = m.`newKey` ORDER BY m.`newKey`",
    values: [run, type],
  }),
  removed({ writer }, kind, order) {
    const { text, values } = gone(writer, kind, order);
    return { text: `t.\`shortId\` AS \`name\` ${text} ORDER BY t.\`shortId\``, values };
  },
};

/** First objects of a load, at most `discoveredNamesMax` for each change. */
export interface Naming {
  readonly objects: readonly DiscoveredObject[];
  /** Adds the objects of one kind that a change is about; must run before the change. */
  note(change: Change, kind: LoadedKind): Promise<void>;
}

/** Makes the list of the first objects of a load. */
export function createNaming(parts: LoadParts, order: LoadOrder): Naming {
  const objects: DiscoveredObject[] = [];
  return {
    objects,
    async note(change, kind) {
      const left = discoveredNamesMax - objects.filter((one) => one.change === change).length;
      if (left <= 0) return;
      const { text, values } = namesOf[change](parts, kind, order);
      const rows = await parts.database.read(`SELECT ${text} LIMIT ${left}`, values);
      objects.push(...rows.map((row) => ({ change, type: kind.type, name: String(row["name"]) })));
    },
  };
}
