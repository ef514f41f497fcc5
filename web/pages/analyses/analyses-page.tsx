import { Button, PageSection } from "@patternfly/react-core";
import { useMemo, useState } from "react";
import { Link } from "react-router";

import { analysisKinds } from "#domain/analyses/analysis-kinds.ts";

import { analysesPath } from "../../api/analyses.ts";
import type { Analysis } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { SuggestDialog } from "./suggest-dialog.tsx";

const looks = { queued: "info", running: "info", ended: "success", stopped: "warning", failed: "danger" } as const;
const states = Object.keys(looks) as readonly (keyof typeof looks)[];

/** Page of the simulations and of the searches for roles, newest first. */
export function AnalysesPage() {
  const say = useText();
  const may = useMay();
  const source = useMemo(() => sourceOf(say), [say]);
  const [isOpen, setOpen] = useState(false);
  return (
    <PageSection>
      <PageTitle name={say("analyses.title")} />
      <p>{say("analyses.explained")}</p>
      {may("analyses_post_create") ? (
        <Button variant="primary" onClick={() => setOpen(true)}>
          {say("analyses.suggest")}
        </Button>
      ) : null}
      <ResourceTable source={source} />
      {isOpen ? <SuggestDialog close={() => setOpen(false)} /> : null}
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<Analysis> {
  return {
    name: "analyses",
    title: "analyses.title",
    path: analysesPath,
    empty: "analyses.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    isSearched: false,
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "kind",
        title: "analysis.kind",
        cell: ({ key, kind }) => <Link to={paths.analysis(key)}>{say(`analysis.kind.${kind}`)}</Link>,
        text: ({ kind }) => say(`analysis.kind.${kind}`),
      },
      {
        name: "state",
        title: "analysis.state",
        cell: ({ state }) => <StateLabel look={looks[state]}>{say(`analysis.state.${state}`)}</StateLabel>,
        text: ({ state }) => say(`analysis.state.${state}`),
      },
      {
        name: "rows",
        title: "analysis.rows",
        cell: ({ rowCount }) => rowCount,
        text: ({ rowCount }) => String(rowCount),
      },
      {
        name: "createdAt",
        title: "analysis.created",
        sortBy: "createdAt",
        cell: ({ createdAt }) => <Moment at={createdAt} />,
        text: ({ createdAt }) => createdAt,
      },
    ],
    filters: [
      {
        name: "kind",
        title: "analysis.kind",
        choices: valueChoices("kind", analysisKinds, (kind) => `analysis.kind.${kind}`),
      },
      {
        name: "state",
        title: "analysis.state",
        choices: valueChoices("state", states, (state) => `analysis.state.${state}`),
      },
    ],
  };
}
