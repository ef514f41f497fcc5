import { Button, PageSection, Skeleton } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { nodesStatusQuery } from "../../api/nodes.ts";
import { PageTitle } from "../../components/announce.tsx";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ConflictList } from "./conflict-list.tsx";
import { DifferenceList } from "./difference-list.tsx";
import { type ChosenNode, NodeTable } from "./node-table.tsx";
import { NodesPicture } from "./nodes-picture.tsx";
import { TwinList } from "./twin-list.tsx";

const NodeDialog = openedLater(async () => (await import("./node-dialog.tsx")).NodeDialog);
const InviteNodeDialog = openedLater(async () => (await import("./invite-node-dialog.tsx")).InviteNodeDialog);

/** Page of the nodes of the installation: how far each is, what can be done with it, and the conflicts between them. */
export function NodesPage() {
  const say = useText();
  const may = useMay();
  const [chosen, setChosen] = useState<ChosenNode>();
  const [isInviting, setInviting] = useState(false);
  const { data: status, error } = useQuery(nodesStatusQuery);
  return (
    <PageSection>
      <PageTitle name={say("nodes.title")} />
      <p>{say("nodes.explained")}</p>
      {!may("nodes_post_invite") ? null : (
        <div className="gatehouse-toolbar">
          <Button onClick={() => setInviting(true)}>{say("nodes.invite")}</Button>
        </div>
      )}
      {error === null ? null : <ErrorAlert error={error} title={say("nodes.unreadable")} />}
      {status === undefined ? (
        error === null && <Skeleton screenreaderText={say("state.loading")} height="12rem" />
      ) : (
        <>
          {status.nodes.length === 0 ? <p>{say("nodes.alone")}</p> : <NodesPicture status={status} />}
          <NodeTable status={status} choose={setChosen} />
        </>
      )}
      {may("replicationconflicts_get_list") ? <ConflictList /> : null}
      {may("nodes_differences_get") ? <DifferenceList /> : null}
      {may("nodes_twins_get") ? <TwinList /> : null}
      {chosen === undefined ? null : <NodeDialog node={chosen} close={() => setChosen(undefined)} />}
      {isInviting ? <InviteNodeDialog close={() => setInviting(false)} /> : null}
    </PageSection>
  );
}
