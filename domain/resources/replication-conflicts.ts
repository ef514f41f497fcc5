import { conflictStates } from "../conflict-states.ts";
import { guid, integer, longText, oneOf, text, time, flag } from "./format/builders.ts";
import { index, resource } from "./format/resource.ts";

const stampSize = 80;
const nameSize = 60;

/** Values that a change of another node has replaced without knowing them: one row for each column of a row. */
export const replicationConflicts = resource("replicationConflicts", {
  class: "shared",
  holds: "data",
  key: "id",
  entity: { type: "ReplicationConflict", key: "replicationConflictId" },
  properties: {
    /** Hash of table, key and column, so that all nodes make one row. */
    id: guid().policy().shown("ID of the conflict, which follows from table, key and column."),
    state: oneOf(conflictStates)
      .elsewhere()
      .shown(
        "State of the conflict: open, accepted or reverted. A value that is lost after the decision opens it again.",
      ),
    table: text(nameSize).policy().searched().shown("Table of the row whose value was lost."),
    key: text().searched().label("Row key").shown("Key of that row."),
    column: text(nameSize)
      .policy()
      .searched()
      .shown("Column of the value; the key of the table if the whole row was lost."),
    rowName: longText().optional().elsewhere().label("Row").shown("Name of that row; null if it has none or is gone."),
    /** Value that stayed, as JSON; null for a secret, and for a row that was removed. */
    kept: longText().optional(),
    keptStamp: text(stampSize),
    /** Value that was lost last, as JSON; null for a secret. */
    lost: longText().optional(),
    lostStamp: text(stampSize).shown(
      "Stamp of the value that was lost last. A decision names it, so that it is about no other one.",
    ),
    isHidden: flag()
      .elsewhere()
      .label("Hidden")
      .shown("True if the values are not shown, because callers may not see that column."),
    keptValue: longText()
      .optional()
      .elsewhere()
      .shown("Value that stayed, as text and cut if it is long; null for no value, a deleted row and hidden values."),
    keptAt: time().optional().elsewhere().shown("Time of the change whose value stayed; null if it is not known."),
    keptNode: text().optional().elsewhere().shown("Node of the change whose value stayed; null if it is not known."),
    lostValue: longText()
      .optional()
      .elsewhere()
      .shown("Value that was lost last, as text and cut if it is long; null for no value and hidden values."),
    lostAt: time().optional().elsewhere().shown("Time of the change whose value was lost; null if it is not known."),
    lostNode: text().optional().elsewhere().shown("Node of the change whose value was lost; null if it is not known."),
    /** Number of times that a later value was lost. */
    count: integer().shown("Number of values that were lost there."),
    isRevertible: flag()
      .elsewhere()
      .label("Revertible")
      .shown("True if `revert` can write the lost value; otherwise set the value that you want where it is edited."),
    /** Stamp of the loss that was decided last; empty if none was. */
    settledStamp: text(stampSize).initially(""),
    settled: oneOf(["accepted", "reverted"]).optional(),
    by: guid().optional().label("Decided by").shown("Key of the user who decided last; null if none has."),
    /** Stamp of the loss of which administrators were notified by this node. */
    toldStamp: text(stampSize).optional().ofNode(),
  },
  indexes: [index("table", "key")],
  policies: { replicationConflict: {} },
});
