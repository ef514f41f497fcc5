import "../../forms/forms.css";
import {
  DescriptionList,
  DescriptionListDescription,
  DescriptionListGroup,
  DescriptionListTerm,
} from "@patternfly/react-core";

import type { DiscoveryProgress, Operation } from "../../api/model.ts";
import { Notice } from "../../components/notice.tsx";
import { OperationFailure } from "../../components/operation-failure.tsx";
import { termWidth } from "../../components/term-width.ts";
import { type Say, type TextKey, useText } from "../../messages/text.ts";
import { DiscoveredObjects } from "./discovered-objects.tsx";
import { DiscoveryDecision } from "./discovery-decision.tsx";
import { DiscoveryEnd } from "./discovery-end.tsx";

/** Progress of a discovery, the differences that it has found, and the decision that it waits for. */
export function DiscoveryReport({ operation }: { readonly operation: Operation }) {
  const say = useText();
  const { discovery } = operation;
  if (discovery === null) return null;
  const problems = [
    ...discovery.warnings,
    ...discovery.leftOut,
    ...(discovery.people?.problems ?? []),
    ...(discovery.owners?.problems ?? []),
  ];
  return (
    <section aria-label={say("discovery.last")} className="gatehouse-fields">
      {operation.finishedAt === null ? (
        <UnderWay operation={operation} discovery={discovery} />
      ) : (
        <Ended operation={operation} />
      )}
      <DescriptionList isHorizontal isCompact horizontalTermWidthModifier={termWidth}>
        {countsOf(discovery, say).map(([term, words]) => (
          <DescriptionListGroup key={term}>
            <DescriptionListTerm>{say(term)}</DescriptionListTerm>
            <DescriptionListDescription>{words}</DescriptionListDescription>
          </DescriptionListGroup>
        ))}
      </DescriptionList>
      <DiscoveredObjects operation={operation} />
      {problems.length === 0 ? null : (
        <Notice kind="warning" title={say("discovery.problems")}>
          <ul lang="en">
            {problems.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Notice>
      )}
    </section>
  );
}

interface UnderWayProps {
  readonly operation: Operation;
  readonly discovery: DiscoveryProgress;
}

function UnderWay({ operation, discovery }: UnderWayProps) {
  const say = useText();
  const { phase, decision } = discovery;
  const isListed = phase === "queued" || phase === "listing";
  return (
    <>
      <p role="status">{say(decision === "abort" ? "discovery.isEnding" : `discovery.phase.${phase}`)}</p>
      {phase === "confirming" && decision === null ? (
        <DiscoveryDecision operation={operation} discovery={discovery} />
      ) : null}
      {isListed && decision === null ? <DiscoveryEnd operationKey={operation.key} /> : null}
    </>
  );
}

function Ended({ operation }: { readonly operation: Operation }) {
  const say = useText();
  const isLoaded = operation.status === "succeeded";
  return (
    <>
      <p role="status">{say(isLoaded ? "discovery.succeeded" : "discovery.ended")}</p>
      {isLoaded ? null : <OperationFailure operation={operation} title={say("discovery.failed")} />}
    </>
  );
}

/** Returns the counts of a discovery so far, with their terms. */
function countsOf(discovery: DiscoveryProgress, say: Say): readonly (readonly [TextKey, string])[] {
  const { mode, listed, listedMemberships, known, loaded, managedGroups, associated, people, owners, imported } =
    discovery;
  const counts: (readonly [TextKey, string] | undefined)[] = [
    ["discovery.mode", say(`discovery.mode.${mode}`)],
    ["discovery.listed", say("discovery.listedOf", { listed, known })],
    listedMemberships === null ? undefined : ["discovery.memberships", String(listedMemberships)],
    ["discovery.loaded", say("discovery.loadedCounts", { ...loaded })],
    managedGroups === null ? undefined : ["discovery.managedGroups", String(managedGroups)],
    ["discovery.associated", String(associated)],
    people === null ? undefined : ["discovery.people", say("discovery.peopleCounts", countsIn(people))],
    owners === null ? undefined : ["discovery.owners", say("discovery.ownerCounts", countsIn(owners))],
    imported === null ? undefined : ["discovery.imported", say("discovery.importCounts", { ...imported })],
  ];
  return counts.filter((one) => one !== undefined);
}

/** Returns only the numbers of an object with counts. */
function countsIn(counts: object): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => typeof value === "number"));
}
