import { PageSection, Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Link, useParams } from "react-router";

import { managedSystems } from "../../api/declared/managed-systems.ts";
import { managedSystemQuery } from "../../api/managed.ts";
import type { ManagedSystem } from "../../api/model.ts";
import { DeclaredFacts } from "../../components/declared-facts.tsx";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { accountSource, stateFilters } from "./account-source.tsx";
import { ChosenAccounts } from "./chosen-accounts.tsx";

/** Page of a managed system: its policies and its accounts. */
export function ManagedSystemPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(managedSystemQuery(key));
  const system = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={system?.id ?? say("declared.managedSystems.id")}
        list={{ path: paths.managedSystems, title: "managedSystems.title" }}
      />
      <EntityStanding entity={read} unreadable={say("managedSystem.unreadable")} gone={say("managedSystem.gone")} />
      {system === undefined ? null : (
        <>
          <SystemFacts system={system} />
          <Accounts systemKey={system.key} />
        </>
      )}
    </PageSection>
  );
}

function SystemFacts({ system }: { readonly system: ManagedSystem }) {
  const say = useText();
  const { targetSystemKey, enabled, policies = [], confirmWithoutVerify } = system;
  const links = policies.map(({ id }) => (
    <span key={id}>
      <Link to={paths.managedPolicy(id)}>{id}</Link>{" "}
    </span>
  ));
  return (
    <DeclaredFacts
      of={managedSystems}
      row={system}
      leftOut={["id"]}
      own={{
        targetSystemKey: <Link to={paths.target(targetSystemKey)}>{targetSystemKey}</Link>,
        enabled: say(enabled ? "managed.managed" : "managed.disabled"),
        confirmWithoutVerify: say(confirmWithoutVerify ? "managed.unverifiedExplained" : "value.false"),
      }}
      more={[{ term: say("managedPolicies.title"), value: links.length === 0 ? null : links }]}
    />
  );
}

function Accounts({ systemKey }: { readonly systemKey: string }) {
  const say = useText();
  const source = useMemo(
    () =>
      accountSource(say, {
        name: "accountsOfSystem",
        title: "managedAccounts.title",
        empty: "managedAccounts.empty",
        where: `managedSystemKey eq ${systemKey}`,
        filters: stateFilters,
      }),
    [say, systemKey],
  );
  return (
    <section aria-labelledby="accounts-title" className="gatehouse-below">
      <Title headingLevel="h2" id="accounts-title">
        {say("managedAccounts.title")}
      </Title>
      <ChosenAccounts source={source} kinds={["randomize", "verify"]} />
    </section>
  );
}
