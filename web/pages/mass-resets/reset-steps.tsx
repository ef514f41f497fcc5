import { useMemo } from "react";
import { Link } from "react-router";

import { massStepActs } from "#domain/mass-resets/steps.ts";

import type { MassReset, MassResetStep } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { Report, reportColumns, resultFilter, type ResultWords, targetFilter } from "./report-parts.tsx";

const words: ResultWords = "massReset.stepResult";

/** Report of an onboarding or offboarding: each step with its result, and the words of the service or of the target system. */
export function ResetSteps({ massReset: { key, state } }: { readonly massReset: MassReset }) {
  const say = useText();
  const source = useMemo(() => sourceOf(key, say), [key, say]);
  return <Report source={source} state={state} />;
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
    columns: columnsOf(say),
    filters,
  };
}

function columnsOf(say: Say): readonly TableColumn<MassResetStep>[] {
  const { target, result, canary, endedAt } = reportColumns(say, words);
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
    target,
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
    result,
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
    canary,
    endedAt,
  ];
}

const filters: readonly TableFilter[] = [
  resultFilter(words),
  {
    name: "step",
    title: "massReset.step",
    choices: massStepActs.map((act) => ({
      value: act,
      text: `massReset.step.${act}` as const,
      where: `act eq '${act}'`,
    })),
  },
  targetFilter,
];
