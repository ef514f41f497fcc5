import { Link } from "react-router";

import { historicalPolicyId } from "../../api/managed.ts";
import type { ManagedSystemPolicy } from "../../api/model.ts";
import { PartCard } from "../../components/part-card.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";

/** Approval phases of check-outs under a policy, with a link to the page that edits them. */
export function PolicyPhases({ policy: { id, authorizationPhases } }: { readonly policy: ManagedSystemPolicy }) {
  const say = useText();
  const may = useMay();
  const isChanged = may("managedsystempolicies_post_setauthorizationphases") && id !== historicalPolicyId;
  return (
    <PartCard
      title={say("managedPolicy.phases")}
      rows={{ data: { value: authorizationPhases }, error: null }}
      empty={say("policyPhases.none")}
      footer={
        <Link to={paths.managedPolicyPhases(id)}>{say(isChanged ? "policyPhases.change" : "policyPhases.show")}</Link>
      }
    >
      {(phases) => (
        <ol className="gatehouse-plain-list">
          {phases.map(({ sequence, rule }) => (
            <li key={sequence}>
              {say("request.phase", { number: sequence })}: {rule === null ? null : <code>{rule}</code>}
            </li>
          ))}
        </ol>
      )}
    </PartCard>
  );
}
