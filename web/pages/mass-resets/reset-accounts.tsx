import { Title } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { Link } from "react-router";

import { readAnew } from "../../api/changing.ts";
import type { MassReset, MassResetAccount } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import { pathOf } from "../../api/path.ts";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { resultLooks } from "./mass-reset-words.ts";

/** Report of a mass reset: each account with its result, and the words of its target system. */
export function ResetAccounts({ massReset: { key, state } }: { readonly massReset: MassReset }) {
  const say = useText();
  const client = useQueryClient();
  // The end is shown at once, not with the next poll of the list.
  useEffect(() => void readAnew(client, pathOf("massResets()/items", key)), [client, key, state]);
  const source = useMemo(() => sourceOf(key, say), [key, say]);
  return (
    <section aria-labelledby="mass-reset-accounts" className="gatehouse-below">
      <Title headingLevel="h2" id="mass-reset-accounts">
        {say("massReset.report")}
      </Title>
      <ResourceTable source={source} />
    </section>
  );
}

function sourceOf(key: string, say: Say): TableSource<MassResetAccount> {
  return {
    name: "massResetAccounts",
    title: "massReset.report",
    path: pathOf("massResets()/items", key),
    empty: "massReset.reportEmpty",
    keyProperty: "key",
    usualOrder: "key",
    expand: "person",
    keyOf: (row) => row.key,
    columns: [...whatColumns(say), ...resultColumns(say)],
    filters,
  };
}

function whatColumns(say: Say): readonly TableColumn<MassResetAccount>[] {
  return [
    {
      name: "account",
      title: "massReset.account",
      cell: ({ accountKey, accountName }) => <Link to={paths.account(accountKey)}>{accountName}</Link>,
      text: ({ accountName }) => accountName,
    },
    {
      name: "target",
      title: "massReset.target",
      cell: ({ targetSystemKey }) => targetSystemKey,
      text: ({ targetSystemKey }) => targetSystemKey,
    },
    {
      name: "owner",
      title: "massReset.owner",
      cell: ({ person, userKey }) =>
        userKey === null ? (
          say("massReset.noOwner")
        ) : (
          <Link to={paths.person(userKey)}>
            <PersonName person={person} />
          </Link>
        ),
      text: ({ person, userKey }) => person?.id ?? userKey ?? "",
    },
    {
      name: "act",
      title: "massReset.act",
      cell: ({ act }) => say(`massReset.act.${act}`),
      text: ({ act }) => say(`massReset.act.${act}`),
      isHidden: true,
    },
  ];
}

function resultColumns(say: Say): readonly TableColumn<MassResetAccount>[] {
  const resultOf = ({ result }: MassResetAccount) =>
    result === null ? say("massReset.result.open") : say(`massReset.result.${result}`);
  return [
    {
      name: "result",
      title: "massReset.result",
      cell: (row) => (
        <StateLabel look={row.result === null ? "info" : resultLooks[row.result]}>{resultOf(row)}</StateLabel>
      ),
      text: resultOf,
    },
    { name: "why", title: "massReset.why", cell: Why, text: whyOf },
    {
      name: "canary",
      title: "massReset.canary",
      cell: ({ isCanary }) => (isCanary ? say("massReset.isCanary") : null),
      text: ({ isCanary }) => (isCanary ? say("massReset.isCanary") : ""),
      isHidden: true,
    },
    {
      name: "sends",
      title: "massReset.attempts",
      cell: ({ sends }) => sends,
      text: ({ sends }) => String(sends),
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

/** Reason of a failure, with the words of the target system as it gave them. */
function Why({ result, errorCode, message }: MassResetAccount) {
  const words = codeOf({ result, errorCode });
  return (
    <>
      {words} {message === null ? null : <span lang="en">{message}</span>}
    </>
  );
}

const whyOf = ({ result, errorCode, message }: MassResetAccount) =>
  [codeOf({ result, errorCode }), message ?? ""].filter((part) => part !== "").join(" ");

/** Returns the meaning of the code of a failure; a skipped account has only the words of its reason. */
function codeOf({ result, errorCode }: Pick<MassResetAccount, "result" | "errorCode">): string {
  return errorCode === null || result === "X" ? "" : codeWords(errorCode);
}

const filters: readonly TableFilter[] = [
  {
    name: "result",
    title: "massReset.result",
    choices: [
      { value: "open", text: "massReset.result.open", where: "result eq null" },
      ...(["S", "F", "X"] as const).map((result) => ({
        value: result,
        text: `massReset.result.${result}` as const,
        where: `result eq '${result}'`,
      })),
    ],
  },
  {
    name: "target",
    title: "massReset.target",
    enters: "text",
    where: (text) => `targetSystemKey eq ${literal(text)}`,
  },
  { name: "owner", title: "massReset.owner", enters: "person", where: (userKey) => `userKey eq ${userKey}` },
];
