import type { FieldChoice } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { type Say, useText } from "../../messages/text.ts";
import type { TargetKind } from "./new-target.ts";

/** Kind, ID and description of a new target system. */
export interface EnteredFacts {
  readonly kind: string;
  readonly id: string;
  readonly description: string;
}

/** Initial values of a new target system. */
export const noFacts: EnteredFacts = { kind: "", id: "", description: "" };

interface KindFieldsProps {
  readonly kinds: readonly TargetKind[];
  readonly facts: EnteredFacts;
  readonly faults: ReadonlyMap<string, string>;
  readonly isDisabled: boolean;
  change(facts: EnteredFacts): void;
}

/**
 * Fields for the name of a new target system and its connector, with the texts of their declarations. All further steps are loaded with
 * this page, so it does without the forms of all properties.
 */
export function KindFields({ kinds, facts, faults, isDisabled, change }: KindFieldsProps) {
  const say = useText();
  return (
    <>
      <FormField
        id="kind"
        label={say("declared.targetSystems.type")}
        help={say("newTarget.kindHelp")}
        input={{ is: "choice", choices: [{ value: "", label: say("value.none") }, ...kindChoices(kinds, say)] }}
        value={facts.kind}
        fault={faults.get("type")}
        isRequired
        isDisabled={isDisabled}
        change={(kind) => change({ ...facts, kind: String(kind) })}
      />
      {(["id", "description"] as const).map((name) => (
        <FormField
          key={name}
          id={name}
          label={say(`declared.targetSystems.${name}`)}
          help={say(`declared.targetSystems.${name}.help`)}
          input={{ is: "text" }}
          value={facts[name]}
          fault={faults.get(name)}
          isRequired
          isDisabled={isDisabled}
          change={(value) => change({ ...facts, [name]: String(value) })}
        />
      ))}
    </>
  );
}

/** Returns the kinds as choices; they name the proxy if there are several. */
function kindChoices(kinds: readonly TargetKind[], say: Say): readonly FieldChoice[] {
  const isOneProxy = new Set(kinds.map(({ proxyId }) => proxyId)).size === 1;
  return kinds.map(({ key, proxyId, connector: { id } }) => ({
    value: key,
    label: isOneProxy ? id : say("newTarget.kindAt", { kind: id, proxy: proxyId }),
  }));
}
