import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { managedPoliciesQuery } from "../../api/managed.ts";
import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { accountSource, policyFilter, stateFilters } from "./account-source.tsx";
import { ChosenAccounts } from "./chosen-accounts.tsx";

/** Page of the accounts whose passwords are or were managed. */
export function ManagedAccountsPage() {
  const say = useText();
  const { data: policies } = useQuery(managedPoliciesQuery);
  const source = useMemo(
    () =>
      accountSource(say, {
        name: "managedAccounts",
        title: "managedAccounts.title",
        empty: "managedAccounts.empty",
        filters: [...stateFilters, policyFilter(policies ?? [])],
      }),
    [say, policies],
  );
  return (
    <PageSection>
      <PageTitle name={say("managedAccounts.title")} />
      <ChosenAccounts source={source} kinds={["randomize", "verify"]} />
    </PageSection>
  );
}
