import { Progress, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { isOverMassReset, massResetTargetsQuery } from "../../api/mass-resets.ts";
import type { MassReset, MassResetTarget } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { TargetCounts } from "./target-counts.tsx";

const counts = ["accounts", "done", "failed", "leftOut"] as const;

/** Progress of a mass reset as a whole, and on each target system. */
export function TargetProgress({ massReset }: { readonly massReset: MassReset }) {
  const say = useText();
  const id = useId();
  const { data: targets = [], error } = useQuery(massResetTargetsQuery(massReset));
  if (error !== null) return <ErrorAlert error={error} title={say("progress.unreadable")} />;
  const sumOf = (name: (typeof counts)[number]) => targets.reduce((sum, target) => sum + target[name], 0);
  const accounts = sumOf("accounts");
  const open = accounts - sumOf("done") - sumOf("failed") - sumOf("leftOut");
  const isReset = massReset.action === "reset";
  const countWords = isReset ? "massReset.count" : "massReset.stepCount";
  return (
    <section aria-labelledby="mass-reset-progress">
      <Title headingLevel="h2" id="mass-reset-progress">
        {say("massReset.progress")}
      </Title>
      <div role="status">
        <p id={id}>
          {say(isReset ? "massReset.counts" : "massReset.stepCounts", {
            accounts,
            done: sumOf("done"),
            failed: sumOf("failed"),
            open,
          })}
        </p>
        {isOverMassReset(massReset) || accounts === 0 ? null : (
          <Progress aria-labelledby={id} value={accounts - open} max={accounts} measureLocation="none" />
        )}
      </div>
      <TargetCounts
        label={say("massReset.progress")}
        targets={targets}
        counts={counts.map((name) => ({
          title: say(`${countWords}.${name}`),
          of: (target: MassResetTarget) => target[name],
        }))}
      />
    </section>
  );
}
