import { List, ListItem, PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { historicalPolicyId, managedPoliciesQuery } from "../../api/managed.ts";
import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { accountSource, policyFilter } from "./account-source.tsx";
import { ChosenAccounts } from "./chosen-accounts.tsx";

// Whose first password is still to be made is uncertain, too, but nothing is wrong with it.
const unsettled = "(status eq 'conflict' or status eq 'U' and passwordHistory/any(e:e/status ne 'failed'))";
const ways = ["verify", "override", "disable"] as const;

/** The accounts that none of the known passwords opens, and those of which that is uncertain, with what can be done. */
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
            choices: (["U", "conflict"] as const).map((status) => ({
              value: status,
              text: `managed.status.${status}` as const,
              where: `status eq '${status}'`,
            })),
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
