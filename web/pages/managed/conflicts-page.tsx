import { List, ListItem, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { historicalPolicyId, managedPoliciesQuery } from "../../api/managed.ts";
import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { valueChoices } from "../../table/value-choices.ts";
import { accountSource, policyFilter } from "./account-source.tsx";
import { ChosenAccounts } from "./chosen-accounts.tsx";

// An account whose first password is not set yet is uncertain too, but has no conflict.
const unsettled = "(status eq 'conflict' or status eq 'U' and passwordHistory/any(e:e/status ne 'failed'))";
const ways = ["verify", "override", "disable"] as const;

/** Page of the accounts that no known password opens, or for which that is uncertain, with their actions. */
export function ConflictsPage() {
  const say = useText();
  const { data: policies } = useQuery(managedPoliciesQuery);
  const source = useMemo(
    () =>
      accountSource(say, {
        name: "passwordConflicts",
        title: "conflicts.title",
        empty: "conflicts.empty",
        where: `${unsettled} and policyId ne '${historicalPolicyId}'`,
        filters: [
          {
            name: "password",
            title: "account.password",
            choices: valueChoices("status", ["U", "conflict"], (status) => `managed.status.${status}`),
          },
          policyFilter(policies ?? []),
        ],
      }),
    [say, policies],
  );
  return (
    <PageSection>
      <PageTitle name={say("conflicts.title")} />
      <p>{say("conflicts.explained")}</p>
      <List>
        {ways.map((way) => (
          <ListItem key={way}>{say(`conflicts.way.${way}`)}</ListItem>
        ))}
      </List>
      <ChosenAccounts source={source} kinds={["verify"]} />
    </PageSection>
  );
}
