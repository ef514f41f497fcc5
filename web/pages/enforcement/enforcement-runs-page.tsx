import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { enforcementKinds } from "#domain/roles/differences.ts";
import { enforcementReasons, enforcementStates } from "#domain/roles/enforcement-run.ts";

import { enforcementRunsPath } from "../../api/enforcement.ts";
import type { EnforcementRun } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { lookOf } from "./enforcement-words.ts";

const StartRunDialog = openedLater(async () => (await import("./start-run-dialog.tsx")).StartRunDialog);

/** Page of the runs of autores and rbacenforce, newest first. */
export function EnforcementRunsPage() {
  const say = useText();
  const may = useMay();
  const [isStarting, setStarting] = useState(false);
  const source = useMemo(() => sourceOf(say), [say]);
  const add =
    may("enforcementruns_post_create") || may("enforcementruns_post_report") ? (
      <Button variant="primary" onClick={() => setStarting(true)}>
        {say("enforcementRuns.add")}
      </Button>
    ) : null;
  return (
    <PageSection>
      <PageTitle name={say("enforcementRuns.title")} />
      <p>{say("enforcementRuns.explained")}</p>
      <ResourceTable source={source} add={add} />
      {isStarting ? <StartRunDialog close={() => setStarting(false)} /> : null}
    </PageSection>
  );
}

type CountName = "people" | "differences" | "removals" | "submitted" | "refused";

/** Returns a column with a number of the run; it is not known before the search. */
function countColumn(name: CountName, isHidden?: true): TableColumn<EnforcementRun> {
  const shown = (run: EnforcementRun) => (run.startedAt === null ? "" : String(run[name]));
  return { name, title: `enforcement.${name}`, cell: shown, text: shown, ...(isHidden && { isHidden }) };
}

function sourceOf(say: Say): TableSource<EnforcementRun> {
  return {
    name: "enforcementRuns",
    title: "enforcementRuns.title",
    path: enforcementRunsPath,
    empty: "enforcementRuns.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "kind",
        title: "enforcement.kind",
        cell: ({ key, kind }) => <Link to={paths.enforcementRun(key)}>{say(`enforcement.kind.${kind}`)}</Link>,
        text: ({ kind }) => say(`enforcement.kind.${kind}`),
      },
      {
        name: "state",
        title: "enforcement.state",
        cell: (run) => <StateLabel look={lookOf(run)}>{say(`enforcement.state.${run.state}`)}</StateLabel>,
        text: ({ state }) => say(`enforcement.state.${state}`),
      },
      {
        name: "reason",
        title: "enforcement.reason",
        cell: ({ reason }) => say(`enforcement.reason.${reason}`),
        text: ({ reason }) => say(`enforcement.reason.${reason}`),
      },
      countColumn("people"),
      countColumn("differences"),
      countColumn("removals"),
      countColumn("submitted", true),
      countColumn("refused"),
      {
        name: "createdAt",
        title: "enforcement.created",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
      {
        name: "endedAt",
        title: "enforcement.ended",
        cell: ({ endedAt }) => (endedAt === null ? null : <Moment at={endedAt} />),
        text: ({ endedAt }) => endedAt ?? "",
      },
    ],
    filters: [
      {
        name: "kind",
        title: "enforcement.kind",
        choices: valueChoices("kind", enforcementKinds, (kind) => `enforcement.kind.${kind}`),
      },
      {
        name: "state",
        title: "enforcement.state",
        choices: valueChoices("state", enforcementStates, (state) => `enforcement.state.${state}`),
      },
      {
        name: "reason",
        title: "enforcement.reason",
        choices: valueChoices("reason", enforcementReasons, (reason) => `enforcement.reason.${reason}`),
      },
    ],
  };
}
