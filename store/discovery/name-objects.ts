import type { DiscoveredObject } from "#domain/discovery/discovery.ts";
import { discoveredNamesMax } from "#domain/engine-limits.ts";

import type { BoundSql } from "../sql/sql.ts";
import type { LoadedKind } from "./kinds.ts";
import { gone, newObjects } from "./load-objects.ts";
import type { LoadOrder, LoadParts } from "./load-order.ts";

type Change = DiscoveredObject["change"];
/** The names of objects of a kind that a change is about, as a statement over `name`. */
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

/** Names objects of a load, of each change the first `discoveredNamesMax`. */
export interface Naming {
  readonly objects: readonly DiscoveredObject[];
  /** Names what a change is about, of one kind; before it is carried out. */
  note(change: Change, kind: LoadedKind): Promise<void>;
}

/** Names the objects of a load. */
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
