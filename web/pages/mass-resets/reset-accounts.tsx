import { useMemo } from "react";
import { Link } from "react-router";

import type { MassReset, MassResetAccount } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { PersonName } from "../../components/person-name.tsx";
import { codeWords } from "../../messages/error-words.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { Report, reportColumns, resultFilter, type ResultWords, targetFilter } from "./report-parts.tsx";

const words: ResultWords = "massReset.result";

/** Report of a mass reset: each account with its result, and the words of its target system. */
export function ResetAccounts({ massReset: { key, state } }: { readonly massReset: MassReset }) {
  const say = useText();
  const source = useMemo(() => sourceOf(key, say), [key, say]);
  return <Report source={source} state={state} />;
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
    columns: columnsOf(say),
    filters,
  };
}

function columnsOf(say: Say): readonly TableColumn<MassResetAccount>[] {
  const { target, result, canary, endedAt } = reportColumns(say, words);
  return [
    {
      name: "account",
      title: "massReset.account",
      cell: ({ accountKey, accountName }) => <Link to={paths.account(accountKey)}>{accountName}</Link>,
      text: ({ accountName }) => accountName,
    },
    target,
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
    result,
    { name: "why", title: "massReset.why", cell: Why, text: whyOf },
    canary,
    {
      name: "sends",
      title: "massReset.attempts",
      cell: ({ sends }) => sends,
      text: ({ sends }) => String(sends),
      isHidden: true,
    },
    endedAt,
  ];
}

/** Reason of a failure, with the words of the target system as it gave them. */
function Why({ result, errorCode, message }: MassResetAccount) {
  const meaning = codeOf({ result, errorCode });
  return (
    <>
      {meaning} {message === null ? null : <span lang="en">{message}</span>}
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
  resultFilter(words),
  targetFilter,
  { name: "owner", title: "massReset.owner", enters: "person", where: (userKey) => `userKey eq ${userKey}` },
];
