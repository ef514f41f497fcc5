import { PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link } from "react-router";

import { runsPath } from "../../api/managed.ts";
import type { Run } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

/** Page of the runs that randomize or verify passwords, newest first. */
export function RunsPage() {
  const say = useText();
  const source = useMemo(() => sourceOf(say), [say]);
  return (
    <PageSection>
      <PageTitle name={say("runs.title")} />
      <p>{say("runs.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}

const reasons = ["due", "asked", "nightly", "settle", "checkIn", "leaving"] as const;
const states = ["queued", "running", "paused", "stopped", "ended"] as const;
const kinds = ["randomize", "verify", "massReset"] as const;

function sourceOf(say: Say): TableSource<Run> {
  return {
    name: "runs",
    title: "runs.title",
    path: runsPath,
    empty: "runs.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    keyOf: ({ key }) => key,
    isSearched: false,
    columns: [
      {
        name: "kind",
        title: "run.title",
        cell: ({ key, kind }) => <Link to={paths.run(key)}>{say(`run.kind.${kind}`)}</Link>,
        text: ({ kind }) => say(`run.kind.${kind}`),
      },
      {
        name: "reason",
        title: "run.reason",
        cell: ({ reason }) => say(`run.reason.${reason}`),
        text: ({ reason }) => say(`run.reason.${reason}`),
      },
      {
        name: "policy",
        title: "managed.policy",
        cell: ({ policyId }) => policyId,
        text: ({ policyId }) => policyId ?? "",
      },
      {
        name: "state",
        title: "account.state",
        cell: ({ state }) => say(`run.state.${state}`),
        text: ({ state }) => say(`run.state.${state}`),
      },
      {
        name: "createdAt",
        title: "run.created",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "endedAt",
        title: "run.ended",
        cell: ({ endedAt }) => (endedAt === null ? null : <Moment at={endedAt} />),
        text: ({ endedAt }) => endedAt ?? "",
      },
    ],
    filters: [
      {
        name: "kind",
        title: "run.title",
        choices: valueChoices("kind", kinds, (kind) => `run.kind.${kind}`),
      },
      {
        name: "state",
        title: "account.state",
        choices: valueChoices("state", states, (state) => `run.state.${state}`),
      },
      {
        name: "reason",
        title: "run.reason",
        choices: valueChoices("reason", reasons, (reason) => `run.reason.${reason}`),
      },
    ],
  };
}
