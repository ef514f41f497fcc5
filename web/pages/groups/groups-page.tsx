import { Button, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { groupsPath } from "../../api/groups.ts";
import type { Group } from "../../api/model.ts";
import { targetNamesQuery } from "../../api/target-names.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { OperationProgress } from "../../components/operation-progress.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import type { TableSource } from "../../table/table-column.ts";
import { targetFilter } from "../../table/target-filter.ts";
import { ChosenGroups } from "./chosen-groups.tsx";
import { ManagedLabel } from "./managed-label.tsx";

const AddObjectDialog = openedLater(async () => (await import("../../forms/add-object-dialog.tsx")).AddObjectDialog);

/** Page of the groups on all target systems. */
export function GroupsPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  const [operationKey, setOperationKey] = useState<string>();
  const { data: targets } = useQuery(targetNamesQuery);
  const source = useMemo(() => sourceOf(say, targets ?? []), [say, targets]);
  const add = may("groups_post_create") ? (
    <Button onClick={() => setAdding(true)}>{say("newObject.add.group")}</Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("groups.title")} />
      {operationKey === undefined ? null : (
        <OperationProgress key={operationKey} operationKey={operationKey} sets={[groupsPath]} />
      )}
      <ChosenGroups source={source} add={add} />
      {isAdding ? (
        <AddObjectDialog of="group" set="groups" follow={setOperationKey} close={() => setAdding(false)} />
      ) : null}
    </PageSection>
  );
}

function sourceOf(say: Say, targets: Parameters<typeof targetFilter>[0]): TableSource<Group> {
  return {
    name: "groups",
    title: "groups.title",
    path: groupsPath,
    empty: "groups.empty",
    keyProperty: "key",
    usualOrder: "shortId",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "group",
        title: "groups.group",
        sortBy: "shortId",
        cell: ({ key, shortId }) => <Link to={paths.group(key)}>{shortId}</Link>,
        text: ({ shortId }) => shortId,
      },
      {
        name: "name",
        title: "accounts.name",
        cell: ({ displayId }) => displayId,
        text: ({ displayId }) => displayId,
      },
      {
        name: "target",
        title: "accounts.target",
        cell: ({ targetSystemKey }) => targetSystemKey,
        text: ({ targetSystemKey }) => targetSystemKey,
      },
      {
        name: "managed",
        title: "groups.managed",
        cell: ({ managed }) => <ManagedLabel isManaged={managed} />,
        text: ({ managed }) => say(managed ? "value.true" : "value.false"),
      },
      {
        name: "longId",
        title: "account.longId",
        isHidden: true,
        cell: ({ longId }) => longId,
        text: ({ longId }) => longId,
      },
    ],
    filters: [
      targetFilter(targets),
      {
        name: "managed",
        title: "groups.managed",
        choices: [
          {
            value: "yes",
            text: "groups.isManaged",
            where: "managed eq true",
          },
          {
            value: "no",
            text: "groups.isNotManaged",
            where: "managed eq false",
          },
        ],
      },
    ],
  };
}
