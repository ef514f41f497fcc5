import { Progress } from "@patternfly/react-core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useId } from "react";
import { Link } from "react-router";

import { readAnew } from "../../api/changing.ts";
import { isOverRun, runProgressQuery, runQuery } from "../../api/managed.ts";
import type { Run, RunProgress as Counts } from "../../api/model.ts";
import type { Path } from "../../api/odata.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Notice } from "../../components/notice.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";

interface RunProgressProps {
  readonly runKey: string;
  /** Paths of the sets that are invalidated when the run has ended. */
  readonly sets: readonly Path[];
}

/** Progress of a run until its end. */
export function RunProgress({ runKey, sets }: RunProgressProps) {
  const say = useText();
  const client = useQueryClient();
  const { data: run, error } = useQuery(runQuery(runKey));
  const { data: progress } = useQuery(runProgressQuery(runKey, run));
  const isOver = isOverRun(run);
  useEffect(() => {
    if (isOver) void readAnew(client, ...sets);
    // The sets belong to the page and do not change while it follows one run.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isOver, client]);
  if (error !== null) return <ErrorAlert error={error} title={say("progress.unreadable")} />;
  if (run === undefined) return null;
  const failed = progress?.failed ?? 0;
  return (
    <div role="status">
      <Notice
        kind={!isOver ? "info" : failed > 0 ? "danger" : "success"}
        title={say("run.standing", { kind: say(`run.kind.${run.kind}`), state: say(`run.state.${run.state}`) })}
      >
        {progress === undefined ? null : <RunCounts run={run} progress={progress} />}
        <Link to={paths.run(runKey)}>{say("run.show")}</Link>
      </Notice>
    </div>
  );
}

interface RunCountsProps {
  readonly run: Run;
  readonly progress: Counts;
}

/** Progress of a run in numbers of accounts. */
export function RunCounts({ run, progress: { accounts, done, failed, leftOut, open } }: RunCountsProps) {
  const say = useText();
  const id = useId();
  return (
    <>
      <p id={id}>{say("run.counts", { accounts, done, failed, leftOut, open })}</p>
      {isOverRun(run) || accounts === 0 ? null : (
        <Progress aria-labelledby={id} value={accounts - open} max={accounts} measureLocation="none" />
      )}
    </>
  );
}
