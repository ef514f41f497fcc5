import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useParams } from "react-router";

import { managedSystemPolicies } from "../../api/declared/managed-system-policies.ts";
import { historicalPolicyId, managedAccountsPath, managedPolicyQuery } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { openedLater } from "../../components/opened-later.tsx";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { PolicyActions } from "./policy-actions.tsx";
import { PolicyCommands } from "./policy-commands.tsx";
import { PolicyPhases } from "./policy-phases.tsx";
import { PolicyRights } from "./policy-rights.tsx";

const RunProgress = openedLater(async () => (await import("./run-progress.tsx")).RunProgress);

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
  return (
    <DeclaredFacts
      of={managedSystemPolicies}
      row={policy}
      showsUnset
      leftOut={["id", "authorizationPhases"]}
      own={{
        enabled: say(policy.enabled ? "managed.managed" : "managed.disabled"),
        changeIntervalHours: say("managedPolicy.hours", { hours: policy.changeIntervalHours }),
        passwordPolicyId: policy.passwordPolicyId ?? "PAM_DEFAULT",
        checkoutMaxMinutes: say("borrowable.atMost", { minutes: policy.checkoutMaxMinutes }),
        checkoutsPerDay: policy.checkoutsPerDay === 0 ? null : policy.checkoutsPerDay,
      }}
    />
  );
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
