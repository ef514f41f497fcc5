import { Title } from "@patternfly/react-core";
import { useMemo, useState } from "react";

import { call } from "../../api/call.ts";
import type { ReplicationConflict } from "../../api/model.ts";
import { conflictsPath } from "../../api/nodes.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import { conflictsSource, type Decision, rowWords, valueWords } from "./conflicts-source.tsx";

/** The conflicts between nodes, each with both values and the two decisions. */
export function ConflictList() {
  const say = useText();
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
      <ResourceTable source={source} />
      {chosen === undefined ? null : <DecisionDialog {...chosen} close={() => setChosen(undefined)} />}
    </section>
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
