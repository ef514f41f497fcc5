import { Button, Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { ReplicationConflict } from "../../api/model.ts";
import { conflictsPath } from "../../api/nodes.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EachDialog } from "../../components/each-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { conflictsSource, type Decision, rowWords, valueWords } from "./conflicts-source.tsx";

/** The conflicts between nodes, each with both values and the two decisions. */
export function ConflictList() {
  const say = useText();
  const may = useMay();
  const [selected, setSelected] = useState<ReadonlyMap<string, ReplicationConflict>>(new Map());
  const [isAccepting, setIsAccepting] = useState(false);
  const [chosen, setChosen] = useState<{ readonly conflict: ReplicationConflict; readonly decision: Decision }>();
  const source = useMemo(
    () => conflictsSource({ say, decide: (conflict, decision) => setChosen({ conflict, decision }) }),
    [say],
  );
  return (
    <section aria-labelledby="node-conflicts">
      <Title headingLevel="h2" id="node-conflicts">
        {say("nodeConflicts.title")}
      </Title>
      <p>{say("nodeConflicts.explained")}</p>
      <ResourceTable
        source={source}
        {...(may("replicationconflicts_post_accept") && { chosen: { rows: selected, change: setSelected } })}
        actions={
          may("replicationconflicts_post_accept") ? (
            <Button variant="secondary" isDisabled={selected.size === 0} onClick={() => setIsAccepting(true)}>
              {say("nodeConflicts.acceptChosen", { count: selected.size })}
            </Button>
          ) : null
        }
      />
      {isAccepting ? (
        <AcceptDialog
          conflicts={[...selected.values()]}
          close={(left) => {
            setIsAccepting(false);
            setSelected(new Map(left.map((conflict) => [conflict.id, conflict])));
          }}
        />
      ) : null}
      {chosen === undefined ? null : <DecisionDialog {...chosen} close={() => setChosen(undefined)} />}
    </section>
  );
}

interface AcceptDialogProps {
  readonly conflicts: readonly ReplicationConflict[];
  /** Receives the conflicts that were not accepted. */
  close(left: readonly ReplicationConflict[]): void;
}

/** A dialog that accepts each selected conflict, as it was read. */
function AcceptDialog({ conflicts, close }: AcceptDialogProps) {
  const say = useText();
  return (
    <EachDialog
      title={say("nodeConflicts.acceptChosen", { count: conflicts.length })}
      explained={say("nodeConflicts.acceptChosenExplained")}
      action={say("nodeConflicts.accept")}
      calls={conflicts.map((conflict) => ({
        key: conflict.id,
        name: `${rowWords(conflict)} ${conflict.column}`,
        call: call("POST replicationConflicts()/accept", {
          key: conflict.id,
          body: { lostStamp: conflict.lostStamp },
        }),
      }))}
      sets={[conflictsPath]}
      progress={(numbers) => say("nodeConflicts.accepted", numbers)}
      close={(left) => close(conflicts.filter(({ id }) => left.includes(id)))}
    />
  );
}

interface DecisionDialogProps {
  readonly conflict: ReplicationConflict;
  readonly decision: Decision;
  close(): void;
}

function DecisionDialog({ conflict, decision, close }: DecisionDialogProps) {
  const say = useText();
  const { id: key, lostStamp, keptValue, lostValue, column } = conflict;
  const body = { lostStamp };
  return (
    <ConfirmDialog
      title={say(`nodeConflicts.${decision}`)}
      of={rowWords(conflict)}
      explained={say(`nodeConflicts.${decision}Explained`, {
        column,
        kept: valueWords(conflict, keptValue, say),
        lost: valueWords(conflict, lostValue, say),
      })}
      action={say(`nodeConflicts.${decision}`)}
      call={
        decision === "accept"
          ? call("POST replicationConflicts()/accept", { key, body })
          : call("POST replicationConflicts()/revert", { key, body })
      }
      sets={[conflictsPath]}
      close={close}
    />
  );
}
