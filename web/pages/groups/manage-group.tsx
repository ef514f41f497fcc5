import { Button } from "@patternfly/react-core";
import { useState } from "react";

import type { Group } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import type { useManaging } from "./use-managing.ts";

const UnmanageDialog = openedLater(
  async () => (await withTexts("managed-groups", import("./unmanage-dialog.tsx"))).UnmanageDialog,
);

interface ManageGroupProps extends Pick<ReturnType<typeof useManaging>, "start"> {
  readonly group: Group;
}

/** Button by which a group can be requested, or no longer. */
export function ManageGroup({ group, start }: ManageGroupProps) {
  const say = useText();
  const [isAsking, setAsking] = useState(false);
  if (isOffered(group, "manage"))
    return (
      <Button variant="secondary" onClick={() => start("manage", [group])}>
        {say("managing.manage")}
      </Button>
    );
  if (!isOffered(group, "unmanage")) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {say("managing.unmanage")}
      </Button>
      {isAsking ? (
        <UnmanageDialog groups={[group]} unmanage={() => start("unmanage", [group])} close={() => setAsking(false)} />
      ) : null}
    </>
  );
}
