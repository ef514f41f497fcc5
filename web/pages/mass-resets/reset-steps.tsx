import { Title } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Link } from "react-router";

import { massStepActs } from "#domain/mass-resets/steps.ts";

import { readAnew } from "../../api/changing.ts";
import type { MassReset, MassResetStep } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { resultLooks } from "./mass-reset-words.ts";

/** Report of an onboarding or offboarding: each step with its result, and the words of the service or of the target system. */
export function ResetSteps({ massReset: { key, state } }: { readonly massReset: MassReset }) {
  const say = useText();
  const client = useQueryClient();
  // The end is shown at once, not with the next poll of the list.
  useEffect(() => void readAnew(client, pathOf("massResets()/steps", key)), [client, key, state]);
  const source = useMemo(() => sourceOf(key, say), [key, say]);
  return (
    <section aria-labelledby="mass-reset-steps" className="gatehouse-below">
      <Title headingLevel="h2" id="mass-reset-steps">
        {say("massReset.report")}
      </Title>
      <ResourceTable source={source} />
    </section>
  );
}

function sourceOf(key: string, say: Say): TableSource<MassResetStep> {
  return {
    name: "massResetSteps",
    title: "massReset.report",
    path: pathOf("massResets()/steps", key),
    empty: "massReset.stepsEmpty",
    keyProperty: "key",
    usualOrder: "line",
    keyOf: (row) => row.key,
    columns: [...whatColumns(say), ...resultColumns(say)],
    filters: filtersOf(),
  };
}

function whatColumns(say: Say): readonly TableColumn<MassResetStep>[] {
  return [
    { name: "line", title: "massReset.line", cell: ({ line }) => line, text: ({ line }) => String(line) },
    {
      name: "user",
      title: "massReset.user",
      cell: ({ userId, userKey }) =>
        userKey === null ? userId : <Link to={paths.person(userKey)}>{userId ?? userKey}</Link>,
      text: ({ userId }) => userId ?? "",
    },
    {
      name: "step",
      title: "massReset.step",
      cell: ({ act }) => say(`massReset.step.${act}`),
      text: ({ act }) => say(`massReset.step.${act}`),
    },
    {
      name: "target",
      title: "massReset.target",
      cell: ({ targetSystemKey }) => targetSystemKey,
      text: ({ targetSystemKey }) => targetSystemKey,
    },
    {
      name: "subject",
      title: "massReset.subject",
      cell: ({ accountKey, accountName, groupName }) =>
        accountKey === null || accountName === null ? (
          (groupName ?? accountName)
        ) : (
          <Link to={paths.account(accountKey)}>{groupName ?? accountName}</Link>
        ),
      text: ({ accountName, groupName }) => groupName ?? accountName ?? "",
    },
  ];
}

function resultColumns(say: Say): readonly TableColumn<MassResetStep>[] {
  const resultOf = ({ result }: MassResetStep) =>
    result === null ? say("massReset.result.open") : say(`massReset.stepResult.${result}`);
  return [
    {
      name: "result",
      title: "massReset.result",
      cell: (row) => (
        <StateLabel look={row.result === null ? "info" : resultLooks[row.result]}>{resultOf(row)}</StateLabel>
      ),
      text: resultOf,
    },
    {
      name: "why",
      title: "massReset.why",
      cell: ({ message, requestKey }) => (
        <>
          {message === null ? null : <span lang="en">{message}</span>}{" "}
          {requestKey === null ? null : <Link to={paths.request(requestKey)}>{say("massReset.request")}</Link>}
        </>
      ),
      text: ({ message }) => message ?? "",
    },
    {
      name: "canary",
      title: "massReset.canary",
      cell: ({ isCanary }) => (isCanary ? say("massReset.isCanary") : null),
      text: ({ isCanary }) => (isCanary ? say("massReset.isCanary") : ""),
      isHidden: true,
    },
    {
      name: "endedAt",
      title: "massReset.ended",
      cell: ({ endedAt }) => (endedAt === null ? null : <Moment at={endedAt} />),
      text: ({ endedAt }) => endedAt ?? "",
    },
  ];
}

function filtersOf(): readonly TableFilter[] {
  return [
    {
      name: "result",
      title: "massReset.result",
      choices: [
        { value: "open", text: "massReset.result.open", where: "result eq null" },
        ...(["S", "F", "X"] as const).map((result) => ({
          value: result,
          text: `massReset.stepResult.${result}` as const,
          where: `result eq '${result}'`,
        })),
      ],
    },
    {
      name: "step",
      title: "massReset.step",
      choices: massStepActs.map((act) => ({
        value: act,
        text: `massReset.step.${act}` as const,
        where: `act eq '${act}'`,
      })),
    },
    {
      name: "target",
      title: "massReset.target",
      enters: "text",
      where: (text) => `targetSystemKey eq ${literal(text)}`,
    },
  ];
}
