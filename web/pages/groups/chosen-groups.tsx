import { Button } from "@patternfly/react-core";
import { type ReactNode, useState } from "react";

import type { Group } from "../../api/model.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { useManaging } from "./use-managing.ts";

const ManagingNotice = openedLater(
  async () => (await withTexts("managed-groups", import("./managing-notice.tsx"))).ManagingNotice,
);
const UnmanageDialog = openedLater(
  async () => (await withTexts("managed-groups", import("./unmanage-dialog.tsx"))).UnmanageDialog,
);

const none: ReadonlyMap<string, Group> = new Map();

interface ChosenGroupsProps {
  readonly source: TableSource<Group>;
  readonly add: ReactNode;
}

/** A list of groups with selection, and the actions by which the selected ones can be requested or no longer. */
export function ChosenGroups({ source, add }: ChosenGroupsProps) {
  const say = useText();
  const may = useMay();
  const [chosen, setChosen] = useState(none);
  const [isAsking, setAsking] = useState(false);
  const { managed, start, stop } = useManaging();
  const groups = [...chosen.values()];
  const isDisabled = groups.length === 0 || managed?.isRunning === true;
  const [mayManage, mayUnmanage] = [may("groups_post_manage"), may("groups_post_unmanage")];
  const startAll = (action: "manage" | "unmanage") => {
    start(action, groups);
    setChosen(none);
  };
  return (
    <>
      {managed === undefined ? null : <ManagingNotice managed={managed} start={start} stop={stop} />}
      <ResourceTable
        source={source}
        add={add}
        {...((mayManage || mayUnmanage) && { chosen: { rows: chosen, change: setChosen } })}
        actions={
          <>
            {mayManage ? (
              <Button variant="secondary" isDisabled={isDisabled} onClick={() => startAll("manage")}>
                {say("managing.manageChosen", { count: groups.length })}
              </Button>
            ) : null}
            {mayUnmanage ? (
              <Button variant="secondary" isDisabled={isDisabled} onClick={() => setAsking(true)}>
                {say("managing.unmanageChosen", { count: groups.length })}
              </Button>
            ) : null}
          </>
        }
      />
      {isAsking ? (
        <UnmanageDialog groups={groups} unmanage={() => startAll("unmanage")} close={() => setAsking(false)} />
      ) : null}
    </>
  );
}
