import { useMemo } from "react";
import { Link } from "react-router";

import { classCodes, rowReasons } from "#domain/analyses/analysis-rows.ts";

import type { AnalysisRow } from "../../api/model.ts";
import { pathOf } from "../../api/path.ts";
import { operationWords } from "../../messages/request-words.ts";
import { type Say, useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { valueChoices } from "../../table/value-choices.ts";

/** Table of the result of an analysis: each change with its person and its reason. */
export function AnalysisRows({ analysisKey }: { readonly analysisKey: string }) {
  const say = useText();
  const source = useMemo(() => sourceOf(say, analysisKey), [say, analysisKey]);
  return <ResourceTable source={source} />;
}

const personOf = ({ person, userKey }: AnalysisRow) => person?.displayName ?? person?.id ?? userKey ?? "";

const thingOf = ({ targetSystemKey, group, groupKey, role, roleKey }: AnalysisRow) =>
  [targetSystemKey, group?.displayId ?? groupKey, role?.id ?? roleKey].filter(Boolean).join(" · ");

function sourceOf(say: Say, analysisKey: string): TableSource<AnalysisRow> {
  return {
    name: "analysisRows",
    title: "analysis.result",
    path: pathOf("analyses()/rows", analysisKey),
    empty: "analysis.noRows",
    keyProperty: "key",
    usualOrder: "sequence",
    isSearched: false,
    keyOf: ({ key }) => key,
    expand: "person($select=key,id,displayName),group($select=key,displayId),role($select=key,id)",
    columns: [
      {
        name: "person",
        title: "analysis.person",
        cell: (row) => (row.userKey === null ? null : <Link to={paths.person(row.userKey)}>{personOf(row)}</Link>),
        text: personOf,
      },
      {
        name: "operation",
        title: "analysis.operation",
        cell: ({ operation }) => changeWords(say, operation),
        text: ({ operation }) => operation,
      },
      { name: "thing", title: "analysis.thing", cell: thingOf, text: thingOf },
      {
        name: "why",
        title: "analysis.why",
        cell: (row) => whyWords(say, row),
        text: (row) => whyWords(say, row),
      },
    ],
    filters: [
      {
        name: "why",
        title: "analysis.why",
        choices: valueChoices("why", rowReasons, (why) => `analysis.why.${why}`),
      },
      {
        name: "person",
        title: "analysis.person",
        enters: "person",
        where: (entered) => (entered === "" ? undefined : `userKey eq ${entered}`),
      },
    ],
  };
}

function whyWords(say: Say, { why, was, would }: AnalysisRow): string {
  const words = say(`analysis.why.${why}`);
  if (was === null || would === null) return words;
  return say("analysis.wasWould", { was: say(`analysis.is.${was}`), would: say(`analysis.is.${would}`) });
}

/** Returns the name of an operation of a result, with its code. */
export function changeWords(say: Say, operation: string): string {
  if (operation === classCodes.joins) return say("analysis.joins");
  if (operation === classCodes.leaves) return say("analysis.leaves");
  return say("analysis.operationCode", { operation: operationWords(operation, say), code: operation });
}
