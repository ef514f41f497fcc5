import { Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { entitlementsQuery } from "../../api/roles.ts";
import { ErrorAlert } from "../../components/error-alert.tsx";
import { useText } from "../../messages/text.ts";
import { EntitlementTree } from "./entitlement-tree.tsx";

/** Everything that a role in force gives, as a tree: what it names itself, and below each role within it what comes through that. */
export function RoleGives({ roleKey }: { readonly roleKey: string }) {
  const say = useText();
  const { data, error } = useQuery(entitlementsQuery(roleKey));
  return (
    <section aria-labelledby="gives-title" className="gatehouse-below">
      <Title headingLevel="h2" id="gives-title">
        {say("role.gives")}
      </Title>
      {error === null ? null : <ErrorAlert error={error} />}
      {data === undefined ? null : data.length === 0 ? (
        <p>{say("role.givesNothing")}</p>
      ) : (
        <EntitlementTree rows={data} />
      )}
    </section>
  );
}
