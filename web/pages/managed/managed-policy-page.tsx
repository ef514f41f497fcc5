import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";

import { historicalPolicyId, managedAccountsPath, managedPolicyQuery } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { Facts } from "../../components/facts.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { Moment } from "../../messages/moment.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { PolicyActions } from "./policy-actions.tsx";
import { PolicyCommands } from "./policy-commands.tsx";
import { PolicyPhases } from "./policy-phases.tsx";
import { PolicyRights } from "./policy-rights.tsx";
import { RunProgress } from "./run-progress.tsx";

/** Page of a managed system policy: its rules for randomization and check-out, its permissions, and its actions. */
export function ManagedPolicyPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(managedPolicyQuery(key));
  const [runKey, setRunKey] = useState<string>();
  const policy = present(read);
  const isActive = policy !== undefined && policy.id !== historicalPolicyId;
  return (
    <PageSection>
      <EntityHeader
        name={say("managedPolicy.titleOf", { id: key })}
        list={{ path: paths.managedPolicies, title: "managedPolicies.title" }}
        {...(isActive && { actions: <PolicyActions policy={policy} follow={setRunKey} /> })}
      />
      {runKey === undefined ? null : <RunProgress key={runKey} runKey={runKey} sets={[managedAccountsPath]} />}
      <EntityStanding entity={read} unreadable={say("managedPolicy.unreadable")} gone={say("managedPolicy.gone")} />
      {policy === undefined ? null : (
        <div className="gatehouse-columns">
          <PolicyFacts policy={policy} />
          <PolicyPhases policy={policy} />
          <PolicyRights policy={policy} />
          <PolicyCommands policy={policy} />
          <Systems policy={policy} />
        </div>
      )}
    </PageSection>
  );
}

function PolicyFacts({ policy }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  const yesOrNo = (value: boolean) => say(value ? "value.true" : "value.false");
  const { frozenUntil, passwordPolicyId } = policy;
  const facts = [
    { term: say("managed.description"), value: policy.description },
    { term: say("managed.mode"), value: say(`managed.mode.${policy.mode}`) },
    { term: say("account.state"), value: say(policy.enabled ? "managed.managed" : "managed.disabled") },
    { term: say("managedPolicy.interval"), value: say("managedPolicy.hours", { hours: policy.changeIntervalHours }) },
    { term: say("managedPolicy.window"), value: policy.changeWindow },
    { term: say("managedPolicy.frozen"), value: frozenUntil === null ? null : <Moment at={frozenUntil} /> },
    { term: say("managedPolicy.passwordPolicy"), value: passwordPolicyId ?? "PAM_DEFAULT" },
    { term: say("managedPolicy.node"), value: policy.managedByNode },
    { term: say("borrowable.minutes"), value: say("borrowable.atMost", { minutes: policy.checkoutMaxMinutes }) },
    { term: say("managedPolicy.concurrency"), value: policy.concurrency },
    { term: say("managedPolicy.extensions"), value: policy.extensionsMax },
    { term: say("managedPolicy.perDay"), value: policy.checkoutsPerDay === 0 ? null : policy.checkoutsPerDay },
    { term: say("managedPolicy.ways"), value: policy.disclosurePlugins.join(", ") },
    { term: say("managedPolicy.attended"), value: yesOrNo(policy.attended) },
    { term: say("checkout.ticket"), value: policy.ticketPlugin },
    { term: say("managedPolicy.onCheckIn"), value: yesOrNo(policy.randomizeOnCheckIn) },
  ];
  return <Facts facts={facts} />;
}

function Systems({ policy: { managedSystems = [] } }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  return (
    <PartCard
      title={say("managedSystems.title")}
      rows={{ data: { value: managedSystems }, error: null }}
      empty={say("managedSystems.empty")}
    >
      {(systems) => (
        <ul className="gatehouse-plain-list">
          {systems.map(({ key, id, description }) => (
            <li key={key}>
              <Link to={paths.managedSystem(key)}>{id}</Link> {description}
            </li>
          ))}
        </ul>
      )}
    </PartCard>
  );
}
