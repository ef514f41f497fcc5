import { Button, PageSection } from "@patternfly/react-core";
import { useState } from "react";
import { Link } from "react-router";

import type { PasswordPolicy, TargetGroup } from "../../api/model.ts";
import { passwordPoliciesPath } from "../../api/password-policies.ts";
import { targetGroupsPath } from "../../api/target-systems.ts";
import { PageTitle } from "../../components/announce.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";
import { BreachedList } from "../password-policies/breached-list.tsx";
import { NewPolicyDialog } from "../password-policies/new-policy-dialog.tsx";
import { NewGroupDialog } from "./new-group-dialog.tsx";

const source: TableSource<TargetGroup> = {
  name: "targetGroups",
  title: "targetGroups.title",
  path: targetGroupsPath,
  empty: "targetGroups.empty",
  keyProperty: "id",
  usualOrder: "id",
  keyOf: ({ id }) => id,
  columns: [
    {
      name: "id",
      title: "declared.targetGroups.id",
      sortBy: "id",
      cell: ({ id }) => <Link to={paths.targetGroup(id)}>{id}</Link>,
      text: ({ id }) => id,
    },
    {
      name: "description",
      title: "declared.targetGroups.description",
      sortBy: "description",
      cell: ({ description }) => description,
      text: ({ description }) => description ?? "",
    },
    {
      name: "passwordPolicyId",
      title: "declared.targetGroups.passwordPolicyId",
      sortBy: "passwordPolicyId",
      cell: ({ passwordPolicyId }) => <Link to={paths.passwordPolicy(passwordPolicyId)}>{passwordPolicyId}</Link>,
      text: ({ passwordPolicyId }) => passwordPolicyId,
    },
  ],
};

/** Page of the target groups, with an action to add one. */
export function TargetGroupsPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  return (
    <PageSection>
      <PageTitle name={say("targetGroups.title")} />
      <p>{say("targetGroups.explained")}</p>
      <ResourceTable
        source={source}
        add={
          !may("targetgroups_post_create") ? null : (
            <Button onClick={() => setAdding(true)}>{say("targetGroup.add")}</Button>
          )
        }
      />
      {isAdding ? <NewGroupDialog close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}

const policySource: TableSource<PasswordPolicy> = {
  name: "passwordPolicies",
  title: "passwordPolicies.title",
  path: passwordPoliciesPath,
  empty: "passwordPolicies.empty",
  keyProperty: "id",
  usualOrder: "id",
  keyOf: ({ id }) => id,
  columns: [
    {
      name: "id",
      title: "declared.passwordPolicies.id",
      sortBy: "id",
      cell: ({ id }) => <Link to={paths.passwordPolicy(id)}>{id}</Link>,
      text: ({ id }) => id,
    },
    {
      name: "description",
      title: "declared.passwordPolicies.description",
      sortBy: "description",
      cell: ({ description }) => description,
      text: ({ description }) => description,
    },
    {
      name: "length",
      title: "rule.minLength",
      cell: ({ length }) => length.minLength.value,
      text: ({ length }) => String(length.minLength.value ?? ""),
    },
  ],
};

/** Page of the password policies, with an action to add one. */
export function PasswordPoliciesPage() {
  const say = useText();
  const may = useMay();
  const [isAdding, setAdding] = useState(false);
  return (
    <PageSection>
      <PageTitle name={say("passwordPolicies.title")} />
      <p>{say("passwordPolicies.explained")}</p>
      {may("passwordpolicies_breachedlist_get") ? <BreachedList /> : null}
      <ResourceTable
        source={policySource}
        add={
          !may("passwordpolicies_post_create") ? null : (
            <Button onClick={() => setAdding(true)}>{say("passwordPolicy.add")}</Button>
          )
        }
      />
      {isAdding ? <NewPolicyDialog close={() => setAdding(false)} /> : null}
    </PageSection>
  );
}
