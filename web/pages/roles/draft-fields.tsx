import { FormSection } from "@patternfly/react-core";

import { deficitWays, type RoleContent, surplusWays } from "#domain/roles/role-content.ts";

import { openedLater } from "../../components/opened-later.tsx";
import { FormField } from "../../forms/form-field.tsx";
import { withTexts } from "../../messages/language.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import type { EntitlementDraft } from "./entitlement-drafts.ts";
import { EntitlementsEditor } from "./entitlements-editor.tsx";

const ConditionTrial = openedLater(
  async () => (await withTexts("people", import("../user-classes/condition-trial.tsx"))).ConditionTrial,
);

/** Content of a draft as it is entered. */
export interface Entered extends Omit<RoleContent, "description" | "condition" | "entitlements"> {
  readonly description: string;
  readonly condition: string;
  readonly comment: string;
  readonly entitlements: readonly EntitlementDraft[];
}

interface DraftFieldsProps {
  readonly roleKey: string;
  readonly entered: Entered;
  /** Error texts of the API by the places within the draft. */
  readonly faults: ReadonlyMap<string, string>;
  change(changed: Partial<Entered>): void;
}

/** Fields of the draft of a role; its condition can be tested first. */
export function DraftFields({ roleKey, entered, faults, change }: DraftFieldsProps) {
  const say = useText();
  const may = useMay();
  const { description, condition, asksPhases, comment, entitlements } = entered;
  return (
    <>
      <FormField
        id="draft-description"
        label={say("declared.roles.description")}
        fault={faults.get("description")}
        input={{ is: "text" }}
        value={description}
        change={(text) => change({ description: String(text) })}
      />
      <FormField
        id="draft-condition"
        label={say("declared.roles.condition")}
        help={say("role.conditionHelp")}
        fault={faults.get("condition")}
        input={{ is: "area" }}
        value={condition}
        change={(text) => change({ condition: String(text) })}
      />
      {may("userclasses_post_trial") ? <ConditionTrial condition={condition.trim()} /> : null}
      <FormField
        id="draft-asksPhases"
        label={say("declared.roles.asksPhases")}
        help={say("role.asksPhasesHelp")}
        fault={faults.get("asksPhases")}
        input={{ is: "flag" }}
        value={asksPhases}
        change={(flag) => change({ asksPhases: flag === true })}
      />
      <FormSection titleElement="h2" title={say("role.gives")}>
        <EntitlementsEditor
          roleKey={roleKey}
          entitlements={entitlements}
          faults={faults}
          change={(changed) => change({ entitlements: changed })}
        />
      </FormSection>
      <Differences entered={entered} faults={faults} change={change} />
      <FormField
        id="draft-comment"
        label={say("role.comment")}
        fault={faults.get("comment")}
        input={{ is: "area" }}
        value={comment}
        change={(text) => change({ comment: String(text) })}
      />
    </>
  );
}

/** Fields for the ways to resolve what a member lacks, and what somebody has without the role. */
function Differences({ entered, faults, change }: Omit<DraftFieldsProps, "roleKey">) {
  const say = useText();
  return (
    <FormSection titleElement="h2" title={say("role.differences")}>
      <FormField
        id="draft-deficit"
        label={say("declared.roles.deficit")}
        help={say("role.deficitHelp")}
        fault={faults.get("deficit")}
        input={{
          is: "choice",
          choices: deficitWays.map((value) => ({ value, label: say(`declared.roles.deficit.${value}`) })),
        }}
        value={entered.deficit}
        change={(chosen) => change({ deficit: chosen as RoleContent["deficit"] })}
      />
      <FormField
        id="draft-surplus"
        label={say("declared.roles.surplus")}
        help={say("role.surplusHelp")}
        fault={faults.get("surplus")}
        input={{
          is: "choice",
          choices: surplusWays.map((value) => ({ value, label: say(`declared.roles.surplus.${value}`) })),
        }}
        value={entered.surplus}
        change={(chosen) => change({ surplus: chosen as RoleContent["surplus"] })}
      />
    </FormSection>
  );
}
