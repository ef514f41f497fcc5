import { useQuery } from "@tanstack/react-query";

import type { ManagedGroupsTrialGroups } from "../../api/model.ts";
import { managedGroupsTrialQuery } from "../../api/target-systems.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { type TextKey, useText } from "../../messages/text.ts";

/** Names of groups that are shown of each kind. */
const namesMax = 10;

interface ManagedGroupsTrialProps {
  readonly targetId: string;
  /** Tried value of the option automaticallyDiscoverResourcesToLoad. */
  readonly automatically: boolean;
}

/** A dry run of the option by which discoveries manage groups: the number of groups of each kind and the first names. */
export function ManagedGroupsTrial({ targetId, automatically }: ManagedGroupsTrialProps) {
  const say = useText();
  const { data, error, isFetching } = useQuery(managedGroupsTrialQuery(targetId, automatically));
  return (
    <div role="status" aria-busy={isFetching}>
      {error === null ? null : <ErrorAlert error={error} />}
      {data === undefined ? null : (
        <>
          <p>{say(automatically ? "managedGroups.ifOn" : "managedGroups.ifOff")}</p>
          <ul>
            <Counted text="managedGroups.managed" groups={data.managed} />
            {automatically ? (
              <Counted text="managedGroups.taken" groups={data.taken} />
            ) : (
              <Counted text="managedGroups.givenBack" groups={data.givenBack} />
            )}
            <Counted text="managedGroups.keptUnmanaged" groups={data.keptUnmanaged} />
          </ul>
        </>
      )}
    </div>
  );
}

interface CountedProps {
  readonly text: TextKey;
  readonly groups: ManagedGroupsTrialGroups;
}

function Counted({ text, groups: { count, groups } }: CountedProps) {
  const say = useText();
  const names = groups.slice(0, namesMax).map(({ shortId }) => shortId);
  const others = count - names.length;
  return (
    <li>
      {say(text, { count })}
      {names.length === 0 ? null : `: ${names.join(", ")}`}
      {others > 0 ? ` ${say("managedGroups.others", { count: others })}` : null}
    </li>
  );
}
