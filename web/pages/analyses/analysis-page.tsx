import { Button, PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useParams } from "react-router";

import { analysesPath, analysisQuery, isOver } from "../../api/analyses.ts";
import { call } from "../../api/call.ts";
import type { Analysis } from "../../api/model.ts";
import { isOffered } from "../../api/offered.ts";
import { ConfirmDialog } from "../../components/confirm-dialog.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { AnalysisRows, changeWords } from "./analysis-rows.tsx";
import { BarChart } from "./bar-chart.tsx";
import { Comparison } from "./comparison.tsx";
import { Suggestions } from "./suggestions.tsx";

/** Page of an analysis: its progress, its result as a chart and as a table, and the comparison with what came. */
export function AnalysisPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(analysisQuery(key));
  const analysis = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={analysis === undefined ? say("analysis.title") : say(`analysis.kind.${analysis.kind}`)}
        list={{ path: paths.analyses, title: "analyses.title" }}
        {...(analysis !== undefined && { actions: <StopAction analysis={analysis} /> })}
      />
      <EntityStanding entity={read} unreadable={say("analysis.unreadable")} gone={say("analysis.gone")} />
      {analysis === undefined ? null : (
        <>
          <AnalysisFacts analysis={analysis} />
          {isOver(analysis) ? <Result analysis={analysis} /> : null}
        </>
      )}
    </PageSection>
  );
}

function StopAction({ analysis }: { readonly analysis: Analysis }) {
  const say = useText();
  const [isOpen, setOpen] = useState(false);
  if (isOver(analysis) || !isOffered(analysis, "stop")) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {say("analysis.stop")}
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title={say("analysis.stop")}
          explained={say("analysis.stopExplained")}
          action={say("analysis.stop")}
          call={call("POST analyses()/stop", { key: analysis.key })}
          sets={[analysesPath]}
          close={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

function AnalysisFacts({ analysis }: { readonly analysis: Analysis }) {
  const say = useText();
  const { state, done, total, rowCount, createdAt, endedAt, errorMessage, summary } = analysis;
  const facts = [
    { term: say("analysis.state"), value: <span role="status">{say(`analysis.state.${state}`)}</span> },
    {
      term: say("analysis.progress"),
      value: total === null ? say("analysis.done", { done }) : say("analysis.doneOf", { done, total }),
    },
    { term: say("analysis.rows"), value: rowCount },
    { term: say("analysis.created"), value: <Moment at={createdAt} /> },
    { term: say("analysis.ended"), value: endedAt === null ? null : <Moment at={endedAt} /> },
    { term: say("analysis.error"), value: errorMessage === null ? null : <span lang="en">{errorMessage}</span> },
    {
      term: say("analysis.exact"),
      value:
        summary === null || summary.isExact === null
          ? null
          : say(summary.isExact ? "analysis.isExact" : "analysis.isCut"),
    },
  ];
  return <Facts facts={facts} />;
}

function Result({ analysis }: { readonly analysis: Analysis }) {
  const say = useText();
  const { key, kind, state, summary } = analysis;
  const bars = (summary?.operations ?? []).map(({ operation, people }) => ({
    name: changeWords(say, operation),
    value: people,
  }));
  return (
    <>
      {bars.length === 0 ? null : (
        <>
          <Title headingLevel="h2">{say("analysis.chart")}</Title>
          <BarChart title={say("analysis.chart")} bars={bars} />
        </>
      )}
      {kind === "roleMining" ? (
        <>
          <Title headingLevel="h2">{say("suggestions.title")}</Title>
          <Suggestions analysisKey={key} />
        </>
      ) : null}
      <Title headingLevel="h2">{say("analysis.result")}</Title>
      <AnalysisRows analysisKey={key} />
      {state === "ended" && isOffered(analysis, "compare") ? <Comparison analysis={analysis} /> : null}
    </>
  );
}
