import { PageSection } from "@patternfly/react-core";
import { Link } from "react-router";

import type { PasswordPolicy } from "../../api/model.ts";
import { passwordPoliciesPath } from "../../api/target-systems.ts";
import { PageTitle } from "../../layout/announce.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { ResourceTable } from "../../table/resource-table.tsx";
import type { TableSource } from "../../table/table-column.ts";

const source: TableSource<PasswordPolicy> = {
  ...{ name: "passwordPolicies", title: "passwordPolicies.title", path: passwordPoliciesPath },
  ...{ empty: "passwordPolicies.empty", keyProperty: "id", usualOrder: "id", keyOf: ({ id }) => id },
  columns: [
    {
      ...{ name: "id", title: "target.id", sortBy: "id" },
      cell: ({ id }) => <Link to={paths.passwordPolicy(id)}>{id}</Link>,
      text: ({ id }) => id,
    },
    {
      ...{ name: "description", title: "target.field.description", sortBy: "description" },
      cell: ({ description }) => description,
      text: ({ description }) => description,
    },
    {
      ...{ name: "length", title: "rule.minLength" },
      cell: ({ length }) => length.minLength.value,
      text: ({ length }) => String(length.minLength.value ?? ""),
    },
  ],
};

/** The password policies. */
export function PasswordPoliciesPage() {
  const say = useText();
  return (
    <PageSection>
      <PageTitle name={say("passwordPolicies.title")} />
      <p>{say("passwordPolicies.explained")}</p>
      <ResourceTable source={source} />
    </PageSection>
  );
}
