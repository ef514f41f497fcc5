import { Button } from "@patternfly/react-core";

import type { ReplicationConflict } from "../../api/model.ts";
import { conflictsPath } from "../../api/nodes.ts";
import { isOffered, withActions } from "../../api/offered.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import type { Say } from "../../messages/text.ts";
import type { TableColumn, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

const looks = { open: "warning", accepted: "success", reverted: "info" } as const;
const states = Object.keys(looks) as readonly (keyof typeof looks)[];

/** A decision about a conflict. */
export type Decision = "accept" | "revert";

/** Returns the words for the place of a conflict: the row as people know it. */
export function rowWords({ rowName, key }: Pick<ReplicationConflict, "rowName" | "key">): string {
  return rowName ?? key;
}

/** Returns the words for one of the values. */
export function valueWords(
  { isHidden }: Pick<ReplicationConflict, "isHidden">,
  value: string | null,
  say: Say,
): string {
  return isHidden ? say("nodeConflicts.hidden") : (value ?? "—");
}

interface SourceTerms {
  readonly say: Say;
  decide(conflict: ReplicationConflict, decision: Decision): void;
}

/** Returns the list of conflicts between nodes. */
export function conflictsSource(terms: SourceTerms): TableSource<ReplicationConflict> {
  return {
    name: "replicationConflicts",
    title: "nodeConflicts.title",
    path: conflictsPath,
    empty: "nodeConflicts.empty",
    keyProperty: "id",
    usualOrder: "lostStamp desc",
    select: withActions(["accept", "revert"]),
    keyOf: ({ id }) => id,
    columns: [...placeColumns(terms), valueColumn(terms, "kept"), valueColumn(terms, "lost"), ...endColumns(terms)],
    filters: [
      {
        name: "state",
        title: "nodeConflicts.state",
        choices: valueChoices("state", states, (state) => `nodeConflicts.state.${state}`),
      },
    ],
  };
}

function placeColumns({ say }: SourceTerms): readonly TableColumn<ReplicationConflict>[] {
  return [
    { name: "row", title: "nodeConflicts.row", cell: rowWords, text: rowWords },
    {
      name: "column",
      title: "nodeConflicts.column",
      cell: ({ table, column }) => <code>{`${table}.${column}`}</code>,
      text: ({ table, column }) => `${table}.${column}`,
    },
    {
      name: "state",
      title: "nodeConflicts.state",
      cell: ({ state }) => <StateLabel look={looks[state]}>{say(`nodeConflicts.state.${state}`)}</StateLabel>,
      text: ({ state }) => say(`nodeConflicts.state.${state}`),
    },
  ];
}

function valueColumn({ say }: SourceTerms, of: "kept" | "lost"): TableColumn<ReplicationConflict> {
  const partsOf = (conflict: ReplicationConflict) => ({
    value: valueWords(conflict, conflict[`${of}Value`], say),
    at: conflict[`${of}At`],
    node: conflict[`${of}Node`],
  });
  return {
    name: of,
    title: `nodeConflicts.${of}`,
    cell(conflict) {
      const { value, at, node } = partsOf(conflict);
      return (
        <>
          <div className="gatehouse-small">{value}</div>
          <div className="gatehouse-small">
            {node} {at === null ? null : <Moment at={at} />}
          </div>
        </>
      );
    },
    text(conflict) {
      const { value, at, node } = partsOf(conflict);
      return [value, node, at].filter((part) => part !== null).join(" ");
    },
  };
}

function endColumns({ say, decide }: SourceTerms): readonly TableColumn<ReplicationConflict>[] {
  return [
    {
      name: "count",
      title: "nodeConflicts.count",
      sortBy: "count",
      isHidden: true,
      cell: ({ count }) => count,
      text: ({ count }) => String(count),
    },
    {
      name: "decision",
      title: "nodeConflicts.decision",
      cell: (conflict) =>
        (["accept", "revert"] as const)
          .filter((decision) => isOffered(conflict, decision) && (decision === "accept" || conflict.isRevertible))
          .map((decision) => (
            <Button
              key={decision}
              variant="link"
              size="sm"
              aria-label={say("action.on", { action: say(`nodeConflicts.${decision}`), name: rowWords(conflict) })}
              onClick={() => decide(conflict, decision)}
            >
              {say(`nodeConflicts.${decision}`)}
            </Button>
          )),
    },
  ];
}
