import { Button, PageSection } from "@patternfly/react-core";
import { useMemo } from "react";
import { Link, useNavigate } from "react-router";

import { massResetDeliveries, massResetStates } from "#domain/mass-resets/mass-reset.ts";
import { massResetActions } from "#domain/mass-resets/steps.ts";

import { massResetsPath } from "../../api/mass-resets.ts";
import type { MassReset } from "../../api/model.ts";
import { PageTitle } from "../../components/announce.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableSource } from "../../table/table-column.ts";
import { massResetLooks } from "./mass-reset-words.ts";

/** Page of the mass resets of passwords, newest first. */
export function MassResetsPage() {
  const say = useText();
  const may = useMay();
  const navigate = useNavigate();
  const source = useMemo(() => sourceOf(say), [say]);
  const add = may("massresets_post_create") ? (
    <Button variant="primary" onClick={() => void navigate(paths.newMassReset)}>
      {say("massResets.add")}
    </Button>
  ) : null;
  return (
    <PageSection>
      <PageTitle name={say("massResets.title")} />
      <p>{say("massResets.explained")}</p>
      <ResourceTable source={source} add={add} />
    </PageSection>
  );
}

function sourceOf(say: Say): TableSource<MassReset> {
  return {
    name: "massResets",
    title: "massResets.title",
    path: massResetsPath,
    empty: "massResets.empty",
    keyProperty: "key",
    usualOrder: "createdAt desc",
    keyOf: ({ key }) => key,
    columns: [
      {
        name: "number",
        title: "massReset.number",
        sortBy: "number",
        cell: ({ key, number }) => <Link to={paths.massReset(key)}>{number}</Link>,
        text: ({ number }) => number,
      },
      {
        name: "state",
        title: "massReset.state",
        cell: ({ state }) => <StateLabel look={massResetLooks[state]}>{say(`massReset.state.${state}`)}</StateLabel>,
        text: ({ state }) => say(`massReset.state.${state}`),
      },
      {
        name: "action",
        title: "massReset.action",
        cell: ({ action }) => say(`massReset.action.${action}`),
        text: ({ action }) => say(`massReset.action.${action}`),
      },
      { name: "reason", title: "massReset.reason", cell: ({ reason }) => reason, text: ({ reason }) => reason },
      countColumn("accounts", "massReset.accounts"),
      countColumn("people", "massReset.people"),
      {
        name: "delivery",
        title: "massReset.delivery",
        cell: ({ delivery }) => say(`massReset.delivery.${delivery}`),
        text: ({ delivery }) => say(`massReset.delivery.${delivery}`),
      },
      momentColumn("createdAt", "massReset.created"),
      momentColumn("endedAt", "massReset.ended"),
    ],
    filters: [
      {
        name: "state",
        title: "massReset.state",
        choices: massResetStates.map((state) => ({
          value: state,
          text: `massReset.state.${state}` as const,
          where: `state eq '${state}'`,
        })),
      },
      {
        name: "action",
        title: "massReset.action",
        choices: massResetActions.map((action) => ({
          value: action,
          text: `massReset.action.${action}` as const,
          where: `action eq '${action}'`,
        })),
      },
      {
        name: "delivery",
        title: "massReset.delivery",
        choices: massResetDeliveries.map((delivery) => ({
          value: delivery,
          text: `massReset.delivery.${delivery}` as const,
          where: `delivery eq '${delivery}'`,
        })),
      },
    ],
  };
}

/** Returns a column with a number that a trial or the start has found. */
function countColumn(
  name: "accounts" | "people",
  title: "massReset.accounts" | "massReset.people",
): TableColumn<MassReset> {
  const shown = (massReset: MassReset) => (massReset.trialAt === null ? "" : String(massReset[name]));
  return { name, title, cell: shown, text: shown };
}

function momentColumn(
  name: "createdAt" | "endedAt",
  title: "massReset.created" | "massReset.ended",
): TableColumn<MassReset> {
  return {
    name,
    title,
    ...(name === "createdAt" && { sortBy: name }),
    cell: ({ [name]: at }) => (at === null ? null : <Moment at={at} />),
    text: ({ [name]: at }) => at ?? "",
  };
}
