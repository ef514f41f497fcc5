import { Title } from "@patternfly/react-core";
import { useQuery } from "@tanstack/react-query";

import { targetGroupsQuery } from "../../api/target-systems.ts";
import { EditForm } from "../../forms/edit-form.tsx";
import { type FieldInput, type FieldValue, filledLines } from "../../forms/field-value.ts";
import { FormField } from "../../forms/form-field.tsx";
import { useEditing } from "../../forms/use-editing.ts";
import { useText } from "../../messages/text.ts";
import { useMay } from "../../session/use-may.ts";
import { useTarget } from "./target-context.ts";
import { factFields, inputs, isWaiting, optionFields, type TargetField } from "./target-fields.ts";
import { TargetRemoval } from "./target-removal.tsx";

/** Page of the properties and options of a target system; a save applies only to the version that was read. */
export function FactsPage() {
  const say = useText();
  const target = useTarget();
  const may = useMay();
  const editing = useEditing(target, { set: "targetSystems", key: target.id });
  const groups = useQuery(targetGroupsQuery);
  const inputOf = (is: TargetField["is"]): FieldInput => {
    if (is === "mode") {
      const choices = (["automatic", "manual"] as const).map((value) => ({
        value,
        label: say(`target.mode.${value}`),
      }));
      return { is: "choice", choices };
    }
    if (is !== "targetGroup") return inputs[is];
    const ids = new Set([editing.shown.targetGroup, ...(groups.data ?? []).map(({ id }) => id)]);
    return { is: "choice", choices: [...ids].map((id) => ({ value: id, label: id })) };
  };
  const draw = ({ name, is, isRequired }: (typeof factFields | typeof optionFields)[number] & TargetField) => (
    <FormField
      key={name}
      id={name}
      label={say(`target.field.${name}`)}
      help={isWaiting("targetSystems", name) ? say("field.waits") : say(`target.help.${name}`)}
      input={inputOf(is)}
      value={editing.shown[name]}
      fault={editing.faults.get(name)}
      isRequired={isRequired === true}
      isDisabled={isWaiting("targetSystems", name)}
      change={(value) => editing.edit({ [name]: sent(value, isRequired === true) })}
    />
  );
  return (
    <>
      <p>{say("target.typeOf", { type: target.type })}</p>
      <EditForm
        editing={editing}
        isReadOnly={!may("targetsystems_patch_update")}
        save={() => {
          const { proxyServers } = editing.edits;
          editing.save({
            ...editing.edits,
            ...(proxyServers !== undefined && { proxyServers: filledLines(proxyServers) }),
          });
        }}
      >
        {factFields.map(draw)}
        <Title headingLevel="h3">{say("target.options")}</Title>
        {optionFields.map(draw)}
      </EditForm>
      {!may("targetsystems_delete") ? null : <TargetRemoval id={target.id} />}
    </>
  );
}

const sent = (value: FieldValue, isRequired: boolean) => (value === "" && !isRequired ? null : value);
