import { Title } from "@patternfly/react-core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

import { readAnew } from "../../api/changing.ts";
import type { MassReset, MassResetAccount } from "../../api/model.ts";
import { literal } from "../../api/odata.ts";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { type Say, useText } from "../../messages/text.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableColumn, TableFilter, TableSource } from "../../table/table-column.ts";
import { resultLooks } from "./mass-reset-words.ts";

/** Properties that the rows of all reports have. */
type ReportRow = Pick<MassResetAccount, "targetSystemKey" | "result" | "isCanary" | "endedAt">;

/** Prefix of the texts of results: accounts are reset, and steps are done. */
export type ResultWords = "massReset.result" | "massReset.stepResult";

interface ReportProps<Row> {
  readonly source: TableSource<Row>;
  readonly state: MassReset["state"];
}

/** Report of a mass reset: a list of its accounts or steps with their results. */
export function Report<Row extends ReportRow>({ source, state }: ReportProps<Row>) {
  const say = useText();
  const client = useQueryClient();
  const { path } = source;
  // The end is shown at once, not with the next poll of the list.
  useEffect(() => void readAnew(client, path), [client, path, state]);
  return (
    <section aria-labelledby="mass-reset-report" className="gatehouse-below">
      <Title headingLevel="h2" id="mass-reset-report">
        {say("massReset.report")}
      </Title>
      <ResourceTable source={source} />
    </section>
  );
}

/** Returns the columns that all reports have; each report places them among its own. */
export function reportColumns(say: Say, words: ResultWords) {
  const resultOf = ({ result }: ReportRow) => say(result === null ? "massReset.result.open" : `${words}.${result}`);
  const canaryOf = ({ isCanary }: ReportRow) => (isCanary ? say("massReset.isCanary") : "");
  return {
    target: {
      name: "target",
      title: "massReset.target",
      cell: ({ targetSystemKey }) => targetSystemKey,
      text: ({ targetSystemKey }) => targetSystemKey,
    },
    result: {
      name: "result",
      title: "massReset.result",
      cell: (row) => (
        <StateLabel look={row.result === null ? "info" : resultLooks[row.result]}>{resultOf(row)}</StateLabel>
      ),
      text: resultOf,
    },
    canary: { name: "canary", title: "massReset.canary", cell: canaryOf, text: canaryOf, isHidden: true },
    endedAt: {
      name: "endedAt",
      title: "massReset.ended",
      cell: ({ endedAt }) => (endedAt === null ? null : <Moment at={endedAt} />),
      text: ({ endedAt }) => endedAt ?? "",
    },
  } satisfies Readonly<Record<string, TableColumn<ReportRow>>>;
}

/** Returns the filter of a report by the results of its rows. */
export function resultFilter(words: ResultWords): TableFilter {
  return {
    name: "result",
    title: "massReset.result",
    choices: [
      { value: "open", text: "massReset.result.open", where: "result eq null" },
      ...(["S", "F", "X"] as const).map((result) => ({
        value: result,
        text: `${words}.${result}` as const,
        where: `result eq '${result}'`,
      })),
    ],
  };
}

/** Filter of a report by the target system of its rows. */
export const targetFilter: TableFilter = {
  name: "target",
  title: "massReset.target",
  enters: "text",
  where: (text) => `targetSystemKey eq ${literal(text)}`,
};
