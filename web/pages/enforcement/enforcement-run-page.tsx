import { PageSection, Progress } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useParams } from "react-router";

import { enforcementRunQuery, isOverEnforcement } from "../../api/enforcement.ts";
import type { EnforcementRun } from "../../api/model.ts";
import { namesQuery, personQuery } from "../../api/person-names.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { Notice } from "../../components/notice.tsx";
import { PersonName } from "../../components/person-name.tsx";
import { StateLabel } from "../../components/state-label.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { EnforcedPeople } from "./enforced-people.tsx";
import { lookOf } from "./enforcement-words.ts";
import { RemovalsDecision } from "./removals-decision.tsx";
import { EnforcementActions } from "./run-actions.tsx";

/** Page of a run of autores or rbacenforce: its progress, what it waits for, and its people with their differences and requests. */
export function EnforcementRunPage() {
  const say = useText();
  const may = useMay();
  const { key = "" } = useParams();
  const read = useQuery(enforcementRunQuery(key));
  const run = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={
          run === undefined
            ? say("enforcement.title")
            : say("enforcement.run", { kind: say(`enforcement.kind.${run.kind}`) })
        }
        list={{ path: paths.enforcementRuns, title: "enforcementRuns.title" }}
        {...(run !== undefined && {
          labels: <StateLabel look={lookOf(run)}>{say(`enforcement.state.${run.state}`)}</StateLabel>,
          actions: <EnforcementActions run={run} />,
        })}
      />
      <EntityStanding entity={read} unreadable={say("enforcement.unreadable")} gone={say("enforcement.gone")} />
      {run === undefined ? null : (
        <>
          {run.state === "confirming" ? <RemovalsDecision run={run} /> : null}
          {run.errorMessage === null ? null : (
            <Notice kind="danger" title={say("enforcement.problem")}>
              <span lang="en">{run.errorMessage}</span>
            </Notice>
          )}
          <RunCounts run={run} />
          <RunFacts run={run} />
          {may("enforcementruns_items_get_list") ? <EnforcedPeople runKey={run.key} waiting={run.waiting} /> : null}
        </>
      )}
    </PageSection>
  );
}

function RunCounts({ run }: { readonly run: EnforcementRun }) {
  const say = useText();
  const id = useId();
  const { people, waiting, submitted, refused, startedAt } = run;
  return (
    <div role="status">
      <p id={id}>
        {startedAt === null
          ? say("enforcement.notSearched")
          : say("enforcement.counts", { people, submitted, refused, waiting })}
      </p>
      {isOverEnforcement(run) || people === 0 ? null : (
        <Progress aria-labelledby={id} value={people - waiting} max={people} measureLocation="none" />
      )}
    </div>
  );
}

function RunFacts({ run }: { readonly run: EnforcementRun }) {
  const say = useText();
  const { kind, reason, differences, removals, createdAt, startedAt, endedAt, requestedBy, confirmedBy } = run;
  const isKnown = startedAt !== null;
  const facts = [
    { term: say("enforcement.kind"), value: say(`enforcement.start.${kind}`) },
    { term: say("enforcement.reason"), value: say(`enforcement.reason.${reason}`) },
    { term: say("enforcement.limitedTo"), value: <LimitedTo run={run} /> },
    { term: say("enforcement.differences"), value: isKnown ? differences : null },
    { term: say("enforcement.removals"), value: isKnown ? removals : null },
    {
      term: say("enforcement.requestedBy"),
      value: requestedBy === null ? say("enforcement.service") : <Named userKey={requestedBy} />,
    },
    { term: say("enforcement.confirmedBy"), value: confirmedBy === null ? null : <Named userKey={confirmedBy} /> },
    { term: say("enforcement.created"), value: <Moment at={createdAt} /> },
    { term: say("enforcement.started"), value: startedAt === null ? null : <Moment at={startedAt} /> },
    { term: say("enforcement.ended"), value: endedAt === null ? null : <Moment at={endedAt} /> },
  ];
  return <Facts facts={facts} />;
}

function Named({ userKey }: { readonly userKey: string }) {
  const { data } = useQuery(personQuery(userKey));
  return <PersonName person={data} />;
}

/** People of a limited run whose names are shown. */
const namedMax = 10;

function LimitedTo({ run: { userKeys } }: { readonly run: EnforcementRun }) {
  const say = useText();
  // The service sends null for everybody.
  const keys = userKeys ?? [];
  const named = keys.slice(0, namedMax);
  const { data } = useQuery(namesQuery(named));
  if (keys.length === 0) return <>{say("enforcement.everybody")}</>;
  return (
    <ul className="gatehouse-plain-list">
      {named.map((key) => (
        <li key={key}>
          <PersonName person={data?.get(key)} />
        </li>
      ))}
      {keys.length > named.length ? <li>{say("enforcement.more", { count: keys.length - named.length })}</li> : null}
    </ul>
  );
}
