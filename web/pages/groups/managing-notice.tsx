import { Button, Progress } from "@patternfly/react-core";

import { FailureList } from "../../components/failure-list.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import type { Managed, ManagingAction, useManaging } from "./use-managing.ts";

type ManagingNoticeProps = Pick<ReturnType<typeof useManaging>, "start" | "stop"> & { readonly managed: Managed };

const opposite = { manage: "unmanage", unmanage: "manage" } as const satisfies Record<ManagingAction, ManagingAction>;

/** Progress and result of an action on groups. The opposite action undoes what it has changed, and nothing else. */
export function ManagingNotice({ managed, start, stop }: ManagingNoticeProps) {
  const say = useText();
  const may = useMay();
  const { action, count, isRunning, changed, unchanged, failures } = managed;
  if (isRunning) {
    return (
      <>
        <Progress
          aria-label={say(`managing.${action}`)}
          value={changed.length + unchanged + failures.length}
          max={count}
          label={say("managing.progress", { done: changed.length + unchanged + failures.length, count })}
        />
        <Button variant="link" onClick={stop}>
          {say("action.stop")}
        </Button>
      </>
    );
  }
  const undo = opposite[action];
  return (
    <div role="status">
      <Notice
        kind={failures.length > 0 ? "warning" : "success"}
        title={say(`managing.done.${action}`, { count: changed.length })}
      >
        {unchanged === 0 ? null : <p>{say(`managing.unchanged.${action}`, { count: unchanged })}</p>}
        {failures.length === 0 ? null : <FailureList failures={failures} />}
        {changed.length === 0 || !may(`groups_post_${undo}`) ? null : (
          <Button variant="link" isInline onClick={() => start(undo, changed)}>
            {say("managing.undo")}
          </Button>
        )}
      </Notice>
    </div>
  );
}
