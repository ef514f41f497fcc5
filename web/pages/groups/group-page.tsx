import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";

import { call } from "../../api/call.ts";
import { groupQuery, groupsPath } from "../../api/groups.ts";
import type { Group, Operation } from "../../api/model.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { OperationProgress } from "../../components/operation-progress.tsx";
import { withTexts } from "../../messages/language.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { GroupOwners } from "./group-owners.tsx";
import { GroupPhases } from "./group-phases.tsx";
import { ManageGroup } from "./manage-group.tsx";
import { ManagedLabel } from "./managed-label.tsx";
import { useManaging } from "./use-managing.ts";

const ManagingNotice = openedLater(
  async () => (await withTexts("managed-groups", import("./managing-notice.tsx"))).ManagingNotice,
);
// These stand below all other parts.
const GroupAttributes = openedLater(async () => (await import("./group-attributes.tsx")).GroupAttributes);
const GroupMembers = openedLater(async () => (await import("./group-members.tsx")).GroupMembers);

/** Page of a group: its properties, owners, approval phases, attributes and members. */
export function GroupPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(groupQuery(key));
  const { data } = read;
  const [operationKey, setOperationKey] = useState<string>();
  const { managed, start, stop } = useManaging();
  const group = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={
          data === undefined
            ? say("group.title")
            : say("account.on", { account: data.shortId, target: data.targetSystemKey })
        }
        list={{ path: paths.groups, title: "groups.title" }}
        {...(group !== undefined && {
          labels: <ManagedLabel isManaged={group.managed} />,
          actions: (
            <>
              {managed?.isRunning === true ? null : <ManageGroup group={group} start={start} />}
              <DeleteGroup group={group} follow={setOperationKey} />
            </>
          ),
        })}
      />
      {managed === undefined ? null : <ManagingNotice managed={managed} start={start} stop={stop} />}
      {operationKey === undefined ? null : (
        <OperationProgress key={operationKey} operationKey={operationKey} sets={[groupsPath]} />
      )}
      <EntityStanding entity={read} unreadable={say("group.unreadable")} gone={say("group.gone")} />
      {group === undefined ? null : <Whole group={group} follow={setOperationKey} />}
    </PageSection>
  );
}

interface PartProps {
  readonly group: Group;
  follow(operationKey: string): void;
}

function Whole({ group, follow }: PartProps) {
  const say = useText();
  const may = useMay();
  const { key, shortId, displayId, targetSystem, targetSystemKey, networkResourcePlatform, longId, stableId } = group;
  return (
    <>
      <Facts
        facts={[
          { term: say("groups.group"), value: shortId },
          { term: say("accounts.name"), value: displayId },
          { term: say("accounts.target"), value: targetSystem?.description ?? targetSystemKey },
          { term: say("group.managedBy"), value: managementOf(group, say) },
          { term: say("group.platform"), value: networkResourcePlatform },
          { term: say("group.performedBy"), value: <PerformedBy group={group} /> },
          { term: say("account.longId"), value: longId },
          { term: say("account.stableId"), value: stableId },
        ]}
      />
      <div className="gatehouse-columns gatehouse-below">
        {may("groups_owners_get_list") ? <GroupOwners groupKey={key} /> : null}
        <GroupPhases group={group} />
        {may("groups_attributes_get_list") ? <GroupAttributes groupKey={key} follow={follow} /> : null}
      </div>
      {may("groups_members_get_list") ? (
        <GroupMembers groupKey={key} name={shortId} isHiding={group.membersHidden} />
      ) : null}
    </>
  );
}

/** Performer of requested operations about a group, with the way to the page that sets it. */
function PerformedBy({ group: { key, fulfilment } }: Pick<PartProps, "group">) {
  const say = useText();
  return <Link to={paths.groupImplementers(key)}>{say(`group.performedBy.${fulfilment ?? "inherited"}`)}</Link>;
}

/** Returns what keeps a group managed or unmanaged; null if nothing does. */
function managementOf({ managedBy, keptUnmanaged }: Group, say: Say): string | null {
  if (managedBy !== null) return say(`group.managedBy.${managedBy}`);
  return keptUnmanaged ? say("group.keptUnmanaged") : null;
}

function DeleteGroup({ group, follow }: PartProps) {
  const say = useText();
  const may = useMay();
  const [isAsking, setAsking] = useState(false);
  if (!may("groups_delete")) return null;
  return (
    <>
      <Button variant="secondary" isDanger onClick={() => setAsking(true)}>
        {say("group.delete")}
      </Button>
      {isAsking ? (
        <ConfirmDialog<Operation>
          title={say("group.delete")}
          of={group.shortId}
          explained={say("group.deleteExplained", { group: group.shortId, target: group.targetSystemKey })}
          action={say("group.delete")}
          isDanger
          call={call("DELETE groups()", { key: group.key })}
          sets={[groupsPath]}
          done={(operation) => follow(operation.key)}
          close={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
