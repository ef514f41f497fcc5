import { PageSection } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";

import type { SodRule } from "../../api/model.ts";
import { sodRuleQuery } from "../../api/sod.ts";
import { EntityHeader } from "../../components/entity-header.tsx";
import { EntityStanding, present } from "../../components/entity-standing.tsx";
import { useText } from "../../messages/text.ts";
import { paths } from "../../paths.ts";
import { useMay } from "../../session/use-may.ts";
import { PhasesForm } from "../phases/phases-form.tsx";

/** Page of the approval phases of a rule, which decide about requests that would violate it, and about exceptions. */
export function SodRulePhasesPage() {
  const say = useText();
  const { key = "" } = useParams();
  const read = useQuery(sodRuleQuery(key));
  const rule = present(read);
  return (
    <PageSection>
      <EntityHeader
        name={say("sod.phasesOf", { name: rule?.id ?? "" })}
        list={{ path: paths.sodRule(key), title: "sod.rule", isOneThing: true }}
      />
      <EntityStanding entity={read} unreadable={say("sod.unreadable")} gone={say("sod.gone")} />
      {rule === undefined ? null : <RulePhases key={rule.key} rule={rule} />}
    </PageSection>
  );
}

function RulePhases({ rule }: { readonly rule: SodRule }) {
  const say = useText();
  const may = useMay();
  return (
    <>
      <p>{say("sod.phasesExplained")}</p>
      <PhasesForm
        stored={rule}
        place={{ set: "sodRules", key: rule.key }}
        isReadOnly={!may("sodrules_post_setauthorizationphases")}
        title={say("sod.phases")}
      />
    </>
  );
}
