import { Button, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { managedGroupsTrialQuery } from "../../api/target-systems.ts";
import { openedLater } from "../../components/opened-later.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { ManagedGroupsTrial } from "./managed-groups-trial.tsx";

const GiveBackDialog = openedLater(async () => (await import("./give-back-dialog.tsx")).GiveBackDialog);

interface ManagedGroupsProps {
  readonly targetId: string;
  /** Saved value of the option automaticallyDiscoverResourcesToLoad. */
  readonly automatically: boolean;
}

/** The groups that discoveries manage or have taken, on demand, and the way to give back those that they took. */
export function ManagedGroups({ targetId, automatically }: ManagedGroupsProps) {
  const say = useText();
  const may = useMay();
  const [isAsked, setAsked] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const { data } = useQuery({ ...managedGroupsTrialQuery(targetId, automatically), enabled: isAsked });
  const count = data?.givenBack.count ?? 0;
  return (
    <section aria-labelledby="managed-groups-title" className="gatehouse-below">
      <Title headingLevel="h3" id="managed-groups-title">
        {say("managedGroups.title")}
      </Title>
      {isAsked ? (
        <ManagedGroupsTrial targetId={targetId} automatically={automatically} />
      ) : (
        <Button variant="secondary" onClick={() => setAsked(true)}>
          {say("managedGroups.try")}
        </Button>
      )}
      {count > 0 && may("targetsystems_post_unmanagediscoveredgroups") ? (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {say("managedGroups.giveBack")}
        </Button>
      ) : null}
      {isAsking ? <GiveBackDialog targetId={targetId} count={count} close={() => setAsking(false)} /> : null}
    </section>
  );
}
