import { Progress, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { isOverMassReset, massResetTargetsQuery } from "../../api/mass-resets.ts";
import type { MassReset, MassResetTarget } from "../../api/model.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { Table, Tbody, Td, Th, Thead, Tr } from "../../components/table.tsx";
import { useText } from "../../messages/text.ts";

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
  const titles = [say("massReset.target"), ...counts.map((name) => say(`${countWords}.${name}`))];
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
      {targets.length === 0 ? null : (
        <Table aria-label={say("massReset.progress")}>
          <Thead>
            <Tr>
              {titles.map((title) => (
                <Th key={title}>{title}</Th>
              ))}
            </Tr>
          </Thead>
          <Tbody>
            {targets.map((target) => (
              <TargetRow key={target.key} target={target} titles={titles} />
            ))}
          </Tbody>
        </Table>
      )}
    </section>
  );
}

interface TargetRowProps {
  readonly target: MassResetTarget;
  readonly titles: readonly string[];
}

function TargetRow({ target, titles: [first = "", ...others] }: TargetRowProps) {
  const say = useText();
  return (
    <Tr>
      <Td dataLabel={first}>{target.targetSystemKey || say("massReset.ofUsers")}</Td>
      {counts.map((name, index) => (
        <Td key={name} dataLabel={others[index] ?? ""}>
          {target[name]}
        </Td>
      ))}
    </Tr>
  );
}
